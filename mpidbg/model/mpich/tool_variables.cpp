#include "mpidbg/model/mpich/tool_variables.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/model/mpich/tool_numbers.h"
#include "mpidbg/model/mpit/category_circles.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

constexpr int most_elements = 1 << 12;  // limit of elements per variable

Error no_performance_variables() {
  return {ErrorCode::not_supported, "performance variables of MPICH are not read from its memory"};
}

}  // namespace

void ToolVariables::clear() {
  tables_.clear();
  events_.clear();
  last_control_variable_.reset();
  circles_.reset();
  event_count_.reset();
}

Result<std::string> ToolVariables::text(Address pointer, const char *what) const {
  if (pointer.is_null()) return std::string();
  return process_.memory.read_text(pointer, limits::variable_text_length, what);
}

Result<std::string> ToolVariables::name(Address pointer, const char *what) const {
  MPIDBG_ASSIGN(found, text(pointer, what));
  if (found.empty()) return Error{ErrorCode::corrupt, std::string(what) + " is empty", pointer};
  return std::move(found);
}

Result<int> ToolVariables::control_variable_count() {
  MPIDBG_ASSIGN(table, tables_.control_variables());
  return table->count;
}

Result<ToolVariables::ControlView> ToolVariables::control_view(int index) {
  MPIDBG_ASSIGN(table, tables_.control_variables());
  MPIDBG_ASSIGN(view, table->view(process_.memory, layouts().control_variable, index));
  if (view.get(&ControlVariableLayout::active) == 0) {
    return Error{ErrorCode::not_found, "control variable " + std::to_string(index) + " is inactive"};
  }
  return std::move(view);
}

Result<VariableType> ToolVariables::type_of(const ControlView &view) const {
  const std::uint32_t datatype = view.get(&ControlVariableLayout::datatype);
  if (const auto type = variable_type(datatype, process_.memory.pointer_size())) return *type;
  return Error{ErrorCode::corrupt,
               "cvar_table_entry_t.datatype at " + hex(view.address()) + " is " + hex(Address(datatype)) +
                   ", which no variable can have",
               view.address()};
}

Result<ControlVariable> ToolVariables::control_variable(int index) {
  if (last_control_variable_ && last_control_variable_->index == index) return *last_control_variable_;
  MPIDBG_ASSIGN(view, control_view(index));
  const HeaderValues &header = *process_.header;
  const auto verbosity = verbosity_level(header, view.get(&ControlVariableLayout::verbosity));
  const auto bind = binding(header, view.get(&ControlVariableLayout::bind));
  const std::uint32_t scope = view.get(&ControlVariableLayout::scope) - header.first_scope;
  if (!verbosity || !bind || scope >= constants::scopes) {
    return Error{ErrorCode::corrupt,
                 "control variable " + std::to_string(index) + " at " + hex(view.address()) + " has verbosity " +
                     std::to_string(view.get(&ControlVariableLayout::verbosity)) + ", bind " +
                     std::to_string(view.get(&ControlVariableLayout::bind)) + ", scope " +
                     std::to_string(view.get(&ControlVariableLayout::scope)),
                 view.address()};
  }
  ControlVariable variable;
  variable.index = index;
  MPIDBG_ASSIGN(own_name, name(view.get(&ControlVariableLayout::name), "cvar_table_entry_t.name"));
  variable.name = std::move(own_name);
  MPIDBG_ASSIGN(description, text(view.get(&ControlVariableLayout::desc), "cvar_table_entry_t.desc"));
  variable.description = std::move(description);
  MPIDBG_ASSIGN(type, type_of(view));
  variable.type = type;
  variable.enumerator = view.get(&ControlVariableLayout::enumtype);
  variable.verbosity = *verbosity;
  variable.bind = *bind;
  variable.scope = static_cast<VariableScope>(scope);
  variable.source = VariableSource::unknown;
  last_control_variable_ = variable;
  return variable;
}

Result<VariableValue> ToolVariables::element_at(Address address, VariableType type, const std::string &variable) const {
  std::array<std::byte, 8> bytes{};
  const auto field = std::span(bytes).first(width_of(type, process_.memory.pointer_size()));
  MPIDBG_TRY(process_.memory.read(address, field, "the value of " + variable));
  const ByteOrder order = process_.memory.byte_order();
  if (is_signed(type)) return VariableValue(decode_signed(field, order));
  if (type == VariableType::double_type) return VariableValue(std::bit_cast<double>(decode_unsigned(field, order)));
  return VariableValue(decode_unsigned(field, order));
}

