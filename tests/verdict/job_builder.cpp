#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

JobBuilder::JobBuilder(int size) {
  ranks_.resize(static_cast<std::size_t>(size));
  for (int rank = 0; rank < size; ++rank) {
    Evidence &one = this->rank(rank);
    one.id = {0, rank};
    one.world_size = size;
    one.counts = true;
    one.threads.emplace_back();
    Communicator world;
    world.name = "MPI_COMM_WORLD";
    world.context_id = 0;
    world.members = Members({{{0, 0}, size, 1}});
    one.communicators.push_back(world);
  }
}

void JobBuilder::add_thread(int rank) {
  this->rank(rank).threads.emplace_back();
}

Members JobBuilder::members(const std::vector<int> &ranks) const {
  std::vector<MemberRun> runs;
  runs.reserve(ranks.size());
  for (const int rank : ranks) runs.push_back({{0, rank}, 1, 1});
  return Members(runs);
}

int JobBuilder::communicator(std::int64_t context_id, const std::vector<int> &ranks, const std::vector<int> &remote,
                             const std::vector<int> &on) {
  int index = -1;
  const auto add = [&](int rank, const std::vector<int> &local, const std::vector<int> &other) {
    if (!on.empty() && std::find(on.begin(), on.end(), rank) == on.end()) return;
    Communicator one;
    one.context_id = context_id;
    one.members = members(local);
    one.remote_members = members(other);
    this->rank(rank).communicators.push_back(one);
    index = static_cast<int>(this->rank(rank).communicators.size()) - 1;
  };
  for (const int rank : ranks) add(rank, ranks, remote);
  for (const int rank : remote) add(rank, remote, ranks);
  return index;
}

int JobBuilder::add(int rank, Operation operation) {
  std::vector<Operation> &operations = this->rank(rank).operations;
  operations.push_back(std::move(operation));
  return static_cast<int>(operations.size()) - 1;
}

Channel &JobBuilder::channel(int rank, int peer, int communicator) {
  std::vector<Channel> &channels = this->rank(rank).channels;
  for (Channel &one : channels) {
    if (one.communicator == communicator && one.peer.rank == peer) return one;
  }
  channels.push_back({communicator, {0, peer}, 0, 0, 0});
  return channels.back();
}

int JobBuilder::receive(int rank, int source, int tag, int communicator) {
  Operation one;
  one.kind = OperationKind::receive;
  one.communicator = communicator;
  if (source != any_source) one.peer = ProcessId{0, source};
  one.tag = tag;
  return add(rank, one);
}

int JobBuilder::probe(int rank, int source, int tag) {
  const int index = receive(rank, source, tag);
  operation(rank, index).kind = OperationKind::probe;
  return index;
}

int JobBuilder::message(int from, int to, int tag, int communicator) {
  Operation one;
  one.kind = OperationKind::unexpected;
  one.communicator = communicator;
  one.peer = ProcessId{0, from};
  one.tag = tag;
  one.sequence = channel(from, to, communicator).sent++;
  ++channel(to, from, communicator).taken;
  return add(to, one);
}

int JobBuilder::synchronous(int from, int to, int tag, int communicator) {
  const int arrived = message(from, to, tag, communicator);
  operation(to, arrived).rendezvous = true;
  Operation one = operation(to, arrived);
  one.kind = OperationKind::send;
  one.synchronous = true;
  one.peer = ProcessId{0, to};
  return add(from, one);
}

void JobBuilder::under_way(int from, int to, int communicator) {
  ++channel(from, to, communicator).sent;
}

void JobBuilder::wait(int rank, const std::string &call, std::vector<Condition> conditions, bool all, int thread) {
  Thread &one = this->thread(rank, thread);
  one.activity = Activity::waits;
  one.call = call;
  one.conditions = std::move(conditions);
  one.all = all;
}

void JobBuilder::recv(int rank, int source, int tag, int communicator) {
  wait(rank, "MPI_Recv", {on(receive(rank, source, tag, communicator))});
}

void JobBuilder::ssend(int from, int to, int tag, int communicator) {
  wait(from, "MPI_Ssend", {on(synchronous(from, to, tag, communicator))});
}

void JobBuilder::collective(int rank, const std::string &name, int communicator, std::optional<int> root,
                            std::optional<int> sequence) {
  wait(rank, name, {{ConditionKind::enter, -1, {}}});
  Collective one;
  one.name = name;
  one.communicator = communicator;
  one.root = root;
  one.sequence = sequence;
  thread(rank).collective = one;
}

void JobBuilder::collective_receive(int rank, const std::string &name, int source, int communicator) {
  collective(rank, name, communicator);
  const int index = receive(rank, source, -16, communicator);
  operation(rank, index).internal = true;
  wait(rank, name, {on(index)});
}

