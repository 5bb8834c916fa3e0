#include "mqs_shim/summary/rank_summary.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "mqs_shim/job/why/evidence/evidence_fields.h"
#include "mqs_shim/job/why/evidence/pending.h"
#include "mqs_shim/job/why/evidence/rank_evidence.h"
#include "mqs_shim/records/comparison.h"
#include "mqs_shim/records/report_fields.h"
#include "mqs_shim/summary/row_reader.h"
#include "mqs_shim/summary/row_writer.h"

namespace mqs_shim::summaries {

namespace {

// Holds the record of a rank in the form in which it is sent. Some operations of the evidence follow from the queues of
// the report, and are not sent again. They are at the start of Evidence::operations and Evidence::inactive; `queued`
// and `inactive` are their numbers.
struct SentRank {
  RankSummary rank;
  std::uint32_t queued = 0, inactive = 0;
};

// Visits the members of a SentRank. The report comes first, because the rank and the pid have to be the first two
// numbers of a row.
template <class Visitor, Is<SentRank>... Records>
void describe(Visitor &visitor, Records &...sent) {
  visitor("report", sent.rank.report...);
  visitor("queued", fields::where_set(sent.queued)...);
  visitor("inactive", fields::where_set(sent.inactive)...);
  visitor("evidence", sent.rank.evidence...);
  visitor("looks", fields::fixed(sent.rank.looks)...);
  visitor("equal", sent.rank.equal...);
  visitor("change", sent.rank.change...);
  visitor("boot", fields::where_set(sent.rank.boot)...);
  visitor("first_look_ended", sent.rank.first_look_ended...);
  visitor("last_look_began", sent.rank.last_look_began...);
  visitor("clock_error", sent.rank.clock_error...);
  visitor("code", fields::fixed(sent.rank.code)...);
}

void forget_addresses(Queue &queue) {
  queue.sends.clear();
  for (Operation &operation : queue.operations) operation.request = operation.record = {};
}

// Removes operations from the start of the list as long as they are equal to the `queued` ones. Returns how many were
// removed.
std::uint32_t take_queued(std::vector<why::Operation> &operations, const std::vector<why::Operation> &queued) {
  for (why::Operation &operation : operations) operation.request = {};
  const auto end =
      std::mismatch(operations.begin(), operations.end(), queued.begin(), queued.end(),
                    [](const why::Operation &one, const why::Operation &other) { return Comparison::same(one, other); })
          .first;
  const auto count = static_cast<std::uint32_t>(end - operations.begin());
  operations.erase(operations.begin(), end);
  return count;
}

// Puts the first `count` of the `queued` operations back at the start of the list. Returns false if there are fewer.
bool put_queued(std::vector<why::Operation> &operations, std::vector<why::Operation> queued, std::uint32_t count) {
  if (count > queued.size()) return false;
  queued.resize(count);
  std::move(operations.begin(), operations.end(), std::back_inserter(queued));
  operations = std::move(queued);
  return true;
}

SentRank to_sent(const RankSummary &rank) {
  SentRank sent{rank, 0, 0};
  reduce(sent.rank);
  ProcessReport &report = sent.rank.report;
  for (CommunicatorRecord &communicator : report.communicators) {
    for (Queue &queue : communicator.queues) forget_addresses(queue);
  }
  forget_addresses(report.unclaimed);
  const why::QueuedOperations queued = why::queued_operations(report);
  sent.queued = take_queued(sent.rank.evidence.operations, queued.operations);
  if (auto &inactive = sent.rank.evidence.inactive) sent.inactive = take_queued(*inactive, queued.inactive);
  return sent;
}

bool complete(SentRank &sent) {
  if (sent.queued == 0 && sent.inactive == 0) return true;
  why::QueuedOperations queued = why::queued_operations(sent.rank.report);
  why::Evidence &evidence = sent.rank.evidence;
  if (sent.inactive != 0 && !evidence.inactive) return false;
  return put_queued(evidence.operations, std::move(queued.operations), sent.queued) &&
         (!evidence.inactive || put_queued(*evidence.inactive, std::move(queued.inactive), sent.inactive));
}

// Checks that all indices in evidence are within their lists. The code that judges evidence does not check that again.
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
  // Returns true if the index is in the list, or is -1, which stands for no index.
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

// Copies the warnings from the report to the evidence. They are sent only once, with the report.
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

void reduce(RankSummary &rank) {
  ProcessReport &report = rank.report;
  report.sockets.reset();  // the evidence contains the sockets already
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
  SentRank sent = to_sent(rank);
  RowWriter writer;
  writer.item(sent);
  return writer.take();
}

mpidbg::Result<RankSummary> from_row(std::string_view shape, Gaps &gaps, GroupMembers members) {
  SentRank sent;
  RowReader reader(shape, gaps, members == GroupMembers::read);
  reader.item(sent);
  if (reader.failed() || !reader.at_end() || !complete(sent))
    return mpidbg::Error{mpidbg::ErrorCode::corrupt, "a rank of the summary is not as its version describes it"};
  RankSummary &rank = sent.rank;
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
  SentRank sent{rank, 0, 0};
  reduce(sent.rank);
  RowWriter writer(true);
  writer.item(sent);
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
  SentRank sent;
  RowReader reader(shape, gaps, true, true);
  if (!packed.failed()) reader.item(sent);
  if (packed.failed() || !packed.at_end() || reader.failed() || !reader.at_end())
    return mpidbg::Error{mpidbg::ErrorCode::corrupt, "the record of a process from a worker is damaged"};
  share_texts(sent.rank);
  return std::move(sent.rank);
}

}  // namespace mqs_shim::summaries
