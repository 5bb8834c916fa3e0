#include "mqs_shim/stacks/thread_stacks.h"

#include <doctest/doctest.h>

#include <optional>

#include "mqs_shim/targets/told_stacks.h"

using namespace mqs_shim;

namespace {

ThreadRecord stack(std::uint64_t inner, std::uint64_t outer, const std::string &call) {
  ThreadRecord result;
  for (const std::uint64_t pointer : {inner, outer}) {
    FrameRecord frame;
    frame.stack_pointer = Address(pointer);
    result.frames.push_back(frame);
  }
  result.call = call;
  result.blocking = !call.empty();
  return result;
}

// Nothing if the caller's thread is not valid.
std::optional<ThreadStack> told(mqs_shim_thread thread) {
  thread.struct_size = sizeof thread;
  auto stacks = told_stacks(1, &thread);
  return stacks ? std::optional<ThreadStack>(stacks->at(0)) : std::nullopt;
}

}  // namespace

TEST_CASE("the waiting thread's call is found by the address on its stack") {
  ProcessReport report;
  report.communicators.emplace_back();
  auto &receives = report.communicators[0].queues[MPIDBG_QUEUE_RECEIVES].operations;
  receives.resize(4);
  receives[0].waiter = Address(0x7000500);
  receives[1].waiter = Address(0x9000800);
  receives[2].waiter = Address(0x9002000);  // beyond the frames that could be unwound
  attach_threads(report, {stack(0x9000000, 0x9001000, "MPI_Wait"), stack(0x7000000, 0x7001000, "MPI_Recv"),
                          stack(0x5000000, 0x5001000, ""), ThreadRecord{}});
  CHECK(report.blocked_in() == std::vector<std::string_view>{"MPI_Wait", "MPI_Recv"});
  CHECK(report.text(receives[0].waiting_call) == "MPI_Recv");
  CHECK(report.text(receives[1].waiting_call) == "MPI_Wait");
  CHECK(report.text(receives[2].waiting_call) == "MPI_Wait");
  CHECK(report.text(receives[3].waiting_call).empty());
}

TEST_CASE("a request that a call has left on its stack is not pending") {
  ProcessReport report;
  report.communicators.emplace_back();
  auto &sends = report.communicators[0].queues[MPIDBG_QUEUE_SENDS].operations;
  sends.resize(2);
  sends[0].waiter = sends[0].record = Address(0x6fff000);
  sends[1].waiter = sends[1].record = Address(0x7000500);
  attach_threads(report, {stack(0x7000000, 0x7001000, "MPI_Send"), stack(0x5000000, 0x5001000, "")});
  REQUIRE(sends.size() == 1);
  CHECK(sends[0].record == Address(0x7000500));
  CHECK(report.text(sends[0].waiting_call) == "MPI_Send");
}

