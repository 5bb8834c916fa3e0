#include "tests/verdict/toy_mpi.h"

#include <algorithm>
#include <utility>

namespace mqs_shim::why::toy {

namespace {

constexpr int any = -1;
constexpr int barrier_tag = -20, bcast_tag = -50, schedule_tag = -100;  // less the round; ten apart for each schedule

bool is_internal(int tag) {
  return tag < 0;
}

}  // namespace

Machine::Machine(std::vector<std::vector<Program>> programs) {
  const std::size_t size = programs.size();
  network_.assign(size, std::vector<std::vector<Message>>(size));
  for (std::vector<Program> &threads : programs) {
    RankState rank;
    rank.sent.assign(size, 0);
    rank.taken.assign(size, 0);
    for (Program &program : threads) {
      ThreadState thread;
      thread.program = std::move(program);
      rank.threads.push_back(std::move(thread));
    }
    ranks_.push_back(std::move(rank));
  }
}

int Machine::rounds() const {
  int rounds = 0;
  while ((1 << rounds) < size()) ++rounds;
  return rounds;
}

bool Machine::may_advance(int rank, const ScheduleState &schedule) const {
  const RankState &one = ranks_[static_cast<std::size_t>(rank)];
  return !one.finalized && schedule.round < schedule.rounds &&
         one.requests[static_cast<std::size_t>(schedule.receive)].complete;
}

std::vector<Machine::Action> Machine::possible() const {
  std::vector<Action> actions;
  for (int rank = 0; rank < size(); ++rank) {
    const RankState &one = ranks_[static_cast<std::size_t>(rank)];
    for (int thread = 0; thread < static_cast<int>(one.threads.size()); ++thread) {
      const ThreadState &state = one.threads[static_cast<std::size_t>(thread)];
      if (!state.waits && !state.done) actions.push_back({Action::step, rank, thread});
    }
    for (int other = 0; other < size(); ++other) {
      if (!network_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(other)].empty()) {
        actions.push_back({Action::deliver, rank, other});
      }
    }
    for (int schedule = 0; schedule < static_cast<int>(one.schedules.size()); ++schedule) {
      if (may_advance(rank, one.schedules[static_cast<std::size_t>(schedule)])) {
        actions.push_back({Action::advance, rank, schedule});
      }
    }
  }
  for (int index = 0; index < static_cast<int>(answers_.size()); ++index) actions.push_back({Action::answer, index, 0});
  return actions;
}

std::size_t Machine::actions() const {
  return possible().size();
}

void Machine::act(std::size_t action) {
  const Action what = possible()[action];
  const auto one = static_cast<std::size_t>(what.one), other = static_cast<std::size_t>(what.other);
  switch (what.kind) {
    case Action::step:
      step(what.one, ranks_[one].threads[other]);
      ++ranks_[one].progress;
      break;
    case Action::deliver: {
      std::vector<Message> &way = network_[one][other];
      ranks_[other].arrived.push_back(way.front());
      way.erase(way.begin());
      ++ranks_[other].taken[one];
      ++ranks_[other].progress;
      match(what.other);
      break;
    }
    case Action::answer: {
      const Answer answer = answers_[one];
      answers_.erase(answers_.begin() + what.one);
      RankState &rank = ranks_[static_cast<std::size_t>(answer.rank)];
      rank.requests[static_cast<std::size_t>(answer.request)].complete = true;
      ++rank.progress;
      wake(answer.rank);
      break;
    }
    case Action::advance: {
      RankState &rank = ranks_[one];
      ScheduleState &schedule = rank.schedules[other];
      ++schedule.round;
      ++rank.progress;
      if (schedule.round < schedule.rounds) {
        begin_round(what.one, schedule);
      } else {
        rank.requests[static_cast<std::size_t>(schedule.request)].complete = true;
        wake(what.one);
      }
      break;
    }
  }
  const bool all_there =
      std::all_of(ranks_.begin(), ranks_.end(), [](const RankState &rank) { return rank.finalizing; });
  for (RankState &rank : ranks_) rank.finalized = rank.finalized || all_there;
}

