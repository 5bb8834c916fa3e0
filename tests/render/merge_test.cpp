// Ranks that say the same as one block, equal operations as one line.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/render/blocks/rank_classes.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/wording/operation_lines.h"
#include "tests/fakes/random_rounds.h"
#include "tests/golden/compare.h"
#include "tests/render/sample_reports.h"

using namespace mqs_shim;

namespace {

std::size_t allocations = 0;

}  // namespace

// Counted as the work of a test: exact, where a time is not.
void *operator new(std::size_t size) {
  ++allocations;
  if (void *memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void *memory) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, const std::nothrow_t &) noexcept {
  std::free(memory);
}

namespace {

struct Row {
  int rank;
  int peer;
  std::string text;      // without marks, as names are
  std::string number{};  // marked as `kind`
  Mark::Kind kind = Mark::Kind::number;
};

// "ranks 0-2: from rank+1 text" a class.
std::vector<std::string> classes_of(const std::vector<Row> &rows) {
  RankClasses classes;
  for (const Row &row : rows) {
    BlockTree tree;
    tree.block.cells.begin().append("from ");
    tree.block.cells.append_marked(std::to_string(row.peer), Mark::Kind::rank);
    tree.block.cells.append_to_last(' ' + row.text);
    if (!row.number.empty()) tree.block.cells.append_marked(row.number, row.kind, "...");
    classes.add(row.rank, tree);
  }
  std::vector<std::string> texts;
  for (const RankClass &one : classes.take_classes())
    texts.push_back(rank_set_text(one.ranks) + ": " + std::string(one.tree.block.cells.text(0)));
  return texts;
}

template <class ToRow>
std::vector<Row> rows(int count, ToRow to_row) {
  std::vector<Row> all;
  all.reserve(static_cast<std::size_t>(count));
  for (int rank = 0; rank < count; ++rank) all.push_back(to_row(rank));
  return all;
}

using Texts = std::vector<std::string>;

// Rank `rank` of a ring waits for its neighbour; the last one for nobody, in a barrier.
ProcessReport ring_rank(int rank, int size) {
  ProcessReport report = sample::hung_rank();
  report.world_rank = rank;
  report.world_size = size;
  report.pid = 4000 + rank;
  report.target = "pid " + std::to_string(report.pid);
  std::erase_if(report.communicators, [](const CommunicatorRecord &one) { return one.name == "my dup"; });
  for (CommunicatorRecord &communicator : report.communicators) {
    if (communicator.size == 1) continue;
    communicator.rank = rank;
    communicator.size = size;
    communicator.local_members.clear();
    // All of them in each of many ranks would be a square.
    for (int member = 0; member < std::min(size, 64); ++member)
      communicator.local_members.push_back({report.job, 0, member});
    for (Operation &operation : communicator.queues[MPIDBG_QUEUE_RECEIVES].operations)
      operation.world_rank = operation.comm_rank = rank + 1;
  }
  if (rank + 1 < size) return report;
  for (CommunicatorRecord &communicator : report.communicators)
    for (Queue &queue : communicator.queues) queue.operations.clear();
  ThreadRecord &thread = report.threads.front();
  thread.call = "MPI_Barrier";
  thread.blocking = true;
  thread.library_words = {report.communicators.back().handle};
  return report;
}

std::string ring(Noun noun, int size, bool each = false, std::size_t messages = 0) {
  RenderOptions options;
  options.each = each;
  std::string text;
  {
    Sink sink(write_to_string(text));
    const auto renderer = make_renderer(noun, Format::text, options, sink);
    for (int rank = 0; rank < size; ++rank) {
      ProcessReport report = ring_rank(rank, size);
      if (rank == 5 && messages != 0) {
        Operation message;
        message.world_rank = message.comm_rank = 6;
        message.tag = 8;
        message.bytes = 4;
        report.communicators.back().queues[MPIDBG_QUEUE_UNEXPECTED].operations.assign(messages, message);
      }
      renderer->add(report);
    }
    renderer->finish({});
  }
  return text;
}

}  // namespace