Result<std::vector<VariableValue>> ToolVariables::control_variable_value(int index) {
  MPIDBG_ASSIGN(variable, control_variable(index));
  MPIDBG_ASSIGN(view, control_view(index));
  if (!view.get(&ControlVariableLayout::get_addr).is_null() || !view.get(&ControlVariableLayout::get_count).is_null()) {
    return Error{ErrorCode::unavailable,
                 "the address of the value of " + variable.name + " is known only to a function of the library"};
  }
  const std::int32_t count = view.get(&ControlVariableLayout::count);
  const Address place = view.get(&ControlVariableLayout::addr);
  const std::int32_t most =
      variable.type == VariableType::character ? std::int32_t{limits::variable_text_length} : most_elements;
  if (count <= 0 || count > most || place.is_null()) {
    return Error{ErrorCode::corrupt,
                 variable.name + " claims " + std::to_string(count) + " elements at " + hex(place) +
                     " (cvar_table_entry_t.count)",
                 view.address()};
  }
  std::vector<VariableValue> values;
  if (variable.type == VariableType::character) {
    MPIDBG_ASSIGN(characters,
                  process_.memory.read_string(place, static_cast<std::size_t>(count), "the value of " + variable.name));
    values.emplace_back(std::move(characters));
    return values;
  }
  const unsigned width = width_of(variable.type, process_.memory.pointer_size());
  for (std::int32_t i = 0; i < count; ++i) {
    MPIDBG_ASSIGN(element,
                  element_at(place + std::uint64_t{width} * static_cast<unsigned>(i), variable.type, variable.name));
    values.push_back(std::move(element));
  }
  return values;
}

Result<int> ToolVariables::control_variable_index(const std::string &wanted) {
  MPIDBG_ASSIGN(count, control_variable_count());
  for (int index = 0; index < count; ++index) {
    const auto view = control_view(index);
    if (!view) continue;
    MPIDBG_ASSIGN(found, text(view->get(&ControlVariableLayout::name), "cvar_table_entry_t.name"));
    if (found == wanted) return index;
  }
  return Error{ErrorCode::not_found, "no control variable has the name '" + wanted + "'"};
}

Result<int> ToolVariables::performance_variable_count() {
  MPIDBG_ASSIGN(table, tables_.performance_variables());
  return table->count;
}

Result<PerformanceVariable> ToolVariables::performance_variable(int index) {
  MPIDBG_ASSIGN(count, performance_variable_count());
  if (index < 0 || index >= count) return missing("performance variable", index);
  return no_performance_variables();
}

Result<int> ToolVariables::performance_variable_index(const std::string &wanted, PerformanceClass) {
  MPIDBG_ASSIGN(count, performance_variable_count());
  if (count != 0) return no_performance_variables();
  return Error{ErrorCode::not_found, "no performance variable has the name '" + wanted + "'"};
}

Result<std::vector<VariableValue>> ToolVariables::performance_variable_value(int index, Address) {
  MPIDBG_TRY(performance_variable(index));
  return no_performance_variables();
}

Result<int> ToolVariables::category_count() {
  MPIDBG_ASSIGN(table, tables_.categories());
  return table->count;
}

Result<Category> ToolVariables::category(int index) {
  const auto &layout = layouts().category;
  MPIDBG_ASSIGN(table, tables_.categories());
  MPIDBG_ASSIGN(view, table->view(process_.memory, layout, index));
  Category category;
  category.index = index;
  MPIDBG_ASSIGN(own_name, name(view.get(&CategoryLayout::name), "cat_table_entry_t.name"));
  category.name = std::move(own_name);
  MPIDBG_ASSIGN(description, text(view.get(&CategoryLayout::desc), "cat_table_entry_t.desc"));
  category.description = std::move(description);
  MPIDBG_ASSIGN(variables, control_variable_count());
  const auto counters = performance_variable_count();
  struct Members {
    layout::Slot<Address> CategoryLayout::*slot;
    const char *field;
    int most;  // upper limit of the indices; -1 if unknown
    std::vector<int> &indices;
  };
  for (const Members &members :
       {Members{&CategoryLayout::cvar_indices, "cat_table_entry_t.cvar_indices", variables, category.control_variables},
        Members{&CategoryLayout::pvar_indices, "cat_table_entry_t.pvar_indices", counters ? *counters : -1,
                category.performance_variables},
        Members{&CategoryLayout::event_indices, "cat_table_entry_t.event_indices", -1, category.events},
        Members{&CategoryLayout::subcat_indices, "cat_table_entry_t.subcat_indices", table->count,
                category.categories}}) {
    MPIDBG_ASSIGN(found, tables_.members(view.get(members.slot), members.field));
    for (const int member : found) {
      if (member < 0 || (members.most >= 0 && member >= members.most)) {
        return Error{ErrorCode::corrupt,
                     category.name + " contains nonexistent items: " + members.field + " has " + std::to_string(member),
                     view.address()};
      }
    }
    members.indices = std::move(found);
  }
  MPIDBG_ASSIGN(circular, circles());
  if ((*circular)[static_cast<std::size_t>(index)]) {
    return Error{ErrorCode::corrupt, "the category " + category.name + " contains itself, or one that does",
                 view.address()};
  }
  return category;
}