int JobBuilder::schedule(int rank, const std::string &name, std::vector<std::int32_t> operations, int communicator) {
  Schedule one;
  one.collective.name = name;
  one.collective.communicator = communicator;
  one.operations = std::move(operations);
  for (const std::int32_t index : one.operations) operation(rank, index).internal = true;
  this->rank(rank).schedules.push_back(one);
  return static_cast<int>(this->rank(rank).schedules.size()) - 1;
}

void JobBuilder::finalize(int rank) {
  this->rank(rank).state = ProcessState::in_finalize;
  this->rank(rank).callbacks_over = true;
  wait(rank, "MPI_Finalize", {{ConditionKind::members, -1, this->rank(rank).communicators[0].members}});
}

int JobBuilder::window(const std::string &name, std::int64_t context_id) {
  std::vector<int> all;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) all.push_back(static_cast<int>(rank));
  Window one;
  one.name = name;
  one.communicator = communicator(context_id, all);
  one.in_shared_memory = true;
  for (Evidence &evidence : ranks_) {
    evidence.windows_asked = evidence.windows_known = true;
    evidence.windows.push_back(one);
  }
  return static_cast<int>(ranks_.front().windows.size()) - 1;
}

void JobBuilder::lock(int rank, int index, int target, bool exclusive) {
  window(rank, index).locks.push_back({target, exclusive, true, WindowLock::State::held, true, {}});
}

void JobBuilder::want_lock(int rank, int index, int target, bool exclusive) {
  std::vector<WindowLock> &locks = window(rank, index).locks;
  locks.push_back({target, exclusive, true, WindowLock::State::wanted, true, {}});
  wait(rank, "MPI_Win_lock", {{ConditionKind::lock, index, {}, static_cast<int>(locks.size()) - 1}});
}

void JobBuilder::start(int rank, int index, const std::vector<int> &group, int posts) {
  window(rank, index).started = members(group);
  window(rank, index).posts_arrived = posts;
}

void JobBuilder::post(int rank, int index, const std::vector<int> &group, int completes) {
  window(rank, index).posted = members(group);
  window(rank, index).completes_arrived = completes;
}

void JobBuilder::wait_for_posts(int rank, int index) {
  wait(rank, "MPI_Win_start", {{ConditionKind::post, index, {}}});
}

void JobBuilder::wait_for_completes(int rank, int index) {
  wait(rank, "MPI_Win_wait", {{ConditionKind::complete, index, {}}});
}

void JobBuilder::at_one_instant() {
  for (Evidence &one : ranks_) one.instant = 2;
}

void JobBuilder::without_counters() {
  for (Evidence &one : ranks_) {
    one.counts = false;
    one.channels.clear();
    one.progress_counters = {1};
  }
}

namespace {

const char *name_of(FindingKind kind) {
  constexpr const char *names[] = {"deadlock",          "collective_mismatch",   "self_deadlock",
                                   "waits_for_dead",    "waits_for_finalized",   "unmatched",
                                   "waits_for_running", "waits_for_polling",     "waits_for_returning",
                                   "waits_for_stopped", "waits_for_not_started", "waits_for_program",
                                   "waits_for_outside", "waits_for_arrival",     "waits_for_missing",
                                   "waits_for_unknown"};
  return names[static_cast<int>(kind)];
}

const char *name_of(Proof proof) {
  constexpr const char *names[] = {"counters", "instant", "transport", "looks", "suspected", "none"};
  return names[static_cast<int>(proof)];
}

std::string agents_text(const Waits &waits, const std::vector<std::uint32_t> &agents) {
  std::string text;
  for (const std::uint32_t number : agents) {
    const Agent &agent = waits.agents()[number];
    text += ' ' + std::to_string(waits.evidence()[agent.process].id.rank) + (agent.schedule ? "s" : "");
  }
  return text;
}

}  // namespace

std::string text_of(const Waits &waits, const Verdict &verdict) {
  std::string text;
  for (const Finding &finding : verdict.findings) {
    text += name_of(finding.kind);
    if (can_never_go_on(finding.kind)) text += std::string("/") + name_of(finding.proof);
    text += agents_text(waits, finding.agents);
    if (!finding.processes.empty() || !finding.missing.empty()) text += " for";
    for (const std::uint32_t process : finding.processes) {
      text += ' ' + std::to_string(waits.evidence()[process].id.rank);
    }
    for (const ProcessId &process : finding.missing) text += ' ' + std::to_string(process.rank);
    if (!finding.behind.empty()) text += " behind" + agents_text(waits, finding.behind);
    text += "; ";
  }
  return text + "exit " + std::to_string(static_cast<int>(verdict.outcome));
}

std::string verdict_of(const JobBuilder &job) {
  const Waits waits(job.ranks(), {});
  return text_of(waits, judge(waits, nullptr));
}

std::string verdict_of(const JobBuilder &first, const JobBuilder &second) {
  const Looks looks = compare(first.ranks(), second.ranks());
  const Waits waits(second.ranks(), looks.equal);
  return text_of(waits, judge(waits, &looks));
}

}  // namespace mqs_shim::why
