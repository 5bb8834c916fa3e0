// The verdict on jobs made by hand, compared with golden/: all of them as text, one as JSON. hangs/forms_test.py
// compares the JSON of all with their text.

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "mqs_shim/render/verdict/render_why.h"
#include "mqs_shim/render/verdict/words/early_leave_words.h"
#include "mqs_shim/render/verdict/words/wait_words.h"
#include "tests/golden/compare.h"
#include "tests/render/sample_verdicts.h"
#include "tests/verdict/job_builder.h"

namespace {

std::string rendered(const sample::Verdict &verdict, mqs_shim::Format format, const std::string &launcher = {},
                     bool each = false) {
  mqs_shim::why::Inquiry inquiry;
  sample::judge(verdict, inquiry);
  mqs_shim::WhyOptions options;
  options.seconds = verdict.looks.size() > 1 ? 0.2 : 0;
  options.launcher = launcher;
  options.each = each;
  std::string text;
  {
    mqs_shim::Sink sink(mqs_shim::write_to_string(text));
    mqs_shim::render_why(inquiry, format, options, sink);
  }
  if (format != mqs_shim::Format::text) return text;
  return "== " + verdict.name + ": exit code " + std::to_string(static_cast<int>(inquiry.verdict().outcome)) + '\n' +
         text;
}

}  // namespace

TEST_CASE("every kind of verdict as text and JSON") {
  std::string text, json;
  for (const sample::Verdict &verdict : sample::verdicts()) {
    const std::string one = rendered(verdict, mqs_shim::Format::text);
    CHECK_MESSAGE(std::count(one.begin(), one.end(), '\n') < 40, verdict.name);
    CHECK_MESSAGE(one.find('\x1b') == std::string::npos, verdict.name);
    text += one;
    if (verdict.name == "deadlock") json = rendered(verdict, mqs_shim::Format::json);
  }
  golden::compare(GOLDEN_DIRECTORY, "why.txt", text);
  golden::compare(GOLDEN_DIRECTORY, "why.json", json);
}

TEST_CASE("a rank whose job is known from the others waits for those") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  job.finalize(1);
  job.rank(1).job_known = false;
  job.rank(0).id.job = 5;
  why::Inquiry inquiry;
  for (const why::Evidence &one : job.ranks()) inquiry.add(one);
  inquiry.judge();
  CHECK(inquiry.verdict().outcome == why::Outcome::may_go_on);
}

TEST_CASE("a message that was on its way is waited for") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.without_counters();
  why::Inquiry inquiry;
  const auto look = [&] {
    for (const why::Evidence &one : job.ranks()) inquiry.add(one);
    inquiry.judge();
  };
  job.rank(0).transport_empty = false;
  job.rank(1).transport_empty = true;
  look();
  look();
  CHECK(inquiry.wants_another_look());
  job.rank(0).transport_empty = true;
  look();
  CHECK_FALSE(inquiry.wants_another_look());
  CHECK(inquiry.verdict().findings.front().proof == why::Proof::transport);
}

namespace {

// Of two looks: rank 1 went on, or stood still.
std::string text_of_looks(const mqs_shim::why::JobBuilder &job, bool moves) {
  mqs_shim::why::JobBuilder first = job;
  if (moves) first.thread(1).call_frame = mpidbg::Address(0x7ffe0000);
  return rendered({"", {first.ranks(), job.ranks()}}, mqs_shim::Format::text);
}

}  // namespace

TEST_CASE("a message on its way to one of those that wait: JSON claims no standstill") {
  mqs_shim::why::JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.without_counters();
  const auto is_claimed = [&](bool empty) {
    job.rank(0).transport_empty = empty;
    const auto json = nlohmann::json::parse(rendered({"", {job.ranks(), job.ranks()}}, mqs_shim::Format::json));
    return json["verdict"]["findings"][0]["can_never_go_on"].get<bool>();
  };
  CHECK(is_claimed(true));
  CHECK_FALSE(is_claimed(false));
}