TEST_CASE("where the library does not say who waits, it is the request that it has at hand") {
  ProcessReport report;
  report.communicators.emplace_back();
  auto &queues = report.communicators[0].queues;
  auto &receives = queues[MPIDBG_QUEUE_RECEIVES].operations;
  auto &sends = queues[MPIDBG_QUEUE_SENDS].operations;
  receives.resize(3);
  sends.resize(1);
  receives[0].request = Address(0x1000);
  receives[1].request = Address(0x2000);
  receives[1].sequence = 7;
  receives[2].request = Address(0x3000);
  receives[2].sequence = 8;
  sends[0].request = Address(0x4000);
  sends[0].is_send = true;
  ThreadRecord thread = stack(0x7000000, 0x7001000, "MPI_Recv");

  SUBCASE("one: a receive waits for no send") {
    thread.library_words = {Address(0x2000), Address(0x4000)};
    attach_threads(report, {thread});
    CHECK(report.text(receives[1].waiting_call) == "MPI_Recv");
    CHECK((receives[1].flags & MPIDBG_OP_WAITED_ON) != 0);
    CHECK_FALSE(bool(receives[1].waiting_inferred));
    CHECK(receives[0].waiting_call == 0);
    CHECK(sends[0].waiting_call == 0);
  }
  SUBCASE("several: the one posted last, and it says that it was inferred") {
    thread.library_words = {Address(0x2000), Address(0x3000)};
    attach_threads(report, {thread});
    CHECK(receives[1].waiting_call == 0);
    CHECK(report.text(receives[2].waiting_call) == "MPI_Recv");
    CHECK(bool(receives[2].waiting_inferred));
  }
  SUBCASE("a call that waits for many has them all") {
    thread.call = "MPI_Waitall";
    thread.library_words = {Address(0x2000), Address(0x3000), Address(0x4000)};
    attach_threads(report, {thread});
    CHECK(report.text(receives[1].waiting_call) == "MPI_Waitall");
    CHECK(report.text(receives[2].waiting_call) == "MPI_Waitall");
    CHECK(report.text(sends[0].waiting_call) == "MPI_Waitall");
    CHECK_FALSE(bool(receives[2].waiting_inferred));
  }
  SUBCASE("MPI_Sendrecv that is in its send waits for its receive as well, which is inferred") {
    thread.call = "MPI_Sendrecv";
    sends[0].waiter = Address(0x7000800);
    thread.library_words = {Address(0x2000), Address(0x3000)};
    attach_threads(report, {thread});
    CHECK(report.text(sends[0].waiting_call) == "MPI_Sendrecv");
    CHECK(receives[1].waiting_call == 0);
    CHECK(report.text(receives[2].waiting_call) == "MPI_Sendrecv");
    CHECK((receives[2].flags & MPIDBG_OP_WAITED_ON) != 0);
    CHECK(bool(receives[2].waiting_inferred));
  }
  SUBCASE("the only half that MPI_Sendrecv can wait for is inferred, too, unless it is where the call waits") {
    thread.call = "MPI_Sendrecv";
    sends[0].waiter = Address(0x7000800);
    thread.library_words = {Address(0x2000)};
    bool is_inferred = true;
    SUBCASE("elsewhere") {
      thread.waiting_registers = thread.waiting_slots = {Address(0x3000)};
    }
    SUBCASE("in a register") {
      is_inferred = false;
      thread.waiting_registers = {Address(0x2000)};
    }
    SUBCASE("on the stack") {
      is_inferred = false;
      thread.waiting_slots = {Address(0x2000)};
    }
    attach_threads(report, {thread});
    CHECK(report.text(receives[1].waiting_call) == "MPI_Sendrecv");
    CHECK(bool(receives[1].waiting_inferred) == is_inferred);
    CHECK(receives[2].waiting_call == 0);
  }
  SUBCASE("MPI_Sendrecv has both halves at hand where it waits, one in a register") {
    thread.call = "MPI_Sendrecv_replace";
    thread.waiting_registers = {Address(0x2000)};
    thread.waiting_slots = {Address(0x4000)};
    thread.library_words = {Address(0x2000), Address(0x4000)};
    attach_threads(report, {thread});
    CHECK(report.text(receives[1].waiting_call) == "MPI_Sendrecv_replace");
    CHECK(report.text(sends[0].waiting_call) == "MPI_Sendrecv_replace");
    CHECK_FALSE(bool(sends[0].waiting_inferred));
  }
  SUBCASE("of MPI_Sendrecv whose halves are both known no third one is waited for, nor one that is complete") {
    thread.call = "MPI_Sendrecv";
    receives[1].flags |= MPIDBG_OP_COMPLETE;
    sends[0].waiter = Address(0x7000800);
    thread.library_words = {Address(0x2000)};
    SUBCASE("") {}
    SUBCASE("") {
      receives[0].waiter = Address(0x7000900), thread.library_words = {Address(0x3000)};
    }
    attach_threads(report, {thread});
    CHECK(receives[1].waiting_call == 0);
    CHECK(receives[2].waiting_call == 0);
  }
  SUBCASE("what a neighborhood collective waits for is internal, whatever its tag") {
    thread.call = "MPI_Neighbor_alltoall";
    thread.library_words = {Address(0x2000)};
    attach_threads(report, {thread});
    CHECK((receives[1].flags & MPIDBG_OP_INTERNAL) != 0);
    CHECK((receives[0].flags & MPIDBG_OP_INTERNAL) == 0);
  }
  SUBCASE("the same where the library says who waits") {
    thread.call = "MPI_Neighbor_allgather";
    receives[2].waiter = Address(0x7000800);
    attach_threads(report, {thread});
    CHECK((receives[2].flags & MPIDBG_OP_INTERNAL) != 0);
  }
  SUBCASE("a probe has its record on the stack itself") {
    thread.call = "MPI_Probe";
    receives[0].request = Address();
    receives[0].record = Address(0x7000800);
    thread.library_stack = {Address(0x7000000), Address(0x7001000)};
    thread.library_words = {Address(1)};
    attach_threads(report, {thread});
    CHECK(report.text(receives[0].waiting_call) == "MPI_Probe");
  }
  SUBCASE("a call that only tests waits for nothing") {
    thread.call = "MPI_Test";
    thread.blocking = false;
    thread.library_words = {Address(0x2000)};
    attach_threads(report, {thread});
    CHECK(receives[1].waiting_call == 0);
    CHECK((receives[1].flags & MPIDBG_OP_WAITED_ON) == 0);
    CHECK(report.blocked_in().empty());
  }
  SUBCASE("a thread is asked though the library says that another one waits") {
    receives[0].waiter = Address(0x9000500);
    thread.library_words = {Address(0x2000)};
    attach_threads(report, {thread, stack(0x9000000, 0x9001000, "MPI_Wait")});
    CHECK(report.text(receives[0].waiting_call) == "MPI_Wait");
    CHECK(report.text(receives[1].waiting_call) == "MPI_Recv");
  }
  SUBCASE("a thread that the library says waits for another one is not asked") {
    receives[0].waiter = Address(0x7000500);
    thread.library_words = {Address(0x2000)};
    attach_threads(report, {thread});
    CHECK(report.text(receives[0].waiting_call) == "MPI_Recv");
    CHECK(receives[1].waiting_call == 0);
  }
}