TEST_CASE("peers: the same rank, the same distance, neither") {
  CHECK(classes_of(rows(64, [](int rank) { return Row{rank, 0, "a"}; })) == Texts{"ranks 0-63: from 0 a"});
  CHECK(classes_of(rows(64, [](int rank) { return Row{rank, rank + 1, "a"}; })) == Texts{"ranks 0-63: from rank+1 a"});
  CHECK(classes_of(rows(64, [](int rank) { return Row{rank, rank, "a"}; })) == Texts{"ranks 0-63: from itself a"});
  // A ring: the last one has another distance.
  CHECK(classes_of(rows(64, [](int rank) {
          return Row{rank, (rank + 1) % 64, "a"};
        })) == Texts{"rank 63: from 0 a", "ranks 0-62: from rank+1 a"});
  // Nothing to say in common: too many to tell apart.
  CHECK(classes_of(rows(64, [](int rank) {
          return Row{rank, rank * rank % 61, "a"};
        })) == Texts{"ranks 0-63: from various ranks a"});
  // Few ranks lose nothing.
  CHECK(classes_of(rows(4, [](int rank) {
          return Row{rank, rank * rank, "a"};
        })) == Texts{"rank 2: from 4 a", "rank 3: from 9 a", "ranks 0-1: from itself a"});
}

TEST_CASE("numbers of the words, addresses, durations") {
  const auto with = [](auto to_text) {
    return classes_of(rows(40, [&](int rank) { return Row{rank, 0, to_text(rank)}; }));
  };
  const auto with_number = [](auto to_number, Mark::Kind kind) {
    return classes_of(rows(40, [&](int rank) { return Row{rank, 0, "x ", std::to_string(to_number(rank)), kind}; }));
  };
  using enum Mark::Kind;
  CHECK(with_number([](int rank) { return rank == 7 ? 8 : 7; }, number) ==
        Texts{"rank 7: from 0 x 8", "ranks 0-6,8-39: from 0 x 7"});
  CHECK(with_number([](int rank) { return rank + 90; }, number) == Texts{"ranks 0-39: from 0 x 90-129"});
  CHECK(with_number([](int rank) { return rank - 90; }, number) == Texts{"ranks 0-39: from 0 x -90 to -51"});
  CHECK(with_number([](int rank) { return rank == 7 ? 8 : 7; }, own) == Texts{"ranks 0-39: from 0 x ..."});
  CHECK(with_number([](int rank) { return rank + 4000; }, listed) == Texts{"ranks 0-39: from 0 x 4000-4039"});
  CHECK(with_number([](int rank) { return 2 * rank + 4000; }, listed) == Texts{"ranks 0-39: from 0 x 4000...4078"});
  CHECK(classes_of({{1, 0, "x ", "17", listed}, {0, 0, "x ", "19", listed}}) == Texts{"ranks 0-1: from 0 x 19,17"});
  // Another rank's number is not among them.
  CHECK(classes_of({{0, 0, "x ", "17", listed}, {2, 0, "x ", "19", listed}}) == Texts{"ranks 0,2: from 0 x 17,19"});
  CHECK(with_number([](int rank) { return rank < 20 ? rank + 4000 : rank + 4100; }, listed) ==
        Texts{"ranks 0-39: from 0 x 4000-4019,4120-4139"});
  CHECK(with([](int rank) { return "at 0x5602a3c" + std::to_string(rank % 2); }) ==
        Texts{"ranks 0-39: from 0 at 0x..."});
  CHECK(with([](int) { return "at 0x5602a3c0"; }) == Texts{"ranks 0-39: from 0 at 0x5602a3c0"});
  CHECK(with([](int rank) { return "for " + std::to_string(9 + rank % 2) + ".5 s"; }) ==
        Texts{"ranks 0-39: from 0 for 9.5-10.5 s"});
}

TEST_CASE("numbers in names are names") {
  // More than max_classes of them, too.
  for (const char *name : {"comm", "halo ", "f (a.c:", "context ", "v1.", "a.out+0x1"})
    CHECK(classes_of(rows(20, [&](int rank) { return Row{rank, 0, name + std::to_string(rank)}; })).size() == 20);
  CHECK(classes_of(rows(40, [](int rank) {
          return Row{rank, 0, rank % 2 == 0 ? "4.1.4" : "5.0.7"};
        })) == Texts{"ranks 0-38:2: from 0 4.1.4", "ranks 1-39:2: from 0 5.0.7"});
  // As long as a time of day.
  CHECK(classes_of({{0, 0, "3 of message"}, {1, 0, "4 of message"}}).size() == 2);
  // Steps are not seconds.
  CHECK(classes_of({{0, 0, "version 4.5 steps"}, {1, 0, "version 4.6 steps"}}).size() == 2);
}

