#include "mqs_shim/render/variables/values.h"

#include <charconv>

namespace mqs_shim {

namespace {

// Returns the shortest text from which exactly this number can be read back.
std::string shortest(double number) {
  char text[32];
  const auto [end, error] = std::to_chars(std::begin(text), std::end(text), number);
  return error == std::errc() ? std::string(text, end) : std::string();
}

}  // namespace

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

}  // namespace mqs_shim
