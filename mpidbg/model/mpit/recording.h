#pragma once
// What the recorder kept of the MPI tool information interface, in one stop of the process: the catalogue, the
// snapshots that are complete, and the events. Read on first need and kept.

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
  explicit Recording(recorded::Record record) : record_(std::move(record)) {}

  // Whole snapshots, the oldest first. Errors: unavailable if the recorder could take none, with the reason; those of
  // reading.
  Result<const std::vector<mpidbg_record_snapshot> *> snapshots();
  // The newest complete one; older ones are not inspected. Errors: as above; unavailable if there is none.
  Result<mpidbg_record_snapshot> newest();
  // One by its number, checked. Errors: unavailable if it is not complete, or not there any more.
  Result<mpidbg_record_snapshot> snapshot(std::uint64_t number);
  Result<std::shared_ptr<const Samples>> samples(const mpidbg_record_snapshot &snapshot);

  Result<const Catalogue *> catalogue();

  // Events [first, end) that are still there, by their numbers. A number that is missing was lost by the recorder.
  Result<std::vector<EventInstance>> events(std::uint64_t first, std::uint64_t end);
  std::uint64_t next_event() const { return record_.header().next_mpit_event; }

  // What is missing, or wrong, as a sentence; empty if nothing is.
  std::string problem();

  // Nanoseconds since 1970, of a time of the record.
  std::int64_t time_of_day(std::int64_t time) const;
  ValueOrigin origin(const mpidbg_record_snapshot &snapshot, std::int64_t sum_begins_at) const;
  // When the recorder began to count: the time of its first snapshot, as far as that is still there; 0: not known.
  std::int64_t beginning();
  const recorded::Record &record() const { return record_; }

 private:
  Status check_recorder() const;
  Result<const std::vector<mpidbg_record_snapshot> *> candidates();

  recorded::Record record_;
  std::optional<std::vector<mpidbg_record_snapshot>> whole_;
  std::optional<Catalogue> catalogue_;
  std::map<std::uint64_t, std::shared_ptr<const Samples>> samples_;  // of the last few
  std::string damage_;                                               // of snapshots that are not complete
};

}  // namespace mpidbg::model::mpit
