#include "mqs_shim/summary/rank_summary.h"

#include <algorithm>
#include <string>
#include <utility>

#include "mqs_shim/job/why/rank_evidence.h"
#include "mqs_shim/summary/evidence_fields.h"
#include "mqs_shim/summary/report_fields.h"
#include "mqs_shim/summary/row_reader.h"
#include "mqs_shim/summary/row_writer.h"

namespace mqs_shim::summaries {

// The first two numbers of a row are the rank and the pid.
template <class Visitor>
void describe(Visitor &visitor, RankSummary &rank) {
  visitor("report", rank.report);
  visitor("evidence", rank.evidence);
  visitor("looks", fixed(rank.looks));
  visitor("equal", rank.equal);
  visitor("change", rank.change);
  visitor("first_look_ended", rank.first_look_ended);
  visitor("last_look_began", rank.last_look_began);
  visitor("clock_error", rank.clock_error);
  visitor("code", fixed(rank.code));
}

namespace {

constexpr std::int64_t most_members = std::int64_t{1} << 22;

// Whether indices are within their lists, as whoever judges evidence relies on.
class Indices {
 public:
  explicit Indices(const why::Evidence &evidence) : evidence_(evidence) {}

  bool are_right() const {
    const why::Evidence &one = evidence_;
    return all(one.operations) && (!one.inactive || all(*one.inactive)) && all(one.channels) && all(one.windows) &&
           all(one.files) && all(one.schedules) && all(one.threads) &&
           (!one.sends || (all(one.sends->unplaced) && all(one.sends->arrived)));
  }

 private:
  template <class List>
  bool all(const List &list) const {
    return std::all_of(list.begin(), list.end(), [&](const auto &item) { return fits(item); });
  }
  // -1 stands for none.
  template <class List>
  static bool is_in(const List &list, std::int32_t index) {
    return index >= -1 && (index < 0 || static_cast<std::size_t>(index) < list.size());
  }
  template <class List>
  static bool is_item(const List &list, std::int32_t index) {
    return index >= 0 && static_cast<std::size_t>(index) < list.size();
  }
  bool is_communicator(std::int32_t index) const { return is_in(evidence_.communicators, index); }

  bool fits(const why::Operation &one) const { return is_communicator(one.communicator); }
  bool fits(const why::Channel &one) const { return is_communicator(one.communicator); }
  bool fits(const why::Window &one) const { return is_communicator(one.communicator); }
  bool fits(const why::File &one) const { return is_communicator(one.communicator); }
  bool fits(const why::Collective &one) const { return is_communicator(one.communicator); }
  bool fits(const why::Evidence::RecordOfSend &one) const { return one.operation < evidence_.operations.size(); }
  bool fits(const why::Schedule &one) const {
    return fits(one.collective) && std::all_of(one.operations.begin(), one.operations.end(), [&](std::int32_t index) {
             return is_item(evidence_.operations, index);
           });
  }
  bool fits(const why::Thread &one) const { return (!one.collective || fits(*one.collective)) && all(one.conditions); }
  bool fits(const why::Condition &one) const {
    using enum why::ConditionKind;
    switch (one.kind) {
      case operation:
        return is_item(evidence_.operations, one.index);
      case schedule:
        return is_item(evidence_.schedules, one.index);
      case post:
      case complete:
        return is_item(evidence_.windows, one.index);
      case lock:
        return is_item(evidence_.windows, one.index) &&
               is_item(evidence_.windows[static_cast<std::size_t>(one.index)].locks, one.lock);
      default:
        return true;
    }
  }

  const why::Evidence &evidence_;
};

struct ListedGaps : Gaps {
  std::optional<std::int64_t> next_number() override {
    return number == numbers.size() ? std::nullopt : std::optional(numbers[number++]);
  }
  std::optional<std::string> next_text() override {
    return text == texts.size() ? std::nullopt : std::optional(texts[text++]);
  }

