// What differs between two looks at a process.

#include "mqs_shim/job/why/verdict/looks.h"

#include <doctest/doctest.h>

#include <functional>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

// Rank 0 of two with something of everything.
Evidence rich_rank() {
  JobBuilder job(2);
  job.receive(0, 1, 7);
  job.schedule(0, "MPI_Ibarrier", {job.receive(0, 1, -16)});
  job.collective(0, "MPI_Bcast", 0, 1, 3);
  job.window("halo", 4);
  job.lock(0, 0, 1, true);
  job.message(1, 0, 8);
  job.start(0, 0, {1}, 0);
  job.post(0, 0, {1}, 0);
  Evidence one = job.rank(0);
  one.progress_counters = {5};
  one.communicators[0].collectives = 4;
  return one;
}

}  // namespace

TEST_CASE("every fact of a process that changes is a change") {
  using ChannelKey = std::function<void(Evidence &)>;
  const std::vector<std::pair<Change, std::vector<ChannelKey>>> facts = {
      {Change::state, {[](Evidence &one) { one.stopped = true; }, [](Evidence &one) { one.pid = 9; }}},
      {Change::calls,
       {[](Evidence &one) { one.threads[0].tid = 9; },
        [](Evidence &one) { one.threads[0].activity = Activity::runs; },
        [](Evidence &one) { one.threads[0].call = "MPI_Reduce"; },
        [](Evidence &one) { one.threads[0].inside = "MPI_Reduce"; },
        [](Evidence &one) { one.threads[0].system_call = "read"; },
        [](Evidence &one) { one.threads[0].call_frame = Address(9); },
        [](Evidence &one) { one.threads[0].site.line = 9; },
        [](Evidence &one) { one.threads[0].all = false; },
        [](Evidence &one) { one.threads[0].conditions.clear(); },
        [](Evidence &one) { one.threads[0].conditions[0].kind = ConditionKind::operation; },
        [](Evidence &one) { one.threads[0].conditions[0].index = 0; },
        [](Evidence &one) { one.threads[0].conditions[0].processes = Members(one.id); },
        [](Evidence &one) { one.threads[0].conditions[0].lock = 0; },
        [](Evidence &one) { one.threads[0].collective.reset(); },
        [](Evidence &one) { one.threads[0].collective->name = "MPI_Reduce"; },
        [](Evidence &one) { one.threads[0].collective->communicator = 1; },
        [](Evidence &one) { one.threads[0].collective->root = 0; },
        [](Evidence &one) { one.threads[0].collective->sequence = 4; },
        [](Evidence &one) { one.threads[0].collective->count = 4; },
        [](Evidence &one) { one.threads.emplace_back(); }}},
      {Change::operations,
       {[](Evidence &one) { one.operations[0].kind = OperationKind::probe; },
        [](Evidence &one) { one.operations[0].communicator = 1; },
        [](Evidence &one) { one.operations[0].peer.reset(); },
        [](Evidence &one) { one.operations[0].tag = 8; },
        [](Evidence &one) { one.operations[0].partitions_ready = 1; },
        [](Evidence &one) { one.operations[0].context_id = 8; },
        [](Evidence &one) { one.operations[0].bytes = 8; },
        [](Evidence &one) { one.operations[0].bytes_done = 8; },
        [](Evidence &one) { one.operations[0].count = 8; },
        [](Evidence &one) { one.operations[0].sequence = 8; },
        [](Evidence &one) { one.operations[0].request = Address(8); },
        [](Evidence &one) { one.operations[0].any_tag = true; },
        [](Evidence &one) { one.operations[0].internal = true; },
        [](Evidence &one) { one.operations[0].synchronous = true; },
        [](Evidence &one) { one.operations[0].rendezvous = true; },
        [](Evidence &one) { one.operations[0].started = true; },
        [](Evidence &one) { one.operations[0].freed = true; },
        [](Evidence &one) { one.operations[0].idle = true; },
        [](Evidence &one) { one.operations[0].perhaps_one_more = true; },
        [](Evidence &one) { one.operations.pop_back(); }}},
      {Change::schedules,
       {[](Evidence &one) { one.schedules[0].collective.name = "MPI_Ibcast"; },
        [](Evidence &one) { one.schedules[0].operations.clear(); }, [](Evidence &one) { one.schedules[0].any = true; },
        [](Evidence &one) { one.schedules[0].visible = false; }, [](Evidence &one) { one.schedules[0].round = 1; },
        [](Evidence &one) { one.schedules[0].rounds = 1; },
        [](Evidence &one) { one.schedules[0].request = Address(1); }, [](Evidence &one) { one.schedules.clear(); }}},
      {Change::communicators,
       {[](Evidence &one) { one.communicators[0].context_id = 9; },
        [](Evidence &one) { one.communicators[0].handle = Address(9); },
        [](Evidence &one) { one.communicators[0].members = Members(one.id); },
        [](Evidence &one) { one.communicators[0].remote_members = Members(one.id); },
        [](Evidence &one) { one.communicators[0].collectives = 5; },
        [](Evidence &one) { one.communicators.pop_back(); }}},
      {Change::windows,
       {[](Evidence &one) { one.windows[0].handle = Address(9); },
        [](Evidence &one) { one.windows[0].communicator = 9; }, [](Evidence &one) { one.windows[0].started = {}; },
        [](Evidence &one) { one.windows[0].posts_arrived = 1; }, [](Evidence &one) { one.windows[0].posted = {}; },
        [](Evidence &one) { one.windows[0].completes_arrived = 1; },
        [](Evidence &one) { one.windows[0].posters = Members(one.id); },
        [](Evidence &one) { one.windows[0].locks[0].target = 0; },
        [](Evidence &one) { one.windows[0].locks[0].exclusive = false; },
        [](Evidence &one) { one.windows[0].locks[0].checked = false; },
        [](Evidence &one) { one.windows[0].locks[0].state = WindowLock::State::wanted; },
        [](Evidence &one) { one.windows[0].locks[0].ahead = Members(one.id); },
        [](Evidence &one) { one.windows.clear(); }}},
      {Change::counters,
       {[](Evidence &one) { one.channels[0].communicator = 1; }, [](Evidence &one) { one.channels[0].peer.rank = 0; },
        [](Evidence &one) { one.channels[0].sent = 9; }, [](Evidence &one) { one.channels[0].taken = 9; },
        [](Evidence &one) { one.channels[0].early = 9; }, [](Evidence &one) { one.progress_counters[0] = 6; },
        [](Evidence &one) { one.progress_counters.clear(); }}}};
  const Evidence first = rich_rank();
  CHECK(changes_of(first, first).empty());
  CHECK_FALSE(change_of(first, first).has_value());
  for (const auto &[kind, ways] : facts) {
    const auto change = kind;
    for (std::size_t way = 0; way < ways.size(); ++way) {
      CAPTURE(static_cast<int>(change));
      CAPTURE(way);
      Evidence second = first;
      ways[way](second);
      CHECK(changes_of(first, second) == std::vector{change});
      CHECK(change_of(first, second) == change);
    }
  }
}

