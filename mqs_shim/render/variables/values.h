#pragma once
// Formats values and names of variables for text and JSON.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/records/records.h"

namespace mqs_shim {

// Returns a text such as "4096", "true" or "0.5"; empty for MPIDBG_T_CHAR, whose text is stored separately.
std::string number_text(const mpidbg_t_value_t &value);
// Formats the elements of a control variable, such as "1, 2".
std::string numbers_text(const std::vector<mpidbg_t_value_t> &elements);

// Returns the name of the value in the variable's enumeration; empty if there is none.
std::string value_name(const ProcessReport &report, const ControlVariableRecord &record);

// Returns the name of the variable or category with this index; empty if it is inactive. The objects must be sorted by
// index.
template <class Record>
std::string_view name_of(const VariableList<Record> &list, int index) {
  const auto found = std::lower_bound(list.objects.begin(), list.objects.end(), index,
                                      [](const Record &record, int wanted) { return record.index < wanted; });
  return found != list.objects.end() && found->index == index ? std::string_view(found->name) : std::string_view();
}

}  // namespace mqs_shim
