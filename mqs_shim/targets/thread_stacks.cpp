#include "mqs_shim/targets/thread_stacks.h"

#include <algorithm>

namespace mqs_shim {
namespace {

// The default of a main thread, and so of glibc's threads.
constexpr std::uint64_t usual_stack_size = std::uint64_t{8} << 20;

bool holds(const corefile::ThreadStack &stack, Address address) {
  return !stack.frames.empty() && address >= stack.frames.front().stack_pointer &&
         address <= stack.frames.back().stack_pointer;
}

// The thread whose stack the address is in, or null. The frames of a stack that could not be unwound to its end do not
// reach the address: then it is the next thread below.
const corefile::ThreadStack *thread_at(const std::vector<corefile::ThreadStack> &stacks, Address address) {
  const corefile::ThreadStack *nearest = nullptr;
  for (const corefile::ThreadStack &stack : stacks) {
    if (holds(stack, address)) return &stack;
    if (stack.frames.empty() || stack.frames.front().stack_pointer > address) continue;
    if (address - stack.frames.front().stack_pointer > usual_stack_size) continue;
    if (nearest == nullptr || stack.frames.front().stack_pointer > nearest->frames.front().stack_pointer)
      nearest = &stack;
  }
  return nearest;
}

}  // namespace

void attach_stacks(ProcessReport &report, const std::vector<corefile::ThreadStack> &stacks) {
  report.blocked_in.clear();
  for (const corefile::ThreadStack &stack : stacks) {
    if (!stack.mpi_call.empty()) report.blocked_in.push_back(stack.mpi_call);
  }
  const auto attach = [&](Queue &queue) {
    for (Operation &operation : queue.operations) {
      if (operation.waiter.is_null()) continue;
      const corefile::ThreadStack *thread = thread_at(stacks, operation.waiter);
      if (thread != nullptr) operation.waiting_call = report.intern(thread->mpi_call);
    }
  };
  for (CommunicatorRecord &communicator : report.communicators) {
    std::for_each(communicator.queues.begin(), communicator.queues.end(), attach);
  }
  attach(report.unclaimed);
}

}  // namespace mqs_shim