Result<const std::vector<bool> *> ToolVariables::circles() {
  if (circles_) return &*circles_;
  MPIDBG_ASSIGN(table, tables_.categories());
  std::vector<std::vector<int>> inner;
  std::size_t total = 0;
  for (int index = 0; index < table->count; ++index) {
    MPIDBG_ASSIGN(view, table->view(process_.memory, layouts().category, index));
    MPIDBG_ASSIGN(found,
                  tables_.members(view.get(&CategoryLayout::subcat_indices), "cat_table_entry_t.subcat_indices"));
    total += found.size();
    if (total > limits::category_members) {
      return Error{ErrorCode::corrupt, "the categories contain an implausible number of categories", view.address()};
    }
    inner.push_back(std::move(found));
  }
  circles_ = circular_categories(inner);
  return &*circles_;
}

Result<int> ToolVariables::category_index(const std::string &wanted) {
  MPIDBG_ASSIGN(table, tables_.categories());
  for (int index = 0; index < table->count; ++index) {
    MPIDBG_ASSIGN(view, table->view(process_.memory, layouts().category, index));
    MPIDBG_ASSIGN(found, text(view.get(&CategoryLayout::name), "cat_table_entry_t.name"));
    if (found == wanted) return index;
  }
  return Error{ErrorCode::not_found, "there is no category '" + wanted + "'"};
}

Result<int> ToolVariables::category_update_number() {
  MPIDBG_TRY(category_count());
  const auto stamp = process_.variable("cat_stamp");
  if (!stamp) return Error{ErrorCode::not_supported, "where this build of MPICH keeps the update number is not known"};
  return process_.memory.read_int32(*stamp, "cat_stamp");
}

// Counts the events in the categories: MPIR_T_register_event() puts each type of events in one.
Result<int> ToolVariables::event_count() {
  if (event_count_) return *event_count_;
  MPIDBG_ASSIGN(categories, category_count());
  std::size_t contained = 0;
  for (int index = 0; index < categories; ++index) {
    MPIDBG_ASSIGN(known, category(index));
    contained += known.events.size();
  }
  if (contained == 0) return 0;
  MPIDBG_ASSIGN(types, events_.types());
  if (types->size() != contained) {
    return Error{ErrorCode::corrupt, "the categories of MPICH contain " + std::to_string(contained) +
                                         " types of events, and its table of events " + std::to_string(types->size()) +
                                         ": they are damaged, or were being changed"};
  }
  event_count_ = static_cast<int>(contained);
  return *event_count_;
}

Result<EventType> ToolVariables::event_type(int index) {
  MPIDBG_ASSIGN(count, event_count());
  if (index < 0 || index >= count) return missing("type of events", index);
  MPIDBG_ASSIGN(types, events_.types());
  return (*types)[static_cast<std::size_t>(index)];
}

Result<int> ToolVariables::event_type_index(const std::string &wanted) {
  MPIDBG_ASSIGN(count, event_count());
  for (int index = 0; index < count; ++index) {
    MPIDBG_ASSIGN(type, event_type(index));
    if (type.name == wanted) return index;
  }
  return ToolInformation::event_type_index(wanted);
}

// Sources exist for events alone.
Result<int> ToolVariables::source_count() {
  MPIDBG_ASSIGN(types, event_count());
  if (types == 0) return 0;
  MPIDBG_ASSIGN(sources, events_.sources());
  return static_cast<int>(sources->size());
}

Result<EventSource> ToolVariables::source(int index) {
  MPIDBG_ASSIGN(count, source_count());
  if (index < 0 || index >= count) return missing("source", index);
  MPIDBG_ASSIGN(sources, events_.sources());
  return (*sources)[static_cast<std::size_t>(index)];
}

Result<Enumerator> ToolVariables::enumerator(Address) {
  return Error{ErrorCode::not_supported, "enumerations of MPICH are not read from its memory"};
}

}  // namespace mpidbg::model::mpich
