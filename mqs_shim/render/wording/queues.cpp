// This file puts the answers of the command `queues` into words.

#include <algorithm>
#include <array>
#include <set>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/blocked_calls.h"
#include "mqs_shim/render/wording/contexts.h"
#include "mqs_shim/render/wording/operation_row.h"

namespace mqs_shim {

namespace {

// Finds a receive without a message and a message of the same sender without a receive: the two were probably meant for
// each other.
class NearMisses {
 public:
  explicit NearMisses(const CommunicatorRecord &communicator) {
    for (const Operation &operation : communicator.queues[MPIDBG_QUEUE_UNEXPECTED].operations)
      if (!is_internal(operation)) senders_.insert(operation.comm_rank);
    if (senders_.empty()) return;
    for (const Operation &operation : communicator.queues[MPIDBG_QUEUE_RECEIVES].operations) {
      if (is_unsatisfied(operation)) wanted_.insert(wanted_rank(operation));
    }
  }

  bool contain(const Operation &operation, mpidbg_queue_t queue) const {
    if (wanted_.empty() || is_internal(operation)) return false;
    if (queue == MPIDBG_QUEUE_UNEXPECTED) return wanted_.contains(any) || wanted_.contains(operation.comm_rank);
    if (queue != MPIDBG_QUEUE_RECEIVES || !is_unsatisfied(operation)) return false;
    return wanted_rank(operation) == any || senders_.contains(operation.comm_rank);
  }

 private:
  static constexpr int any = -2;  // stands for any source in a receive

  static bool is_internal(const Operation &operation) { return (operation.flags & MPIDBG_OP_INTERNAL) != 0; }
  static bool is_unsatisfied(const Operation &operation) {
    return !is_internal(operation) && (operation.flags & MPIDBG_OP_MATCHED) == 0;
  }
  static int wanted_rank(const Operation &operation) {
    return (operation.flags & MPIDBG_OP_ANY_SOURCE) != 0 ? any : operation.comm_rank;
  }

  std::set<int> senders_{}, wanted_{};
};

// Returns the number of sends whose peer the library does not store, for a note about the complete answer.
std::size_t sends_to_unknown(const std::vector<const CommunicatorRecord *> &communicators) {
  std::size_t count = 0;
  for (const CommunicatorRecord *communicator : communicators) {
    const auto &sends = communicator->queues[MPIDBG_QUEUE_SENDS].operations;
    count += static_cast<std::size_t>(std::count_if(sends.begin(), sends.end(), [](const Operation &send) {
      return send.comm_rank < 0 && send.world_rank < 0 && (send.flags & MPIDBG_OP_INTERNAL) == 0;
    }));
  }
  return count;
}

class QueueWords : public Renderer {
 public:
  QueueWords(RenderOptions options, BlockOutput &output)
      : options_(std::move(options)), selection_(options_), output_(output) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    hidden_ = 0;
    shown_ = 0;
    said_calls_.clear();
    const std::vector<const CommunicatorRecord *> communicators = selection_.communicators(report, true);
    if (!options_.one_process) contexts_.add(report, communicators);
    const bool complete = first_limit(report, Noun::queues).empty();
    std::string state = complete ? "queues: complete" : "queues: incomplete (see below)";
    if (const std::size_t sends = sends_to_unknown(communicators); complete && sends != 0) {
      state += ", but the peer of " + std::to_string(sends) + (sends == 1 ? " send" : " sends") + " is not visible";
    }
    const OpenBlock process(output_, process_block(report, options_, state));
    if (!write_process_limits(output_, report, options_)) return;
    write_common_problems(report);
    for (const CommunicatorRecord *communicator : communicators) write_communicator(report, *communicator);
    if (!selection_.limits_communicators()) write_unclaimed(report);

    if (shown_ == 0 && can_see_some_queue(report)) {
      std::string text = "nothing pending";
      if (selection_.limits_operations()) text += " that matches";
      if (!complete) text += ", as far as can be seen";
      if (const std::string calls = other_calls(report); !calls.empty()) text += "; " + calls;
      write_property(output_, text);
    } else if (const std::string calls = other_calls(report); !calls.empty()) {
      write_property(output_, calls);
    }
    if (hidden_ != 0) write_hidden();
  }

  void finish(const std::vector<int> &missing_ranks) override {
    contexts_.write(output_);
    write_missing_ranks(output_, missing_ranks);
  }

 private:
  void write_hidden() {
    Block block;
    block.cells.begin();
    block.cells.append_with_numbers("internal operations not shown: " + std::to_string(hidden_));
    block.cells.append_to_last(" (" + options_.all_option() + " shows them)");
    output_.write(block);
  }

  // Returns a text about the calls in which threads are blocked, without those that the rows of operations mention.
  std::string other_calls(const ProcessReport &report) const {
    return selection_.limits_operations() ? std::string() : blocked_calls_text(report, said_calls_);
  }

  static bool can_see_some_queue(const ProcessReport &report) {
    return std::any_of(std::begin(queue_names), std::end(queue_names),
                       [&](const QueueName &name) { return common_problem(report, name.queue).empty(); });
  }

  bool is_common(mpidbg_queue_t queue) const { return common_[queue]; }