TEST_CASE("a main thread whose stack shows nothing of the program is lost, and the report says so") {
  const auto report_of = [](std::uint64_t tid, const char *module, auto &&change) {
    ProcessReport report;
    report.pid = 100;
    ThreadRecord thread = stack(0x7000000, 0x7001000, "");
    thread.tid = tid;
    for (FrameRecord &frame : thread.frames) frame.module = module;
    change(thread);
    attach_threads(report, {thread});
    return report;
  };
  const auto as_it_is = [](ThreadRecord &) {};
  const ProcessReport lost = report_of(100, "/lib/libc.so.6", as_it_is);
  CHECK(lost.threads[0].problem == "it ends in libc.so.6, before the functions of the program");
  CHECK(lost.threads[0].lost);
  REQUIRE(lost.warnings.size() == 1);
  CHECK(lost.warnings[0] ==
        "cannot see the MPI call of the main thread: its stack cannot be walked: it ends in libc.so.6, before the "
        "functions of the program");
  CHECK(report_of(100, "", as_it_is).threads[0].problem ==
        "it ends in no file of the process, before the functions of the program");

  const auto is_whole = [](const ProcessReport &report) {
    return report.threads[0].problem.empty() && report.warnings.empty() && !report.threads[0].lost;
  };
  CHECK(is_whole(report_of(101, "/lib/libc.so.6", as_it_is)));
  CHECK(is_whole(report_of(100, "/lib64/ld-linux-x86-64.so.2", as_it_is)));
  CHECK(is_whole(report_of(100, "/lib/libc.so.6", [](ThreadRecord &thread) { thread.site = 1; })));
  CHECK(is_whole(report_of(100, "/lib/libc.so.6", [](ThreadRecord &thread) { thread.call_frame = 1; })));
  CHECK(is_whole(report_of(100, "/lib/libc.so.6", [](ThreadRecord &thread) { thread.inside_frame = 1; })));
  CHECK(is_whole(report_of(100, "/lib/libc.so.6", [](ThreadRecord &thread) { thread.frames.clear(); })));

  const ProcessReport broken = report_of(100, "/lib/libc.so.6", [](ThreadRecord &thread) { thread.problem = "why"; });
  CHECK(broken.threads[0].problem == "why");
  CHECK(broken.threads[0].lost);
  CHECK(broken.lost_call() == "cannot see the MPI call of the main thread: its stack cannot be walked: why");
}

