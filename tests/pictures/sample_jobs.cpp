#include "tests/pictures/sample_jobs.h"

namespace mqs_shim::why::sample {

namespace {

Site at(const std::string &function, const std::string &file, std::uint32_t line) {
  return {function, "/home/user/src/" + file, "/home/user/solver", line, 0x1000 + line};
}

void place(Thread &thread, const Site &site) {
  thread.path = {{"_start", "", "/home/user/solver", 0, 0x900}, at("main", "solver.c", 17), site};
  thread.site = site;
}

void describe(JobBuilder &job) {
  for (Evidence &one : job.ranks()) {
    one.pid = 4000 + one.id.rank;
    one.host = "node" + std::to_string(one.id.rank / 64);
    one.program = "/home/user/solver";
    one.target = "pid " + std::to_string(one.pid);
    one.threads.front().tid = static_cast<std::uint64_t>(one.pid);
    one.communicators.front().handle = Address(0x555555558040);
  }
}

}  // namespace

JobBuilder wrong_tag(int size) {
  JobBuilder job(size);
  describe(job);
  for (Evidence &one : job.ranks()) {
    Communicator self;
    self.name = "MPI_COMM_SELF";
    self.context_id = 1;
    self.members = Members(one.id);
    one.communicators.push_back(self);
  }
  // The recorder counts collectives.
  for (int rank = 0; rank < size; ++rank) job.rank(rank).communicators.front().collectives = rank < 2 ? 41 : 42;
  const int halo = job.communicator(5, {0, 1, 2, 3});
  for (int rank = 0; rank < 4; ++rank) job.rank(rank).communicators.back().name = "halo";
  job.message(1, 0, 8);
  job.recv(0, 1, 7);
  place(job.thread(0), at("exchange", "stencil.c", 88));
  job.ssend(1, 3, 4, halo);
  place(job.thread(1), at("exchange", "stencil.c", 91));
  for (int rank = 2; rank < size; ++rank) {
    job.collective(rank, "MPI_Barrier", 0, {}, 42);
    place(job.thread(rank), at("finish", "solver.c", 40));
  }
  return job;
}

JobBuilder hostile_texts() {
  JobBuilder job(2);
  describe(job);
  const std::string evil =
      "</script><script>document.title='owned'</script><img src=x onerror=alert(1)> "
      "\"';&amp;&#60;\\N\n\x1b[31m\u202e{}";
  job.recv(0, 1, 1);
  job.recv(1, 0, 2);
  for (Evidence &one : job.ranks()) {
    one.host = one.program = one.target = one.problem = evil;
    one.communicators.front().name = evil;
    one.operations.front().datatype = evil;
    Site site{evil, evil, evil, 7, 7};
    one.threads.front().site = site;
    one.threads.front().path = {site};
  }
  job.thread(0).call = evil;
  return job;
}

JobBuilder all_run() {
  JobBuilder job(3);
  describe(job);
  for (int rank = 0; rank < 3; ++rank) place(job.thread(rank), at("relax", "solver.c", 60));
  return job;
}

JobBuilder any_source() {
  JobBuilder job(4);
  describe(job);
  job.recv(0, why::any_source, 3);
  place(job.thread(0), at("collect", "master.c", 12));
  place(job.thread(1), at("work", "worker.c", 30));
  job.rank(2).stopped = true;
  job.ranks().pop_back();
  return job;
}

JobBuilder ring(int size) {
  JobBuilder job(size);
  describe(job);
  for (int rank = 0; rank < size; ++rank) {
    job.recv(rank, (rank + 1) % size, 7);
    place(job.thread(rank), at("shift", "ring.c", 21));
  }
  return job;
}

JobBuilder large(int size) {
  JobBuilder job(size);
  describe(job);
  for (int rank = 0; rank < size; ++rank) {
    Evidence &one = job.rank(rank);
    std::vector<Condition> conditions;
    for (const int offset : {-100, -10, -1, 1, 10, 100}) {
      const int peer = (rank + offset + size) % size;
      conditions.push_back(JobBuilder::on(job.receive(rank, peer, 1000 + rank % 7)));
      one.operations.back().bytes = 8L * rank * 1000;
      one.operations.back().count = 1000L * rank;
      one.operations.back().datatype = "MPI_DOUBLE";
      one.operations.back().request = Address(0x555555600000 + 0x140u * one.operations.size());
      one.channels.push_back({0, {0, peer}, static_cast<std::uint16_t>(rank), static_cast<std::uint16_t>(rank), 0});
    }
    for (int message = 0; message < 2; ++message) {
      Operation arrived;
      arrived.kind = OperationKind::unexpected;
      arrived.communicator = 0;
      arrived.peer = ProcessId{0, (rank + 1) % size};
      arrived.tag = 5000 + message;
      arrived.bytes = arrived.bytes_done = 4096;
      arrived.sequence = rank % 65536;
      one.operations.push_back(arrived);
    }
    job.wait(rank, "MPI_Waitall", conditions);
    place(job.thread(rank), at("exchange", "stencil.c", static_cast<std::uint32_t>(80 + rank % 5)));
  }
  for (Evidence &one : job.ranks()) {
    for (Channel &channel : one.channels) channel.sent = channel.taken = 100;
  }
  return job;
}

const std::map<std::string, std::function<JobBuilder()>> &jobs() {
  static const std::map<std::string, std::function<JobBuilder()>> all = {
      {"wrong_tag", [] { return wrong_tag(); }},
      {"small_wrong_tag", [] { return wrong_tag(6); }},
      {"hostile_texts", hostile_texts},
      {"all_run", all_run},
      {"any_source", any_source},
      {"ring", [] { return ring(10'000); }},
      {"large", [] { return large(10'000); }}};
  return all;
}

}  // namespace mqs_shim::why::sample
