#include "mqs_shim/stacks/thread_records.h"

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/stacks/call_site.h"
#include "mqs_shim/stacks/stack_sections.h"

namespace mqs_shim {

namespace {

// Sets FrameRecord::internal for the frames further inwards than the program's MPI call. In threads without a call,
// sets it for frames of the MPI library and for system functions that the library called. System functions in which a
// thread sleeps for the program do not get it.
void mark_internal_frames(ThreadRecord &thread, const std::vector<CodeOwner> &owners) {
  std::size_t end = 0;
  if (thread.call_frame) {
    end = thread.site.value_or(*thread.call_frame + 1);
    for (std::size_t i = 0; i < end; ++i)
      thread.frames[i].internal = i != *thread.call_frame && i != thread.inside_frame;
    if (!thread.inside_frame) return;
  }
  bool in_library = false;
  for (std::size_t i = thread.frames.size(); i-- > end;) {
    if (owners[i] != CodeOwner::system) in_library = owners[i] == CodeOwner::mpi;
    thread.frames[i].internal = in_library && i != thread.inside_frame;
  }
}

}  // namespace

ThreadRecord to_record(MpiStack stack) {
  ThreadRecord thread;
  thread.tid = static_cast<std::uint64_t>(stack.tid);
  thread.name = std::move(stack.name);
  thread.state = stack.state;
  thread.blocking = mpidbg::mpi_call(stack.mpi_call).may_block();
  thread.call_frame = stack.call_frame;
  thread.site = call_site(stack);
  thread.call = std::move(stack.mpi_call);
  thread.inside = std::move(stack.inside);
  thread.inside_frame = stack.inside_frame;
  thread.library_function = std::move(stack.library_function);
  thread.system_function = std::move(stack.system_function);
  thread.sleeps_for_own_process = stack.sleeps_for_own_process;
  thread.problem = std::move(stack.problem);
  thread.library_words = std::move(stack.library_words);
  thread.waiting_registers = std::move(stack.waiting_registers);
  thread.waiting_slots = std::move(stack.waiting_slots);
  thread.library_stack = stack.library_stack;
  thread.request_lists = std::move(stack.request_lists);
  thread.frames.reserve(stack.frames.size());
  std::vector<CodeOwner> owners;
  owners.reserve(stack.frames.size());
  for (const Frame &frame : stack.frames) owners.push_back(owner_of(frame));
  for (Frame &frame : stack.frames)
    thread.frames.push_back({std::move(frame.function), std::move(frame.file), frame.line, std::move(frame.module),
                             frame.offset, frame.stack_pointer, frame.inlined, false});
  mark_internal_frames(thread, owners);
  for (std::size_t i = 0; i < stack.frames.size(); ++i) thread.frames[i].internal |= stack.frames[i].of_interpreter;
  return thread;
}

void add_statuses(std::vector<ThreadRecord> &threads, const std::vector<ThreadStatus> &statuses) {
  for (ThreadRecord &thread : threads) {
    for (const ThreadStatus &status : statuses) {
      if (thread.tid == 0 || static_cast<std::uint64_t>(status.tid) != thread.tid) continue;
      thread.name = status.name;
      thread.state = status.state;
      thread.processor_milliseconds = status.processor_milliseconds;
    }
  }
}

}  // namespace mqs_shim
