#pragma once
// Gives access to the recorder's data about the MPI tool information interface at one stop of the process: the
// catalogue, the complete snapshots, and the events. Each is read when first needed and then cached.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/mpit/catalogue.h"
#include "mpidbg/model/mpit/event.h"
#include "mpidbg/model/mpit/samples.h"
#include "mpidbg/model/mpit/variable_value.h"
#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::mpit {

class Recording {
 public:
  // `record` is the recorder's data as read at one stop of the process.
  explicit Recording(recorded::Record record) : record_(std::move(record)) {}

  // Returns the complete snapshots, the oldest first. Errors: unavailable, with the reason, if the recorder could not
  // take snapshots; those of reading.
  Result<const std::vector<mpidbg_record_snapshot> *> snapshots();
  // Returns the newest complete snapshot without inspecting older ones. Errors: those of snapshots(); unavailable if
  // there is none.
  Result<mpidbg_record_snapshot> newest();
  // Checks and returns the snapshot with this number. Errors: unavailable if it is incomplete or was overwritten.
  Result<mpidbg_record_snapshot> snapshot(std::uint64_t number);
  // Returns the values of a snapshot. Those of the last few snapshots are cached.
  Result<std::shared_ptr<const Samples>> samples(const mpidbg_record_snapshot &snapshot);

  // Returns the catalogue, which is read once. Errors: those of reading it.
  Result<const Catalogue *> catalogue();

  // Returns the events with numbers in [first, end) that still exist. Missing numbers are events that the recorder has
  // lost.
  Result<std::vector<EventInstance>> events(std::uint64_t first, std::uint64_t end);
  std::uint64_t next_event() const { return record_.header().next_mpit_event; }

  // Describes missing or damaged data in a sentence; empty if everything is complete.
  std::string problem();

  // Converts a time on the clock of the record to nanoseconds since 1970.
  std::int64_t time_of_day(std::int64_t time) const;
  // Describes where a value of a snapshot comes from. `sum_begins_at` is the time from which a sum counts.
  ValueOrigin origin(const mpidbg_record_snapshot &snapshot, std::int64_t sum_begins_at) const;
  // Returns when the recorder started to count: the time of its first snapshot, if that still exists; 0 if unknown.
  std::int64_t beginning();
  const recorded::Record &record() const { return record_; }

 private:
  // Checks that the recorder could take snapshots. Errors: unavailable, with the reason, if it could not.
  Status check_recorder() const;
  // Returns the snapshots that the ring still has, complete or not, in the order of their numbers.
  Result<const std::vector<mpidbg_record_snapshot> *> candidates();

  recorded::Record record_;
  std::optional<std::vector<mpidbg_record_snapshot>> whole_;
  std::optional<Catalogue> catalogue_;
  // The cached values of snapshots, by the number of the snapshot.
  std::map<std::uint64_t, std::shared_ptr<const Samples>> samples_;
  // Explains why snapshots are incomplete; empty if all are complete.
  std::string damage_;
};

}  // namespace mpidbg::model::mpit