TEST_CASE("other words are another class, and small classes come first") {
  CHECK(classes_of({{0, 1, "a"}, {1, 1, "a"}, {2, 1, "b"}, {-1, 1, "c"}, {-1, 1, "c"}}) ==
        Texts{"rank 2: from 1 b", "2 processes of unknown rank: from 1 c", "ranks 0-1: from 1 a"});
  // Two slots of few values each make no more classes than one may.
  const auto grid = rows(10000, [](int rank) {
    return Row{rank, rank - rank % 10, "x ", std::to_string(rank / 1000)};
  });
  CHECK(classes_of(grid).size() <= RankClasses::max_classes);
}

TEST_CASE("of many classes the largest is shown, and which are left out") {
  RankClasses classes;
  for (int rank = 0; rank < 100; ++rank) {
    BlockTree tree;
    tree.block.cells.add("name" + std::to_string(std::min(rank, 90)));
    classes.add(rank, tree);
  }
  std::vector<RankClass> shown = classes.take_classes();
  CHECK(shown.size() == 91);
  std::vector<RankClass> in_gdb = shown;
  CHECK(leave_out_many(in_gdb, {.one_dash = true}) ==
        "and 51 more kinds of ranks: ranks 39-89 (-rank or -each shows them)");
  CHECK(leave_out_many(shown, {}) == "and 51 more kinds of ranks: ranks 39-89 (--rank or --each shows them)");
  CHECK(shown.size() == 40);
  CHECK(shown.back().ranks.size() == 10);
  CHECK(leave_out_many(shown, {}).empty());
}

TEST_CASE("long lists of ranks are cut") {
  std::vector<int> ranks;
  ranks.reserve(3000);
  for (int rank = 0; rank < 3000; ++rank) ranks.push_back(rank * rank);
  CHECK(rank_set_text(ranks) == "ranks 0-1,4,9,16,25,36,49,64,81,100,121,144,... (3,000 ranks)");
}

TEST_CASE("processes whose rank is not known are counted beside the ranks") {
  CHECK(rank_set_text({-1}) == "rank ?");
  CHECK(rank_set_text({-1, -1}) == "2 processes of unknown rank");
  CHECK(rank_set_text({-1, 0, 1, 2}) == "ranks 0-2 and 1 process of unknown rank");
  CHECK(rank_set_text({-1, -1, 7}) == "rank 7 and 2 processes of unknown rank");
}

TEST_CASE("operations are equal if their lines are") {
  Operation one;
  one.tag = 7;
  const auto is_alike = [&](auto change) {
    Operation other = one;
    change(other);
    return are_shown_alike(one, other);
  };
  // What only -v shows.
  CHECK(is_alike([](Operation &other) { other.request = Address(1); }));
  CHECK(is_alike([](Operation &other) { other.record = Address(1); }));
  CHECK(is_alike([](Operation &other) { other.buffer = Address(1); }));
  CHECK(is_alike([](Operation &other) { other.sequence = 5; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.tag = 8; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.world_rank = 3; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.comm_rank = 3; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.peer_job_rank = 3; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.bytes = 3; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.bytes_done = 3; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.count = 3; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.datatype_name = 3; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.waiting_call = 3; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.flags = MPIDBG_OP_WAITED_ON; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.protocol = 1; }));
  CHECK_FALSE(is_alike([](Operation &other) { other.send_mode = MPIDBG_SEND_SYNCHRONOUS; }));
  one.flags = MPIDBG_OP_OUT_OF_ORDER;
  CHECK_FALSE(is_alike([](Operation &other) { other.sequence = 5; }));
}