TEST_CASE("a call whose own nonblocking collective goes on waits for that, not for nobody") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  for (const int rank : {0, 1}) {
    job.collective(rank, "MPI_Win_create");
    const int part = job.receive(rank, 1 - rank, -32);
    job.operation(rank, job.message(1 - rank, rank, -32)).internal = true;
    job.wait(rank, "MPI_Win_create", {why::JobBuilder::on_schedule(job.schedule(rank, "", {part}))});
  }
  const why::Waits waits(job.ranks(), {});
  const mqs_shim::WaitWords words(waits);
  CHECK(words.wait(why::judge(waits, nullptr), 0, false) == "the nonblocking collective on MPI_COMM_WORLD to complete");
}

TEST_CASE("a rank in a call that takes a tag waits for ranks that have not made the call with it") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(3);
  const char *const call = "MPI_Intercomm_create";
  job.wait(0, call, {why::JobBuilder::on(job.receive(0, 1, 7))});
  const auto text = [&] {
    const why::Waits waits(job.ranks(), {});
    return mqs_shim::WaitWords(waits).wait(why::judge(waits, nullptr), 0, false);
  };
  SUBCASE("by a message with the tag") {
    CHECK(text() == "rank 1 to enter MPI_Intercomm_create with tag 7 on MPI_COMM_WORLD");
    job.wait(1, call, {why::JobBuilder::on(job.receive(1, 2, 8))});
    CHECK(text() == "rank 1 to take part in MPI_Intercomm_create with tag 7 on MPI_COMM_WORLD");
  }
  SUBCASE("by a message to whose tag the library has added a bit") {
    job.operation(0, 0).internal = true;
    job.operation(0, 0).tag = 0x10000007;
    CHECK(text() == "rank 1 to enter MPI_Intercomm_create with tag 7 on MPI_COMM_WORLD");
  }
  SUBCASE("by a nonblocking collective of the library, which does not count as one of the program") {
    job.operation(0, 0).internal = true;
    const int part = job.schedule(0, "", {0});
    job.rank(0).schedules[0].part_of_call = true;
    job.wait(0, call, {why::JobBuilder::on_schedule(part)});
    CHECK(text() == "rank 1 to enter MPI_Intercomm_create on MPI_COMM_WORLD");
    CHECK(why::Waits(job.ranks(), {}).collectives().entries().empty());
  }
}

TEST_CASE("a job is looked at five times at most, whatever is still on its way") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.without_counters();
  job.rank(0).transport_empty = false;
  job.rank(1).transport_empty = true;
  why::Inquiry inquiry;
  for (int look = 1; look <= 5; ++look) {
    for (const why::Evidence &one : job.ranks()) inquiry.add(one);
    inquiry.judge();
    CHECK(inquiry.wants_another_look() == (look < 5));
  }
}

TEST_CASE("a large group is named by its first rank and how many others there are") {
  namespace why = mqs_shim::why;
  const auto name_with = [](int members) {
    why::JobBuilder job(110);
    std::vector<int> ranks;
    ranks.reserve(static_cast<std::size_t>(members));
    for (int i = 0; i < members; ++i) ranks.push_back(3 + i * i);
    const int index = job.communicator(8, ranks);
    job.rank(3).communicators[static_cast<std::size_t>(index)].name.clear();
    const why::Waits waits(job.ranks(), {});
    return mqs_shim::JobNames(waits).communicator(3, index);
  };
  CHECK(name_with(3) == "the communicator of ranks 3-4,7 (context 8)");
  CHECK(name_with(10) == "the communicator of ranks 3-4,7,12,19,28,39,52,67,84 (context 8)");
  CHECK(name_with(11) == "the communicator of rank 3 and 10 others (context 8)");
}

