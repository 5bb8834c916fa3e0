#pragma once
// Writes the lines below a list of variables or categories.

#include <string>
#include <string_view>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

// Returns a text such as "3 values".
inline std::string count_text(std::size_t count, std::string_view what) {
  return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
}

// Writes how many variables are inactive, since the list never shows inactive ones. Writes nothing if only some
// variables were requested by name.
template <class Record>
void write_inactive(BlockOutput &output, const VariableList<Record> &list, const RenderOptions &options) {
  const bool asks_for_some = !options.variable.empty() || options.changed;
  if (list.inactive == 0 || (asks_for_some && !options.verbose)) return;
  write_property(output, "and " + std::to_string(list.inactive) + " inactive: their components were unloaded");
}

// Writes why the list is incomplete or empty. `write_unseen` adds which data of the list's members cannot be seen.
template <class Record, class WriteUnseen>
void write_list_end(BlockOutput &output, const VariableList<Record> &list, std::string_view what,
                    const RenderOptions &options, WriteUnseen &&write_unseen) {
  if (!list.problem.empty()) {
    write_problem(output, "cannot see: " + printable(list.problem));
  } else if (list.objects.empty()) {
    write_property(output, "no active " + std::string(what));
  }
  write_unseen();
  write_inactive(output, list, options);
}

}  // namespace mqs_shim