TEST_CASE("windows are compared if both looks asked for them") {
  const Evidence first = rich_rank();
  Evidence second = first;
  second.windows.clear();
  second.windows_known = false;
  CHECK(changes_of(first, second).empty());
  CHECK(changes_of(second, first).empty());
}

TEST_CASE("of a process that has gone nothing but its state is compared") {
  const Evidence first = rich_rank();
  Evidence second = first;
  second.operations.clear();
  second.stopped = true;
  CHECK(changes_of(first, second) == std::vector{Change::state, Change::operations});
  CHECK(change_of(first, second) == Change::state);
  second.state = ProcessState::exited;
  second.stopped = false;
  CHECK(changes_of(first, second) == std::vector{Change::state});
  Evidence gone = first;
  gone.state = ProcessState::exited;
  CHECK_FALSE(change_of(gone, second).has_value());
}

TEST_CASE("a process leaves traces if it counts, or has gone; a probe leaves none where nothing is counted") {
  JobBuilder job(2);
  Evidence &one = job.rank(0);
  CHECK(leaves_traces(one));
  one.counts = false;
  CHECK_FALSE(leaves_traces(one));
  one.state = ProcessState::exited;
  CHECK(leaves_traces(one));
  one.state = ProcessState::alive;
  one.progress_counters = {1};
  CHECK(leaves_traces(one));
  job.wait(0, "MPI_Recv", {JobBuilder::on(job.receive(0, 1, 7))});
  CHECK(leaves_traces(one));
  job.wait(0, "MPI_Probe", {JobBuilder::on(job.probe(0, 1, 7))});
  CHECK_FALSE(leaves_traces(one));
  one.transport_empty = true;
  CHECK(leaves_traces(one));
  one.transport_empty.reset();
  job.thread(0).recorded.emplace().call = "MPI_Probe(...)";
  CHECK(leaves_traces(one));
  job.thread(0).recorded.reset();
  one.counts = true;
  CHECK(leaves_traces(one));
}

TEST_CASE("looks are equal of live processes that leave traces and that were there before") {
  JobBuilder job(5);
  job.rank(1).counts = false;
  job.rank(2).is_core = true;
  std::vector<Evidence> first = job.ranks(), second = job.ranks();
  second[3].pid = 9;
  first.erase(first.begin() + 4);
  const Looks looks = compare(first, second);
  CHECK(looks.equal == std::vector<bool>{true, false, false, false, false});
  REQUIRE(looks.moved.size() == 1);
  CHECK(looks.moved[0].process == 3);
  CHECK(looks.moved[0].change == Change::state);
}

}  // namespace mqs_shim::why
