#include <doctest/doctest.h>

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "mqs_shim/job/why/evidence/evidence_fields.h"
#include "mqs_shim/records/report_fields.h"
#include "mqs_shim/summary/cbor.h"
#include "mqs_shim/summary/compressed.h"
#include "mqs_shim/summary/row_reader.h"
#include "mqs_shim/summary/summary.h"
#include "tests/summary/random_job.h"

namespace mqs_shim::summaries {

namespace {

std::string some_summary() {
  std::mt19937 random(7);
  Summary summary;
  for (const RankSummary &rank : random_ranks(random, 6)) summary.add(rank);
  return summary.encode();
}

std::string wrapped(std::string_view inner, std::uint64_t version = summary_version) {
  CborWriter outer;
  outer.begin_map();
  outer.text("format");
  outer.text("mpidbg summary");
  outer.text("version");
  outer.head(CborType::positive, version);
  outer.text("bytes");
  outer.head(CborType::positive, inner.size());
  outer.text("zstd");
  outer.bytes(compressed(inner));
  outer.end_map();
  return outer.take();
}

std::string inner_of(const std::string &bytes) {
  CborReader reader(bytes);
  reader.begin_map();
  reader.key("format"), reader.text(), reader.key("version"), reader.number(), reader.key("bytes");
  const auto size = static_cast<std::uint64_t>(reader.number());
  reader.key("zstd");
  return *uncompressed(reader.bytes(), size);
}

// Reads everything that it says it has.
bool is_readable(const std::string &bytes) {
  const auto summary = Summary::decode(bytes);
  return summary.ok() && summary->for_each([](const RankSummary &) {}).ok();
}

// A class whose ranks have two numbers each.
std::string class_of(std::initializer_list<int> ranks) {
  CborWriter writer;
  writer.begin_map();
  writer.text("ranks"), writer.number(static_cast<std::int64_t>(ranks.size()));
  writer.text("shape"), writer.head(CborType::tag, cbor_encoded_item), writer.bytes("xx");
  writer.text("numbers"), writer.array(2);
  for (int column = 0; column < 2; ++column) {
    writer.array(ranks.size());
    for (const int rank : ranks) writer.array(2), writer.number(1), writer.number(rank);
  }
  writer.text("texts"), writer.array(0);
  writer.end_map();
  return writer.take();
}

std::string refusal_of(std::uint64_t classes, const std::string &written) {
  CborWriter writer;
  writer.begin_map();
  writer.text("classes"), writer.array(classes);
  std::string inner = writer.take() + written + '\xff';
  const auto summary = Summary::decode(wrapped(inner));
  return summary.ok() ? std::string() : summary.error().message;
}

}  // namespace

TEST_CASE("a summary that is cut short anywhere is refused with a sentence") {
  const std::string whole = some_summary();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto summary = Summary::decode(std::string_view(whole).substr(0, size));
    REQUIRE(!summary.ok());
    REQUIRE(!summary.error().message.empty());
  }
}

TEST_CASE("whatever is changed in what was compressed, it is read or refused") {
  const std::string inner = inner_of(some_summary());
  REQUIRE(is_readable(wrapped(inner)));
  std::mt19937 random(8);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = inner;
    for (unsigned i = 1 + random() % 3; i > 0; --i) damaged[random() % damaged.size()] = static_cast<char>(random());
    if (random() % 4 == 0) damaged.resize(random() % damaged.size());
    refused += is_readable(wrapped(damaged)) ? 0 : 1;
  }
  CHECK(refused > 1000);
}

