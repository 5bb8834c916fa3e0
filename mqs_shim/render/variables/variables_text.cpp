// The text of `cvars`, `pvars` and `categories`.

#include <set>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/text.h"
#include "mqs_shim/render/variables/consistency.h"
#include "mqs_shim/render/variables/history_text.h"
#include "mqs_shim/render/variables/variables.h"

namespace mqs_shim {

namespace {

// Elements of a performance variable in one line; of more, only those that are not 0.
constexpr std::size_t elements_shown = 16;

std::string count_text(std::size_t count, std::string_view what) {
  return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
}

class VariablesText : public Renderer {
 public:
  VariablesText(Noun noun, RenderOptions options, Sink &sink)
      : noun_(noun), options_(std::move(options)), selection_(options_), writer_(sink, options_.color) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    consistency_.add(report);
    if (!write_process_header(writer_, report, options_, {})) return;
    const VariableLists &lists = report.variables;
    if (noun_ == Noun::cvars) write_list(report, lists.control_variables, "control variable");
    if (noun_ == Noun::pvars) write_list(report, lists.performance_variables, "performance variable");
    if (noun_ == Noun::categories) write_tree(report);
    if (lists.history && !lists.snapshot_problem.empty()) {
      writer_.line("  ", "snapshots: " + printable(lists.snapshot_problem), Color::yellow);
    }
  }

  void finish(const std::vector<int> &missing_ranks) override {
    for (const auto &mismatch : consistency_.mismatches()) writer_.line("", Consistency::text(mismatch), Color::red);
    write_missing_ranks(writer_, missing_ranks);
  }

 private:
  bool is_meant(const std::string &name) const { return options_.variable.empty() || options_.variable == name; }

  template <class Record>
  void write_list(const ProcessReport &report, const VariableList<Record> &list, std::string_view what) {
    for (const Record &record : list.objects) {
      if (is_meant(record.name)) write(report, record);
    }
    write_end(list, what);
  }

  template <class Record>
  void write_end(const VariableList<Record> &list, std::string_view what) {
    if (!list.problem.empty()) {
      writer_.line("  ", "cannot see: " + printable(list.problem), Color::yellow);
    } else if (list.objects.empty()) {
      writer_.line("  no active " + std::string(what));
    }
    write_unseen(list);
    if (list.inactive != 0 && options_.verbose) {
      writer_.line("  and " + std::to_string(list.inactive) + " inactive: their components were unloaded");
    }
  }

  // How many values cannot be seen.
  template <class Record>
  void write_unseen(const VariableList<Record> &list) {
    if constexpr (requires(Record record) { record.value_problem; }) {
      const auto unseen = std::count_if(list.objects.begin(), list.objects.end(), [&](const Record &record) {
        return is_meant(record.name) && !record.value_problem.empty();
      });
      if (unseen == 0) return;
      std::string line = "cannot see " + count_text(static_cast<std::size_t>(unseen), "value") + " of " +
                         std::to_string(list.objects.size());
      if (noun_ == Noun::pvars) line += "; mpidbg record keeps what the library works out";
      writer_.line("  ", line, Color::yellow);
    }
  }

  void write_description(std::string_view indent, const std::string &description) {
    if (options_.verbose && !description.empty()) writer_.line(std::string(indent) + printable(description));
  }

  void write(const ProcessReport &report, const ControlVariableRecord &record) {
    writer_.put("  ");
    writer_.put(printable(record.name), Color::cyan);
    writer_.put(" = " + value_text(report, record) + origin_text(report.variables, record.value_origin) +
                source_text(record) + "  " + std::string(datatype_word(record.datatype)) + "  scope " +
                std::string(scope_word(record.scope)) + "  verbosity " + std::string(verbosity_word(record.verbosity)));
    if (record.bind != MPIDBG_T_BIND_NO_OBJECT) writer_.put("  bound to a " + std::string(bind_word(record.bind)));
    if (record.origin && record.origin->synonym_of >= 0) {
      const auto original = name_of(report.variables.control_variables, record.origin->synonym_of);
      writer_.put("  synonym of " +
                  (original.empty() ? std::to_string(record.origin->synonym_of) : printable(original)));
    }
    if (record.origin && record.origin->deprecated != 0) writer_.put("  deprecated");
    if (record.origin && record.origin->internal != 0) writer_.put("  internal");
    if (record.origin && record.origin->default_only != 0) writer_.put("  cannot be set");
    writer_.sink().end_line();
    write_description("      ", record.description);
    write_history(writer_, report.variables, record.history, "      ", [&](const PastValueRecord &value) {
      ControlVariableRecord then = record;
      then.value = VariableValueRecord{value.elements, value.text};
      return value_text(report, then);
    });
  }

  static std::string value_text(const ProcessReport &report, const ControlVariableRecord &record) {
    if (!record.value) return "(cannot see: " + printable(record.value_problem) + ")";
    const mpidbg_t_value_t &first = record.value->elements.front();
    if (first.is_null != 0) return "(no text)";
    if (first.datatype == MPIDBG_T_CHAR) return '"' + printable(record.value->text) + '"';
    std::string text = numbers_text(record.value->elements);
    if (const std::string name = value_name(report, record); !name.empty()) text += " (" + printable(name) + ")";
    return text;
  }

  static std::string source_text(const ControlVariableRecord &record) {
    if (!record.origin || record.origin->source == MPIDBG_CVAR_SOURCE_UNKNOWN) return {};
    std::string text = "  from " + std::string(source_word(record.origin->source));
    if (!record.source_file.empty()) text += ' ' + printable(record.source_file);
    if (record.origin->source_line >= 0) text += ':' + std::to_string(record.origin->source_line);
    return text;
  }