int Machine::post_send(int rank, int peer, int tag, bool waits) {
  RankState &one = ranks_[static_cast<std::size_t>(rank)];
  Request request{Request::send, peer, tag, one.sent[static_cast<std::size_t>(peer)]++, !waits, -1};
  one.requests.push_back(request);
  const int index = static_cast<int>(one.requests.size()) - 1;
  network_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(peer)].push_back(
      {rank, tag, waits, request.number, index});
  return index;
}

int Machine::post_receive(int rank, int source, int tag) {
  RankState &one = ranks_[static_cast<std::size_t>(rank)];
  one.requests.push_back({Request::receive, source, tag, 0, false, -1});
  one.posted.push_back(static_cast<int>(one.requests.size()) - 1);
  match(rank);
  return static_cast<int>(one.requests.size()) - 1;
}

void Machine::match(int rank) {
  RankState &one = ranks_[static_cast<std::size_t>(rank)];
  const auto fits = [&](const Request &request, const Message &message) {
    return (request.peer == any || request.peer == message.source) && request.tag == message.tag;
  };
  for (std::size_t posted = 0; posted < one.posted.size();) {
    Request &request = one.requests[static_cast<std::size_t>(one.posted[posted])];
    const auto found = std::find_if(one.arrived.begin(), one.arrived.end(),
                                    [&](const Message &message) { return fits(request, message); });
    if (found == one.arrived.end()) {
      ++posted;
      continue;
    }
    if (found->waits) answers_.push_back({found->source, found->request});
    one.arrived.erase(found);
    request.complete = true;
    one.posted.erase(one.posted.begin() + static_cast<std::ptrdiff_t>(posted));
  }
  for (Request &request : one.requests) {
    if (request.kind == Request::probe && !request.complete) {
      request.complete = std::any_of(one.arrived.begin(), one.arrived.end(),
                                     [&](const Message &message) { return fits(request, message); });
    }
  }
  wake(rank);
}

bool Machine::is_complete(int rank, const ThreadState &thread) const {
  const auto complete = [&](int request) {
    return ranks_[static_cast<std::size_t>(rank)].requests[static_cast<std::size_t>(request)].complete;
  };
  if (thread.waiting.empty()) return true;
  return thread.all ? std::all_of(thread.waiting.begin(), thread.waiting.end(), complete)
                    : std::any_of(thread.waiting.begin(), thread.waiting.end(), complete);
}

void Machine::wake(int rank) {
  for (ThreadState &thread : ranks_[static_cast<std::size_t>(rank)].threads) {
    while (thread.waits && is_complete(rank, thread)) {
      if (thread.round >= 0 && ++thread.round < rounds()) {
        go_to_round(rank, thread);
        continue;
      }
      thread.waits = false;
      thread.round = -1;
      thread.collective.clear();
      ++thread.next;
    }
  }
}

void Machine::go_to_round(int rank, ThreadState &thread) {
  const int distance = 1 << thread.round, tag = barrier_tag - thread.round;
  post_send(rank, (rank + distance) % size(), tag, false);
  thread.waiting.clear();
  // Posting may complete it at once; the caller looks again.
  RankState &one = ranks_[static_cast<std::size_t>(rank)];
  one.requests.push_back({Request::receive, (rank + size() - distance) % size(), tag, 0, false, -1});
  const int request = static_cast<int>(one.requests.size()) - 1;
  const auto found = std::find_if(one.arrived.begin(), one.arrived.end(), [&](const Message &message) {
    return message.source == one.requests.back().peer && message.tag == tag;
  });
  if (found != one.arrived.end()) {
    one.arrived.erase(found);
    one.requests.back().complete = true;
  } else {
    one.posted.push_back(request);
  }
  thread.waiting = {request};
}

void Machine::begin_round(int rank, ScheduleState &schedule) {
  const int distance = 1 << schedule.round, tag = schedule_tag - 10 * schedule.number - schedule.round;
  post_send(rank, (rank + distance) % size(), tag, false);
  RankState &one = ranks_[static_cast<std::size_t>(rank)];
  one.requests.push_back({Request::receive, (rank + size() - distance) % size(), tag, 0, false, -1});
  schedule.receive = static_cast<int>(one.requests.size()) - 1;
  one.posted.push_back(schedule.receive);
  match(rank);
}