TEST_CASE("one byte of a message that nobody asks for") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  job.message(1, 0, 8);
  job.operation(0, 0).bytes = 1;
  job.recv(0, 1, 7);
  job.recv(1, 0, 9);
  CHECK(text_of_looks(job, false).find("sent tag 8 to rank 0 on MPI_COMM_WORLD, 1 byte, and") != std::string::npos);
}

TEST_CASE("a rank that went on and cannot be seen is not about to return from a call") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  job.recv(0, 1, 7);
  job.thread(1).activity = why::Activity::unknown;
  job.thread(1).why_unknown = "at a place that is not known";
  const std::string text = text_of_looks(job, true);
  CHECK(text.find("MOVING: rank 0 waits for rank 1, which made progress between the two looks\n") != std::string::npos);
  CHECK(text.find("  rank 1  is at a place that is not known\n") != std::string::npos);
}

TEST_CASE("a rank that should go on and stood still is named with its call") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  job.collective_receive(0, "MPI_Barrier", 1);
  job.ssend(1, 0, 7);
  job.receive(0, 1, 7);  // the message has been asked for
  const std::string text = text_of_looks(job, false);
  CHECK(text.find(
            "STANDING STILL: rank 1 waits for what should be on its way, and nothing moved between the two looks\n") !=
        std::string::npos);
  CHECK(text.find("  rank 1  MPI_Ssend") != std::string::npos);
}

TEST_CASE("all ranks are in MPI_Init") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  for (const int rank : {0, 1}) {
    job.rank(rank).state = why::ProcessState::in_init;
    job.wait(rank, "MPI_Init", {{why::ConditionKind::members, -1, job.members({0, 1})}});
  }
  CHECK(text_of_looks(job, false)
            .starts_with("== : exit code 0\nall ranks are in MPI_Init\n  ranks 0-1  are in MPI_Init\n"));
}

TEST_CASE("what limits what was read of ranks is said, of ranks that share it once, and of many of a few") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(12);
  for (int rank = 0; rank < 12; ++rank) {
    why::Evidence &one = job.rank(rank);
    one.target = "core." + std::to_string(rank);
    one.warnings.emplace() = {"core file " + one.target + " is truncated"};
    if (rank > 9) one.warnings->push_back(one.target + ": libm.so is of another build");
  }
  const std::string text = rendered({"", {job.ranks()}}, mqs_shim::Format::text);
  CHECK(text.find("\nwarning: core file core.0 is truncated\nwarning: core file core.1 is truncated\n") !=
        std::string::npos);
  CHECK(text.ends_with("\nwarning: core file core.7 is truncated\nwarning: and 5 more, which --each shows\n"));
  const std::string each = rendered({"", {job.ranks()}}, mqs_shim::Format::text, {}, true);
  CHECK(
      each.ends_with("\nwarning: core file core.10 is truncated\n"
                     "warning: ranks 10-11: libm.so is of another build\n"
                     "warning: core file core.11 is truncated\n"));
  const auto json = nlohmann::json::parse(rendered({"", {job.ranks()}}, mqs_shim::Format::json));
  CHECK(json["processes"][10]["warnings"] ==
        nlohmann::json::array({"core file core.10 is truncated", "core.10: libm.so is of another build"}));
}

TEST_CASE("that ranks of a deadlock, or behind it, are stopped is said") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(3);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.recv(2, 0, 7);
  for (const int rank : {1, 2}) {
    job.rank(rank).stopped = true;
    job.thread(rank).site = {"relax", "/home/user/solver.c", "", 60, 0};
  }
  const std::string text = rendered({"", {job.ranks()}}, mqs_shim::Format::text);
  CHECK(text.find("\nDEADLOCK: ranks 0-1 wait for each other and for nothing else  proved: ") != std::string::npos);
  CHECK(text.find("\nranks 1-2 are stopped by a signal or a debugger in MPI_Recv at relax (solver.c:60)\n") !=
        std::string::npos);
}

