#include "mqs_shim/look/stack_questions.h"

#include <algorithm>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/job/why/evidence/call_kind.h"

namespace mqs_shim {

namespace {

// Returns true for MPI_Waitany and the like. Their registers and stack refer to an array of requests rather than to
// single requests. All requests of the array have to be found, because one complete request suffices for the call to
// return.
bool waits_for_any(const MpiStack &stack) {
  return why::kind_of_call(stack.mpi_call) == why::CallKind::wait_for_any;
}

// Adds the addresses in the registers and frames of the waiting functions: they may be requests or arrays of requests.
void add_at_hand(const std::vector<MpiStack> &stacks, Questions &wanted) {
  std::vector<Address> &requests = wanted.requests_at_hand.emplace();
  for (const MpiStack &stack : stacks) {
    for (const auto *words : {&stack.waiting_registers, &stack.waiting_slots}) {
      requests.insert(requests.end(), words->begin(), words->end());
      if (why::takes_requests(stack.mpi_call))
        wanted.record_arrays_at_hand.insert(wanted.record_arrays_at_hand.end(), words->begin(), words->end());
      if (!waits_for_any(stack)) continue;
      wanted.request_arrays_at_hand.insert(wanted.request_arrays_at_hand.end(), words->begin(), words->end());
    }
  }
}

std::vector<ProbingThread> probing_threads(const std::vector<MpiStack> &stacks) {
  std::vector<ProbingThread> threads;
  for (const MpiStack &stack : stacks) {
    if (!stack.call_frame || !mpidbg::mpi_call(stack.mpi_call).is_blocking_probe()) continue;
    ProbingThread &thread = threads.emplace_back();
    thread.stack_pointer = stack.frames[*stack.call_frame].stack_pointer;
    thread.words = stack.waiting_registers;
    thread.words.insert(thread.words.end(), stack.waiting_slots.begin(), stack.waiting_slots.end());
  }
  return threads;
}

// Returns the words that the MPI calls of all threads use (MpiStack::library_words).
std::vector<Address> library_words(const std::vector<MpiStack> &stacks) {
  std::vector<Address> words;
  for (const MpiStack &stack : stacks)
    words.insert(words.end(), stack.library_words.begin(), stack.library_words.end());
  return words;
}

bool is_any_in_a_file(const std::vector<MpiStack> &stacks) {
  return std::any_of(stacks.begin(), stacks.end(), [](const MpiStack &stack) {
    return why::is_of_file(stack.mpi_call) || why::is_of_file(stack.inside);
  });
}

}  // namespace

void add_stacks(Noun noun, const std::vector<MpiStack> &stacks, Questions &questions) {
  if (questions.queues) questions.probing = probing_threads(stacks);
  if (noun != Noun::why) return;
  add_at_hand(stacks, questions);
  if (is_any_in_a_file(stacks)) questions.kinds.insert(MPIDBG_KIND_FILE);
  if (questions.kinds.contains(MPIDBG_KIND_WIN) || questions.kinds.contains(MPIDBG_KIND_FILE))
    questions.objects_at_hand = library_words(stacks);
}

}  // namespace mqs_shim