void Machine::step(int rank, ThreadState &thread) {
  RankState &one = ranks_[static_cast<std::size_t>(rank)];
  if (thread.next >= thread.program.size()) {
    thread.done = true;
    one.finalizing = std::all_of(one.threads.begin(), one.threads.end(), [](const ThreadState &t) { return t.done; });
    return;
  }
  const Instruction what = thread.program[thread.next];
  const auto wait_for = [&](std::vector<int> requests, bool all) {
    thread.waiting = std::move(requests);
    thread.all = all;
    thread.waits = true;
    wake(rank);
  };
  switch (what.kind) {
    case Instruction::work:
      if (++thread.worked >= what.tag + 1) thread.worked = 0, ++thread.next;
      return;
    case Instruction::send:
      post_send(rank, what.peer, what.tag, false);
      ++thread.next;
      return;
    case Instruction::ssend:
      return wait_for({post_send(rank, what.peer, what.tag, true)}, true);
    case Instruction::issend:
      thread.outstanding.push_back(post_send(rank, what.peer, what.tag, true));
      ++thread.next;
      return;
    case Instruction::recv:
      return wait_for({post_receive(rank, what.peer, what.tag)}, true);
    case Instruction::irecv:
      thread.outstanding.push_back(post_receive(rank, what.peer, what.tag));
      ++thread.next;
      return;
    case Instruction::probe:
      one.requests.push_back({Request::probe, what.peer, what.tag, 0, false, -1});
      {
        const int request = static_cast<int>(one.requests.size()) - 1;
        thread.waiting = {request};
        thread.all = thread.waits = true;
        match(rank);
      }
      return;
    case Instruction::waitall:
      return wait_for(std::exchange(thread.outstanding, {}), true);
    case Instruction::waitany:
      return wait_for(thread.outstanding, false);
    case Instruction::ibarrier: {
      ++one.collectives;
      one.requests.push_back({Request::schedule, 0, 0, 0, false, static_cast<int>(one.schedules.size())});
      thread.outstanding.push_back(static_cast<int>(one.requests.size()) - 1);
      one.schedules.push_back({0, rounds(), static_cast<int>(one.schedules.size()), thread.outstanding.back(), -1});
      begin_round(rank, one.schedules.back());
      ++thread.next;
      return;
    }
    case Instruction::barrier:
      ++one.collectives;
      thread.collective = "MPI_Barrier";
      thread.root = -1;
      thread.round = 0;
      thread.waits = thread.all = true;
      go_to_round(rank, thread);
      return wake(rank);
    case Instruction::bcast:
      ++one.collectives;
      if (what.peer == rank) {
        for (int other = 0; other < size(); ++other) {
          if (other != rank) post_send(rank, other, bcast_tag, false);
        }
        ++thread.next;
        return;
      }
      thread.collective = "MPI_Bcast";
      thread.root = what.peer;
      return wait_for({post_receive(rank, what.peer, bcast_tag)}, true);
  }
}

bool Machine::is_quiet(int rank) const {
  for (const auto &from : network_) {
    if (!from[static_cast<std::size_t>(rank)].empty()) return false;
  }
  return std::none_of(answers_.begin(), answers_.end(), [&](const Answer &answer) { return answer.rank == rank; });
}