  void write(const ProcessReport &report, const PerformanceVariableRecord &record) {
    writer_.put("  ");
    writer_.put(printable(record.name), Color::cyan);
    const bool unbound = record.bind == MPIDBG_T_BIND_NO_OBJECT;
    if (unbound && record.values.size() == 1) {
      writer_.put(" = " + elements_text(record.values.front()) +
                  origin_text(report.variables, record.values.front().origin));
    }
    writer_.put("  " + std::string(class_word(record.variable_class)) + "  " +
                std::string(datatype_word(record.datatype)) + "  verbosity " +
                std::string(verbosity_word(record.verbosity)));
    if (!unbound) writer_.put("  bound to a " + std::string(bind_word(record.bind)));
    if (record.readonly) writer_.put("  read-only");
    if (record.continuous) writer_.put("  continuous");
    if (record.atomic) writer_.put("  atomic");
    writer_.sink().end_line();
    write_description("      ", record.description);
    if (!record.value_problem.empty()) writer_.line("      cannot see the value: " + printable(record.value_problem));
    if (unbound && !record.values.empty()) write_past(report, record.values.front(), "      ");
    if (unbound) return;
    for (const PerformanceVariableRecord::Values &values : record.values) {
      const auto communicator =
          std::find_if(report.communicators.begin(), report.communicators.end(),
                       [&](const CommunicatorRecord &one) { return one.handle == values.object; });
      const bool is_known = communicator != report.communicators.end();
      if (is_known ? is_internal(*communicator) && !options_.all
                   : report.sees_memory && record.bind == MPIDBG_T_BIND_MPI_COMM) {
        continue;
      }
      std::string name = is_known ? printable(communicator->name) : hex_text(values.object);
      if (name.empty()) name = "(unnamed)";
      writer_.line("      " + name + ": " + elements_text(values) + origin_text(report.variables, values.origin));
      write_past(report, values, "        ");
    }
  }

  static std::string hex_text(Address address) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address.value()));
    return text;
  }

  void write_past(const ProcessReport &report, const PerformanceVariableRecord::Values &values,
                  std::string_view indent) {
    write_history(writer_, report.variables, values.history, indent, [](const PastValueRecord &value) {
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

  // Categories that no other one contains, each with what it contains.
  void write_tree(const ProcessReport &report) {
    const auto &list = report.variables.categories;
    std::set<int> inner;
    for (const CategoryRecord &record : list.objects) inner.insert(record.categories.begin(), record.categories.end());
    std::set<int> shown;
    for (const CategoryRecord &record : list.objects) {
      const bool is_root = options_.variable.empty() ? !inner.contains(record.index) : record.name == options_.variable;
      if (is_root) write_branch(report, record, shown);
    }
    // In a circle, or in one that could not be read.
    for (const CategoryRecord &record : list.objects) {
      if (options_.variable.empty() && !shown.contains(record.index)) write_branch(report, record, shown);
    }
    write_end(list, "category");
  }

  // One after the other, not one inside the other: a corrupt process may have any depth.
  void write_branch(const ProcessReport &report, const CategoryRecord &root, std::set<int> &shown) {
    const auto &list = report.variables.categories;
    std::vector<std::pair<const CategoryRecord *, std::size_t>> waiting{{&root, 0}};
    while (!waiting.empty()) {
      const auto [record, depth] = waiting.back();
      waiting.pop_back();
      const std::string indent(2 + 2 * std::min<std::size_t>(depth, 32), ' ');
      if (!shown.insert(record->index).second) {
        writer_.line(indent + printable(record->name) + "  (shown above)");
        continue;
      }
      write(report, *record, indent);
      for (auto index = record->categories.rbegin(); index != record->categories.rend(); ++index) {
        const auto found = std::lower_bound(list.objects.begin(), list.objects.end(), *index,
                                            [](const CategoryRecord &one, int wanted) { return one.index < wanted; });
        if (found != list.objects.end() && found->index == *index) waiting.emplace_back(&*found, depth + 1);
      }
    }
  }

  void write(const ProcessReport &report, const CategoryRecord &record, const std::string &indent) {
    writer_.put(indent);
    writer_.put(printable(record.name), Color::cyan);
    if (!record.control_variables.empty()) {
      writer_.put("  " + count_text(record.control_variables.size(), "control variable"));
    }
    if (!record.performance_variables.empty()) {
      writer_.put("  " + count_text(record.performance_variables.size(), "performance variable"));
    }
    if (!record.events.empty()) writer_.put("  " + count_text(record.events.size(), "type") + " of events");
    writer_.sink().end_line();
    if (!options_.verbose) return;
    write_description(indent + "    ", record.description);
    write_names(indent, "cvar ", record.control_variables, report.variables.control_variables);
    write_names(indent, "pvar ", record.performance_variables, report.variables.performance_variables);
    write_names(indent, "event ", record.events, report.variables.events);
  }

  template <class Record>
  void write_names(const std::string &indent, std::string_view what, const std::vector<int> &indices,
                   const VariableList<Record> &list) {
    for (const int index : indices) {
      const std::string_view name = name_of(list, index);
      writer_.line(indent + "    " + std::string(what) +
                   (name.empty() ? std::to_string(index) + " (inactive)" : printable(name)));
    }
  }

  Noun noun_;
  RenderOptions options_;
  Selection selection_;
  TextWriter writer_;
  Consistency consistency_{noun_};
};

}  // namespace

std::unique_ptr<Renderer> make_variables_text(Noun noun, RenderOptions options, Sink &sink) {
  return std::make_unique<VariablesText>(noun, std::move(options), sink);
}

}  // namespace mqs_shim
