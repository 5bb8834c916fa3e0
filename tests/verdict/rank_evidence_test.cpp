// Threads of a report as evidence: which of them may call MPI, and what those do that are outside of it.

#include "mqs_shim/job/why/evidence/rank_evidence.h"

#include <doctest/doctest.h>

#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/job/why/graph/roles.h"

namespace mqs_shim::why {

namespace {

// Rank 0, whose main thread is in MPI_Recv; what that waits for is not asked here.
struct Reported {
  explicit Reported(int level) {
    report.thread_level = level;
    report.mpi_state = MPIDBG_MPI_INITIALIZED;
    report.pid = 100;
    in_call("MPI_Recv");
  }
  ThreadRecord &thread(const std::vector<std::pair<const char *, const char *>> &frames) {
    ThreadRecord &record = report.threads.emplace_back();
    record.tid = 99 + report.threads.size();
    record.state = KernelState::sleeping;
    for (const auto &[function, module] : frames) {
      record.frames.emplace_back().function = function;
      record.frames.back().module = module;
    }
    return record;
  }
  ThreadRecord &in_call(const char *call) {
    ThreadRecord &record = thread({{call, "/lib/libmpi.so.40"}, {"work", "/home/program"}});
    record.call = call;
    record.blocking = true;
    record.call_frame = 0;
    record.site = 1;
    return record;
  }
  ThreadRecord &outside(const char *function) {
    ThreadRecord &record = thread({{function, "/lib/libc.so.6"}, {"work", "/home/program"}});
    record.site = 1;
    record.system_function = function;
    return record;
  }