TEST_CASE("a rank that crashed is named with the place") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(3);
  for (const int rank : {0, 1}) job.recv(rank, 2, 7);
  job.rank(2).state = why::ProcessState::crashed;
  job.thread(2).site = {"relax", "/home/user/solver.c", "", 60, 0};
  const std::string text = rendered({"", {job.ranks()}}, mqs_shim::Format::text);
  CHECK(text.find("\nDEAD PEER: ranks 0-1 wait for rank 2, which has crashed  proved: ") != std::string::npos);
  CHECK(text.find("\n  rank 2  has crashed in relax (solver.c:60)\n") != std::string::npos);
}

TEST_CASE("a rank of a job that none of the targets is of says which job it is of") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  const int inter = job.communicator(4, {0, 1});
  for (const int rank : {0, 1}) {
    why::Communicator &one = job.rank(rank).communicators[static_cast<std::size_t>(inter)];
    one.remote_members = why::Members({{{1, 0}, 2, 1}});
    job.rank(rank).target = "pid " + std::to_string(40 + rank);
    job.rank(rank).job_name = std::to_string((26292 << 16) + 1);
  }
  job.recv(0, 1, 11, inter);
  job.operation(0, 0).peer = why::ProcessId{1, 1};
  job.collective(1, "MPI_Barrier", inter);
  const std::string text = text_of_looks(job, false);
  CHECK(text.find("ranks 0-1 of job 1 wait for ranks 0-1 of job 2, which are not among the targets\n") !=
        std::string::npos);
  CHECK(text.find("waits for rank 1 of job 2 to send tag 11 on the communicator between ranks 0-1 of job 1 and ranks "
                  "0-1 of job 2 (context 4)\n") != std::string::npos);
  CHECK(text.find("\njob 1, [26292,1]: pid 40 and pid 41\njob 2: none of the targets\n") != std::string::npos);
  const std::string json = rendered({"", {job.ranks()}}, mqs_shim::Format::json);
  CHECK(json.find("\"waits_for\": \"rank 1 of job 2 to send tag 11 on ") != std::string::npos);
}

namespace {

// Two ranks that wait for a message of their own, and a thread beside each.
mqs_shim::why::JobBuilder waiting_for_themselves() {
  mqs_shim::why::JobBuilder job(2);
  for (const int rank : {0, 1}) {
    job.recv(rank, rank, 1);
    job.add_thread(rank);
  }
  return job;
}

}  // namespace

TEST_CASE("ranks whose own other threads can end their waits wait for themselves") {
  namespace why = mqs_shim::why;
  why::JobBuilder job = waiting_for_themselves();
  CHECK(text_of_looks(job, false)
            .find("WAITING: ranks 0-1 wait for themselves, each alone, and other threads of them run\n") !=
        std::string::npos);
  for (const int rank : {0, 1}) job.thread(rank, 1).activity = why::Activity::polls;
  CHECK(text_of_looks(job, false)
            .find("WAITING: ranks 0-1 wait for themselves, each alone, and other threads of them poll\n") !=
        std::string::npos);
  why::JobBuilder single(1);
  single.recv(0, 0, 1);
  single.add_thread(0);
  CHECK(text_of_looks(single, false).find("WAITING: rank 0 waits for itself, and another thread of it runs\n") !=
        std::string::npos);
}

TEST_CASE("a rank that waits for another one as well does not wait for itself alone") {
  mqs_shim::why::JobBuilder job = waiting_for_themselves();
  job.receive(0, 1, 2);
  job.wait(0, "MPI_Waitall", {mqs_shim::why::JobBuilder::on(0), mqs_shim::why::JobBuilder::on(1)});
  CHECK(text_of_looks(job, false).find("WAITING: ranks 0-1 wait for each other, and other threads of them run\n") !=
        std::string::npos);
}

TEST_CASE("numbers of nonblocking collectives say that they contain those of the library itself") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(3);
  for (const int rank : {0, 1, 2}) job.rank(rank).communicators[0].nonblocking_collectives = rank == 0 ? 3 : 4;
  for (const int rank : {1, 2}) job.collective(rank, "MPI_Barrier");
  CHECK(
      text_of_looks(job, false)
          .find("  rank 0 has begun 3 nonblocking collectives on MPI_COMM_WORLD, ranks 1-2 have begun 4 (the library's "
                "own counted)\n") != std::string::npos);
}

