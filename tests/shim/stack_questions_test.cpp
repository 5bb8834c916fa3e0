// What the stacks of a process add to the questions about it.

#include "mqs_shim/look/stack_questions.h"

#include <doctest/doctest.h>

using mpidbg::Address;
using mqs_shim::Noun;
using mqs_shim::Questions;
using Addresses = std::vector<Address>;

namespace {

// In an MPI call, whose frame is the second one.
mqs_shim::MpiStack stack_in(const char *call) {
  mqs_shim::MpiStack stack;
  stack.mpi_call = call;
  stack.frames.resize(2);
  stack.frames[0].stack_pointer = Address(0x7000);
  stack.frames[1].stack_pointer = Address(0x7100);
  stack.call_frame = 1;
  stack.waiting_registers = {Address(1), Address(2)};
  stack.waiting_slots = {Address(3)};
  stack.library_words = {Address(4), Address(5)};
  return stack;
}

Questions asked(Noun noun, const std::vector<mqs_shim::MpiStack> &stacks) {
  Questions questions = mqs_shim::questions_of(noun);
  mqs_shim::add_stacks(noun, stacks, questions);
  return questions;
}

}  // namespace

TEST_CASE("what a call that waits has at hand may be a request, or arrays of them where it takes arrays") {
  const Addresses words = {Address(1), Address(2), Address(3)};
  for (const auto &[name, takes_array, is_for_any] : {std::tuple("MPI_Recv", false, false),
                                                      {"MPI_Wait", false, false},
                                                      {"MPI_Waitall", true, false},
                                                      {"MPI_Waitany", true, true},
                                                      {"MPI_Waitsome", true, true}}) {
    const char *call = name;
    CAPTURE(call);
    const Questions questions = asked(Noun::why, {stack_in(call)});
    REQUIRE(questions.requests_at_hand);
    CHECK(*questions.requests_at_hand == words);
    CHECK(questions.record_arrays_at_hand == (takes_array ? words : Addresses()));
    CHECK(questions.request_arrays_at_hand == (is_for_any ? words : Addresses()));
    CHECK(questions.objects_at_hand.empty());
    CHECK(questions.probing.empty());
  }
  const Questions two = asked(Noun::why, {stack_in("MPI_Waitany"), stack_in("MPI_Recv")});
  CHECK(two.requests_at_hand->size() == 6);
  CHECK(two.request_arrays_at_hand == words);
  CHECK(asked(Noun::why, {}).requests_at_hand == Addresses());  // there is no need to search
  for (const Noun noun : {Noun::ranks, Noun::queues, Noun::windows, Noun::show}) {
    const Questions others = asked(noun, {stack_in("MPI_Waitany")});
    CHECK_FALSE(others.requests_at_hand);
    CHECK(others.request_arrays_at_hand.empty());
    CHECK(others.objects_at_hand.empty());
  }
}

TEST_CASE("threads that probe are named with the questions about queues") {
  mqs_shim::MpiStack unknown = stack_in("MPI_Probe");
  unknown.call_frame.reset();
  const std::vector<mqs_shim::MpiStack> stacks = {stack_in("MPI_Recv"), stack_in("MPI_Probe"), unknown,
                                                  stack_in("MPI_Mprobe"), stack_in("MPI_Iprobe")};
  for (const Noun noun : {Noun::queues, Noun::why}) {
    const Questions questions = asked(noun, stacks);
    REQUIRE(questions.probing.size() == 2);
    for (const mqs_shim::ProbingThread &thread : questions.probing) {
      CHECK(thread.stack_pointer == Address(0x7100));
      CHECK(thread.words == Addresses{Address(1), Address(2), Address(3)});
    }
  }
  CHECK(asked(Noun::ranks, stacks).probing.empty());
}

TEST_CASE("calls of files ask for files, and what the library has at hand may be theirs or a window's") {
  mqs_shim::MpiStack in_callback = stack_in("");
  in_callback.inside = "MPI_File_write_all";
  for (const mqs_shim::MpiStack &stack : {stack_in("MPI_File_read_all"), in_callback}) {
    const Questions questions = asked(Noun::why, {stack_in("MPI_Recv"), stack});
    CHECK(questions.kinds.contains(MPIDBG_KIND_FILE));
    CHECK(questions.objects_at_hand == Addresses{Address(4), Address(5), Address(4), Address(5)});
  }
  CHECK_FALSE(asked(Noun::why, {stack_in("MPI_Recv")}).kinds.contains(MPIDBG_KIND_FILE));
  Questions windows = mqs_shim::questions_of(Noun::why);
  windows.kinds.insert(MPIDBG_KIND_WIN);
  mqs_shim::add_stacks(Noun::why, {stack_in("MPI_Win_lock")}, windows);
  CHECK(windows.objects_at_hand == Addresses{Address(4), Address(5)});
}