TEST_CASE("evidence that names operations, communicators and windows that it does not have is refused") {
  const auto refusal = [](const std::function<void(why::Evidence &)> &damage) {
    RankSummary rank;
    rank.evidence.threads.emplace_back();
    damage(rank.evidence);
    Summary summary;
    summary.add(rank);
    const auto read = summary.for_each([](const RankSummary &) {});
    return read.ok() ? std::string() : read.error().message;
  };
  const std::string names = "a rank of the summary names what it does not contain";
  using enum why::ConditionKind;
  CHECK(refusal([](why::Evidence &) {}).empty());
  for (const why::ConditionKind kind : {operation, schedule, post, lock}) {
    CHECK(refusal([&](why::Evidence &one) { one.threads.front().conditions.push_back({kind, 0, {}, 0}); }) == names);
  }
  CHECK(refusal([](why::Evidence &one) { one.operations.emplace_back().communicator = 0; }) == names);
  CHECK(refusal([](why::Evidence &one) { one.channels.emplace_back().communicator = -2; }) == names);
  CHECK(refusal([](why::Evidence &one) { one.schedules.emplace_back().operations = {3}; }) == names);
  CHECK(refusal([](why::Evidence &one) { one.windows.emplace_back().communicator = 0; }) == names);
  CHECK(refusal([](why::Evidence &one) { one.files.emplace_back().communicator = 0; }) == names);
  CHECK(refusal([](why::Evidence &one) { one.inactive.emplace().emplace_back().communicator = 0; }) == names);
  CHECK(refusal([](why::Evidence &one) { one.schedules.emplace_back().collective.communicator = 0; }) == names);
  CHECK(refusal([](why::Evidence &one) { one.threads[0].collective.emplace().communicator = 0; }) == names);
  CHECK(refusal([](why::Evidence &one) { one.sends.emplace().unplaced.emplace_back(); }) == names);
  CHECK(refusal([](why::Evidence &one) { one.sends.emplace().arrived.emplace_back(); }) == names);
  for (const std::int32_t index : {-1, 0, 1}) {
    for (const std::int32_t number : {-1, 0, 1}) {
      CAPTURE(index);
      CAPTURE(number);
      const bool is_there = index == 0;
      const auto with_one_of_each = [&](why::Evidence &one) {
        one.communicators.emplace_back();
        one.operations.emplace_back().communicator = index;
        one.schedules.emplace_back().operations = {0};
        one.windows.emplace_back().locks.emplace_back();
        one.sends.emplace().unplaced.emplace_back();
      };
      CHECK(refusal(with_one_of_each).empty() == (index <= 0));  // -1: of none
      for (const why::ConditionKind kind : {operation, schedule, post, complete}) {
        CHECK(refusal([&](why::Evidence &one) {
                one.operations.emplace_back();
                one.schedules.emplace_back();
                one.windows.emplace_back();
                one.threads.front().conditions.push_back({kind, index, {}, number});
              }).empty() == is_there);
      }
      CHECK(refusal([&](why::Evidence &one) {
              one.windows.emplace_back().locks.emplace_back();
              one.threads.front().conditions.push_back({lock, index, {}, number});
            }).empty() == (is_there && number == 0));
      for (const why::ConditionKind kind : {enter, members, any_member, program, external})
        CHECK(refusal([&](why::Evidence &one) {
                one.threads.front().conditions.push_back({kind, index, {}, number});
              }).empty());
      CHECK(refusal([&](why::Evidence &one) {
              one.operations.emplace_back();
              one.schedules.emplace_back().operations = {index};
            }).empty() == is_there);
    }
  }
}

TEST_CASE("a report that names texts, frames or periods that it does not have is refused") {
  const auto is_taken = [](const std::function<void(ProcessReport &)> &change) {
    RankSummary rank;
    ProcessReport &report = rank.report;
    report.intern("MPI_INT");
    report.communicators.emplace_back();
    report.threads.emplace_back().frames.resize(2);
    change(report);
    Summary summary;
    summary.add(rank);
    const auto read = summary.for_each([](const RankSummary &) {});
    CHECK((read.ok() || read.error().message == "a rank of the summary names what it does not contain"));
    return read.ok();
  };
  CHECK(is_taken([](ProcessReport &) {}));
  for (const auto text : {&Operation::datatype_name, &Operation::waiting_call, &Operation::extra_text}) {
    for (const TextIndex index : {0u, 1u, 2u}) {
      for (const int queue : {MPIDBG_QUEUE_SENDS, MPIDBG_QUEUE_INACTIVE})
        CHECK(is_taken([&](ProcessReport &report) {
                auto &queues = report.communicators[0].queues;
                queues[static_cast<std::size_t>(queue)].operations.emplace_back().*text = index;
              }) == (index < 2));
      CHECK(is_taken([&](ProcessReport &report) { report.unclaimed.operations.emplace_back().*text = index; }) ==
            (index < 2));
    }
  }
  for (const std::size_t periods : {0u, 1u, 2u}) {
    CHECK(is_taken([&](ProcessReport &report) {
            report.communicators[0].cart_dims = {4};
            report.communicators[0].cart_periods.resize(periods);
          }) == (periods == 1));
  }
  for (const auto frame : {&ThreadRecord::call_frame, &ThreadRecord::inside_frame, &ThreadRecord::site}) {
    CHECK(is_taken([&](ProcessReport &report) { report.threads[0].*frame = 1; }));
    CHECK_FALSE(is_taken([&](ProcessReport &report) { report.threads[0].*frame = 2; }));
  }
  CHECK_FALSE(is_taken([](ProcessReport &report) { report.texts[0] = "not empty"; }));
  CHECK_FALSE(is_taken([](ProcessReport &report) { report.texts.clear(); }));
}

