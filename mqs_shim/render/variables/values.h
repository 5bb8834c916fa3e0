#pragma once
// Values and names of variables, as text and JSON show them.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/records/records.h"

namespace mqs_shim {

// "4096", "true", "0.5"; of MPIDBG_T_CHAR nothing, since the text is elsewhere.
std::string number_text(const mpidbg_t_value_t &value);
// Of a control variable: "1, 2" of several.
std::string numbers_text(const std::vector<mpidbg_t_value_t> &elements);

// The name that the variable's enumeration gives its value; empty if none.
std::string value_name(const ProcessReport &report, const ControlVariableRecord &record);

// The name of a variable or category with this index; empty if it is inactive. Objects are in the order of their
// indices.
template <class Record>
std::string_view name_of(const VariableList<Record> &list, int index) {
  const auto found = std::lower_bound(list.objects.begin(), list.objects.end(), index,
                                      [](const Record &record, int wanted) { return record.index < wanted; });
  return found != list.objects.end() && found->index == index ? std::string_view(found->name) : std::string_view();
}

}  // namespace mqs_shim