Evidence Machine::picture(int rank, const View &view) const {
  const RankState &one = ranks_[static_cast<std::size_t>(rank)];
  Evidence evidence;
  evidence.id = {0, rank};
  evidence.world_size = size();
  evidence.state = one.finalized ? ProcessState::finalized : ProcessState::alive;
  evidence.counts = view.counters;
  evidence.transport_empty = is_quiet(rank);
  evidence.progress_counters = {static_cast<std::uint64_t>(one.progress)};
  Communicator world;
  world.context_id = 0;
  world.members = Members({{{0, 0}, size(), 1}});
  if (view.collectives_numbered) world.collectives = one.collectives;
  evidence.communicators.push_back(world);
  if (one.finalized) return evidence;
  if (view.counters) {
    for (int peer = 0; peer < size(); ++peer) {
      const int sent = one.sent[static_cast<std::size_t>(peer)], taken = one.taken[static_cast<std::size_t>(peer)];
      if (sent + taken == 0) continue;
      evidence.channels.push_back(
          {0, {0, peer}, static_cast<std::uint16_t>(sent), static_cast<std::uint16_t>(taken), 0});
    }
  }
  const auto add = [&](OperationKind kind, int peer, int tag, bool waits, int number) {
    Operation operation;
    operation.kind = kind;
    operation.communicator = 0;
    if (peer != any) operation.peer = ProcessId{0, peer};
    operation.tag = tag;
    operation.internal = is_internal(tag);
    operation.rendezvous = waits;
    operation.synchronous = waits && kind == OperationKind::send;
    operation.sequence = number;
    evidence.operations.push_back(operation);
    return static_cast<std::int32_t>(evidence.operations.size()) - 1;
  };
  const bool shows_inner = view.collectives_visible;
  std::vector<std::int32_t> operation_of(one.requests.size(), -1);
  for (std::size_t index = 0; index < one.requests.size(); ++index) {
    const Request &request = one.requests[index];
    if (request.complete || (!shows_inner && is_internal(request.tag))) continue;
    if (request.kind == Request::send) {
      operation_of[index] = add(OperationKind::send, request.peer, request.tag, true, request.number);
    } else if (request.kind == Request::receive) {
      operation_of[index] = add(OperationKind::receive, request.peer, request.tag, false, -1);
    } else if (request.kind == Request::probe) {
      operation_of[index] = add(OperationKind::probe, request.peer, request.tag, false, -1);
    }
  }
  for (const Message &message : one.arrived) {
    if (shows_inner || !is_internal(message.tag)) {
      add(OperationKind::unexpected, message.source, message.tag, message.waits, message.number);
    }
  }
  std::vector<std::int32_t> schedule_of(one.schedules.size(), -1);
  for (std::size_t index = 0; index < one.schedules.size(); ++index) {
    const ScheduleState &state = one.schedules[index];
    if (state.round >= state.rounds) continue;
    Schedule schedule;
    schedule.collective.name = "MPI_Ibarrier";
    schedule.collective.communicator = 0;
    schedule.visible = shows_inner;
    const std::int32_t receive = operation_of[static_cast<std::size_t>(state.receive)];
    if (receive >= 0) schedule.operations.push_back(receive);
    schedule.round = state.round;
    schedule_of[index] = static_cast<std::int32_t>(evidence.schedules.size());
    evidence.schedules.push_back(schedule);
  }
  for (const ThreadState &state : one.threads) {
    if (state.done && !one.finalizing) continue;
    Thread thread;
    if (state.waits) {
      thread.activity = Activity::waits;
      thread.all = state.all;
      if (!state.collective.empty()) {
        thread.collective.emplace();
        thread.collective->name = thread.call = state.collective;
        thread.collective->communicator = 0;
        if (state.root >= 0) thread.collective->root = state.root;
        if (view.collectives_numbered) thread.collective->sequence = one.collectives;
      }
      if (!state.collective.empty() && !shows_inner) {
        thread.conditions.push_back({ConditionKind::enter, -1, {}});
      } else {
        for (const int request : state.waiting) {
          const Request &waited = one.requests[static_cast<std::size_t>(request)];
          if (waited.complete) continue;
          if (waited.kind == Request::schedule) {
            thread.conditions.push_back(
                {ConditionKind::schedule, schedule_of[static_cast<std::size_t>(waited.schedule_index)], {}});
          } else {
            thread.conditions.push_back(
                {ConditionKind::operation, operation_of[static_cast<std::size_t>(request)], {}});
          }
        }
      }
    } else if (one.finalizing) {
      evidence.state = ProcessState::in_finalize;
      thread.activity = Activity::waits;
      thread.conditions.push_back({ConditionKind::members, -1, world.members});
      evidence.threads.push_back(thread);
      break;
    }
    evidence.threads.push_back(thread);
  }
  return evidence;
}