TEST_CASE("equal operations of a queue are counted where the first of them is") {
  std::vector<Operation> operations(10000);
  for (std::size_t i = 0; i < operations.size(); ++i) operations[i].tag = static_cast<int>(i * i % 1000);
  OperationLines lines(false), each(true);
  std::size_t total = 0;
  for (const Operation &operation : operations) {
    lines.add(operation, MPIDBG_QUEUE_RECEIVES);
    each.add(operation, MPIDBG_QUEUE_RECEIVES);
  }
  CHECK_FALSE(lines.add(operations.front(), MPIDBG_QUEUE_RECEIVES));
  CHECK(lines.add(operations.front(), MPIDBG_QUEUE_UNEXPECTED));
  std::set<std::pair<int, int>> seen;
  for (const OperationLine &line : lines.lines()) {
    total += line.count;
    CHECK(seen.emplace(line.queue, line.operation->tag).second);
  }
  CHECK(total == operations.size() + 2);
  CHECK(lines.lines()[0].operation == operations.data());
  CHECK(lines.lines()[1].operation == &operations[1]);
  CHECK(each.lines().size() == operations.size());
}

TEST_CASE("63 equal ranks and one that is not") {
  golden::compare(GOLDEN_DIRECTORY, "merged_queues.txt", ring(Noun::queues, 64, false, 3000));
  golden::compare(GOLDEN_DIRECTORY, "merged_comms.txt", ring(Noun::comms, 64));
  golden::compare(GOLDEN_DIRECTORY, "merged_groups.txt", ring(Noun::groups, 64));
  golden::compare(GOLDEN_DIRECTORY, "merged_ranks.txt", ring(Noun::ranks, 64));
  golden::compare(GOLDEN_DIRECTORY, "each_of_4.txt", ring(Noun::queues, 4, true, 3));
}

TEST_CASE("10,000 ranks make a page, with work for each that does not grow with their number") {
  constexpr int many = fakes::sanitized ? 2000 : 10000;
  for (const Noun noun : {Noun::queues, Noun::comms, Noun::ranks}) {
    const auto work = [&](int size) {
      allocations = 0;
      const std::string text = ring(noun, size);
      CHECK(std::count(text.begin(), text.end(), '\n') < 50);
      return allocations;
    };
    CHECK(work(many) < 11 * work(many / 10));
  }
}

TEST_CASE("communicators whose names differ in a number are not one") {
  std::string text;
  {
    Sink sink(write_to_string(text));
    const auto renderer = make_renderer(Noun::queues, Format::text, {}, sink);
    for (int rank = 0; rank < 20; ++rank) {
      ProcessReport report = ring_rank(rank, 21);
      report.communicators.back().name = "comm" + std::to_string(rank);
      renderer->add(report);
    }
    renderer->finish({});
  }
  for (int rank = 0; rank < 20; ++rank) {
    const std::string number = std::to_string(rank);
    CHECK(text.find("\nrank " + number + "  pid 40") != std::string::npos);
    CHECK(text.find("\n  comm" + number + "  context 0  rank " + number + " of 21\n") != std::string::npos);
  }
}

TEST_CASE("a row of ranks says of how many processes the rank is not known") {
  const auto rows = [](const std::string &error) {
    std::string text;
    Sink sink(write_to_string(text));
    const auto renderer = make_renderer(Noun::ranks, Format::text, {}, sink);
    for (const int rank : {-1, -1, 0, 1, 2}) {
      ProcessReport report;
      report.world_rank = rank;
      report.pid = 40;
      if (rank < 0) report.error = error;
      renderer->add(report);
    }
    renderer->finish({});
    sink.flush();
    return text;
  };
  CHECK(rows("").find("\n0-2 and 2 processes of unknown rank  40 ") != std::string::npos);
  CHECK(rows("it ended").find("\n2 processes of unknown rank  40 ") != std::string::npos);
  CHECK(rows("it ended").find("\n0-2  ") != std::string::npos);
}

TEST_CASE("ranks of several hosts are one row, and one whose host is not known is another") {
  std::string text;
  {
    Sink sink(write_to_string(text));
    const auto renderer = make_renderer(Noun::ranks, Format::text, {}, sink);
    for (const std::string host : {"node1", "node2", "node3", ""}) {
      ProcessReport report;
      report.world_rank = host.empty() ? 3 : host.back() - '1';
      report.pid = 40;
      report.host = host;
      renderer->add(report);
    }
    renderer->finish({});
  }
  CHECK(text.find("\n0-2   40   several hosts  -\n") != std::string::npos);
  CHECK(text.find("\n3     40   -              -\n") != std::string::npos);
}

