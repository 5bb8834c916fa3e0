// This file puts the answers of the commands `cvars` and `pvars` into words.

#include <set>

#include "mqs_shim/job/jobs.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/terms/variable_terms.h"
#include "mqs_shim/render/variables/choice.h"
#include "mqs_shim/render/variables/values.h"
#include "mqs_shim/render/wording/handles/objects.h"
#include "mqs_shim/render/wording/variables/history.h"
#include "mqs_shim/render/wording/variables/list_end.h"
#include "mqs_shim/render/wording/variables/mismatches.h"

namespace mqs_shim {

namespace {

// If a performance variable has at most this many elements, all are shown in one line; otherwise only those that are
// not 0.
constexpr std::size_t elements_shown = 16;

class VariableWords : public Renderer {
 public:
  VariableWords(Noun noun, RenderOptions options, BlockOutput &output)
      : noun_(noun), options_(std::move(options)), selection_(options_), output_(output) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    jobs_.add(report);
    const OpenBlock process(output_, process_block(report, options_));
    if (!write_process_limits(output_, report, options_)) return;
    const VariableLists &lists = report.variables;
    if (noun_ == Noun::cvars) write_list(report, lists.control_variables, "control variable");
    if (noun_ == Noun::pvars) write_list(report, lists.performance_variables, "performance variable");
    if (lists.history && !lists.snapshot_problem.empty()) {
      write_problem(output_, "snapshots: " + printable(lists.snapshot_problem));
    }
    if (const std::string overdue = overdue_text(lists); !overdue.empty()) write_problem(output_, overdue);
  }

  void finish(const std::vector<int> &missing_ranks) override {
    write_mismatches(output_, jobs_.mismatches());
    write_missing_ranks(output_, missing_ranks);
  }

 private:
  template <class Record>
  void write_list(const ProcessReport &report, const VariableList<Record> &list, std::string_view what) {
    hidden_.clear();
    bool any = list.objects.empty();
    for (const Record &record : list.objects) {
      if (!is_chosen(options_, record)) continue;
      write(report, record);
      any = true;
    }
    if (!any && options_.changed && options_.variable.empty()) write_property(output_, "every value is the default");
    write_list_end(output_, list, what, options_, [&] {
      write_in_doubt(list);
      write_unseen(list);
      write_hidden();
    });
  }

  void write_hidden() {
    if (hidden_.empty()) return;
    write_property(output_, "and values for " + count_text(hidden_.size(), "communicator") +
                                " of the library's own: " + options_.all_option() + " shows them");
  }

  // With --changed, writes how many variables are listed although it is not known whether their values were changed.
  template <class Record>
  void write_in_doubt(const VariableList<Record> &list) {
    const auto count = std::count_if(list.objects.begin(), list.objects.end(),
                                     [&](const Record &record) { return is_in_doubt(options_, record); });
    if (count == 0) return;
    write_problem(output_,
                  count == 1 ? "cannot see where 1 value comes from: it is listed, too"
                             : "cannot see where " + std::to_string(count) + " values come from: they are listed, too");
  }

  // Writes how many of the listed variables have values that cannot be seen.
  template <class Record>
  void write_unseen(const VariableList<Record> &list) {
    const auto unseen = std::count_if(list.objects.begin(), list.objects.end(), [&](const Record &record) {
      return is_chosen(options_, record) && !record.value_problem.empty();
    });
    if (unseen == 0) return;
    std::string text = "cannot see " + count_text(static_cast<std::size_t>(unseen), "value") + " of " +
                       std::to_string(list.objects.size());
    if (noun_ == Noun::pvars) text += "; mpidbg record keeps values that the library computes";
    write_problem(output_, text);
  }

  void write_description(const std::string &description) {
    if (options_.verbose && !description.empty()) output_.write(text_block(Role::detail, printable(description)));
  }

  void write(const ProcessReport &report, const ControlVariableRecord &record) {
    const OpenBlock open(output_, block_of(report, record));
    write_description(record.description);
    write_history(output_, report.variables, record.history, Role::detail, [&](const PastValueRecord &value) {
      ControlVariableRecord then = record;
      then.value = VariableValueRecord{value.elements, value.text};
      return value_text(report, then);
    });
  }

  static Block block_of(const ProcessReport &report, const ControlVariableRecord &record) {
    Block block = object_block(printable(record.name));
    Cells &cells = block.cells;
    block.value = value_text(report, record);
    add_origin(cells, report.variables, record.value_origin);
    add_source(cells, record);
    cells.add(datatype_term(record.datatype));
    cells.begin().append("scope ") += scope_term(record.scope);
    cells.begin().append("verbosity ") += verbosity_term(record.verbosity);
    if (record.bind != MPIDBG_T_BIND_NO_OBJECT) cells.begin().append("bound to a ") += bind_term(record.bind);
    if (!record.origin) return block;
    if (record.origin->synonym_of >= 0) {
      std::string_view original = record.original_name;
      if (original.empty()) original = name_of(report.variables.control_variables, record.origin->synonym_of);
      cells.add("synonym of " + (original.empty() ? "an inactive variable" : printable(original)));
    }
    if (record.origin->deprecated != 0) cells.add("deprecated");
    if (record.origin->internal != 0) cells.add("internal");
    if (record.origin->default_only != 0) cells.add("cannot be set");
    return block;
  }

