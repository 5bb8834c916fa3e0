#pragma once
// What the plugin keeps of the MPI tool information interface of one process: which of its states is selected, and what
// the host has made: sessions, handles, registrations.

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

  explicit ToolState(ProcessState &process) : process_(process) {}

  // The process may have run: what was read is forgotten.
  void forget();

  // Errors: not_found without a recorder; those of finding and reading its record.
  Result<model::mpit::Recording *> recording();
  // Whole snapshots; none without a recorder, and where it could take none.
  Result<std::vector<mpidbg_record_snapshot>> snapshots();
  // What is wrong with the recording; empty if nothing is.
  std::string recording_problem();

  Result<model::ToolInformation *> at(Moment moment) override;
  Result<std::vector<Moment>> between(Moment first, Moment second) override;
  Result<model::ToolInformation *> selected() { return at(moment_); }
  Moment moment() const { return moment_; }

  // Makes it the selected state. Going forward plays the events in between.
  Status select(Moment moment);
  // The next selection plays all events before it.
  void rewind() { next_event_ = 1, rewound_ = true; }

  model::mpit::ExperimentSessions sessions;
  model::mpit::Playback playback;
  struct ControlHandle {
    int index;
    std::size_t elements;
  };
  std::map<std::uint64_t, ControlHandle> cvar_handles;
  std::uint64_t next_cvar_handle = 1;
  std::string problem;  // what mpidbg_snapshot_problem handed out

 private:
  Result<model::ToolInformation *> present();

  ProcessState &process_;
  Moment moment_ = model::mpit::now;
  std::uint64_t next_event_ = 0;  // that was not played when the selected state was
  bool rewound_ = false;
  std::shared_ptr<model::mpit::Recording> recording_;
  std::unique_ptr<model::mpit::MergedInformation> present_;
  std::unique_ptr<model::mpit::RecordedInformation> past_;
};

}  // namespace mpidbg::entry