TEST_CASE("4,096 frames of a thread that the caller has unwound, and 256 registers of each") {
  for (const std::size_t count : {4095u, 4096u, 4097u}) {
    CAPTURE(count);
    std::vector<mqs_shim_frame> frames(count);
    for (std::size_t i = 0; i < count; ++i) frames[i].stack_pointer = i;
    mqs_shim_thread thread{};
    thread.frames = frames.data();
    thread.frame_count = static_cast<decltype(thread.frame_count)>(count);
    thread.frame_size = sizeof(mqs_shim_frame);
    const ThreadStack made = *told(thread);
    REQUIRE(made.frames.size() == std::min<std::size_t>(count, 4096));
    CHECK(made.frames.back().stack_pointer == mpidbg::Address(made.frames.size() - 1));
    CHECK(made.problem == (count > 4096 ? "more than 4096 frames" : ""));
    thread.problem = "ends early";
    CHECK(told(thread)->problem == "ends early");
  }
  const std::vector<std::uint64_t> registers(300, 7);
  for (const std::size_t count : {0u, 1u, 255u, 256u, 257u}) {
    CAPTURE(count);
    mqs_shim_frame frame{};
    frame.preserved = registers.data();
    frame.preserved_count = static_cast<decltype(frame.preserved_count)>(count);
    mqs_shim_thread thread{};
    thread.frames = &frame;
    thread.frame_count = 1;
    thread.frame_size = sizeof frame;
    CHECK(told(thread)->frames.at(0).preserved == std::vector<std::uint64_t>(std::min<std::size_t>(count, 256), 7));
  }
}

TEST_CASE("all of a frame that the caller tells") {
  mqs_shim_frame given{};
  given.stack_pointer = 0x7000;
  given.function = "step";
  given.file = "ring.c";
  given.line = 7;
  given.module = "/bin/ring";
  given.offset = 0x40;
  given.pc = 0x5040;
  given.returns = 1;
  for (const int inlined : {0, 1, 2}) {
    given.inlined = static_cast<decltype(given.inlined)>(inlined);
    mqs_shim_thread thread{};
    thread.tid = 4151;
    thread.frames = &given;
    thread.frame_count = 1;
    thread.frame_size = sizeof given;
    const ThreadStack made = *told(thread);
    CHECK(made.tid == 4151);
    REQUIRE(made.frames.size() == 1);
    const mqs_shim::Frame &frame = made.frames[0];
    CHECK(frame.stack_pointer == mpidbg::Address(0x7000));
    CHECK(frame.function == "step");
    CHECK(frame.file == "ring.c");
    CHECK(frame.line == 7);
    CHECK(frame.pc == mpidbg::Address(0x5040));
    CHECK(frame.returns);
    CHECK(frame.module == "/bin/ring");
    CHECK(frame.offset == 0x40);
    CHECK(frame.inlined == (inlined != 0));
  }
}