TEST_CASE("what a worker says is taken whole or not at all") {
  RankSummary rank;
  rank.report.host = "node1";
  const std::string whole = pack(rank);
  REQUIRE(unpack(whole).ok());
  CHECK(unpack(whole)->report.host == "node1");
  for (std::size_t size = 0; size < whole.size(); ++size) CHECK_FALSE(unpack(whole.substr(0, size)).ok());
  CHECK(unpack(whole + '\0').error().message == "the record of a process from a worker is damaged");
}

TEST_CASE("members in runs of equal steps come back, and runs of no or too many members do not") {
  const std::vector<ProcessName> names = {{1, 0, 0},  {1, 1, 1},  {1, 2, 2},    {1, 9, -1},           {1, 8, -1},
                                          {2, 7, -1}, {2, 7, -1}, {2, 7, 5},    {2, 0xffffffff, 0},   {2, 0, 7},
                                          {2, 1, 8},  {2, 2, 8},  {2, 3, 1000}, {2, 0x80000000, 1001}};
  const std::vector<NameRun> runs = runs_of(names);
  REQUIRE(runs.size() > 1);
  CHECK((runs[0].count == 3 && runs[0].rank_step == 1 && runs[0].world_rank_step == 1));
  CHECK((runs[1].count == 2 && runs[1].rank_step == -1 && runs[1].world_rank_step == 0));
  CHECK((runs[2].count == 2 && runs[2].first == names[5] && runs[2].rank_step == 0));
  std::vector<ProcessName> back = {{9, 9, 9}};
  REQUIRE(expand(runs, back));
  CHECK(back == names);
  CHECK(runs_of({}).empty());
  CHECK_FALSE(expand({{{1, 0, 0}, 0, 1, 1}}, back));
  constexpr std::int32_t most = 1 << 22;
  CHECK_FALSE(expand({{{1, 0, 0}, most, 1, 1}, {{2, 0, 0}, 1, 1, 1}}, back));
}

TEST_CASE("ranks that the world of a job cannot have are refused, before the others of their class are read") {
  const auto refusal = [](std::int32_t size, bool in_evidence) {
    Summary summary;
    for (int number = 0; number < 1000; ++number) {
      RankSummary rank;
      (in_evidence ? rank.evidence.id.rank : rank.report.world_rank) = number;
      (in_evidence ? rank.evidence.world_size : rank.report.world_size) = size;
      rank.report.pid = 4000 + number;
      summary.add(rank);
    }
    REQUIRE(summary.classes() == 1);
    int seen = 0;
    const auto read = summary.for_each([&](const RankSummary &) { ++seen; });
    return std::pair(seen, read.ok() ? std::string() : read.error().message);
  };
  for (const bool in_evidence : {false, true}) {
    CHECK(refusal(2, in_evidence) == std::pair(2, std::string("the summary has rank 2 of a job of 2 ranks")));
    CHECK(refusal(1000, in_evidence) == std::pair(1000, std::string()));
    CHECK(refusal(-1, in_evidence) == std::pair(1000, std::string()));
  }
}

TEST_CASE("a group of no items, or of more than there may be, is refused") {
  class Sevens final : public Gaps {
   public:
    std::optional<std::int64_t> next_number() override { return 7; }
    std::optional<std::string> next_text() override { return std::nullopt; }
  };
  const auto numbers_in = [](std::uint64_t count) {
    CborWriter number, writer;
    number.simple(number_gap);
    writer.array(1), writer.array(3);
    writer.head(CborType::positive, count);
    writer.head(CborType::tag, cbor_encoded_item), writer.bytes(number.take());
    writer.array(1), writer.array(count == 0 ? 0 : 1);  // a column of one run
    if (count != 0) {
      writer.array(3), writer.head(CborType::positive, count);
      writer.simple(number_gap), writer.simple(number_gap);
    }
    const std::string shape = writer.take();
    Sevens gaps;
    RowReader reader(shape, gaps);
    std::vector<std::int64_t> numbers;
    auto list = fields::grouped(numbers);
    reader.item(list);
    return reader.failed() || !reader.at_end() ? std::optional<std::size_t>() : numbers.size();
  };
  constexpr std::uint64_t most = std::uint64_t{1} << 20;
  CHECK_FALSE(numbers_in(0));
  CHECK(numbers_in(1) == 1);
  CHECK(numbers_in(most) == most);
  CHECK_FALSE(numbers_in(most + 1));
}