TEST_CASE("ranks that cannot be seen for the same reason") {
  for (const Noun noun : {Noun::queues, Noun::ranks}) {
    std::string text;
    {
      Sink sink(write_to_string(text));
      const auto renderer = make_renderer(noun, Format::text, {}, sink);
      for (int rank = 0; rank < 64; ++rank) {
        ProcessReport report;
        report.world_rank = rank;
        report.target = "core." + std::to_string(3 * rank);
        report.error = "core." + std::to_string(3 * rank) + " has no memory";
        renderer->add(report);
      }
      renderer->finish({});
    }
    CHECK(text.find("cannot see: ... has no memory\n") != std::string::npos);
    CHECK(std::count(text.begin(), text.end(), '\n') <= 3);
  }
}

TEST_CASE("different communicators with one context id") {
  // `members` of the two halves. MPI libraries give disjoint groups the same context id.
  const auto text_of = [](const std::vector<std::vector<int>> &members) {
    std::string text;
    Sink sink(write_to_string(text));
    const auto renderer = make_renderer(Noun::queues, Format::text, {}, sink);
    for (int rank = 0; rank < 4; ++rank) {
      ProcessReport report = ring_rank(rank, 4);
      CommunicatorRecord half = report.communicators.back();
      half.handle = Address(0x7000);
      half.flags = 0;
      half.name = rank < 2 ? "solver" : "halo";
      half.context_id = 3;
      half.rank = rank % 2;
      half.size = 2;
      half.local_members.clear();
      for (const int member : members[rank < 2 ? 0 : 1])
        half.local_members.push_back({report.job, static_cast<std::uint32_t>(member), member});
      report.communicators.push_back(half);
      renderer->add(report);
    }
    renderer->finish({});
    return text;
  };
  const std::string remark = "context 3 is that of different communicators: solver (ranks 0-1), halo (ranks 2-3)\n";
  CHECK(text_of({{0, 1}, {1, 2}}).ends_with(remark));
  CHECK(text_of({{0, 1}, {2, 3}}).find("different communicators") == std::string::npos);
  CHECK(text_of({{}, {}}).find("different communicators") == std::string::npos);
}

TEST_CASE("a collective on an intercommunicator, not on what the library made for its local group") {
  ProcessReport report = ring_rank(3, 4);
  CommunicatorRecord bridge = report.communicators.back(), inner = bridge;
  bridge.name = "bridge";
  bridge.handle = Address(0x7000);
  bridge.flags = MPIDBG_COMM_INFO_INTERCOMM;
  bridge.remote_size = 2;
  inner.name = "DUP FROM 3";
  inner.handle = Address(0x7100);
  inner.flags = MPIDBG_COMM_INFO_INTERNAL;
  for (CommunicatorRecord *one : {&bridge, &inner}) {
    one->rank = 1;
    one->size = 2;
    one->local_members.clear();
    one->remote_members.clear();
    one->local_group = Address(0x9000);
  }
  report.communicators.push_back(bridge);
  report.communicators.push_back(inner);
  report.threads.front().library_words = {inner.handle};
  const auto text = [&] { return render(Noun::queues, Format::text, {&report, 1}, {}); };
  CHECK(text().find("in MPI_Barrier on bridge (inferred)") != std::string::npos);
  SUBCASE("of another group") {
    report.communicators.back().rank = 0;
    CHECK(text().find("in MPI_Barrier on DUP FROM 3 (inferred)") != std::string::npos);
  }
  SUBCASE("one of the program's own") {
    report.communicators.back().flags = 0;
    CHECK(text().find("in MPI_Barrier on DUP FROM 3 (inferred)") != std::string::npos);
  }
  SUBCASE("another intercommunicator fits as well") {
    report.communicators.push_back(bridge);
    CHECK(text().find("in MPI_Barrier on DUP FROM 3 (inferred)") != std::string::npos);
  }
}

TEST_CASE("a process alone is written as it was") {
  const ProcessReport report = sample::hung_rank();
  RenderOptions each;
  each.each = true;
  CHECK(render(Noun::queues, Format::text, {&report, 1}, {}) == render(Noun::queues, Format::text, {&report, 1}, each));
}