  std::vector<std::int64_t> numbers;
  std::vector<std::string> texts;
  std::size_t number = 0, text = 0;
};

// What the report has as well is kept once.
void share_texts(RankSummary &rank) {
  rank.evidence.warnings = why::warnings_of(rank.report);
}

bool are_indices_right(const ProcessReport &report) {
  const auto is_text = [&](TextIndex index) { return index < report.texts.size(); };
  const auto fits = [&](const Queue &queue) {
    return std::all_of(queue.operations.begin(), queue.operations.end(), [&](const Operation &one) {
      return is_text(one.datatype_name) && is_text(one.waiting_call) && is_text(one.extra_text);
    });
  };
  for (const CommunicatorRecord &communicator : report.communicators) {
    if (!std::all_of(communicator.queues.begin(), communicator.queues.end(), fits)) return false;
    if (communicator.cart_periods.size() != communicator.cart_dims.size()) return false;
  }
  for (const ThreadRecord &thread : report.threads) {
    for (const auto &index : {thread.call_frame, thread.inside_frame, thread.site}) {
      if (index && *index >= thread.frames.size()) return false;
    }
  }
  return !report.texts.empty() && report.texts.front().empty() && fits(report.unclaimed);
}

}  // namespace

std::vector<NameRun> runs_of(const std::vector<ProcessName> &names) {
  std::vector<NameRun> runs;
  for (const ProcessName &name : names) {
    if (!runs.empty() && runs.back().first.job == name.job) {
      NameRun &last = runs.back();
      const std::int64_t rank = std::int64_t{name.rank} - last.first.rank;
      const std::int64_t world_rank = std::int64_t{name.world_rank} - last.first.world_rank;
      const bool small = rank == static_cast<std::int32_t>(rank) && world_rank == static_cast<std::int32_t>(world_rank);
      if (last.count == 1 && small) {
        last.rank_step = static_cast<std::int32_t>(rank);
        last.world_rank_step = static_cast<std::int32_t>(world_rank);
      }
      if (rank == std::int64_t{last.rank_step} * last.count &&
          world_rank == std::int64_t{last.world_rank_step} * last.count) {
        ++last.count;
        continue;
      }
    }
    runs.push_back({name, 1, 0, 0});
  }
  return runs;
}

bool expand(const std::vector<NameRun> &runs, std::vector<ProcessName> &names) {
  names.clear();
  std::int64_t size = 0;
  for (const NameRun &run : runs) {
    if (run.count < 1 || run.count > most_members - size) return false;
    size += run.count;
  }
  names.reserve(static_cast<std::size_t>(size));
  for (const NameRun &run : runs) {
    for (std::int64_t i = 0; i < run.count; ++i) {
      names.push_back({run.first.job, static_cast<std::uint32_t>(run.first.rank + i * run.rank_step),
                       static_cast<std::int32_t>(run.first.world_rank + i * run.world_rank_step)});
    }
  }
  return true;
}

void reduce(RankSummary &rank) {
  ProcessReport &report = rank.report;
  std::vector<Address> handles;
  for (CommunicatorRecord &communicator : report.communicators) {
    handles.push_back(communicator.handle);
    if (!communicator.errhandler_name.empty()) communicator.errhandler = {};
    communicator.channels.reset();
  }
  std::sort(handles.begin(), handles.end());
  for (ThreadRecord &thread : report.threads) {
    std::erase_if(thread.library_words,
                  [&](Address word) { return !std::binary_search(handles.begin(), handles.end(), word); });
  }
}

Row to_row(const RankSummary &rank) {
  RankSummary copy = rank;
  reduce(copy);
  RowWriter writer;
  writer.item(copy);
  return writer.take();
}

mpidbg::Result<RankSummary> from_row(std::string_view shape, Gaps &gaps, GroupMembers members) {
  RankSummary rank;
  RowReader reader(shape, gaps, members == GroupMembers::read);
  reader.item(rank);
  if (reader.failed() || !reader.at_end())
    return mpidbg::Error{mpidbg::ErrorCode::corrupt, "a rank of the summary is not as its version describes it"};
  share_texts(rank);
  if (!Indices(rank.evidence).are_right() || !are_indices_right(rank.report))
    return mpidbg::Error{mpidbg::ErrorCode::corrupt, "a rank of the summary names what it does not contain"};
  const std::pair<int, int> places[] = {{rank.report.world_rank, rank.report.world_size},
                                        {rank.evidence.id.rank, rank.evidence.world_size}};
  for (const auto &[number, size] : places) {
    if (size < 0 || number < size) continue;
    return mpidbg::Error{mpidbg::ErrorCode::corrupt, "the summary has rank " + std::to_string(number) +
                                                         " of a job of " + std::to_string(size) +
                                                         (size == 1 ? " rank" : " ranks")};
  }
  return rank;
}

std::string pack(const RankSummary &rank) {
  RankSummary copy = rank;
  reduce(copy);
  RowWriter writer(true);
  writer.item(copy);
  const Row row = writer.take();
  CborWriter packed;
  packed.bytes(row.shape);
  packed.array(row.numbers.size());
  for (const std::int64_t number : row.numbers) packed.number(number);
  packed.array(row.texts.size());
  for (const std::string &text : row.texts) packed.text(text);
  return packed.take();
}

mpidbg::Result<RankSummary> unpack(std::string_view bytes) {
  CborReader packed(bytes);
  ListedGaps gaps;
  const std::string_view shape = packed.bytes();
  gaps.numbers.resize(packed.array());
  for (std::int64_t &number : gaps.numbers) number = packed.number();
  gaps.texts.resize(packed.array());
  for (std::string &text : gaps.texts) text = packed.text();
  RankSummary rank;
  RowReader reader(shape, gaps, true, true);
  if (!packed.failed()) reader.item(rank);
  if (packed.failed() || !packed.at_end() || reader.failed() || !reader.at_end())
    return mpidbg::Error{mpidbg::ErrorCode::corrupt, "what a worker says of a process is damaged"};
  share_texts(rank);
  return rank;
}

}  // namespace mqs_shim::summaries