TEST_CASE("a number of CBOR takes as few bytes as it can") {
  const auto size_of = [](std::uint64_t value) {
    CborWriter writer;
    writer.head(CborType::positive, value);
    return writer.take().size();
  };
  CHECK((size_of(23) == 1 && size_of(24) == 2 && size_of(255) == 2 && size_of(256) == 3 && size_of(65535) == 3));
  CHECK((size_of(65536) == 5 && size_of(0xffffffff) == 5 && size_of(std::uint64_t{1} << 32) == 9));
}

TEST_CASE("another version is named") {
  const auto summary = Summary::decode(wrapped(inner_of(some_summary()), 7));
  REQUIRE(!summary.ok());
  CHECK(summary.error().code == mpidbg::ErrorCode::not_supported);
  CHECK(summary.error().message == "the summary has version 7 of its format, and this mpidbg reads 2");
}

TEST_CASE("something else is no summary") {
  CHECK(Summary::decode("").error().message == "it is not a summary written by mpidbg");
  CHECK(Summary::decode(std::string("\x7f"
                                    "ELF"))
            .error()
            .message == "it is not a summary written by mpidbg");
}

TEST_CASE("a size that is not true takes no memory") {
  CHECK(uncompressed(compressed("abc"), 2).error().message == "the summary has more bytes than it says");
  CHECK(uncompressed(compressed("abc"), 4).error().message == "the summary has fewer bytes than it says");
  CHECK(!uncompressed(compressed("abc"), UINT64_MAX).ok());
  // The command with its 10 MiB has to stay within 256 MiB.
  const std::uint64_t largest = std::uint64_t{128} << 20;
  CHECK(uncompressed(compressed("abc"), largest).error().message == "the summary has fewer bytes than it says");
  CHECK(uncompressed(compressed("abc"), largest + 1).error().message ==
        "the summary claims 134217729 bytes, more than any should have");
}

TEST_CASE("a class has up to 16 MiB of each rank, and all together have up to 4,194,304 ranks") {
  const auto begin_of_class = [](std::uint64_t ranks, std::size_t shape) {
    CborWriter writer;
    writer.begin_map();
    writer.text("ranks"), writer.head(CborType::positive, ranks);
    writer.text("shape"), writer.head(CborType::tag, cbor_encoded_item), writer.bytes(std::string(shape, 'x'));
    return writer.take();
  };
  constexpr std::size_t largest = std::size_t{16} << 20;
  CHECK(refusal_of(1, begin_of_class(1, largest)).find("more than any should have") == std::string::npos);
  CHECK(refusal_of(1, begin_of_class(1, largest + 1)) ==
        "a rank of the summary has 16777217 bytes, more than any should have");
  constexpr std::uint64_t most = std::uint64_t{1} << 22;
  const std::string too_many = "the summary has more than 4194304 ranks";
  CHECK(refusal_of(1, begin_of_class(most, 2)) != too_many);
  CHECK(refusal_of(1, begin_of_class(most + 1, 2)) == too_many);
  CHECK(refusal_of(2, class_of({5}) + begin_of_class(most - 1, 2)) != too_many);
  CHECK(refusal_of(2, class_of({5}) + begin_of_class(most, 2)) == too_many);
  CHECK(refusal_of(1, begin_of_class(0, 2)) == "the classes of the summary are damaged");
}

TEST_CASE("ranks out of their order, and classes that are there twice, are refused") {
  CHECK(refusal_of(1, class_of({3, 5})).empty());
  CHECK(refusal_of(1, class_of({5, 3})) == "the ranks of the summary are not in their order");
  CHECK(refusal_of(1, class_of({5, 5})) == "the ranks of the summary are not in their order");
  CHECK(refusal_of(2, class_of({3}) + class_of({5})) == "the summary has a class twice");
}

}  // namespace mqs_shim::summaries
