#include "mpidbg/entry/tool_state.h"

#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

using model::mpit::MergedInformation;
using model::mpit::now;
using model::mpit::RecordedInformation;
using model::mpit::Recording;

void ToolState::forget() {
  past_.reset();
  present_.reset();
  recording_.reset();
}

Result<Recording *> ToolState::recording() {
  if (recording_ != nullptr) return recording_.get();
  MPIDBG_ASSIGN(recorder, process_.recorder());
  MPIDBG_ASSIGN(record, recorder->record());
  recording_ = std::make_shared<Recording>(*record);
  sessions.set_pointer_size(record->header().word_size);
  return recording_.get();
}

Result<std::vector<mpidbg_record_snapshot>> ToolState::snapshots() {
  const auto is_none = [](const Error &error) {
    return error.code == ErrorCode::not_found || error.code == ErrorCode::unavailable;
  };
  auto found = recording();
  if (!found) return is_none(found.error()) ? Result(std::vector<mpidbg_record_snapshot>()) : found.error();
  auto whole = (*found)->snapshots();
  if (!whole) return is_none(whole.error()) ? Result(std::vector<mpidbg_record_snapshot>()) : whole.error();
  return **whole;
}

std::string ToolState::recording_problem() {
  auto found = recording();
  if (found) return (*found)->problem();
  return found.error().code == ErrorCode::not_found ? std::string() : found.error().message;
}

Result<model::ToolInformation *> ToolState::present() {
  if (present_ != nullptr) return present_.get();
  auto library = process_.library();
  // After MPI_Finalize, snapshots from before still exist.
  if (!library && library.error().code != ErrorCode::unavailable) return std::move(library).error();
  MPIDBG_ASSIGN(target, process_.memory());
  sessions.set_pointer_size(target->pointer_size());
  auto memory = library ? need(**library, &model::MpiLibrary::tool_information)
                        : Result<model::ToolInformation *>(library.error());
  present_ = std::make_unique<MergedInformation>(std::move(memory), [this] { return recording(); });
  return present_.get();
}

Result<model::ToolInformation *> ToolState::at(Moment moment) {
  if (moment == now) return present();
  if (past_ != nullptr && past_->snapshot().number == moment) return past_.get();
  MPIDBG_ASSIGN(found, recording());
  MPIDBG_ASSIGN(snapshot, found->snapshot(moment));
  past_ = std::make_unique<RecordedInformation>(*found, snapshot);
  return past_.get();
}

Result<std::vector<ToolState::Moment>> ToolState::between(Moment first, Moment second) {
  MPIDBG_ASSIGN(whole, snapshots());
  std::vector<Moment> passed;
  for (const mpidbg_record_snapshot &snapshot : whole) {
    if (snapshot.number > first && snapshot.number < second) passed.push_back(snapshot.number);
  }
  return passed;
}

Status ToolState::select(Moment moment) {
  std::uint64_t next_event = 0;
  auto found = recording();
  if (moment != now) {
    if (!found) return found.error();
    MPIDBG_ASSIGN(snapshot, (*found)->snapshot(moment));
    next_event = snapshot.next_mpit_event;
  } else if (found) {
    next_event = (*found)->next_event();
  }
  const Moment before = moment_;
  const std::uint64_t first = next_event_;
  sessions.move(*this, before, moment);
  moment_ = moment;
  next_event_ = next_event;
  const bool forward = moment > before || rewound_;
  rewound_ = false;
  if (!found || !forward || next_event <= first) return {};
  MPIDBG_ASSIGN(events, (*found)->events(first, next_event));
  const auto is_ordered = [this](int source) {
    const auto tool = selected();
    if (!tool) return false;
    const auto one = (*tool)->source(source);
    return one && one->ordered;
  };
  playback.play(std::move(events), first, next_event, is_ordered);
  return {};
}

}  // namespace mpidbg::entry
