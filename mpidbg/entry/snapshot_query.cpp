// These are the entry points mpidbg_snapshot_*, for the states of the process that the recorder has stored.

#include <algorithm>
#include <cstring>

#include "mpidbg/entry/tool_query.h"

using namespace mpidbg;
using namespace mpidbg::entry;

static_assert(MPIDBG_SNAPSHOT_AT_INIT == static_cast<int>(MPIDBG_RECORD_AT_INIT));
static_assert(MPIDBG_SNAPSHOT_AT_ABORT == static_cast<int>(MPIDBG_RECORD_AT_ABORT));

namespace {

Outcome beyond(int index, std::size_t number) {
  return {Refusal::invalid_index, "there is no snapshot " + std::to_string(index) + " among " + std::to_string(number)};
}

}  // namespace

extern "C" {

int mpidbg_snapshot_get_num(mqs_process *process, int *num_snapshots) {
  return run_tool(process, [&](ToolState &state) -> Outcome {
    const auto found = state.snapshots();
    if (!found) return found.error();
    return_value(num_snapshots, found->size());
    return {};
  });
}

int mpidbg_snapshot_get_info(mqs_process *process, int snapshot_index, struct mpidbg_snapshot_info_t *info) {
  return run_tool(process, [&](ToolState &state) -> Outcome {
    const auto found = state.snapshots();
    if (!found) return found.error();
    if (snapshot_index < 0 || static_cast<std::size_t>(snapshot_index) >= found->size()) {
      return beyond(snapshot_index, found->size());
    }
    if (info == nullptr) return {};
    const mpidbg_record_snapshot &snapshot = (*found)[static_cast<std::size_t>(snapshot_index)];
    const auto recording = state.recording();
    if (!recording) return recording.error();
    mpidbg_snapshot_info_t filled{};
    filled.struct_size = info->struct_size;
    filled.reason = snapshot.reason;
    filled.number = snapshot.number;
    filled.time = snapshot.time;
    filled.realtime = (*recording)->time_of_day(snapshot.time);
    filled.events = static_cast<std::int64_t>(std::max<std::uint64_t>(snapshot.next_mpit_event, 1) - 1);
    filled.detail = snapshot.detail;
    filled.update_number = snapshot.category_update_number;
    std::memcpy(info, &filled, std::min<std::size_t>(filled.struct_size, sizeof filled));
    return {};
  });
}

const char *mpidbg_snapshot_problem(mqs_process *process) {
  static constexpr const char *nothing = "";
  const char *problem = nothing;
  run_tool(process, [&](ToolState &state) -> Outcome {
    state.problem = state.recording_problem();
    problem = state.problem.c_str();
    return {};
  });
  return problem;
}

int mpidbg_snapshot_select(mqs_process *process, int snapshot_index) {
  return run_tool(process, [&](ToolState &state) -> Outcome {
    if (state.playback.is_playing()) {
      return {Refusal::not_accessible, "a state of the process cannot be selected from within a callback"};
    }
    model::mpit::Moment moment = model::mpit::now;
    if (snapshot_index != MPIDBG_SNAPSHOT_NOW) {
      const auto found = state.snapshots();
      if (!found) return found.error();
      if (snapshot_index < 0 || static_cast<std::size_t>(snapshot_index) >= found->size()) {
        return beyond(snapshot_index, found->size());
      }
      moment = (*found)[static_cast<std::size_t>(snapshot_index)].number;
    }
    const Status selected = state.select(moment);
    return selected ? Outcome() : Outcome(selected.error());
  });
}

int mpidbg_snapshot_selected(mqs_process *process, int *snapshot_index) {
  return run_tool(process, [&](ToolState &state) -> Outcome {
    int index = MPIDBG_SNAPSHOT_NOW;
    if (state.moment() != model::mpit::now) {
      const auto found = state.snapshots();
      if (!found) return found.error();
      const auto place = std::find_if(found->begin(), found->end(),
                                      [&](const auto &snapshot) { return snapshot.number == state.moment(); });
      if (place == found->end()) return Error{ErrorCode::unavailable, "the selected snapshot no longer exists"};
      index = static_cast<int>(place - found->begin());
    }
    return_value(snapshot_index, index);
    return {};
  });
}

}  // extern "C"
