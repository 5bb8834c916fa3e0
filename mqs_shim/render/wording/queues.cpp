// `queues` in words.

#include <algorithm>
#include <array>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/operation_row.h"

namespace mqs_shim {

namespace {

class QueueWords : public Renderer {
 public:
  QueueWords(RenderOptions options, BlockOutput &output)
      : options_(std::move(options)), selection_(options_), output_(output) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    hidden_ = 0;
    shown_ = 0;
    const bool complete = first_limit(report, Noun::queues).empty();
    const std::string_view state = complete ? "queues: complete" : "queues: incomplete (see below)";
    const OpenBlock process(output_, process_block(report, options_, state));
    if (!write_process_limits(output_, report, options_)) return;
    write_common_problems(report);
    for (const CommunicatorRecord *communicator : selection_.communicators(report, true))
      write_communicator(report, *communicator);
    if (!selection_.limits_communicators()) write_unclaimed(report);

    if (shown_ == 0 && can_see_some_queue(report)) {
      std::string text = "nothing pending";
      if (selection_.limits_operations()) text += " that matches";
      if (!complete) text += ", as far as can be seen";
      write_property(output_, text);
    }
    if (hidden_ != 0)
      write_property(output_, "internal operations not shown: " + std::to_string(hidden_) + " (--all shows them)");
  }

  void finish(const std::vector<int> &missing_ranks) override { write_missing_ranks(output_, missing_ranks); }

 private:
  static bool can_see_some_queue(const ProcessReport &report) {
    return std::any_of(std::begin(queue_names), std::end(queue_names),
                       [&](const QueueName &name) { return common_problem(report, name.queue).empty(); });
  }

  bool is_common(mpidbg_queue_t queue) const { return common_[queue]; }

  // Reasons that hold for all communicators are given once: "posted, unexpected  cannot see: ...".
  void write_common_problems(const ProcessReport &report) {
    std::vector<std::pair<std::string, std::string>> problems;  // reason, queues
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

  void write_communicator(const ProcessReport &report, const CommunicatorRecord &communicator) {
    OperationRow row(report, options_.verbose);
    OperationColumns columns;
    std::size_t shown = 0;
    bool problem = false;  // one of its own
    bool common = false;   // one that was printed for all communicators
    for (const QueueName &name : queue_names) {
      const Queue &queue = communicator.queues[name.queue];
      if (!queue.problem.empty()) (is_common(name.queue) ? common : problem) = true;
      for (const Operation &operation : queue.operations) {
        if (!selection_.matches(operation)) continue;
        if (!shows(communicator, operation)) {
          ++hidden_;
          continue;
        }
        columns.include(row.fill(operation, name.queue));
        ++shown;
      }
    }
    const bool wanted = options_.all || !is_internal(communicator);
    if (shown == 0 && !problem && !(options_.verbose && wanted && !common)) return;
    const OpenBlock object(output_, communicator_block(communicator, options_.verbose));
    shown_ += shown;
    if (shown == 0 && !problem) return write_property(output_, "nothing pending");

    const OpenBlock table(output_, columns.table());
    for (const QueueName &name : queue_names) {
      const Queue &queue = communicator.queues[name.queue];
      for (const Operation &operation : queue.operations) {
        if (!shows(communicator, operation)) continue;
        const OpenBlock open(output_, row.fill_with_notes(operation, name.queue));
        if (options_.verbose) write_extra_text(report.text(operation.extra_text));
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

  // Messages of one context.
  void write_unclaimed(const ProcessReport &report, std::span<const Operation> operations) {
    OperationRow row(report, options_.verbose);
    OperationColumns columns;
    std::size_t shown = 0;
    for (const Operation &operation : operations) {
      if (!selection_.matches(operation)) continue;
      if (!selection_.visible(operation)) {
        ++hidden_;
        continue;
      }
      columns.include(row.fill(operation, MPIDBG_QUEUE_UNCLAIMED));
      ++shown;
    }
    if (shown == 0) return;
    shown_ += shown;
    const OpenBlock object(output_,
                           text_block(Role::object, "messages for a communicator this process does not have: context " +
                                                        std::to_string(operations.front().context_id)));
    const OpenBlock table(output_, columns.table());
    for (const Operation &operation : operations) {
      if (selection_.operation(operation)) output_.write(row.fill_with_notes(operation, MPIDBG_QUEUE_UNCLAIMED));
    }
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
  std::size_t hidden_ = 0;
  std::size_t shown_ = 0;
};

}  // namespace

std::unique_ptr<Renderer> word_queues(RenderOptions options, BlockOutput &output) {
  return std::make_unique<QueueWords>(std::move(options), output);
}

}  // namespace mqs_shim
