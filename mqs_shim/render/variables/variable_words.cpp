#include <algorithm>
#include <charconv>

#include "mqs_shim/render/variables/variables.h"

namespace mqs_shim {

namespace {

template <std::size_t size>
std::string_view word(const std::string_view (&words)[size], int index) {
  return index >= 0 && static_cast<std::size_t>(index) < size ? words[index] : std::string_view("unknown");
}

// The shortest text that reads back as the same number.
std::string shortest(double number) {
  char text[32];
  const auto [end, error] = std::to_chars(std::begin(text), std::end(text), number);
  return error == std::errc() ? std::string(text, end) : std::string();
}

}  // namespace

std::string_view verbosity_word(int verbosity) {
  constexpr std::string_view words[] = {"user basic",          "user detail",          "user all",
                                        "tuner basic",         "tuner detail",         "tuner all",
                                        "MPI developer basic", "MPI developer detail", "MPI developer all"};
  return word(words, verbosity);
}

std::string_view scope_word(int scope) {
  constexpr std::string_view words[] = {"constant", "readonly", "local", "group", "group equal", "all", "all equal"};
  return word(words, scope);
}

std::string_view bind_word(int bind) {
  constexpr std::string_view words[] = {"",   "communicator", "datatype", "errhandler", "file", "group",
                                        "op", "request",      "window",   "message",    "info"};
  return word(words, bind);
}

std::string_view source_word(int source) {
  constexpr std::string_view words[] = {"default", "command line",  "environment",
                                        "file",    "set by a call", "override file"};
  return word(words, source);
}

std::string_view class_word(int variable_class) {
  constexpr std::string_view words[] = {"state",         "level",   "size",      "percentage", "high watermark",
                                        "low watermark", "counter", "aggregate", "timer",      "generic"};
  return word(words, variable_class);
}

std::string_view datatype_word(int datatype) {
  constexpr std::string_view words[] = {"MPI_INT",     "MPI_UNSIGNED", "MPI_UNSIGNED_LONG", "MPI_UNSIGNED_LONG_LONG",
                                        "MPI_CHAR",    "MPI_C_BOOL",   "MPI_DOUBLE",        "MPI_LONG",
                                        "MPI_INT32_T", "MPI_UINT32_T", "MPI_INT64_T",       "MPI_UINT64_T"};
  static_assert(std::size(words) == MPIDBG_T_DATATYPE_MAX);
  return word(words, datatype);
}

std::string number_text(const mpidbg_t_value_t &value) {
  switch (value.datatype) {
    case MPIDBG_T_INT:
    case MPIDBG_T_LONG:
    case MPIDBG_T_INT32_T:
    case MPIDBG_T_INT64_T:
      return std::to_string(value.number.as_signed);
    case MPIDBG_T_UNSIGNED:
    case MPIDBG_T_UNSIGNED_LONG:
    case MPIDBG_T_UNSIGNED_LONG_LONG:
    case MPIDBG_T_UINT32_T:
    case MPIDBG_T_UINT64_T:
      return std::to_string(value.number.as_unsigned);
    case MPIDBG_T_C_BOOL:
      return value.number.as_unsigned != 0 ? "true" : "false";
    case MPIDBG_T_DOUBLE:
      return shortest(value.number.as_double);
    default:
      return {};
  }
}

std::string numbers_text(const std::vector<mpidbg_t_value_t> &elements) {
  std::string text;
  for (const mpidbg_t_value_t &element : elements) {
    if (!text.empty()) text += ", ";
    text += number_text(element);
  }
  return text;
}

std::string value_name(const ProcessReport &report, const ControlVariableRecord &record) {
  const auto enumeration = report.variables.enumerations.find(record.enumerator);
  if (!record.value || record.value->elements.size() != 1 || enumeration == report.variables.enumerations.end())
    return {};
  std::int64_t number = 0;
  switch (record.value->elements.front().datatype) {
    case MPIDBG_T_INT:
    case MPIDBG_T_INT32_T:
      number = record.value->elements.front().number.as_signed;
      break;
    case MPIDBG_T_UNSIGNED:
    case MPIDBG_T_UINT32_T:
      number = static_cast<std::int32_t>(record.value->elements.front().number.as_unsigned);
      break;
    default:
      return {};
  }
  const auto item = enumeration->second.items.find(number);
  return item == enumeration->second.items.end() ? std::string() : item->second;
}

bool has_variable(const ProcessReport &report, Noun noun, const std::string &name) {
  const auto has = [&](const auto &list) {
    return std::any_of(list.objects.begin(), list.objects.end(),
                       [&](const auto &record) { return record.name == name; });
  };
  if (noun == Noun::cvars) return has(report.variables.control_variables);
  if (noun == Noun::pvars) return has(report.variables.performance_variables);
  if (noun == Noun::events) return has(report.variables.events);
  if (noun == Noun::sources) return has(report.variables.sources);
  return noun == Noun::categories && has(report.variables.categories);
}

std::string value_limit(const ProcessReport &report, Noun noun, const std::string &name) {
  const auto first = [&](const auto &list) -> std::string {
    for (const auto &record : list.objects) {
      if ((name.empty() || record.name == name) && !record.value_problem.empty()) return record.value_problem;
    }
    return {};
  };
  if (noun == Noun::cvars) return first(report.variables.control_variables);
  return noun == Noun::pvars ? first(report.variables.performance_variables) : std::string();
}

}  // namespace mqs_shim
