#include "mqs_shim/render/variables/consistency.h"

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/terms/variable_terms.h"

namespace mqs_shim {

namespace {

constexpr std::size_t most_mismatches = 1000;

// By name, because each process has its own addresses.
std::string enumeration_name(const ProcessReport &report, Address enumerator) {
  if (enumerator.is_null()) return "none";
  const auto found = report.variables.enumerations.find(enumerator);
  return found == report.variables.enumerations.end() ? "some" : found->second.name;
}

std::string flag(bool set) {
  return set ? "yes" : "no";
}

}  // namespace

void Consistency::compare(int rank, const std::string &what, const std::string &name, int variable_class,
                          Properties properties) {
  const auto [place, is_new] = known_.try_emplace({name, variable_class});
  Known &known = place->second;
  if (is_new) {
    known.rank = rank;
    known.told.resize(properties.size());
    known.properties = std::move(properties);
    return;
  }
  for (std::size_t i = 0; i < properties.size() && i < known.properties.size(); ++i) {
    const auto &[property, value] = properties[i];
    const std::string &expected = known.properties[i].second;
    if (value == expected || known.told[i] || mismatches_.size() >= most_mismatches) continue;
    known.told[i] = true;
    mismatches_.push_back({what, name, property, expected, value, known.rank, rank});
  }
}

void Consistency::add(const ProcessReport &report) {
  if (!report.error.empty()) return;
  const VariableLists &lists = report.variables;
  const int rank = report.world_rank;
  const auto word = [](std::string_view text) { return std::string(text); };
  if (noun_ == Noun::cvars) {
    for (const ControlVariableRecord &one : lists.control_variables.objects) {
      compare(rank, "control variable", one.name, 0,
              {{"datatype", word(datatype_term(one.datatype))},
               {"verbosity", word(verbosity_term(one.verbosity))},
               {"binding", word(bind_term(one.bind))},
               {"scope", word(scope_term(one.scope))},
               {"enumeration", enumeration_name(report, one.enumerator)},
               {"description", one.description}});
    }
  } else if (noun_ == Noun::pvars) {
    for (const PerformanceVariableRecord &one : lists.performance_variables.objects) {
      compare(rank, "performance variable", one.name, one.variable_class,
              {{"datatype", word(datatype_term(one.datatype))},
               {"verbosity", word(verbosity_term(one.verbosity))},
               {"binding", word(bind_term(one.bind))},
               {"enumeration", enumeration_name(report, one.enumerator)},
               {"read-only", flag(one.readonly)},
               {"continuous", flag(one.continuous)},
               {"atomic", flag(one.atomic)},
               {"description", one.description}});
    }
  } else if (noun_ == Noun::categories) {
    for (const CategoryRecord &one : lists.categories.objects) {
      compare(rank, "category", one.name, 0, {{"description", one.description}});
    }
  } else if (noun_ == Noun::events) {
    for (const EventTypeRecord &one : lists.events.objects) {
      std::string datatypes;
      for (const auto &element : one.elements) datatypes += word(datatype_term(element.datatype)) + ' ';
      compare(rank, "type of events", one.name, 0,
              {{"datatypes", datatypes},
               {"verbosity", word(verbosity_term(one.verbosity))},
               {"binding", word(bind_term(one.bind))},
               {"enumeration", enumeration_name(report, one.enumerator)},
               {"description", one.description}});
    }
  }
}

std::string Consistency::text(const Mismatch &mismatch) {
  const auto value = [](const std::string &text) { return text.empty() ? std::string("none") : printable(text); };
  return "mismatch: the " + mismatch.what + " " + printable(mismatch.name) + " has " + mismatch.property + " " +
         value(mismatch.one) + " on rank " + std::to_string(mismatch.one_rank) + " and " + value(mismatch.other) +
         " on rank " + std::to_string(mismatch.other_rank);
}

}  // namespace mqs_shim
