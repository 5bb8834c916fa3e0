// This file puts the answers of the command `categories` into words.

#include <algorithm>
#include <set>

#include "mqs_shim/job/jobs.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/variables/choice.h"
#include "mqs_shim/render/variables/values.h"
#include "mqs_shim/render/wording/variables/list_end.h"
#include "mqs_shim/render/wording/variables/mismatches.h"

namespace mqs_shim {

namespace {

constexpr std::size_t deepest_level = 32;

class CategoryWords : public Renderer {
 public:
  CategoryWords(RenderOptions options, BlockOutput &output)
      : options_(std::move(options)), selection_(options_), output_(output) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    jobs_.add(report);
    const OpenBlock process(output_, process_block(report, options_));
    if (!write_process_limits(output_, report, options_)) return;
    write_tree(report);
    const VariableLists &lists = report.variables;
    if (lists.history && !lists.snapshot_problem.empty())
      write_problem(output_, "snapshots: " + printable(lists.snapshot_problem));
  }

  void finish(const std::vector<int> &missing_ranks) override {
    write_mismatches(output_, jobs_.mismatches());
    write_missing_ranks(output_, missing_ranks);
  }

 private:
  // Writes the categories that no other category contains, each with its contents. With a pattern for names, writes the
  // categories that match instead.
  void write_tree(const ProcessReport &report) {
    const auto &list = report.variables.categories;
    std::set<int> inner;
    for (const CategoryRecord &record : list.objects) inner.insert(record.categories.begin(), record.categories.end());
    std::set<int> shown;
    for (const CategoryRecord &record : list.objects) {
      const bool is_root = options_.variable.empty() ? !inner.contains(record.index) : is_chosen(options_, record);
      if (is_root) write_branch(report, record, shown);
    }
    // Writes the remaining categories: they contain each other, or are in a category that could not be read.
    for (const CategoryRecord &record : list.objects) {
      if (options_.variable.empty() && !shown.contains(record.index)) write_branch(report, record, shown);
    }
    write_list_end(output_, list, "category", options_, [] {});
  }

  // Writes a category with all categories inside of it. Does not use recursion, as the nesting may have any depth in a
  // corrupt process.
  void write_branch(const ProcessReport &report, const CategoryRecord &root, std::set<int> &shown) {
    const auto &list = report.variables.categories;
    std::vector<std::pair<const CategoryRecord *, std::size_t>> waiting{{&root, 0}};
    while (!waiting.empty()) {
      const auto [record, depth] = waiting.back();
      waiting.pop_back();
      const std::size_t level = std::min(depth, deepest_level);
      if (!shown.insert(record->index).second) {
        Block block = property_block(printable(record->name)).cell("(shown above)");
        block.level = level;
        output_.write(block);
        continue;
      }
      write(report, *record, level);
      for (auto index = record->categories.rbegin(); index != record->categories.rend(); ++index) {
        const auto found = std::lower_bound(list.objects.begin(), list.objects.end(), *index,
                                            [](const CategoryRecord &one, int wanted) { return one.index < wanted; });
        if (found != list.objects.end() && found->index == *index) waiting.emplace_back(&*found, depth + 1);
      }
    }
  }

  void write(const ProcessReport &report, const CategoryRecord &record, std::size_t level) {
    Block block = object_block(printable(record.name));
    block.level = level;
    Cells &cells = block.cells;
    if (!record.control_variables.empty()) cells.add(count_text(record.control_variables.size(), "control variable"));
    if (!record.performance_variables.empty())
      cells.add(count_text(record.performance_variables.size(), "performance variable"));
    if (!record.events.empty()) cells.add(count_text(record.events.size(), "type") + " of events");
    const OpenBlock open(output_, block);
    if (!options_.verbose) return;
    if (!record.description.empty()) output_.write(text_block(Role::detail, printable(record.description)));
    write_names("cvar ", record.control_variables, report.variables.control_variables);
    write_names("pvar ", record.performance_variables, report.variables.performance_variables);
    write_names("event ", record.events, report.variables.events);
  }

  template <class Record>
  void write_names(const std::string &what, const std::vector<int> &indices, const VariableList<Record> &list) {
    for (const int index : indices) {
      const std::string_view name = name_of(list, index);
      const std::string text = name.empty() ? std::to_string(index) + " (inactive)" : printable(name);
      output_.write(text_block(Role::detail, what + text));
    }
  }

  RenderOptions options_;
  Selection selection_;
  BlockOutput &output_;
  Jobs jobs_{Noun::categories};
};

}  // namespace

std::unique_ptr<Renderer> word_categories(RenderOptions options, BlockOutput &output) {
  return std::make_unique<CategoryWords>(std::move(options), output);
}

}  // namespace mqs_shim