TEST_CASE("a rank that is not below the launcher has ended, or is on another node") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(3);
  const int inter = job.communicator(4, {0});
  for (const int rank : {0, 1}) job.collective(rank, "MPI_Barrier");
  job.ranks().pop_back();
  using mqs_shim::Format;
  const auto text_of = [&](Format format = Format::text) {
    return rendered({"", {job.ranks()}}, format, "mpirun 4711");
  };
  CHECK(text_of().find(" wait for rank 2, which is not below mpirun 4711: it has ended, or is on another node\n") !=
        std::string::npos);
  CHECK(text_of().find("not below mpirun 4711: rank 2\n") != std::string::npos);
  CHECK(text_of(Format::json).find("\"activity\": \"is not below mpirun 4711: it has ended, or is on another node\"") !=
        std::string::npos);
  CHECK(text_of(Format::dot).find("rank 2\\nnot below mpirun 4711") != std::string::npos);
  for (const Format format : {Format::text, Format::json, Format::dot})
    CHECK(text_of(format).find("among the targets") == std::string::npos);
  job.ranks().pop_back();
  CHECK(text_of().find(" for ranks 1-2, which are not below mpirun 4711: they have ended, or are on other nodes\n") !=
        std::string::npos);
  // Whose job another launcher may have started.
  job.rank(0).communicators[static_cast<std::size_t>(inter)].remote_members = why::Members({{{1, 0}, 1, 1}});
  job.recv(0, 1, 11, inter);
  job.operation(0, 0).peer = why::ProcessId{1, 0};
  CHECK(text_of().find("waits for rank 0 of job 2, which is not among the targets\n") != std::string::npos);
  CHECK(text_of(Format::json).find("\"activity\": \"is not among the targets\"") != std::string::npos);
  CHECK(text_of(Format::dot).find("not among the targets") != std::string::npos);
}

TEST_CASE("who is in a collective is not said of ranks that were not looked at") {
  mqs_shim::why::JobBuilder job(4);
  for (const int rank : {0, 1}) job.collective(rank, "MPI_Barrier");
  job.recv(2, 0, 5);
  job.ranks().pop_back();
  CHECK(
      text_of_looks(job, false)
          .find("  MPI_COMM_WORLD: ranks 0-1 are in MPI_Barrier, rank 2 is in none, the others were not looked at\n") !=
      std::string::npos);
}

namespace {

// What rank 0 waits for.
std::string wait_in_words(const mqs_shim::why::JobBuilder &job) {
  const mqs_shim::why::Waits waits(job.ranks(), {});
  return mqs_shim::WaitWords(waits).wait(mqs_shim::why::judge(waits, nullptr), 0, false);
}

}  // namespace

TEST_CASE("messages of the library's own are called the same in both directions") {
  namespace why = mqs_shim::why;
  for (const auto kind : {why::OperationKind::send, why::OperationKind::receive}) {
    why::JobBuilder job(2);
    why::Operation &one = job.operation(0, job.receive(0, 1, -27));
    one.kind = kind;
    one.internal = true;
    job.wait(0, "MPI_Wait", {why::JobBuilder::on(0)});
    CHECK(wait_in_words(job) == "rank 1 to do its part on MPI_COMM_WORLD");
  }
}

TEST_CASE("ranks of which the same is said are on one line") {
  // Two wait for different messages of the library's own inside of the collective.
  mqs_shim::why::JobBuilder job(4);
  job.collective_receive(0, "MPI_Barrier", 1);
  job.collective_receive(1, "MPI_Barrier", 3);
  job.collective_receive(2, "MPI_Barrier", 0);
  for (const int rank : {0, 1, 2})
    job.thread(rank).site = {.function = "solve", .file = "a.c", .module = "", .line = 7};
  job.recv(3, 2, 5);
  const std::string text = text_of_looks(job, false);
  CHECK_MESSAGE(text.find("  ranks 0-2  MPI_Barrier at solve (a.c:7)  waits for rank 3 to enter MPI_Barrier") !=
                    std::string::npos,
                text);
}

