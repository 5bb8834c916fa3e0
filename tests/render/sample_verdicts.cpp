#include "tests/render/sample_verdicts.h"

#include <utility>

#include "tests/verdict/job_builder.h"

namespace sample {

using namespace mqs_shim::why;

namespace {

Site at(const std::string &function, std::uint32_t line) {
  Site site;
  site.function = function;
  site.file = "/home/user/stencil.c";
  site.line = line;
  return site;
}

JobBuilder job_of(int size) {
  JobBuilder job(size);
  for (int rank = 0; rank < size; ++rank) {
    Evidence &one = job.rank(rank);
    one.pid = 4100 + rank;
    one.target = "pid " + std::to_string(one.pid);
    job.thread(rank).tid = static_cast<std::uint64_t>(one.pid);
    job.thread(rank).site = at("relax", 40);
  }
  return job;
}

Verdict seen_once(const std::string &name, const JobBuilder &job) {
  return {name, {job.ranks()}};
}

Verdict seen_twice(const std::string &name, const JobBuilder &job) {
  return {name, {job.ranks(), job.ranks()}};
}

// A tag is wrong, and all others wait for these two.
Verdict deadlock() {
  JobBuilder job = job_of(6);
  job.message(1, 0, 8);
  job.operation(0, 0).bytes = 40;
  job.recv(0, 1, 7);
  job.recv(1, 0, 9);
  job.thread(0).site = at("exchange", 88);
  job.thread(1).site = at("exchange", 91);
  for (int rank = 2; rank < 6; ++rank) job.collective(rank, "MPI_Barrier");
  return seen_once("deadlock", job);
}

// What rank 1 waits for went to rank 2.
Verdict other_receiver() {
  JobBuilder job = job_of(3);
  job.operation(2, job.message(0, 2, 7)).bytes = 4;
  job.recv(1, 0, 7);
  job.recv(0, 1, 8);
  job.collective(2, "MPI_Barrier");
  job.thread(2).site = at("main", 12);
  return seen_once("other_receiver", job);
}

// Rank 2 takes another rank for the root, which has done its part.
Verdict other_root() {
  JobBuilder job = job_of(3);
  job.collective_receive(2, "MPI_Scatter", 1);
  job.collective(0, "MPI_Scatter");
  const int send = job.synchronous(0, 2, -16);
  for (const int rank : {0, 2}) job.rank(rank).operations.back().internal = true;
  job.wait(0, "MPI_Scatter", {JobBuilder::on(send)});
  job.collective(1, "MPI_Barrier");
  return seen_once("other_root", job);
}

// Rank 0 runs; rank 1 waits for its message, and rank 2 for it to receive.
Verdict no_progress() {
  JobBuilder job = job_of(3);
  const auto pending = [&](int from, int to) {
    const int send = job.synchronous(from, to, 7);
    job.rank(to).operations.pop_back();
    return send;
  };
  pending(0, 1);
  job.recv(1, 0, 7);
  const int send = pending(2, 0);
  job.receive(0, any_source, 7);
  job.wait(2, "MPI_Send", {JobBuilder::on(send)});
  return seen_once("no_progress", job);
}

// Rank 2 means to be the root, and rank 1 has sent to rank 0, which is the root for it.
Verdict gather_roots() {
  JobBuilder job = job_of(3);
  job.collective_receive(0, "MPI_Gather", 2);
  job.operation(2, job.receive(2, 0, -16)).internal = true;
  job.collective_receive(2, "MPI_Gather", 1);
  job.collective_receive(1, "MPI_Barrier", 0);
  return seen_once("gather_roots", job);
}

// Rank 0 has left it; rank 2 has its message, which rank 3 waits for.
Verdict scan() {
  JobBuilder job = job_of(4);
  job.collective(0, "MPI_Barrier");
  job.collective(1, "MPI_Barrier");
  job.collective_receive(2, "MPI_Scan", 1);
  job.operation(2, job.message(1, 2, -16)).internal = true;
  job.collective_receive(3, "MPI_Scan", 2);
  for (const int rank : {0, 1}) job.thread(rank).path = {at("main", 9)};
  for (const int rank : {2, 3}) job.thread(rank).path = {at("main", 8)};
  return seen_once("scan", job);
}

// MPI_Comm_dup has begun a collective of its own on each rank.
Verdict nested_schedules() {
  JobBuilder job = job_of(3);
  for (const int rank : {0, 2}) {
    const int receive = job.receive(rank, rank == 0 ? 1 : 0, -16);
    const int schedule = job.schedule(rank, "", {receive});
    job.collective(rank, "MPI_Comm_dup");
    job.wait(rank, "MPI_Comm_dup", {JobBuilder::on_schedule(schedule)});
  }
  job.recv(1, 0, 4);
  return seen_once("nested_schedules", job);
}

// One file is being opened on MPI_COMM_WORLD, another one is written to.
Verdict files() {
  JobBuilder job = job_of(4);
  const int of_file = job.communicator(4, {0, 1, 2, 3});
  for (int rank = 0; rank < 4; ++rank) {
    Evidence &one = job.rank(rank);
    one.communicators[static_cast<std::size_t>(of_file)].internal = true;
    one.communicators[static_cast<std::size_t>(of_file)].name.clear();
    one.files.push_back({"written.nc", of_file, false});
    if (rank < 2) one.files.push_back({"opened.nc", -1, true});
  }
  job.collective_receive(0, "MPI_File_open", 2);
  job.collective_receive(1, "MPI_File_open", 0);
  job.collective_receive(2, "MPI_File_write_all", 3, of_file);
  job.collective_receive(3, "MPI_File_write_all", 0, of_file);
  return seen_once("files", job);
}

// Rank 0 creates a file, which the system does not open, on a communicator that is not known; the others are in the
// broadcast of what came of it.
Verdict created_file() {
  JobBuilder job = job_of(3);
  const int of_file = job.communicator(4, {0, 1, 2});
  for (int rank = 0; rank < 3; ++rank) {
    job.rank(rank).communicators[static_cast<std::size_t>(of_file)].name.clear();
    job.rank(rank).files.push_back({"created.nc", rank == 0 ? -1 : of_file, false});
    job.collective_receive(rank, "MPI_File_open", 0, of_file);
  }
  Thread &creates = job.thread(0);
  creates.activity = Activity::runs;
  creates.system_call = "open";
  creates.conditions.clear();
  creates.collective->communicator = -1;
  job.rank(0).operations.clear();
  return seen_once("created_file", job);
}

// Rank 0 is elsewhere and knows nothing of the file.
Verdict file_on_some_ranks() {
  JobBuilder job = job_of(3);
  const int of_file = job.communicator(4, {0, 1, 2});
  for (int rank = 0; rank < 3; ++rank) job.rank(rank).communicators[static_cast<std::size_t>(of_file)].name.clear();
  for (const int rank : {1, 2}) {
    job.rank(rank).files.push_back({"written.nc", of_file, false});
    job.collective_receive(rank, "MPI_File_write_all", 0, of_file);
  }
  job.recv(0, 1, 7);
  return seen_once("file_on_some_ranks", job);
}

// In the group of ranks 0 and 1 nobody is the root.
Verdict no_root() {
  JobBuilder job = job_of(3);
  const int inter = job.communicator(4, {0, 1}, {2});
  for (int rank = 0; rank < 3; ++rank) job.rank(rank).communicators[static_cast<std::size_t>(inter)].name = "inter";
  for (const int rank : {0, 1}) job.collective(rank, "MPI_Barrier");
  job.collective_receive(2, "MPI_Bcast", 0, inter);
  return seen_once("no_root", job);
}

// Rank 1 is through with the collective that rank 0 is in.
Verdict nonblocking_order() {
  JobBuilder job = job_of(2);
  const int schedule = job.schedule(0, "", {job.receive(0, 1, -28)});
  job.rank(0).schedules.back().number = 2;
  job.wait(0, "MPI_Wait", {JobBuilder::on_schedule(schedule)});
  job.rank(1).communicators[0].nonblocking_collectives = 2;
  job.finalize(1);
  return seen_once("nonblocking_order", job);
}

// A thread of each waits for the other rank, whose other thread is in a barrier of threads.
Verdict threads_in_barriers() {
  JobBuilder job = job_of(2);
  for (const int rank : {0, 1}) {
    job.recv(rank, 1 - rank, 7);
    job.add_thread(rank);
    job.thread(rank, 1).system_call = "GOMP_barrier";
    job.thread(rank, 1).site = at("work", 36);
  }
  return seen_once("threads_in_barriers", job);
}

// The same wait several times, in a nonblocking collective and in receives.
Verdict repeated_waits() {
  JobBuilder job = job_of(3);
  std::vector<Condition> conditions;
  conditions.reserve(3);
  for (int i = 0; i < 3; ++i) conditions.push_back(JobBuilder::on(job.receive(0, 1, 7)));
  job.wait(0, "MPI_Waitall", conditions);
  job.wait(1, "MPI_Wait", {JobBuilder::on_schedule(job.schedule(1, "", {job.receive(1, 0, -27)}))});
  job.wait(2, "MPI_Wait", {JobBuilder::on_schedule(job.schedule(2, "", {job.receive(2, 1, -27)}))});
  return seen_once("repeated_waits", job);
}

// Rank 1 has what rank 0 waits for, but has not started it.
Verdict not_started() {
  JobBuilder job = job_of(2);
  job.recv(0, 1, 7);
  job.ssend(1, 0, 8);
  Operation send = job.operation(1, 0);
  send.tag = 7;
  send.bytes = 40;
  job.rank(1).inactive = std::vector{send};
  return seen_once("not_started", job);
}

// Rank 0 has taken rank 1's message with MPI_Mprobe, and probes for the next.
Verdict not_received() {
  JobBuilder job = job_of(2);
  job.ssend(1, 0, 7);
  job.operation(0, 0).kind = mqs_shim::why::OperationKind::extracted;
  job.operation(0, 0).bytes = 400000;
  job.recv(0, 1, 9);
  return seen_once("not_received", job);
}

// Ranks 0 and 2 have freed the communicator that rank 1 still uses.
Verdict no_communicator() {
  JobBuilder job = job_of(3);
  const int solver = job.communicator(4, {0, 1, 2});
  job.rank(1).communicators[static_cast<std::size_t>(solver)].name = "solver";
  job.collective(1, "MPI_Allreduce", solver);
  for (const int rank : {0, 2}) {
    job.collective(rank, "MPI_Barrier");
    job.rank(rank).communicators.resize(static_cast<std::size_t>(solver));
  }
  return seen_once("no_communicator", job);
}

// Handles of communicators without a name are numbers of each rank's own.
Verdict unnamed_communicators() {
  JobBuilder job = job_of(4);
  const int inter = job.communicator(480, {0, 2}, {1, 3});
  const int even = job.communicator(496, {0, 2});
  for (int rank = 0; rank < 4; ++rank) {
    for (Communicator &one : job.rank(rank).communicators) {
      if (one.context_id >= 480) one.name.clear(), one.handle = Address(0x84000000u + static_cast<unsigned>(rank));
    }
  }
  job.collective(0, "MPI_Barrier", even);
  job.recv(2, 1, 7, inter);
  job.collective(1, "MPI_Barrier", inter);
  job.recv(3, 2, 7, inter);
  return seen_once("unnamed_communicators", job);
}

// Rank 1 has been the root of a broadcast that the others do not enter.
Verdict other_collective() {
  JobBuilder job = job_of(3);
  job.collective_receive(0, "MPI_Barrier", 1);
  job.collective(2, "MPI_Barrier");
  Operation &message = job.operation(0, job.message(1, 0, 2));
  message.internal = true;
  message.collective = MPIDBG_COLLECTIVE_BCAST;
  job.recv(1, 0, 7);
  return seen_once("other_collective", job);
}

// Of ranks 1 and 2 the call cannot be seen; a message of rank 1 names one.
Verdict hidden_calls() {
  JobBuilder job = job_of(3);
  job.collective_receive(0, "MPI_Barrier", 1);
  for (const int rank : {1, 2}) {
    job.thread(rank).activity = Activity::unknown;
    job.thread(rank).site = Site();
    job.thread(rank).why_unknown = "at a place that is not known: its stack cannot be walked: why";
  }
  Operation &message = job.operation(1, job.receive(1, 2, 1));
  message.internal = true;
  message.collective = MPIDBG_COLLECTIVE_BARRIER;
  return seen_once("hidden_calls", job);
}

// A blocking collective against a nonblocking one, and against one whose members need not wait for all.
Verdict mismatch_with_reservation() {
  JobBuilder job = job_of(2);
  const int schedule = job.schedule(0, "", {job.receive(0, 1, -27)});
  job.wait(0, "MPI_Wait", {JobBuilder::on_schedule(schedule)});
  job.collective_receive(1, "MPI_Allgatherv", 0);
  return seen_once("mismatch_with_reservation", job);
}

// Rank 0 of the communicator that rank 1 names is rank 1 itself.
Verdict reversed_communicator() {
  JobBuilder job = job_of(2);
  const int other = job.communicator(4, {1, 0});
  for (int rank = 0; rank < 2; ++rank) job.rank(rank).communicators[static_cast<std::size_t>(other)].name = "reversed";
  job.message(0, 1, 7);
  job.recv(1, 1, 7, other);
  job.finalize(0);
  return seen_once("reversed_communicator", job);
}

// Each on its own communicator, at the same line.
Verdict nonblocking_on_two_communicators() {
  JobBuilder job = job_of(2);
  const int other = job.communicator(4, {0, 1});
  for (int rank = 0; rank < 2; ++rank) {
    job.rank(rank).communicators[static_cast<std::size_t>(other)].name = "halo";
    const int schedule =
        job.schedule(rank, "", {job.receive(rank, 1 - rank, -27, rank == 0 ? 0 : other)}, rank == 0 ? 0 : other);
    job.wait(rank, "MPI_Wait", {JobBuilder::on_schedule(schedule)});
    job.thread(rank).site = at("main", 60);
  }
  return seen_once("nonblocking_on_two_communicators", job);
}

// Two ranks in a call each of which nobody sees what it waits for.
Verdict unseen(bool moves) {
  JobBuilder job = job_of(2);
  for (const int rank : {0, 1}) {
    job.thread(rank).activity = Activity::unknown;
    job.thread(rank).call = "MPI_Ssend";
    job.thread(rank).why_unknown = "what MPI_Ssend waits for is not visible";
  }
  if (!moves) return seen_twice("unseen", job);
  JobBuilder later = job;
  for (const int rank : {0, 1}) later.thread(rank).call_frame = mpidbg::Address{4096};
  return {"unseen_and_moving", {job.ranks(), later.ranks()}};
}

Verdict mismatch() {
  JobBuilder job = job_of(4);
  for (int rank = 0; rank < 4; ++rank) {
    job.collective(rank, rank == 1 ? "MPI_Allreduce" : "MPI_Barrier");
    job.thread(rank).path = {at("main", 17), at("migrate", rank == 1 ? 3801 : 3786), at("sync", 9)};
  }
  return seen_once("mismatch", job);
}

Verdict exchanged() {
  JobBuilder job = job_of(2);
  const int other = job.communicator(4, {0, 1});
  for (int rank = 0; rank < 2; ++rank) job.rank(rank).communicators[static_cast<std::size_t>(other)].name = "halo";
  job.collective(0, "MPI_Barrier");
  job.collective(1, "MPI_Allreduce", other);
  return seen_once("exchanged", job);
}

Verdict other_communicator() {
  JobBuilder job = job_of(2);
  const int other = job.communicator(4, {0, 1});
  for (int rank = 0; rank < 2; ++rank) job.rank(rank).communicators[static_cast<std::size_t>(other)].name = "halo";
  job.collective(0, "MPI_Barrier");
  job.collective(1, "MPI_Barrier", other);
  return seen_once("other_communicator", job);
}

Verdict unequal_counts() {
  JobBuilder job = job_of(2);
  for (int message = 0; message < 3; ++message) {
    job.message(1, 0, 7);
    job.rank(0).operations.pop_back();
  }
  job.recv(0, 1, 7);
  job.collective_receive(1, "MPI_Barrier", 0);
  return seen_once("unequal_counts", job);
}

// Each pair is a finding of its own.
Verdict several() {
  JobBuilder job = job_of(10);
  job.recv(0, 0, 6);
  job.recv(1, 1, 6);
  job.rank(2).state = ProcessState::exited;
  job.recv(3, 2, 1);
  job.finalize(4);
  job.recv(5, 4, 1);
  job.recv(6, 7, 2);
  job.ssend(7, 6, 3);
  job.recv(8, 9, 4);
  return seen_once("several", job);
}

Verdict unmatched() {
  JobBuilder job = job_of(3);
  job.recv(0, any_source, 4);
  for (const int rank : {1, 2}) job.rank(rank).state = ProcessState::finalized;
  return seen_once("unmatched", job);
}

Verdict waiting(const std::string &name, void (*change)(JobBuilder &job)) {
  JobBuilder job = job_of(3);
  job.recv(0, 1, 4);
  change(job);
  return seen_once(name, job);
}

Verdict without_counters(bool twice) {
  JobBuilder job = job_of(2);
  job.recv(0, 1, 1);
  job.recv(1, 0, 1);
  job.without_counters();
  return twice ? seen_twice("equal_looks", job) : seen_once("suspected", job);
}

Verdict ring(int size) {
  JobBuilder job = job_of(size);
  for (int rank = 0; rank < size; ++rank) job.recv(rank, (rank + 1) % size, 7);
  return seen_once("ring_of_" + std::to_string(size), job);
}

Verdict hostile() {
  JobBuilder job = job_of(2);
  for (int rank = 0; rank < 2; ++rank) {
    job.rank(rank).communicators[0].name = "world\x1b[31m\n";
    job.recv(rank, 1 - rank, 1);
    job.thread(rank).site.function = "f\x1b]0;title\x07";
    job.thread(rank).site.file = "/tmp/a\nb.c";
  }
  return seen_once("hostile_names", job);
}

Verdict several_jobs() {
  JobBuilder job = job_of(4);
  for (const int rank : {0, 1}) job.recv(rank, 1 - rank, 1);
  for (const int rank : {2, 3}) {
    Evidence &one = job.rank(rank);
    one.id = {7, rank - 2};
    one.world_size = 2;
    one.communicators[0].members = Members({{{7, 0}, 2, 1}});
    job.recv(rank, 0, 1);
    one.operations[0].peer = ProcessId{7, 3 - rank};
  }
  for (const int rank : {0, 1}) {
    job.rank(rank).world_size = 2;
    job.rank(rank).communicators[0].members = Members({{{0, 0}, 2, 1}});
  }
  return seen_once("several_jobs", job);
}

// The second look finds a rank dead, which cannot say any more who it is.
Verdict died_between_the_looks() {
  Verdict verdict = without_counters(true);
  verdict.name = "died_between_the_looks";
  Evidence &dead = verdict.looks[1][1];
  for (std::vector<Evidence> *look : {&verdict.looks[0], &verdict.looks[1]}) {
    for (Evidence &one : *look) one.id.job = 9, one.communicators[0].members = Members({{{9, 0}, 2, 1}});
    for (Evidence &one : *look) one.operations[0].peer->job = 9;
  }
  Evidence gone;
  gone.pid = dead.pid;
  gone.target = dead.target;
  gone.job_known = false;
  gone.id.rank = -1;
  gone.state = ProcessState::exited;
  gone.problem = "it ended while it was being inspected";
  dead = gone;
  return verdict;
}

// Its launcher's name for the job says where it belongs.
Verdict damaged() {
  JobBuilder job = job_of(3);
  for (int rank = 0; rank < 3; ++rank) {
    job.rank(rank).job_name = "job-17";
    job.recv(rank, rank == 2 ? 2 : 1 - rank, 1);
  }
  Evidence &one = job.rank(2);
  one.threads.clear();
  one.communicators.clear();
  one.operations.clear();
  one.id.job = 0;
  one.job_known = false;
  one.state = ProcessState::unreadable;
  one.problem = "the list of posted receives at 0x1000 has a loop";
  for (const int rank : {0, 1}) {
    job.rank(rank).id.job = 5;
    job.rank(rank).communicators[0].members = Members({{{5, 0}, 3, 1}});
    job.rank(rank).operations[0].peer->job = 5;
  }
  return seen_once("damaged", job);
}

// Two threads of a rank in MPI at once; a thread of another that may not call MPI.
Verdict thread_levels(ThreadLevel level) {
  JobBuilder job = job_of(2);
  job.recv(0, 1, 1);
  job.recv(1, 0, 1);
  for (Evidence &rank : job.ranks()) rank.thread_level = level;
  if (level == ThreadLevel::serialized) {
    job.add_thread(0);
    job.wait(0, "MPI_Recv", {JobBuilder::on(job.receive(0, 1, 2))}, true, 1);
    return seen_once("thread_level_broken", job);
  }
  job.rank(1).silent.emplace().push_back(at("worker", 12));
  job.rank(0).pid = 4100;
  job.thread(0).tid = 4107;
  return seen_once("thread_level", job);
}

Verdict same_rank_twice(bool in_collective) {
  JobBuilder job = job_of(2);
  job.recv(0, 1, 1);
  in_collective ? job.collective(1, "MPI_Barrier") : job.recv(1, 0, 1);
  job.ranks().push_back(job.rank(0));
  job.rank(2).target = "core.4100";
  job.rank(2).is_core = true;
  return seen_once(in_collective ? "same_rank_twice_in_roll_call" : "same_rank_twice", job);
}

// Locks crosswise, and epochs that the other side does not begin or end.
Verdict windows(bool at_one_instant) {
  JobBuilder job = job_of(6);
  const int halo = job.window("halo", 4), ghost = job.window("", 5);
  for (int rank = 0; rank < 6; ++rank) job.window(rank, ghost).handle = mpidbg::Address(0x1000);
  job.lock(0, halo, 0, true);
  job.lock(1, ghost, 1, false);
  job.want_lock(0, ghost, 1, true);
  job.want_lock(1, halo, 0, false);
  job.start(2, halo, {3, 5}, 0);
  job.wait_for_posts(2, halo);
  job.recv(3, 2, 7);
  job.post(4, ghost, {3, 5}, 1);
  job.wait_for_completes(4, ghost);
  if (at_one_instant) job.at_one_instant();
  return seen_once(at_one_instant ? "windows" : "windows_one_by_one", job);
}

}  // namespace

std::vector<Verdict> verdicts() {
  return {
      deadlock(),
      mismatch(),
      exchanged(),
      other_communicator(),
      unequal_counts(),
      several(),
      unmatched(),
      waiting("waits_for_running", [](JobBuilder &) {}),
      waiting("waits_for_polling",
              [](JobBuilder &job) {
                job.thread(1).activity = Activity::polls;
                job.thread(1).call = "MPI_Test";
              }),
      waiting("polls_with_collective",
              [](JobBuilder &job) {
                job.thread(1).activity = Activity::polls;
                job.thread(1).call = "MPI_Iprobe";
                job.schedule(1, "MPI_Ibarrier", {});
              }),
      waiting("timer_of_the_c_library",
              [](JobBuilder &job) {
                job.recv(1, 0, 9);
                job.add_thread(1);
                job.thread(1, 1).of_c_library = true;
              }),
      thread_levels(ThreadLevel::serialized),
      thread_levels(ThreadLevel::funneled),
      waiting("waits_for_returning", [](JobBuilder &job) { job.wait(1, "MPI_Send", {}); }),
      waiting("waits_for_stopped", [](JobBuilder &job) { job.rank(1).stopped = true; }),
      waiting("waits_for_not_started", [](JobBuilder &job) { job.rank(1).state = ProcessState::before_init; }),
      waiting("waits_for_outside", [](JobBuilder &job) { job.wait(0, "MPI_Comm_accept", {JobBuilder::outside()}); }),
      waiting("waits_for_program",
              [](JobBuilder &job) {
                job.wait(0, "MPI_Wait", {JobBuilder::grequest()});
                job.wait(1, "MPI_Waitall", {JobBuilder::grequest()});
                job.add_thread(1);
                job.thread(1, 1).site = at("worker", 12);
              }),
      waiting("beside_a_thread_that_waits",
              [](JobBuilder &job) {
                job.recv(1, 0, 9);
                job.add_thread(1);
                job.thread(1, 1).system_call = "GOMP_parallel";
              }),
      waiting("in_a_system_call", [](JobBuilder &job) { job.thread(1).system_call = "read"; }),
      waiting("waits_for_missing", [](JobBuilder &job) { job.ranks().erase(job.ranks().begin() + 1); }),
      waiting("waits_for_unknown",
              [](JobBuilder &job) {
                job.thread(1).activity = Activity::unknown;
                job.thread(1).call = "MPI_Recv";
                job.thread(1).why_unknown = "what MPI_Recv waits for is not visible";
              }),
      other_receiver(),
      other_root(),
      gather_roots(),
      no_progress(),
      no_root(),
      nonblocking_order(),
      not_started(),
      not_received(),
      no_communicator(),
      other_collective(),
      hidden_calls(),
      unnamed_communicators(),
      threads_in_barriers(),
      repeated_waits(),
      mismatch_with_reservation(),
      reversed_communicator(),
      nonblocking_on_two_communicators(),
      scan(),
      nested_schedules(),
      files(),
      created_file(),
      file_on_some_ranks(),
      unseen(false),
      unseen(true),
      without_counters(false),
      without_counters(true),
      ring(4),
      ring(10000),
      hostile(),
      several_jobs(),
      died_between_the_looks(),
      damaged(),
      same_rank_twice(false),
      same_rank_twice(true),
      windows(true),
      windows(false)};
}

void judge(const Verdict &verdict, Inquiry &inquiry) {
  for (const std::vector<Evidence> &look : verdict.looks) {
    for (const Evidence &one : look) inquiry.add(one);
    inquiry.judge();
  }
}

}  // namespace sample
