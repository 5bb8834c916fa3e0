#pragma once
// The parts of the text and JSON of variables and categories.

#include <algorithm>
#include <string>
#include <string_view>

#include "mqs_shim/render/json_writer.h"
#include "mqs_shim/render/render.h"

namespace mqs_shim {

class Consistency;

// Words for the numbers of mpit_interface.h; "unknown" for others.
std::string_view verbosity_word(int verbosity);   // "tuner detail"
std::string_view scope_word(int scope);           // "all equal"
std::string_view bind_word(int bind);             // "communicator"; empty for MPIDBG_T_BIND_NO_OBJECT
std::string_view source_word(int source);         // "environment"
std::string_view class_word(int variable_class);  // "high watermark"
std::string_view datatype_word(int datatype);     // "MPI_INT"

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

// What the noun shows of the process, as members of the object that is open; nothing for other nouns.
void write_variables(JsonWriter &json, const ProcessReport &report, Noun noun, const RenderOptions &options);

// What ranks of the job disagree in, as a member of the whole answer; nothing for other nouns.
void write_mismatches(JsonWriter &json, Noun noun, const Consistency &consistency);

}  // namespace mqs_shim