TEST_CASE("who waits for partitions says whose call is missing, and for how many") {
  namespace why = mqs_shim::why;
  // Rank 0 waits for 4 partitions with tag 7, rank 1 has the other side if there is any.
  const auto waits = [](bool sends, int ready, const auto &change) {
    why::JobBuilder job(2);
    for (const int rank : {0, 1}) {
      const bool is_send = (rank == 0) == sends;
      why::Operation &one = job.operation(rank, job.receive(rank, 1 - rank, 7));
      one.kind = is_send ? why::OperationKind::partitioned_send : why::OperationKind::partitioned_receive;
      one.partitions = 4;
      one.partitions_ready = is_send ? ready : -1;
    }
    job.wait(0, "MPI_Wait", {why::JobBuilder::on(0)});
    change(job.operation(0, 0), job.rank(1).operations);
    return wait_in_words(job);
  };
  using Own = why::Operation &;
  using Others = std::vector<why::Operation> &;
  const auto as_is = [](Own, Others) {};
  const auto alone = [](Own, Others others) { others.clear(); };
  const auto idle = [](Own, Others others) { others[0].idle = true; };
  const std::string on = " on MPI_COMM_WORLD", pready = "call MPI_Pready for ";
  CHECK(waits(false, 4, as_is) == "the rest of the partitions that rank 1 sends with tag 7" + on);
  CHECK(waits(false, 3, as_is) == "rank 1 to " + pready + "1 of its 4 partitions for tag 7" + on);
  CHECK(waits(false, 1, [](Own, Others others) { others[0].perhaps_one_more = true; }) ==
        "rank 1 to " + pready + "2 or 3 of its 4 partitions for tag 7" + on);
  CHECK(waits(false, 2, [](Own, Others others) { others[0].perhaps_one_more = true; }) ==
        "rank 1 to " + pready + "1 or 2 of its 4 partitions for tag 7" + on);
  CHECK(waits(false, 3, [](Own, Others others) { others[0].perhaps_one_more = true; }) ==
        "rank 1 to " + pready + "1 of its 4 partitions for tag 7" + on);
  CHECK(waits(false, 0, idle) == "rank 1 to start its partitioned send for tag 7" + on);
  CHECK(waits(false, -1, as_is) == "rank 1 to send tag 7 in 4 partitions" + on);
  CHECK(waits(false, 0, [](Own own, Others others) { own.partitions = 1, own.any_tag = true, others.clear(); }) ==
        "rank 1 to send any tag in 1 partition" + on);
  CHECK(waits(true, 4, as_is) == "its partitions to reach rank 1 with tag 7" + on);
  CHECK(waits(true, 3, as_is) == "its own program to " + pready + "1 of its 4 partitions to rank 1 with tag 7" + on);
  CHECK(waits(true, 4, idle) == "rank 1 to start its partitioned receive with tag 7" + on);
  CHECK(waits(true, -1, alone) == "rank 1 to start its partitioned receive" + on);
  CHECK(waits(true, 4, [](Own own, Others others) { own.tag_known = false, others[0].met_none = true; }) ==
        "rank 1 to start a partitioned receive with the tag of the send" + on);
  CHECK(waits(true, 3, [](Own own, Others others) { own.perhaps_one_more = true, others.clear(); }) ==
        "rank 1 to start its partitioned receive, or its own program to " + pready + "1 of its 4 partitions to rank 1" +
            on);
}

