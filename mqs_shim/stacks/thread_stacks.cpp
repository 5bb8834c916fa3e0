#include "mqs_shim/stacks/thread_stacks.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "mpidbg/base/mpi_calls.h"

namespace mqs_shim {
namespace {

// This is the default size in bytes of a main thread's stack, which glibc also uses for other threads.
constexpr std::uint64_t usual_stack_size = std::uint64_t{8} << 20;

bool holds(const ThreadRecord &thread, Address address) {
  return !thread.frames.empty() && address >= thread.frames.front().stack_pointer &&
         address <= thread.frames.back().stack_pointer;
}

// Returns the thread whose stack contains the address, or null. If a stack was not unwound to its end, its frames may
// not reach the address; then the nearest thread below the address is returned.
const ThreadRecord *thread_at(const std::vector<ThreadRecord> &threads, Address address) {
  const ThreadRecord *nearest = nullptr;
  for (const ThreadRecord &thread : threads) {
    if (holds(thread, address)) return &thread;
    if (thread.frames.empty() || thread.frames.front().stack_pointer > address) continue;
    if (address - thread.frames.front().stack_pointer > usual_stack_size) continue;
    if (nearest == nullptr || thread.frames.front().stack_pointer > nearest->frames.front().stack_pointer)
      nearest = &thread;
  }
  return nearest;
}

// Returns true if the address is in a thread's stack, but below its frames, where calls that have returned have left
// data.
bool is_left_behind(const std::vector<ThreadRecord> &threads, Address address) {
  return thread_at(threads, address) == nullptr &&
         std::any_of(threads.begin(), threads.end(), [&](const ThreadRecord &thread) {
           if (thread.frames.empty() || thread.frames.front().stack_pointer <= address) return false;
           return thread.frames.front().stack_pointer - address < usual_stack_size;
         });
}

// Says for what operations a call waits: for any of several, for one of unknown direction, for one send, or for one
// receive.
enum class Waits { for_any, for_one, for_one_send, for_one_receive };

Waits what_waits(std::string_view name) {
  const mpidbg::MpiCall call = mpidbg::mpi_call(name);
  if (call.wait == mpidbg::CallWait::message) return call.sends() ? Waits::for_one_send : Waits::for_one_receive;
  return call.wait == mpidbg::CallWait::request ? Waits::for_one : Waits::for_any;
}

// Says where a thread refers to an operation. A place closer to the waiting function is a stronger sign that the thread
// waits for the operation.
enum class Nearness {
  register_of_waiting,  // a register of the waiting function
  slot_of_waiting,      // the waiting function's own part of the stack
  on_stack,             // a record on the stack, as the library keeps it for a probe
  anywhere,             // somewhere in the library's frames, where nothing is known of the function that waits
  none
};

Nearness nearness(const ThreadRecord &thread, const Operation &operation) {
  // If request handles are numbers, the stack contains the address of the request's record instead of the handle.
  const Address object = record_or_request(operation);
  const auto has = [&](const std::vector<Address> &words) {
    return std::find(words.begin(), words.end(), object) != words.end();
  };
  if (object.is_null()) return Nearness::none;
  if (has(thread.waiting_registers)) return Nearness::register_of_waiting;
  if (has(thread.waiting_slots)) return Nearness::slot_of_waiting;
  if (thread.library_stack.contains(object)) return Nearness::on_stack;
  const bool is_at_hand = thread.waiting_registers.empty() &&
                          std::binary_search(thread.library_words.begin(), thread.library_words.end(), object);
  return is_at_hand ? Nearness::anywhere : Nearness::none;
}

template <class Visitor>
void for_each_request(ProcessReport &report, Visitor &&visit) {
  for (CommunicatorRecord &communicator : report.communicators) {
    for (const int queue : {MPIDBG_QUEUE_SENDS, MPIDBG_QUEUE_RECEIVES}) {
      for (Operation &operation : communicator.queues[static_cast<std::size_t>(queue)].operations) visit(operation);
    }
  }
}

// Removes operations whose requests are remains of calls that have returned. A blocking call has its request on the
// stack, and a plugin that finds the request there cannot know whether the call has returned.
void drop_left_behind(ProcessReport &report) {
  for (CommunicatorRecord &communicator : report.communicators) {
    for (const int queue : {MPIDBG_QUEUE_SENDS, MPIDBG_QUEUE_RECEIVES}) {
      auto &operations = communicator.queues[static_cast<std::size_t>(queue)].operations;
      std::erase_if(operations, [&](const Operation &operation) {
        return !operation.waiter.is_null() && operation.waiter == operation.record &&
               is_left_behind(report.threads, operation.waiter);
      });
    }
  }
}

// Stores the name of the MPI call that waits for the operation. Marks the operations of neighborhood collectives as
// internal, because with Open MPI's layer ucx their tags look like those of the program.
void set_waiting_call(ProcessReport &report, Operation &operation, const std::string &call) {
  operation.waiting_call = report.intern(call);
  if (mpidbg::mpi_call(call).data == mpidbg::DataFlow::neighbors) operation.flags |= MPIDBG_OP_INTERNAL;
}

void attach_waiters(ProcessReport &report) {
  for_each_request(report, [&](Operation &operation) {
    if (operation.waiter.is_null()) return;
    const ThreadRecord *thread = thread_at(report.threads, operation.waiter);
    if (thread != nullptr) set_waiting_call(report, operation, thread->call);
  });
}

// Marks operations as waited for by the thread, if its MPI call refers to them and the library does not store who waits
// for them.
void attach_at_hand(ProcessReport &report, const ThreadRecord &thread) {
  const Waits waits = what_waits(thread.call);
  std::vector<Operation *> candidates;  // operations with the nearest reference
  Nearness nearest = Nearness::none;
  bool waits_by_record = false;
  for_each_request(report, [&](Operation &operation) {
    waits_by_record |= !operation.waiter.is_null() && holds(thread, operation.waiter);
    if (!operation.waiter.is_null() || operation.waiting_call != 0) return;
    if (waits == Waits::for_one_send && !operation.is_send) return;
    if (waits == Waits::for_one_receive && operation.is_send) return;
    if (operation.flags & MPIDBG_OP_COMPLETE) return;
    const Nearness near = nearness(thread, operation);
    if (near == Nearness::none || near > nearest) return;
    if (near < nearest) candidates.clear();
    nearest = near;
    candidates.push_back(&operation);
  });
  if (waits_by_record || candidates.empty()) return;
  const bool inferred = waits != Waits::for_any && candidates.size() > 1;
  if (inferred) {
    const auto by_posting = [](const Operation *a, const Operation *b) { return a->sequence < b->sequence; };
    candidates = {*std::max_element(candidates.begin(), candidates.end(), by_posting)};
  }
  for (Operation *operation : candidates) {
    operation->flags |= MPIDBG_OP_WAITED_ON;
    set_waiting_call(report, *operation, thread.call);
    operation->waiting_inferred = inferred;
  }
}

// For a thread in MPI_Sendrecv, if one of its two operations is known: marks the other one as waited for. The call
// refers to that operation, which has the other direction; among several, the one posted last is chosen. It may already
// be complete: it is marked as inferred unless it is the only one and the waiting function itself refers to it.
void attach_other_half(ProcessReport &report, const ThreadRecord &thread) {
  if (!thread.call.starts_with("MPI_Sendrecv")) return;
  std::size_t halves = 0;
  bool known_sends = false;
  std::vector<Operation *> others;
  const auto has = [](const std::vector<Address> &words, Address object) {
    return std::find(words.begin(), words.end(), object) != words.end();
  };
  const auto object_of = [](const Operation &operation) { return record_or_request(operation); };
  for_each_request(report, [&](Operation &operation) {
    const bool is_known = operation.waiter.is_null() ? report.text(operation.waiting_call) == thread.call
                                                     : holds(thread, operation.waiter);
    if (is_known) ++halves, known_sends = operation.is_send;
    const bool is_free = operation.waiter.is_null() && operation.waiting_call == 0 &&
                         (operation.flags & (MPIDBG_OP_COMPLETE | MPIDBG_OP_INTERNAL)) == 0;
    if (is_free && std::binary_search(thread.library_words.begin(), thread.library_words.end(), object_of(operation)))
      others.push_back(&operation);
  });
  std::erase_if(others, [&](const Operation *operation) { return operation->is_send == known_sends; });
  if (halves != 1 || others.empty()) return;
  const auto by_posting = [](const Operation *a, const Operation *b) { return a->sequence < b->sequence; };
  Operation &other = **std::max_element(others.begin(), others.end(), by_posting);
  const Address object = object_of(other);
  other.flags |= MPIDBG_OP_WAITED_ON;
  set_waiting_call(report, other, thread.call);
  other.waiting_inferred =
      others.size() > 1 || !(has(thread.waiting_registers, object) || has(thread.waiting_slots, object));
}

// Returns words for the file of the thread's outermost frame: its name without directories, or "no file of the
// process".
std::string outermost_file(const ThreadRecord &thread) {
  const std::string &module = thread.frames.back().module;
  return module.empty() ? "no file of the process" : module.substr(module.rfind('/') + 1);
}

bool is_dynamic_linker(std::string_view file) {
  return file.starts_with("ld-") || file.starts_with("ld.") || file.starts_with("ld64.");
}

// Marks the main thread as lost if its stack has no frames of the program. The stack of a main thread starts in the
// program, unless the dynamic linker is still running. Such a stack therefore ends too early: a return address, or a
// file that is needed for unwinding, is damaged.
void note_lost_main_thread(ProcessReport &report) {
  const auto is_main = [&](const ThreadRecord &thread) {
    return report.pid > 0 && thread.tid == static_cast<std::uint64_t>(report.pid);
  };
  const auto main = std::find_if(report.threads.begin(), report.threads.end(), is_main);
  if (main == report.threads.end() || main->frames.empty()) return;
  if (main->site || main->call_frame || main->inside_frame) return;
  if (main->problem.empty()) {
    const std::string file = outermost_file(*main);
    if (is_dynamic_linker(file)) return;
    main->problem = "it ends in " + file + ", before the functions of the program";
  }
  main->lost = true;
  report.warnings.push_back(report.lost_call());
}

}  // namespace

void attach_threads(ProcessReport &report, std::vector<ThreadRecord> threads) {
  report.threads = std::move(threads);
  note_lost_main_thread(report);
  drop_left_behind(report);
  attach_waiters(report);
  for (const ThreadRecord &thread : report.threads) {
    if (!thread.blocking || thread.library_words.empty()) continue;
    attach_at_hand(report, thread);
    attach_other_half(report, thread);
  }
}

}  // namespace mqs_shim