TEST_CASE("an address is of the thread below it, as far as a usual stack reaches, and else was left behind") {
  constexpr std::uint64_t usual = 8 << 20, inner = 0x70000000;
  const auto call_at = [&](std::uint64_t waiter, std::vector<ThreadRecord> threads) {
    ProcessReport report;
    report.communicators.emplace_back();
    auto &sends = report.communicators[0].queues[MPIDBG_QUEUE_SENDS].operations;
    sends.resize(1);
    sends[0].waiter = sends[0].record = Address(waiter);
    attach_threads(report, std::move(threads));
    return sends.empty() ? "left behind" : report.text(sends[0].waiting_call);
  };
  const ThreadRecord thread = stack(inner, inner + 0x1000, "MPI_Send");
  CHECK(call_at(inner, {thread}) == "MPI_Send");
  CHECK(call_at(inner + 0x1000, {thread}) == "MPI_Send");
  CHECK(call_at(inner + usual, {thread}) == "MPI_Send");
  CHECK(call_at(inner + usual + 1, {thread}) == "");
  CHECK(call_at(inner - 1, {thread}) == "left behind");
  CHECK(call_at(inner - usual + 1, {thread}) == "left behind");
  CHECK(call_at(inner - usual, {thread}) == "");
  CHECK(call_at(inner - 1, {ThreadRecord{}}) == "");
  // Above two threads it is the nearer one's, whatever their order.
  const ThreadRecord nearer = stack(inner + 0x3000, inner + 0x4000, "MPI_Wait");
  CHECK(call_at(inner + 0x5000, {thread, nearer}) == "MPI_Wait");
  CHECK(call_at(inner + 0x5000, {nearer, thread}) == "MPI_Wait");
  CHECK(call_at(inner + 0x2000, {nearer, thread}) == "MPI_Send");
}

TEST_CASE("only a request on the stack that waits for itself can be left behind") {
  ProcessReport report;
  report.communicators.emplace_back();
  auto &receives = report.communicators[0].queues[MPIDBG_QUEUE_RECEIVES].operations;
  auto &unexpected = report.communicators[0].queues[MPIDBG_QUEUE_UNEXPECTED].operations;
  receives.resize(3);
  receives[0].record = Address(0x6fff000);
  receives[1].waiter = Address(0x6fff000);
  receives[2].waiter = receives[2].record = Address(0x6fff000);
  unexpected = {receives[2]};
  attach_threads(report, {stack(0x7000000, 0x7001000, "MPI_Send")});
  CHECK(receives.size() == 2);
  CHECK(unexpected.size() == 1);
}

namespace {

// Which of the operations of a report the thread turns out to wait for: s and r for a send and receive, each by number;
// with a question mark, if it is inferred.
std::string waited_for(const ThreadRecord &thread, std::vector<Operation> sends, std::vector<Operation> receives) {
  ProcessReport report;
  auto &queues = report.communicators.emplace_back().queues;
  for (Operation &send : sends) send.is_send = true;
  queues[MPIDBG_QUEUE_SENDS].operations = std::move(sends);
  queues[MPIDBG_QUEUE_RECEIVES].operations = std::move(receives);
  attach_threads(report, {thread});
  std::string text;
  for (const int queue : {MPIDBG_QUEUE_SENDS, MPIDBG_QUEUE_RECEIVES}) {
    const auto &operations = queues[static_cast<std::size_t>(queue)].operations;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      if (operations[i].waiting_call == 0) continue;
      text += (operations[i].is_send ? "s" : "r") + std::to_string(i) + (operations[i].waiting_inferred ? "? " : " ");
    }
  }
  return text;
}

Operation at(std::uint64_t request, std::int64_t sequence = 0, std::uint32_t flags = 0) {
  Operation operation;
  operation.request = Address(request);
  operation.sequence = sequence;
  operation.flags = flags;
  return operation;
}

}  // namespace

TEST_CASE("a call waits for what it has at hand of its own direction") {
  const auto waits_of = [](const char *call) {
    ThreadRecord thread = stack(0x7000000, 0x7001000, call);
    thread.library_words = {Address(0x1000), Address(0x2000), Address(0x3000), Address(0x4000)};
    return waited_for(thread, {at(0x1000, 1), at(0x2000, 4)}, {at(0x3000, 3), at(0x4000, 2)});
  };
  for (const char *call : {"MPI_Send", "MPI_Ssend", "MPI_Bsend", "MPI_Rsend"}) CHECK(waits_of(call) == "s1? ");
  for (const char *call : {"MPI_Recv", "MPI_Mrecv", "MPI_Probe", "MPI_Mprobe"}) CHECK(waits_of(call) == "r0? ");
  CHECK(waits_of("MPI_Wait") == "s1? ");
  CHECK(waits_of("MPI_Waitall") == "s0 s1 r0 r1 ");
}