TEST_CASE("of a collective that all have entered they have to finish it, or the one that the system keeps there") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  for (const int rank : {0, 1}) job.collective(rank, "MPI_Barrier");
  CHECK(wait_in_words(job) == "the other members, which have entered it, to finish MPI_Barrier on MPI_COMM_WORLD");
  job.thread(1).activity = why::Activity::runs;
  job.thread(1).system_call = "open";
  CHECK(wait_in_words(job) == "rank 1 to go on in MPI_Barrier on MPI_COMM_WORLD");
  job.thread(1).collective.reset();
  CHECK(wait_in_words(job) == "rank 1 to enter MPI_Barrier on MPI_COMM_WORLD");
}

TEST_CASE("a communicator of the library is named by what it belongs to, as far as that is known") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  const auto on = static_cast<std::size_t>(job.communicator(4, {0, 1}));
  for (const int rank : {0, 1}) job.rank(rank).communicators[on].internal = true;
  const auto wait_in = [&](const char *call) {
    job.collective(0, call, static_cast<int>(on));
    return wait_in_words(job);
  };
  CHECK(wait_in("MPI_Win_fence") == "rank 1 to enter MPI_Win_fence on a window");
  CHECK(wait_in("MPI_File_read_all") == "rank 1 to enter MPI_File_read_all on a file");
  CHECK(wait_in("MPI_Barrier") == "rank 1 to enter MPI_Barrier on a communicator of the library");
  job.rank(0).files = {{"in.nc", -1, true}};
  CHECK(wait_in("MPI_File_open") == "rank 1 to enter MPI_File_open on file in.nc");
  job.rank(0).files.push_back({"out.nc", -1, true});
  CHECK(wait_in("MPI_File_open") == "rank 1 to enter MPI_File_open on a file");
}

TEST_CASE("a lock that nobody is seen to have is waited for from others, or in turn where nobody keeps whose it is") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(2);
  const int halo = job.window("halo", 4);
  job.want_lock(0, halo, 1, true);
  CHECK(wait_in_words(job) == "others to unlock window halo (target rank 1)");
  for (const int rank : {0, 1}) job.window(rank, halo).by_loads = true;
  CHECK(wait_in_words(job) ==
        "its turn to lock window halo (target rank 1), and the library does not keep whose turn it is");
  job.lock(1, halo, 1, false);
  CHECK(wait_in_words(job) == "rank 1 to unlock window halo (target rank 1)");
}

TEST_CASE(
    "who may have left a collective may differ in its arguments, unless nothing is left to be in another one of") {
  namespace why = mqs_shim::why;
  const auto text_with = [](const char *call, bool on_another) {
    why::JobBuilder job(2);
    job.collective(0, call);
    const why::Waits waits(job.ranks(), {});
    return mqs_shim::early_leave_text(mqs_shim::WaitWords(waits), waits, 0, 1, on_another);
  };
  const std::string past = " already: then they differ in its arguments, as ";
  CHECK(text_with("MPI_Bcast", false) == "unless rank 1 is past MPI_Bcast" + past + "the root or a count");
  CHECK(text_with("MPI_Alltoallv", false) == "unless rank 1 is past MPI_Alltoallv" + past + "a count");
  CHECK(text_with("MPI_File_write_all", true) ==
        "unless rank 1 is past MPI_File_write_all" + past + "the communicator, an offset or a count");
  CHECK(text_with("MPI_Neighbor_alltoall", false) ==
        "unless rank 1 is past MPI_Neighbor_alltoall" + past + "the neighbours or a count");
  CHECK(text_with("MPI_Barrier", true).empty());  // nobody leaves it before all are in it
  for (const char *call : {"MPI_File_close", "MPI_Comm_free", "MPI_Comm_disconnect"}) {
    CHECK(text_with(call, false).empty());
    CHECK(
        text_with(call, true).starts_with(std::string("unless rank 1 is past ") + call + past + "the communicator, "));
  }
}

