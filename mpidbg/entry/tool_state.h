#pragma once
// Holds the plugin's state for the MPI tool information interface of one process: the selected state of the process,
// and the sessions, handles and registrations that the host has made.

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "mpidbg/model/mpit/experiment_sessions.h"
#include "mpidbg/model/mpit/merged_information.h"
#include "mpidbg/model/mpit/playback.h"
#include "mpidbg/model/mpit/states.h"

namespace mpidbg::entry {

struct ProcessState;

class ToolState final : public model::mpit::States {
 public:
  using Moment = model::mpit::Moment;

  // `process` must outlive this object.
  explicit ToolState(ProcessState &process) : process_(process) {}

  // Discards all cached data, because the process may have run.
  void forget();

  // Returns the recorder's data about MPI_T. Errors: not_found without a recorder; those of finding and reading its
  // record.
  Result<model::mpit::Recording *> recording();
  // Returns the complete snapshots. The vector is empty without a recorder, or if the recorder could not take
  // snapshots.
  Result<std::vector<mpidbg_record_snapshot>> snapshots();
  // Describes what is wrong with the recorder's data; empty if nothing is.
  std::string recording_problem();

  // Returns the tool information interface in one state of the process. The result is valid until another state is
  // requested.
  Result<model::ToolInformation *> at(Moment moment) override;
  Result<std::vector<Moment>> between(Moment first, Moment second) override;
  // Returns the tool information interface in the selected state.
  Result<model::ToolInformation *> selected() { return at(moment_); }
  Moment moment() const { return moment_; }

  // Selects a state. If it is later than the selected one, the events in between are played.
  Status select(Moment moment);
  // Makes the next selection play all events before it.
  void rewind() { next_event_ = 1, rewound_ = true; }

  model::mpit::ExperimentSessions sessions;
  model::mpit::Playback playback;
  // Describes a handle of a control variable: the variable's index, and the number of elements when the handle was
  // made.
  struct ControlHandle {
    int index;
    std::size_t elements;
  };
  std::map<std::uint64_t, ControlHandle> cvar_handles;
  std::uint64_t next_cvar_handle = 1;
  // The text returned by mpidbg_snapshot_problem.
  std::string problem;

 private:
  // Returns the tool information interface for the current state of the process. The object is made once at each stop.
  Result<model::ToolInformation *> present();

  ProcessState &process_;
  Moment moment_ = model::mpit::now;
  // The number of the first event that was not yet played when the current state was selected.
  std::uint64_t next_event_ = 0;
  bool rewound_ = false;
  std::shared_ptr<model::mpit::Recording> recording_;
  std::unique_ptr<model::mpit::MergedInformation> present_;
  std::unique_ptr<model::mpit::RecordedInformation> past_;
};

}  // namespace mpidbg::entry