  // If queues cannot be seen for the same reason on all communicators, writes that reason once: "posted, unexpected
  // cannot see: ...".
  void write_common_problems(const ProcessReport &report) {
    std::vector<std::pair<std::string, std::string>> problems;  // a reason, and the queues to which it applies
    const auto include = [&](std::string_view queue, const std::string &problem) {
      if (problem.empty()) return;
      const auto known =
          std::find_if(problems.begin(), problems.end(), [&](const auto &p) { return p.first == problem; });
      if (known == problems.end()) {
        problems.emplace_back(problem, queue);
      } else {
        known->second.append(", ").append(queue);
      }
    };
    for (const QueueName &name : queue_names) {
      const std::string problem = common_problem(report, name.queue);
      common_[name.queue] = !problem.empty();
      include(name.text, problem);
    }
    include("messages without a communicator", report.unclaimed.problem);
    for (const auto &[problem, queues] : problems)
      output_.write(problem_block(queues).cell("cannot see: " + printable(problem)));
  }

  bool shows(const CommunicatorRecord &communicator, const Operation &operation) const {
    const bool internal = is_internal(communicator) || (operation.flags & MPIDBG_OP_INTERNAL) != 0;
    return selection_.matches(operation) && (options_.all || !internal);
  }

  static OperationColumns columns_of(const OperationLines &lines, OperationRow &row) {
    OperationColumns columns;
    for (const OperationLine &line : lines.lines()) {
      columns.include(row.fill(*line.operation, line.queue));
      if (line.count > 1) columns.include_count(line.count);
    }
    return columns;
  }

  void write_communicator(const ProcessReport &report, const CommunicatorRecord &communicator) {
    OperationLines lines(!options_.merges_operations());
    std::size_t shown = 0;
    bool problem = false;  // a queue has a problem of its own
    bool common = false;   // a queue has the problem printed for all communicators
    for (const QueueName &name : queue_names) {
      const Queue &queue = communicator.queues[name.queue];
      if (!queue.problem.empty()) (is_common(name.queue) ? common : problem) = true;
      for (const Operation &operation : queue.operations) {
        if (!selection_.matches(operation)) continue;
        if (!shows(communicator, operation)) {
          ++hidden_;
          continue;
        }
        lines.add(operation, name.queue);
        ++shown;
        if ((operation.flags & MPIDBG_OP_WAITED_ON) != 0) said_calls_.insert(report.text(operation.waiting_call));
      }
    }
    const NearMisses near_misses(communicator);
    const bool wanted = options_.all || !is_internal(communicator);
    if (shown == 0 && !problem && !(options_.verbose && wanted && !common)) return;
    const OpenBlock object(output_, communicator_block(communicator, options_.verbose));
    shown_ += shown;
    if (shown == 0 && !problem) return write_property(output_, "nothing pending");

    OperationRow row(report, options_);
    const OperationColumns columns = columns_of(lines, row);
    const OpenBlock table(output_, columns.table());
    auto line = lines.lines().begin();
    for (const QueueName &name : queue_names) {
      const Queue &queue = communicator.queues[name.queue];
      for (; line != lines.lines().end() && line->queue == name.queue; ++line) {
        Block &block = row.fill_line(*line, columns.with_counts());
        block.severity = near_misses.contain(*line->operation, name.queue) ? Severity::notable : Severity::none;
        const OpenBlock open(output_, block);
        if (options_.verbose) write_extra_text(report.text(line->operation->extra_text));
      }
      if (!queue.problem.empty() && !is_common(name.queue)) {
        const std::string what = queue.operations.empty() ? "cannot see: " : "incomplete: ";
        output_.write(problem_block(name.text).cell(what + printable(queue.problem)));
      }
    }
  }

  void write_unclaimed(const ProcessReport &report) {
    const std::vector<Operation> &operations = report.unclaimed.operations;
    for (auto begin = operations.begin(); begin != operations.end();) {
      const auto end = std::find_if(begin, operations.end(),
                                    [&](const Operation &other) { return other.context_id != begin->context_id; });
      write_unclaimed(report, {begin, end});
      begin = end;
    }
  }

  // Writes the messages with one context id whose communicator the process does not have.
  void write_unclaimed(const ProcessReport &report, std::span<const Operation> operations) {
    OperationLines lines(!options_.merges_operations());
    std::size_t shown = 0;
    for (const Operation &operation : operations) {
      if (!selection_.matches(operation)) continue;
      if (!selection_.visible(operation)) {
        ++hidden_;
        continue;
      }
      lines.add(operation, MPIDBG_QUEUE_UNCLAIMED);
      ++shown;
    }
    if (shown == 0) return;
    shown_ += shown;
    const OpenBlock object(output_,
                           text_block(Role::object, "messages for a communicator this process does not have: context " +
                                                        std::to_string(operations.front().context_id)));
    OperationRow row(report, options_);
    const OperationColumns columns = columns_of(lines, row);
    const OpenBlock table(output_, columns.table());
    for (const OperationLine &line : lines.lines()) output_.write(row.fill_line(line, columns.with_counts()));
  }

  void write_extra_text(const std::string &text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      write_property(output_, printable(std::string_view(text).substr(begin, end - begin)));
      begin = end + 1;
    }
  }

  RenderOptions options_;
  Selection selection_;
  BlockOutput &output_;
  std::array<bool, MPIDBG_QUEUE_UNCLAIMED> common_{};  // queues whose problem was printed for all communicators
  Contexts contexts_{};
  std::set<std::string> said_calls_{};  // calls in which the process waits for one of its operations
  std::size_t hidden_ = 0;
  std::size_t shown_ = 0;
};

}  // namespace

std::unique_ptr<Renderer> word_queues(RenderOptions options, BlockOutput &output) {
  return std::make_unique<QueueWords>(std::move(options), output);
}

}  // namespace mqs_shim