std::vector<Machine::Place> Machine::blocked(int rank) const {
  const RankState &one = ranks_[static_cast<std::size_t>(rank)];
  std::vector<Place> places;
  for (int index = 0; index < static_cast<int>(one.threads.size()); ++index) {
    const ThreadState &thread = one.threads[static_cast<std::size_t>(index)];
    if (thread.done && !one.finalizing) continue;
    places.push_back({rank, index, false, thread.next});
    if (one.finalizing) break;
  }
  for (int index = 0; index < static_cast<int>(one.schedules.size()); ++index) {
    const ScheduleState &schedule = one.schedules[static_cast<std::size_t>(index)];
    if (schedule.round < schedule.rounds) places.push_back({rank, index, true, 0});
  }
  return places;
}

bool Machine::is_still_at(const Place &place) const {
  const RankState &one = ranks_[static_cast<std::size_t>(place.rank)];
  const auto index = static_cast<std::size_t>(place.index);
  if (place.schedule) return one.schedules[index].round < one.schedules[index].rounds;
  if (one.finalizing) return !one.finalized && place.at >= one.threads[index].program.size();
  return one.threads[index].waits && one.threads[index].next == place.at;
}

std::string Machine::state() const {
  std::string text;
  const auto put = [&](int number) { text.append(reinterpret_cast<const char *>(&number), sizeof number); };
  for (const RankState &rank : ranks_) {
    for (const ThreadState &thread : rank.threads) {
      for (const int number : {static_cast<int>(thread.next), thread.worked, int{thread.waits}, int{thread.done},
                               thread.round, static_cast<int>(thread.outstanding.size())}) {
        put(number);
      }
    }
    for (const ScheduleState &schedule : rank.schedules) put(schedule.round);
    put(-1);
    for (const Request &request : rank.requests) put(request.complete);
    put(-1);
    for (const Message &message : rank.arrived) put(message.source), put(message.number);
    put(-1);
    for (const int count : rank.taken) put(count);
    put(rank.finalized);
  }
  std::vector<std::pair<int, int>> answers;
  for (const Answer &answer : answers_) answers.emplace_back(answer.rank, answer.request);
  std::sort(answers.begin(), answers.end());
  for (const auto &[rank, request] : answers) put(rank), put(request);
  return text;
}

std::vector<std::vector<Program>> random_programs(std::mt19937 &random) {
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  const int size = draw(2, 5);
  const bool with_collectives = draw(0, 2) != 0;
  std::vector<std::vector<Program>> programs;
  for (int rank = 0; rank < size; ++rank) {
    std::vector<Program> threads;
    for (int thread = 0; thread < (draw(0, 5) == 0 ? 2 : 1); ++thread) {
      Program program;
      for (int count = draw(1, 5); count > 0; --count) {
        const int peer = (rank + draw(1, size - 1)) % size;
        const int source = draw(0, 3) == 0 ? any : peer;
        const int tag = draw(0, 1), kind = draw(0, with_collectives && thread == 0 ? 24 : 17);
        using enum Instruction::Kind;
        if (kind < 4) {
          program.push_back({send, peer, tag});
        } else if (kind < 6) {
          program.push_back({ssend, peer, tag});
        } else if (kind < 8) {
          program.push_back({issend, peer, tag});
        } else if (kind < 12) {
          program.push_back({recv, source, tag});
        } else if (kind < 14) {
          program.push_back({irecv, source, tag});
        } else if (kind == 14) {
          program.push_back({probe, source, tag});
        } else if (kind == 15) {
          program.push_back({work, 0, draw(0, 4)});
        } else if (kind == 16) {
          program.push_back({waitall, 0, 0});
        } else if (kind == 17) {
          program.push_back({waitany, 0, 0});
        } else if (kind < 20) {
          program.push_back({barrier, 0, 0});
        } else if (kind < 22) {
          program.push_back({bcast, draw(0, size - 1), 0});
        } else {
          program.push_back({ibarrier, 0, 0});
        }
      }
      threads.push_back(std::move(program));
    }
    programs.push_back(std::move(threads));
  }
  return programs;
}

}  // namespace mqs_shim::why::toy