  ProcessReport report;
};

}  // namespace

TEST_CASE("the path to a call has the program's functions that have a name, from main on") {
  Reported one(MPIDBG_THREAD_SINGLE);
  one.report.threads.clear();
  ThreadRecord &thread = one.thread({{"PMPI_Recv", "/lib/libmpi.so.40"},
                                     {"exchange", "/home/program"},
                                     {"", "/home/program"},
                                     {"PyEval", "/lib/libpython.so"},
                                     {"main", "/home/program"}});
  thread.call = "MPI_Recv";
  thread.blocking = true;
  thread.call_frame = 0;
  thread.site = 1;
  thread.frames[3].internal = true;
  const Evidence evidence = rank_evidence(one.report);
  REQUIRE(evidence.threads.size() == 1);
  const auto &path = evidence.threads[0].path;
  REQUIRE(path.size() == 2);
  CHECK(path[0].function == "main");
  CHECK(path[1].function == "exchange");
}

TEST_CASE("a thread that the C library has started may call the program") {
  Reported one(MPIDBG_THREAD_MULTIPLE);
  one.thread({{"__sigtimedwait", "/lib/x86_64-linux-gnu/libc.so.6"}, {"clone3", "/lib/x86_64-linux-gnu/libc.so.6"}});
  const Evidence evidence = rank_evidence(one.report);
  REQUIRE(evidence.threads.size() == 2);
  CHECK(evidence.threads[1].of_c_library);
  CHECK(role_of(evidence) == Role::runs);
}

TEST_CASE("a thread whose stack ends before the program's frames does nobody knows what") {
  Reported one(MPIDBG_THREAD_SINGLE);
  one.report.threads.clear();
  one.thread({{"epoll_wait", "/lib/libc.so.6"}}).problem = "the call frame information is damaged";
  const Evidence evidence = rank_evidence(one.report);
  REQUIRE(evidence.threads.size() == 1);
  CHECK(evidence.threads[0].activity == Activity::unknown);
  CHECK(evidence.threads[0].why_unknown ==
        "at a place that is not known: its stack cannot be walked: the call frame information is damaged");
  CHECK(role_of(evidence) == Role::unknown);

  // The program was reached: what it is in is known.
  Reported other(MPIDBG_THREAD_SINGLE);
  other.report.threads.clear();
  other.outside("nanosleep").problem = "the call frame information is damaged";
  CHECK(rank_evidence(other.report).threads[0].activity == Activity::runs);
}

TEST_CASE("a process that waits in MPI before MPI_Init contradicts itself") {
  Reported one(MPIDBG_THREAD_SINGLE);
  one.report.mpi_state = MPIDBG_MPI_NOT_INITIALIZED;
  const Evidence evidence = rank_evidence(one.report);
  CHECK(role_of(evidence) == Role::unknown);
  CHECK(evidence.problem == "a thread is in MPI_Recv, but the library says that MPI is not initialised");

  Reported begins(MPIDBG_THREAD_SINGLE);
  begins.report.mpi_state = MPIDBG_MPI_NOT_INITIALIZED;
  begins.report.threads.clear();
  begins.in_call("MPI_Init");
  CHECK(rank_evidence(begins.report).state == ProcessState::in_init);
  begins.report.threads.clear();
  begins.in_call("MPI_Initialized").blocking = false;
  CHECK(rank_evidence(begins.report).state == ProcessState::before_init);
}

TEST_CASE("that a process is stopped says nothing about how far it has come") {
  struct Stage {
    const char *call;
    mpidbg_mpi_state_t state;
    ProcessState expected;
  };
  const Stage stages[] = {{"MPI_Recv", MPIDBG_MPI_INITIALIZED, ProcessState::alive},
                          {"MPI_Init", MPIDBG_MPI_NOT_INITIALIZED, ProcessState::in_init},
                          {"MPI_Initialized", MPIDBG_MPI_NOT_INITIALIZED, ProcessState::before_init},
                          {"MPI_Finalize", MPIDBG_MPI_FINALIZING, ProcessState::in_finalize},
                          {"MPI_Finalize", MPIDBG_MPI_INITIALIZED, ProcessState::in_finalize},
                          {"MPI_Finalize", MPIDBG_MPI_FINALIZED, ProcessState::in_finalize},
                          {"MPI_Finalized", MPIDBG_MPI_FINALIZED, ProcessState::finalized}};
  for (const KernelState kernel : {KernelState::sleeping, KernelState::stopped, KernelState::traced}) {
    for (const Stage &stage : stages) {
      CAPTURE(stage.call);
      CAPTURE(kernel);
      Reported one(MPIDBG_THREAD_SINGLE);
      one.report.mpi_state = stage.state;
      one.report.state = kernel;
      one.report.threads.clear();
      ThreadRecord &thread = one.in_call(stage.call);
      thread.blocking = !std::string(stage.call).ends_with("ized");
      const Evidence evidence = rank_evidence(one.report);
      CHECK(evidence.state == stage.expected);
      CHECK(evidence.stopped == (kernel != KernelState::sleeping));
      // As a core file shows it.
      one.report.state = KernelState::unknown;
      thread.state = kernel;
      CHECK(rank_evidence(one.report).state == stage.expected);
      CHECK(rank_evidence(one.report).stopped == (kernel == KernelState::stopped));
    }
  }
}

TEST_CASE("a process that has ended is not stopped") {
  for (const KernelState kernel : {KernelState::zombie, KernelState::gone, KernelState::crashed}) {
    Reported one(MPIDBG_THREAD_SINGLE);
    one.report.state = kernel;
    one.report.threads.clear();
    one.in_call("MPI_Recv").state = KernelState::stopped;
    CHECK_FALSE(rank_evidence(one.report).stopped);
    CHECK(role_of(rank_evidence(one.report)) == Role::gone);
  }
}

TEST_CASE("a rank that crashed has exited, and is where its thread crashed") {
  for (const bool in_mpi : {false, true}) {
    Reported one(MPIDBG_THREAD_MULTIPLE);
    one.report.state = KernelState::crashed;
    (in_mpi ? one.in_call("MPI_Send") : one.outside("compute")).state = KernelState::crashed;
    CommunicatorRecord world;
    world.channels.emplace();
    one.report.communicators = {world};
    const Evidence evidence = rank_evidence(one.report);
    CHECK(evidence.state == ProcessState::crashed);
    CHECK(role_of(evidence) == Role::gone);
    REQUIRE(evidence.threads.size() == 1);
    CHECK(evidence.threads[0].tid == 101);
    CHECK(evidence.threads[0].site.function == "work");
    CHECK_FALSE(is_waiting(evidence.threads[0]));
    CHECK(evidence.counts == !in_mpi);
  }
}

TEST_CASE("a wait on a communicator that was freed says for what, and what has come instead") {
  Reported one(MPIDBG_THREAD_SINGLE);
  one.report.threads.clear();
  one.in_call("MPI_Wait").waiting_registers = {Address(0x1000)};
  CommunicatorRecord freed;
  freed.name = "context 0x3 (freed communicator)";
  freed.context_id = 3;
  freed.rank = freed.size = -1;
  const auto operation = [](std::int64_t tag, std::int32_t rank, Address record) {
    mqs_shim::Operation added;
    added.tag = tag;
    added.comm_rank = rank;
    added.record = record;
    return added;
  };
  freed.queues[MPIDBG_QUEUE_RECEIVES].operations = {operation(99, 0, Address(0x1000))};
  freed.queues[MPIDBG_QUEUE_UNEXPECTED].operations = {
      operation(20, 0, Address(0x2000)), operation(21, 0, Address(0x3000)), operation(22, 1, Address(0x4000))};
  one.report.communicators = {freed};
  const Evidence evidence = rank_evidence(one.report);
  REQUIRE(evidence.threads.size() == 1);
  CHECK(evidence.threads[0].activity == Activity::unknown);
  CHECK(
      evidence.threads[0].why_unknown ==
      "waits for rank 0 of context 0x3 (freed communicator) to send tag 99; its processes are not known any more; what "
      "has come from there has tag 20, 21");

  SUBCASE("any message; of those that have come three tags are named") {
    auto &queues = one.report.communicators[0].queues;
    queues[MPIDBG_QUEUE_RECEIVES].operations[0].flags = MPIDBG_OP_ANY_SOURCE | MPIDBG_OP_ANY_TAG;
    queues[MPIDBG_QUEUE_UNEXPECTED].operations.push_back(operation(23, 0, Address(0x5000)));
    CHECK(
        rank_evidence(one.report).threads.at(0).why_unknown ==
        "waits for any rank of context 0x3 (freed communicator) to send any tag; its processes are not known any more; "
        "what has come from there has tag 20, 21, 22");
  }
  SUBCASE("what is complete, and the library's own, is not waited for") {
    for (const std::uint32_t flag : {MPIDBG_OP_COMPLETE, MPIDBG_OP_INTERNAL}) {
      one.report.communicators[0].queues[MPIDBG_QUEUE_RECEIVES].operations[0].flags = flag;
      CHECK(rank_evidence(one.report).threads.at(0).why_unknown.starts_with("none of the pending requests"));
    }
  }
  SUBCASE("a send that does not tell to whom") {
    mqs_shim::Operation send = operation(43, -1, Address(0x1000));
    send.is_send = true;
    one.report.communicators[0].queues[MPIDBG_QUEUE_RECEIVES].operations.clear();
    one.report.communicators[0].queues[MPIDBG_QUEUE_SENDS].operations = {send};
    CHECK(rank_evidence(one.report).threads.at(0).why_unknown ==
          "waits for a rank that is not known of context 0x3 (freed communicator) to receive tag 43; its processes are "
          "not known any more");
  }
}

TEST_CASE("a call with an array of requests waits for those in it, or else for any that the program has pending") {
  // As of MPICH: handles are numbers, and what the library has at hand are records.
  Reported one(MPIDBG_THREAD_SINGLE);
  one.report.threads.clear();
  ThreadRecord &thread = one.in_call("MPI_Waitall");
  thread.waiting_slots = {Address(0x5000)};
  CommunicatorRecord &world = one.report.communicators.emplace_back();
  world.handle = Address(0x44000000);
  for (const std::uint64_t number : {1, 2, 3}) {
    mqs_shim::Operation &receive = world.queues[MPIDBG_QUEUE_RECEIVES].operations.emplace_back();
    receive.request = Address(0xac000000 + number);
    receive.record = Address(0x1000 * number);
  }
  const auto waits = [&] {
    const Evidence evidence = rank_evidence(one.report);
    REQUIRE(evidence.threads.size() == 1);
    const Thread &waiting = evidence.threads[0];
    if (waiting.activity != Activity::waits) return waiting.why_unknown;
    std::string text = waiting.inferred ? "inferred" : "read";
    for (const Condition &condition : waiting.conditions) text += " " + std::to_string(condition.index);
    return text;
  };
  SUBCASE("all that are pending are in it") {
    one.report.request_arrays = {{Address(0x5000), {Address(0x3000), Address(0x1000), Address(0x2000)}}};
    CHECK(waits() == "read 0 1 2");
  }
  SUBCASE("another one is pending") {
    one.report.request_arrays = {{Address(0x5000), {Address(0x1000), Address(0x2000)}}};
    CHECK(waits() == "inferred 0 1");
  }
  SUBCASE("the array of another thread") {
    one.report.request_arrays = {{Address(0x6000), {Address(0x1000), Address(0x2000), Address(0x3000)}}};
    CHECK(waits() == "inferred 0 1 2");
  }
  SUBCASE("no array is seen") {
    CHECK(waits() == "inferred 0 1 2");
  }
  SUBCASE("not all requests are seen") {
    world.queues[MPIDBG_QUEUE_RECEIVES].problem = "cut";
    CHECK(waits() == "what MPI_Waitall waits for is not visible");
  }
  SUBCASE("in the standard ABI handles are records") {
    for (mqs_shim::Operation &receive : world.queues[MPIDBG_QUEUE_RECEIVES].operations)
      receive.request = receive.record;
    CHECK(waits() == "inferred 0 1 2");
    one.report.request_arrays = {{Address(0x5000), {Address(0x3000), Address(0x1000), Address(0x2000)}}};
    CHECK(waits() == "read 0 1 2");
  }
  SUBCASE("a call with one request") {
    thread.call = "MPI_Wait";
    CHECK(
        waits() ==
        "none of the pending requests that can be seen was found in its stack frame: its request may have been freed");
    RequestRecord barrier;
    barrier.handle = Address(0xac000004);
    barrier.record = Address(0x4000);
    barrier.type = MPIDBG_REQUEST_COLLECTIVE;
    barrier.state = MPIDBG_REQUEST_INACTIVE;
    one.report.handles.requests.objects = {barrier};
    CHECK(
        waits() ==
        "none of the pending requests that can be seen was found in its stack frame: its request may have been freed");
    thread.library_words = {Address(0x4000)};
    CHECK(waits() == "a persistent collective in its stack frame is not started: MPI_Start is missing, or comes later");
  }
}

TEST_CASE("MPICH: MPI_Waitany waits for one of the requests that it was given") {
  Reported one(MPIDBG_THREAD_SINGLE);
  CommunicatorRecord world;
  world.handle = Address(0x44000000);
  world.local_members = {{0, 0}, {0, 1}};
  for (const std::uint64_t number : {0, 1, 2}) {
    mqs_shim::Operation &added = world.queues[MPIDBG_QUEUE_RECEIVES].operations.emplace_back();
    added.request = Address(0xac000000 + number);
    added.record = Address(0x1000 + number);
    added.peer_job_rank = 1;
  }
  one.report.communicators = {world};
  constexpr std::uint32_t null = 0x2c000000;
  const auto wait = [&](std::vector<Address> at_hand, std::vector<std::vector<std::uint32_t>> lists) {
    one.report.threads.clear();
    ThreadRecord &record = one.in_call("MPI_Waitany");
    record.library_words = std::move(at_hand);
    record.request_lists = std::move(lists);
    const Thread thread = rank_evidence(one.report).threads.at(0);
    CHECK_FALSE(thread.all);
    return std::to_string(thread.conditions.size()) + (thread.inferred ? " inferred" : " read");
  };
  CHECK(wait({Address(0x1000)}, {{0xac000000}}) == "1 read");
  CHECK(wait({Address(0x1000), Address(0x1002)}, {{0xac000000, null, 0xac000002}, {7, null}}) == "2 read");
  // Another one is at hand, so that the list may be longer.
  CHECK(wait({Address(0x1000), Address(0x1002)}, {{0xac000000}}) == "2 inferred");
  CHECK(wait({Address(0x1000)}, {}) == "1 inferred");
  // The second request of the list is complete, so that the call is about to return.
  CHECK(wait({Address(0x1000)}, {{0xac000000, 0xac000009}}) == "1 inferred");

  // Two looks agree only if the order of the conditions does not depend on where the evidence is in memory.
  one.report.threads.clear();
  ThreadRecord &record = one.in_call("MPI_Waitany");
  record.library_words = {Address(0x1001), Address(0x1000), Address(0x1002)};
  record.request_lists = {{0xac000002, null, 0xac000000, 0xac000001, 0xac000000}};
  std::string order;
  const Thread thread = rank_evidence(one.report).threads.at(0);
  for (const Condition &condition : thread.conditions) order += std::to_string(condition.index) + " ";
  CHECK(order == "2 0 1 ");
}

TEST_CASE("MPICH: MPI_Waitall waits for all requests that it was given, MPI_Sendrecv for both halves") {
  Reported one(MPIDBG_THREAD_SINGLE);
  one.report.threads.clear();
  CommunicatorRecord world;
  world.handle = Address(0x44000000);
  world.local_members = {{0, 0}, {0, 1}};
  const auto pending = [](std::uint64_t number, bool is_send) {
    mqs_shim::Operation added;
    added.is_send = is_send;
    added.request = Address(0xac000000 + number);
    added.record = Address(0x1000 + number);
    added.peer_job_rank = 1;
    return added;
  };
  world.queues[MPIDBG_QUEUE_SENDS].operations = {pending(0, true)};
  world.queues[MPIDBG_QUEUE_RECEIVES].operations = {pending(1, false), pending(2, false)};
  one.report.communicators = {world};
  const auto wait = [&](const char *call, std::vector<std::vector<std::uint32_t>> lists) {
    one.report.threads.clear();
    ThreadRecord &record = one.in_call(call);
    record.waiting_registers = {Address(0x1000), Address(0x1001)};
    if (!lists.empty()) record.library_words = {Address(0x1002)};
    record.request_lists = std::move(lists);
    return rank_evidence(one.report).threads.at(0);
  };
  const Thread listed = wait("MPI_Waitall", {{0xac000000, 0x2c000000, 0xac000002}, {0x2c000000}, {7, 0xac000001}});
  CHECK(listed.conditions.size() == 2);
  CHECK(listed.all);
  CHECK_FALSE(listed.inferred);
  const Thread doubtful = wait("MPI_Waitall", {{0xac000000, 0xac000001}, {0xac000000}});
  CHECK(doubtful.conditions.size() == 2);
  CHECK_FALSE(doubtful.all);
  CHECK_FALSE(wait("MPI_Waitall", {}).all);
  world.queues[MPIDBG_QUEUE_RECEIVES].operations.push_back(pending(3, false));
  one.report.communicators = {world};
  CHECK_FALSE(wait("MPI_Waitall", {{0xac000000, 0xac000003}}).all);  // this one is not at hand
  world.queues[MPIDBG_QUEUE_RECEIVES].operations.pop_back();
  one.report.communicators = {world};
  const Thread both = wait("MPI_Sendrecv", {});
  CHECK(both.conditions.size() == 2);
  CHECK(both.all);
  CHECK(both.inferred);  // a third one is pending
  one.report.communicators[0].queues[MPIDBG_QUEUE_RECEIVES].operations.pop_back();
  CHECK_FALSE(wait("MPI_Sendrecv", {}).inferred);
}

TEST_CASE("calls for files that MPI has all ranks of the file make wait for these") {
  for (const char *call : {"MPI_File_sync", "MPI_File_set_info", "MPI_File_set_atomicity", "MPI_File_set_size"})
    CHECK(kind_of_call(call) == CallKind::collective);
  for (const char *call : {"MPI_File_read", "MPI_File_write_at", "MPI_File_write_shared"})
    CHECK(kind_of_call(call) == CallKind::outside);
}

TEST_CASE("what a one-sided operation waits for is not outside of the job") {
  Reported one(MPIDBG_THREAD_SINGLE);
  one.report.threads.clear();
  one.in_call("MPI_Win_flush").waiting_registers = {Address(0x1000)};
  RequestRecord request;
  request.type = MPIDBG_REQUEST_WINDOW;
  request.state = MPIDBG_REQUEST_ACTIVE;
  request.handle = Address(0xac000000);
  request.record = Address(0x1000);
  one.report.handles.requests.objects = {request};
  const Evidence evidence = rank_evidence(one.report);
  REQUIRE(evidence.threads.size() == 1);
  CHECK(evidence.threads[0].conditions.empty());
  CHECK(evidence.threads[0].activity == Activity::unknown);
  CHECK(evidence.threads[0].why_unknown ==
        "waits for a one-sided operation, and what that needs of its target cannot be seen");
}

TEST_CASE("MPI_Win_start waits for no other member if the window shows nobody who has to post") {
  for (const char *call : {"MPI_Win_start", "MPI_Win_wait"}) {
    CAPTURE(call);
    Reported one(MPIDBG_THREAD_SINGLE);
    one.report.threads.clear();
    one.in_call(call);
    CommunicatorRecord communicator;
    communicator.handle = Address(0x100);
    communicator.flags = MPIDBG_COMM_INFO_INTERNAL;
    communicator.local_members = {{0, 0}, {0, 1}};
    one.report.communicators = {communicator};
    WindowRecord window;
    window.handle = Address(0x200);
    window.communicator = communicator.handle;
    window.component = "rdma";
    window.flags = MPIDBG_WIN_INFO_SYNC_KNOWN | MPIDBG_WIN_INFO_POSTS_COUNTED;
    window.start_peers.push_back({1, 1});
    window.post_peers.push_back({1, 1});
    window.posts_arrived = 1;
    window.flags |= MPIDBG_WIN_INFO_COMPLETES_COUNTED;
    window.completes_arrived = 1;
    one.report.handles.windows.asked = true;
    one.report.handles.windows.objects = {window};
    const Evidence evidence = rank_evidence(one.report);
    REQUIRE(evidence.threads.size() == 1);
    CHECK(evidence.threads[0].activity == Activity::waits);  // about to return
    CHECK(evidence.threads[0].conditions.empty());
    one.report.handles.windows.objects[0].start_peers.clear();
    one.report.handles.windows.objects[0].post_peers.clear();
    CHECK(rank_evidence(one.report).threads[0].activity == Activity::unknown);
    one.report.handles.windows.objects.clear();
    CHECK(rank_evidence(one.report).threads[0].conditions.size() == 1);
  }
}

TEST_CASE("threads that other libraries have started wait for the program") {
  Reported one(MPIDBG_THREAD_MULTIPLE);
  one.thread({{"epoll_wait", "/lib/libc.so.6"}, {"progress", "/lib/libopen-pal.so.40"}, {"clone3", "/lib/libc.so.6"}});
  one.thread({{"", "/lib/libgomp.so.1"}, {"clone3", "/lib/libc.so.6"}});
  CHECK(rank_evidence(one.report).threads.size() == 1);
}

TEST_CASE("a handler of a signal may wake what sleeps in a semaphore or in a futex of the program's own") {
  for (const char *function : {"sem_wait", "syscall"}) {
    CAPTURE(function);
    Reported one(MPIDBG_THREAD_MULTIPLE);
    one.outside(function).sleeps_for_own_process = true;
    CHECK(rank_evidence(one.report).threads[1].activity == Activity::runs);
  }
  Reported one(MPIDBG_THREAD_MULTIPLE);
  one.outside("pthread_cond_wait").sleeps_for_own_process = true;
  CHECK(rank_evidence(one.report).threads[1].activity == Activity::sleeps);
}

TEST_CASE("a thread computes if it runs code of the program and the kernel says for how long") {
  Reported one(MPIDBG_THREAD_FUNNELED);
  one.outside("sqrt");
  const auto computing = [&] { return rank_evidence(one.report).computing; };
  const auto set = [&](KernelState state, std::optional<std::int64_t> time) {
    for (ThreadRecord &thread : one.report.threads) thread.state = state, thread.processor_milliseconds = time;
  };
  set(KernelState::running, 70);
  CHECK(computing() == std::vector<ProcessorTime>{{101, 70}});  // not the one in MPI_Recv
  set(KernelState::sleeping, 70);
  CHECK(computing().empty());
  set(KernelState::running, std::nullopt);
  CHECK(computing().empty());
}

TEST_CASE("a thread that may not call MPI is no agent, and is not forgotten") {
  Reported one(MPIDBG_THREAD_FUNNELED);
  one.outside("nanosleep");
  const Evidence evidence = rank_evidence(one.report);
  CHECK(evidence.threads.size() == 1);
  REQUIRE(evidence.silent);
  CHECK(evidence.silent->front().function == "work");
  CHECK(forbidden_threads(evidence) == 0);
}

TEST_CASE("Open MPI: MPI_Sendrecv inside of the blocking send waits for its send") {
  Reported one(MPIDBG_THREAD_SINGLE);
  CommunicatorRecord &world = one.report.communicators.emplace_back();
  world.handle = Address(0x5000);
  const auto pending = [&](std::uint64_t request, bool is_send) {
    mqs_shim::Operation added;
    added.is_send = is_send;
    added.request = Address(request);
    world.queues[is_send ? MPIDBG_QUEUE_SENDS : MPIDBG_QUEUE_RECEIVES].operations.push_back(added);
  };
  pending(0x1000, true);
  pending(0x2000, false);
  const auto wait_in = [&](const char *function) {
    one.report.threads.clear();
    ThreadRecord &record = one.thread({{"opal_progress", "/lib/libopen-pal.so.40"},
                                       {function, "/lib/openmpi/mca_pml_ob1.so"},
                                       {"MPI_Sendrecv", "/lib/libmpi.so.40"},
                                       {"work", "/home/program"}});
    record.call = "MPI_Sendrecv";
    record.blocking = true;
    record.call_frame = 2;
    record.site = 3;
    record.waiting_registers = {Address(0x1000)};
    record.waiting_slots = {Address(0x2000)};
    return rank_evidence(one.report).threads.at(0);
  };
  const Thread sends = wait_in("mca_pml_ob1_send");
  REQUIRE(sends.conditions.size() == 1);
  CHECK(sends.conditions[0].index == 0);
  CHECK(sends.all);
  CHECK_FALSE(sends.inferred);
  const Thread elsewhere = wait_in("ompi_request_default_wait");
  CHECK(elsewhere.conditions.size() == 2);
  CHECK(elsewhere.inferred);
  world.queues[MPIDBG_QUEUE_SENDS].problem = "cut";  // the send of the call may be missing
  CHECK(wait_in("mca_pml_ob1_send").inferred);
}

TEST_CASE("a communicator whose name is its handle has none") {
  Reported one(MPIDBG_THREAD_SINGLE);
  for (const char *name : {"0x84000002", "halo"}) {
    CommunicatorRecord &record = one.report.communicators.emplace_back();
    record.name = name;
    record.handle = Address(0x84000002 + one.report.communicators.size() - 1);
  }
  const Evidence evidence = rank_evidence(one.report);
  REQUIRE(evidence.communicators.size() == 2);
  CHECK(evidence.communicators[0].name.empty());
  CHECK(evidence.communicators[1].name == "halo");
}

TEST_CASE("once the thread level is broken any thread may call MPI") {
  for (const int level : {MPIDBG_THREAD_SINGLE, MPIDBG_THREAD_FUNNELED, MPIDBG_THREAD_SERIALIZED}) {
    CAPTURE(level);
    Reported one(level);
    one.outside("nanosleep");
    one.in_call("MPI_Barrier");
    const Evidence evidence = rank_evidence(one.report);
    CHECK(evidence.threads.size() == 3);
    CHECK(forbidden_threads(evidence) == 2);
    CHECK_FALSE(evidence.silent);
  }
}

}  // namespace mqs_shim::why
