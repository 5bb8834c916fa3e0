#include "mqs_shim/job/consistency.h"

#include <algorithm>
#include <tuple>

namespace mqs_shim {

namespace {

using enum VariableProperty;

constexpr std::size_t most_mismatches = 1000;

// Returns the name of the enumeration at an address. Names are compared, because each process has its own addresses.
std::string enumeration_name(const ProcessReport &report, Address enumerator) {
  if (enumerator.is_null()) return "none";
  const auto found = report.variables.enumerations.find(enumerator);
  return found == report.variables.enumerations.end() ? "some" : found->second.name;
}

std::string flag(bool set) {
  return set ? "yes" : "no";
}

std::string number(int value) {
  return std::to_string(value);
}

}  // namespace

void Consistency::include(Values &values, const std::string &value, Place place) {
  const auto [known, is_new] = values.try_emplace(value, place);
  if (!is_new) known->second = std::min(known->second, place);
}

void Consistency::compare(Place place, const std::string &name, int variable_class, const Compared &properties) {
  Properties &known = known_[{name, variable_class}];
  for (const auto &[property, value] : properties) include(known[property], value, place);
}

void Consistency::add(const ProcessReport &report) {
  if (!report.error.empty()) return;
  const VariableLists &lists = report.variables;
  Place place{report.world_rank, 0};
  if (noun_ == Noun::cvars) {
    for (const ControlVariableRecord &one : lists.control_variables.objects) {
      compare(place, one.name, 0,
              {{datatype, number(one.datatype)},
               {verbosity, number(one.verbosity)},
               {binding, number(one.bind)},
               {scope, number(one.scope)},
               {enumeration, enumeration_name(report, one.enumerator)},
               {description, one.description}});
      ++place.index;
    }
  } else if (noun_ == Noun::pvars) {
    for (const PerformanceVariableRecord &one : lists.performance_variables.objects) {
      compare(place, one.name, one.variable_class,
              {{datatype, number(one.datatype)},
               {verbosity, number(one.verbosity)},
               {binding, number(one.bind)},
               {enumeration, enumeration_name(report, one.enumerator)},
               {read_only, flag(one.readonly)},
               {continuous, flag(one.continuous)},
               {atomic, flag(one.atomic)},
               {description, one.description}});
      ++place.index;
    }
  } else if (noun_ == Noun::categories) {
    for (const CategoryRecord &one : lists.categories.objects) {
      compare(place, one.name, 0, {{description, one.description}});
      ++place.index;
    }
  } else if (noun_ == Noun::events) {
    for (const EventTypeRecord &one : lists.events.objects) {
      std::string elements;
      for (const auto &element : one.elements) elements += number(element.datatype) + ' ';
      compare(place, one.name, 0,
              {{datatypes, elements},
               {verbosity, number(one.verbosity)},
               {binding, number(one.bind)},
               {enumeration, enumeration_name(report, one.enumerator)},
               {description, one.description}});
      ++place.index;
    }
  }
}

void Consistency::merge(const Consistency &other) {
  for (const auto &[name, properties] : other.known_) {
    Properties &known = known_[name];
    for (const auto &[property, values] : properties) {
      for (const auto &[value, place] : values) include(known[property], value, place);
    }
  }
}

std::vector<Mismatch> Consistency::mismatches() const {
  std::vector<std::pair<Place, Mismatch>> found;
  for (const auto &[name, properties] : known_) {
    for (const auto &[property, values] : properties) {
      if (values.size() < 2) continue;
      std::vector<std::pair<Place, std::string>> seen;
      for (const auto &[value, place] : values) seen.emplace_back(place, value);
      std::partial_sort(seen.begin(), seen.begin() + 2, seen.end());
      found.push_back(
          {seen[1].first,
           {noun_, name.first, property, seen[0].second, seen[1].second, seen[0].first.rank, seen[1].first.rank}});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) {
    return std::tie(a.first, a.second.property) < std::tie(b.first, b.second.property);
  });
  found.resize(std::min(found.size(), most_mismatches));
  std::vector<Mismatch> mismatches;
  mismatches.reserve(found.size());
  for (auto &[place, mismatch] : found) mismatches.push_back(std::move(mismatch));
  return mismatches;
}

}  // namespace mqs_shim