TEST_CASE("a finding says which of the awaited ranks may have left the collective, or have left it by count") {
  namespace why = mqs_shim::why;
  why::JobBuilder job(3);
  job.collective_receive(1, "MPI_Bcast", 0);
  job.collective_receive(2, "MPI_Bcast", 1);
  job.finalize(0);
  const auto text = [&] { return rendered({"left", {job.ranks()}}, mqs_shim::Format::text); };
  const std::string differ = " differ in its arguments, as the root or a count\n";
  CHECK(text().find("\n  unless rank 0 is past MPI_Bcast already: then they" + differ) != std::string::npos);
  for (int rank = 0; rank < 3; ++rank) {
    job.rank(rank).communicators[0].collectives = 4;
    if (rank != 0) job.thread(rank).collective->sequence = 4;
  }
  CHECK(text().find("\n  rank 0 has entered and left MPI_Bcast, by the count of collectives: the calls differ in their "
                    "arguments, as the root or a count\n") != std::string::npos);
  job.rank(0).communicators[0].collectives = 3;
  CHECK(text().find("in its arguments") == std::string::npos);
  CHECK(text().find("in their arguments") == std::string::npos);
}

TEST_CASE("several equal conditions are all needed, or one suffices") {
  namespace why = mqs_shim::why;
  for (const bool all : {true, false}) {
    why::JobBuilder job(2);
    std::vector<why::Condition> conditions;
    for (int i = 0; i < 2; ++i) conditions.push_back(why::JobBuilder::on(job.receive(0, 1, 7)));
    job.wait(0, all ? "MPI_Waitall" : "MPI_Waitsome", conditions, all);
    const why::Waits waits(job.ranks(), {});
    CHECK(mqs_shim::WaitWords(waits).wait(why::judge(waits, nullptr), 0, false) ==
          std::string("rank 1 to send tag 7 on MPI_COMM_WORLD (2 of these, ") +
              (all ? "all needed)" : "any one suffices)"));
  }
}

TEST_CASE("JSON names at most 1,048,576 missing ranks, however many runs of them there are") {
  mqs_shim::why::JobBuilder job(4);
  for (int rank = 0; rank < 4; ++rank) {
    job.rank(rank).id.rank = rank << 20;
    job.rank(rank).world_size = 1 << 30;
  }
  const auto answer = nlohmann::json::parse(rendered({"damaged_size", {job.ranks()}}, mqs_shim::Format::json));
  const auto &missing = answer["missing_ranks"];
  REQUIRE(missing.size() == 1 << 20);
  CHECK(missing.front() == 1);
  CHECK(missing.back() == (1 << 20) + 1);
}

TEST_CASE("a communicator that the library named is named after the one that it was made from") {
  using mqs_shim::why::JobBuilder;
  const auto text = [](const std::string &name, const std::string &origin) {
    JobBuilder job(2);
    const int first = job.communicator(3, {0, 1}), second = job.communicator(4, {0, 1});
    for (auto &rank : job.ranks()) {
      rank.communicators[static_cast<std::size_t>(first)].name = origin;
      rank.communicators[static_cast<std::size_t>(second)].name = name;
    }
    for (const int rank : {0, 1}) job.recv(rank, 1 - rank, 7, second);
    const std::string all = rendered({"named", {job.ranks()}}, mqs_shim::Format::text);
    const std::size_t at = all.find("send tag 7 on ");
    return at == std::string::npos ? all : all.substr(at + 14, all.find('\n', at) - at - 14);
  };
  CHECK(text("MPI COMMUNICATOR 4 DUP FROM 3", "halo") == "a duplicate of halo (context 4)");
  CHECK(text("MPI COMMUNICATOR 4 SPLIT FROM 3", "halo") == "a part of halo (context 4)");
  CHECK(text("MPI COMMUNICATOR 4 DUP FROM 5", "halo") == "MPI COMMUNICATOR 4 DUP FROM 5");
  CHECK(text("MPI COMMUNICATOR 4 DUP FROM 3", "MPI COMMUNICATOR 3 SPLIT FROM 0") == "MPI COMMUNICATOR 4 DUP FROM 3");
}