  static std::string value_text(const ProcessReport &report, const ControlVariableRecord &record) {
    if (!record.value) return "(cannot see: " + printable(record.value_problem) + ")";
    const mpidbg_t_value_t &first = record.value->elements.front();
    if (first.is_null != 0) return "(no text)";
    if (first.datatype == MPIDBG_T_CHAR) return in_quotes(record.value->text);
    std::string text = numbers_text(record.value->elements);
    if (const std::string name = value_name(report, record); !name.empty()) text += " (" + printable(name) + ")";
    return text;
  }

  static void add_source(Cells &cells, const ControlVariableRecord &record) {
    if (!record.origin || record.origin->source == MPIDBG_CVAR_SOURCE_UNKNOWN) return;
    std::string &text = cells.begin().append("from ");
    text += source_term(record.origin->source);
    if (!record.source_file.empty()) append_printable(text += ' ', record.source_file);
    if (record.origin->source_line >= 0) text += ':' + std::to_string(record.origin->source_line);
  }

  void write(const ProcessReport &report, const PerformanceVariableRecord &record) {
    const OpenBlock open(output_, block_of(report, record));
    write_description(record.description);
    if (!record.value_problem.empty())
      output_.write(text_block(Role::detail, "cannot see the value: " + printable(record.value_problem)));
    if (record.bind != MPIDBG_T_BIND_NO_OBJECT) {
      for (const PerformanceVariableRecord::Values &values : record.values) write_bound(report, record, values);
    } else if (!record.values.empty()) {
      write_past(report, record.values.front(), Role::detail);
    }
  }

  static Block block_of(const ProcessReport &report, const PerformanceVariableRecord &record) {
    Block block = object_block(printable(record.name));
    Cells &cells = block.cells;
    const bool unbound = record.bind == MPIDBG_T_BIND_NO_OBJECT;
    if (unbound && record.values.size() == 1) {
      block.value = elements_text(record.values.front());
      add_origin(cells, report.variables, record.values.front().origin);
    }
    cells.add(class_term(record.variable_class));
    cells.add(datatype_term(record.datatype));
    cells.begin().append("verbosity ") += verbosity_term(record.verbosity);
    if (!unbound) cells.begin().append("bound to a ") += bind_term(record.bind);
    if (record.readonly) cells.add("read-only");
    if (record.continuous) cells.add("continuous");
    if (record.atomic) cells.add("atomic");
    return block;
  }

  // Writes the values that a performance variable has for one object, such as a communicator.
  void write_bound(const ProcessReport &report, const PerformanceVariableRecord &record,
                   const PerformanceVariableRecord::Values &values) {
    const auto communicator = std::find_if(report.communicators.begin(), report.communicators.end(),
                                           [&](const CommunicatorRecord &one) { return one.handle == values.object; });
    const bool is_known = communicator != report.communicators.end();
    if (is_known && is_internal(*communicator) && !options_.all) {
      hidden_.insert(values.object);
      return;
    }
    if (!is_known && report.sees_memory && record.bind == MPIDBG_T_BIND_MPI_COMM) return;
    std::string name = is_known ? printable(communicator->name) : hex_text(values.object);
    if (name.empty()) name = "(unnamed)";
    Block block = text_block(Role::detail, name + ": " + elements_text(values));
    add_origin(block.cells, report.variables, values.origin);
    const OpenBlock open(output_, block);
    write_past(report, values, Role::property);
  }

  void write_past(const ProcessReport &report, const PerformanceVariableRecord::Values &values, Role role) {
    write_history(output_, report.variables, values.history, role, [](const PastValueRecord &value) {
      PerformanceVariableRecord::Values then;
      then.elements = value.elements;
      return elements_text(then);
    });
  }

  static std::string elements_text(const PerformanceVariableRecord::Values &values) {
    if (!values.problem.empty()) return "cannot see: " + printable(values.problem);
    if (values.elements.size() == 1) return number_text(values.elements.front());
    std::string text;
    if (values.elements.size() <= elements_shown) {
      for (const auto &element : values.elements) {
        if (!text.empty()) text += ' ';
        text += number_text(element);
      }
      return text;
    }
    std::size_t shown = 0, other = 0;
    for (std::size_t i = 0; i < values.elements.size(); ++i) {
      const std::string number = number_text(values.elements[i]);
      if (number == "0") continue;
      if (++shown > elements_shown) {
        ++other;
        continue;
      }
      text += (text.empty() ? "[" : ", [") + std::to_string(i) + "] " + number;
    }
    if (other != 0) text += ", and " + std::to_string(other) + " more";
    return (text.empty() ? "all" : text + ", others") + " 0 of " + std::to_string(values.elements.size());
  }

  Noun noun_;
  RenderOptions options_;
  Selection selection_;
  BlockOutput &output_;
  Jobs jobs_{noun_};
  std::set<Address> hidden_;  // internal communicators whose values are not shown, for the current process
};

}  // namespace

std::unique_ptr<Renderer> word_variables(Noun noun, RenderOptions options, BlockOutput &output) {
  return std::make_unique<VariableWords>(noun, std::move(options), output);
}

}  // namespace mqs_shim
