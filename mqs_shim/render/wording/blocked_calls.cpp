#include "mqs_shim/render/wording/blocked_calls.h"

#include <algorithm>
#include <vector>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

namespace {

// Returns true for collective calls on a communicator. For a call about a single message, the communicator is not named
// here, because the operation names it.
bool is_about_all_members(std::string_view name) {
  const mpidbg::MpiCall call = mpidbg::mpi_call(name);
  return call.is_collective && !call.takes_window() && !call.takes_file();
}

using Found = std::vector<const CommunicatorRecord *>;

// Finds the communicators of the pending internal messages for which the call waits.
Found by_messages(const ProcessReport &report, const std::string &call) {
  Found found;
  for (const CommunicatorRecord &communicator : report.communicators) {
    const auto waits = [&](const Operation &operation) {
      return (operation.flags & MPIDBG_OP_INTERNAL) != 0 && (operation.flags & MPIDBG_OP_WAITED_ON) != 0 &&
             report.text(operation.waiting_call) == call;
    };
    if (std::any_of(std::begin(communicator.queues), std::end(communicator.queues), [&](const Queue &queue) {
          return std::any_of(queue.operations.begin(), queue.operations.end(), waits);
        }))
      found.push_back(&communicator);
  }
  return found;
}

Found at_hand(const ProcessReport &report, const ThreadRecord &thread) {
  Found found;
  for (const CommunicatorRecord &communicator : report.communicators) {
    if (std::binary_search(thread.library_words.begin(), thread.library_words.end(), communicator.handle))
      found.push_back(&communicator);
  }
  return found;
}

struct Around {
  const CommunicatorRecord *communicator = nullptr;
  bool inferred = false;
};

// The library makes an internal communicator for the local group of an intercommunicator, and a collective may wait on
// it. Finds the intercommunicator for the internal communicator `inner` (see also intercommunicators_around in the
// verdict of `why`). If the groups were not read, the size and this process's rank are compared. The internal
// communicators of windows and files are used in other calls.
Around intercommunicator_around(const ProcessReport &report, const CommunicatorRecord &inner, std::string_view call) {
  const bool is_inner = (inner.flags & MPIDBG_COMM_INFO_INTERNAL) != 0 && inner.remote_count() == 0 &&
                        !call.starts_with("MPI_Win_") && !call.starts_with("MPI_File_");
  Around found;
  for (const CommunicatorRecord &other : report.communicators) {
    if (!is_inner || (other.flags & MPIDBG_COMM_INFO_INTERNAL) != 0 || other.remote_count() == 0) continue;
    if (other.size != inner.size || other.rank != inner.rank) continue;
    const bool are_read = !inner.local_members.empty() && !other.local_members.empty();
    if (are_read && inner.local_members != other.local_members) continue;
    if (found.communicator != nullptr) return {};
    const bool is_same_group = !inner.local_group.is_null() && inner.local_group == other.local_group;
    found = {&other, !are_read && !is_same_group};
  }
  return found;
}

}  // namespace

std::string communicator_of_call(const ProcessReport &report, const ThreadRecord &thread) {
  if (!is_about_all_members(thread.call)) return {};
  Found found = by_messages(report, thread.call);
  bool inferred = found.size() != 1;
  if (inferred) found = at_hand(report, thread);
  if (found.size() != 1) return {};
  const Around around = intercommunicator_around(report, *found.front(), thread.call);
  const CommunicatorRecord &of = around.communicator == nullptr ? *found.front() : *around.communicator;
  inferred = inferred || around.inferred;
  return " on " + communicator_text(report, of.handle) + (inferred ? " (inferred)" : "");
}

std::string blocked_calls_text(const ProcessReport &report, const std::set<std::string> &said) {
  std::vector<std::string> texts;
  for (const ThreadRecord &thread : report.threads) {
    if (!thread.blocking || thread.call.empty() || said.contains(thread.call)) continue;
    std::string text = "in " + printable(thread.call) + communicator_of_call(report, thread);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
  std::string all;
  for (const std::string &text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

}  // namespace mqs_shim