TEST_CASE("of what a call has at hand only the nearest is waited for, and nothing that is complete") {
  ThreadRecord thread = stack(0x7000000, 0x7001000, "MPI_Waitany");
  thread.library_stack = {Address(0x7000000), Address(0x7000100)};
  thread.library_words = {Address(0x1000), Address(0x2000), Address(0x3000)};
  const std::vector<Operation> receives = {at(0x1000), at(0x2000), at(0x3000, 0, MPIDBG_OP_COMPLETE), at(0x7000080),
                                           at(0)};
  CHECK(waited_for(thread, {}, receives) == "r3 ");
  thread.waiting_slots = {Address(0x2000), Address(0x3000)};
  CHECK(waited_for(thread, {}, receives) == "r1 ");
  thread.waiting_registers = {Address(0x1000)};
  CHECK(waited_for(thread, {}, receives) == "r0 ");
  CHECK(waited_for(thread, {}, {receives[1], receives[0]}) == "r1 ");
  thread.waiting_slots.clear();
  thread.library_stack = {};
  // Where something is known of the function that waits, what is elsewhere is not waited for.
  thread.waiting_registers = {Address(0x9000)};
  CHECK(waited_for(thread, {}, receives) == "");
  thread.waiting_registers.clear();
  CHECK(waited_for(thread, {}, receives) == "r0 r1 ");
  // A record comes before a request: handles that are numbers are at hand by chance.
  std::vector<Operation> by_record = {at(0x1000), at(0x5000)};
  by_record[0].record = Address(0x6000);
  by_record[1].record = Address(0x2000);
  CHECK(waited_for(thread, {}, by_record) == "r1 ");
  thread.library_words.clear();
  CHECK(waited_for(thread, {}, receives) == "");
}

TEST_CASE(
    "the other half of MPI_Sendrecv is the one posted last that has not been taken, is not complete or internal") {
  ThreadRecord thread = stack(0x7000000, 0x7001000, "MPI_Sendrecv");
  thread.waiting_registers = {Address(0x1000)};
  thread.library_words = {Address(0x1000), Address(0x2000), Address(0x3000), Address(0x4000)};
  const Operation send = at(0x1000);
  CHECK(waited_for(thread, {send}, {at(0x2000, 1)}) == "s0 r0? ");
  CHECK(waited_for(thread, {send}, {at(0x2000, 2), at(0x3000, 1)}) == "s0 r0? ");
  CHECK(waited_for(thread, {send}, {at(0x2000, 1, MPIDBG_OP_COMPLETE)}) == "s0 ");
  CHECK(waited_for(thread, {send}, {at(0x2000, 1, MPIDBG_OP_INTERNAL)}) == "s0 ");
  CHECK(waited_for(thread, {send}, {at(0x5000, 1)}) == "s0 ");
  CHECK(waited_for(thread, {send, at(0x2000, 1)}, {}) == "s0 ");  // not another of its direction
  Operation taken = at(0x2000, 1);
  taken.waiter = Address(0x9000000);
  CHECK(waited_for(thread, {send}, {taken}) == "s0 ");
  thread.waiting_slots = {Address(0x2000)};
  CHECK(waited_for(thread, {send}, {at(0x2000, 1)}) == "s0 r0 ");
  thread.call = "MPI_Waitany";
  CHECK(waited_for(thread, {send}, {at(0x2000, 1)}) == "s0 ");
}

TEST_CASE("frames of a caller are as large as it says, but not smaller than the first ones") {
  mqs_shim_thread thread{};
  CHECK(told(thread));
  thread.frame_size = offsetof(mqs_shim_frame, file);
  CHECK(told(thread));
  thread.frame_size -= 8;
  CHECK_FALSE(told(thread));
  thread.frame_size = sizeof(mqs_shim_frame) + 8;
  CHECK(told(thread));
  thread.frame_size += 4;
  CHECK_FALSE(told(thread));
  thread = {};
  thread.frame_count = 3;  // of which there are none
  CHECK(told(thread)->frames.empty());
  CHECK(told(thread)->problem.empty());
}
