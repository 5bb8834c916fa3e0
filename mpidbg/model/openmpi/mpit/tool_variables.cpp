// Implements the part of ToolVariables that reads control variables, and what performance variables share with these.

#include "mpidbg/model/openmpi/mpit/tool_variables.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/mpit/constants.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// The types in the order of constants::VariableTypeNumber; size_t is represented by the unsigned type of the same
// width.
constexpr VariableType types[] = {
    VariableType::int_type,      VariableType::unsigned_int,
    VariableType::unsigned_long, VariableType::unsigned_long_long,
    VariableType::unsigned_long, VariableType::character,
    VariableType::character,     VariableType::c_bool,
    VariableType::double_type,   VariableType::long_type,
    VariableType::int32,         VariableType::uint32,
    VariableType::int64,         VariableType::uint64,
};

// Returns the size of a value in the variable itself, which for strings is a pointer.
unsigned storage_width(VariableType type, unsigned pointer_size) {
  return type == VariableType::character ? pointer_size : width_of(type, pointer_size);
}

Error inactive(const char *what, int index) {
  return Error{ErrorCode::not_found,
               std::string(what) + " " + std::to_string(index) + " is inactive: its component was unloaded"};
}

}  // namespace

ToolVariables::ToolVariables(Handles &handles) : process_(handles.process), handles_(handles), tables_(process_) {}

void ToolVariables::clear() {
  tables_.clear();
  last_control_variable_.reset();
  circles_.reset();
}

Result<std::string> ToolVariables::text(Address pointer, const char *what) const {
  if (pointer.is_null()) return std::string();
  MPIDBG_ASSIGN(found, memory().read_text(pointer, limits::variable_text_length, what));
  return std::move(found);
}

Result<std::string> ToolVariables::name(Address pointer, const char *what) const {
  MPIDBG_ASSIGN(found, text(pointer, what));
  if (found.empty()) return Error{ErrorCode::corrupt, std::string(what) + " is empty", pointer};
  return std::move(found);
}

Result<VariableType> ToolVariables::type_of(std::uint32_t number, Address variable) const {
  if (number >= std::size(types)) {
    return Error{ErrorCode::corrupt,
                 "the variable at " + hex(variable) + " has the unknown type " + std::to_string(number), variable};
  }
  if (number == constants::variable_size_t && memory().pointer_size() == 4) return VariableType::unsigned_int;
  return types[number];
}

Result<VariableValue> ToolVariables::value_at(Address storage, VariableType type, const char *what) const {
  std::array<std::byte, 8> bytes{};
  const auto field = std::span(bytes).first(storage_width(type, memory().pointer_size()));
  MPIDBG_TRY(memory().read(storage, field, what));
  const ByteOrder order = memory().byte_order();
  switch (type) {
    case VariableType::int_type:
    case VariableType::int32:
    case VariableType::long_type:
    case VariableType::int64:
      return VariableValue(decode_signed(field, order));
    case VariableType::c_bool:
      return VariableValue(std::uint64_t{decode_unsigned(field, order) != 0});
    case VariableType::double_type:
      return VariableValue(std::bit_cast<double>(decode_unsigned(field, order)));
    case VariableType::character: {
      const Address pointer(decode_unsigned(field, order));
      if (pointer.is_null()) return VariableValue(NoText{});
      MPIDBG_ASSIGN(found, text(pointer, what));
      return VariableValue(std::move(found));
    }
    default:
      return VariableValue(decode_unsigned(field, order));
  }
}

Result<int> ToolVariables::control_variable_count() {
  return tables_.count(VariableTable::control);
}

Result<ControlVariable> ToolVariables::control_variable(int index) {
  if (last_control_variable_ && last_control_variable_->index == index) return *last_control_variable_;
  const auto &layout = layouts().control_variable;
  MPIDBG_ASSIGN(view, tables_.object(VariableTable::control, index, layout));
  const std::uint32_t flags = view.get(&ControlVariableLayout::mbv_flags);
  if ((flags & constants::variable_valid) == 0) return inactive("control variable", index);
  const std::uint32_t level = view.get(&ControlVariableLayout::mbv_info_lvl),
                      scope = view.get(&ControlVariableLayout::mbv_scope);
  const auto bind = static_cast<std::uint32_t>(view.get(&ControlVariableLayout::mbv_bind));
  if (view.get(&ControlVariableLayout::mbv_index) != index || level >= constants::variable_levels ||
      scope >= constants::variable_scopes || bind >= constants::variable_bindings) {
    return Error{ErrorCode::corrupt,
                 "control variable " + std::to_string(index) + " at " + hex(view.address()) + " has index " +
                     std::to_string(view.get(&ControlVariableLayout::mbv_index)) + ", level " + std::to_string(level) +
                     ", scope " + std::to_string(scope) + ", binding " + std::to_string(bind),
                 view.address()};
  }
  ControlVariable variable;
  variable.index = index;
  MPIDBG_ASSIGN(own_name, name(view.get(&ControlVariableLayout::mbv_full_name), "mca_base_var_t.mbv_full_name"));
  variable.name = std::move(own_name);
  MPIDBG_ASSIGN(description, text(view.get(&ControlVariableLayout::mbv_description), "mca_base_var_t.mbv_description"));
  variable.description = std::move(description);
  MPIDBG_ASSIGN(type, type_of(view.get(&ControlVariableLayout::mbv_type), view.address()));
  variable.type = type;
  variable.enumerator = view.get(&ControlVariableLayout::mbv_enumerator);
  variable.verbosity = static_cast<int>(level);
  variable.bind = static_cast<Binding>(bind);
  variable.scope = static_cast<VariableScope>(scope);
  variable.deprecated = (flags & constants::variable_deprecated) != 0;
  variable.internal = (flags & constants::variable_internal) != 0;
  variable.default_only = (flags & constants::variable_default_only) != 0;
  if ((flags & constants::variable_synonym) != 0) {
    variable.synonym_of = view.get(&ControlVariableLayout::mbv_synonym_for);
    auto original = tables_.object(VariableTable::control, variable.synonym_of, layout);
    if (!original) return Error{ErrorCode::corrupt, variable.name + " is a synonym of nothing", view.address()};
    MPIDBG_TRY(read_source(*original, variable));
    const Address known = original->get(&ControlVariableLayout::mbv_full_name);
    variable.original_name = text(known, "mca_base_var_t.mbv_full_name").value_or("");
  } else {
    MPIDBG_TRY(read_source(view, variable));
  }
  last_control_variable_ = variable;
  return variable;
}

Status ToolVariables::read_source(const View<ControlVariableLayout> &original, ControlVariable &variable) {
  const std::uint32_t source = original.get(&ControlVariableLayout::mbv_source);
  if (source >= constants::variable_sources) {
    return Error{ErrorCode::corrupt,
                 "the value of " + variable.name + " has the unknown source " + std::to_string(source),
                 original.address()};
  }
  variable.source = static_cast<VariableSource>(source);
  Address file = original.get(&ControlVariableLayout::mbv_source_file);
  const Address file_value = original.get(&ControlVariableLayout::mbv_file_value);
  const bool from_file = variable.source == VariableSource::file || variable.source == VariableSource::override_file;
  if (from_file && !file_value.is_null() && layouts().file_value.resolved()) {
    MPIDBG_ASSIGN(record, objects().read(layouts().file_value, file_value));
    if (file.is_null()) file = record.get(&FileValueLayout::mbvfv_file);
    variable.source_line = record.get(&FileValueLayout::mbvfv_lineno);
  }
  MPIDBG_ASSIGN(path, text(file, "mca_base_var_t.mbv_source_file"));
  variable.source_file = std::move(path);
  return {};
}

Result<std::vector<VariableValue>> ToolVariables::control_variable_value(int index) {
  MPIDBG_ASSIGN(variable, control_variable(index));
  const int holder = variable.synonym_of >= 0 ? variable.synonym_of : index;
  auto original = tables_.object(VariableTable::control, holder, layouts().control_variable);
  if (!original) return Error{ErrorCode::corrupt, original.error().message, original.error().address};
  if ((original->get(&ControlVariableLayout::mbv_flags) & constants::variable_valid) == 0) {
    return Error{ErrorCode::unavailable,
                 variable.name + " is a synonym of a variable that is inactive: its value may be gone"};
  }
  MPIDBG_ASSIGN(
      value, value_at(original->get(&ControlVariableLayout::mbv_storage), variable.type, "mca_base_var_t.mbv_storage"));
  return std::vector{std::move(value)};
}

// Returns the last variable with the name. In the library's hash table, this variable replaces earlier ones of the
// name.
Result<int> ToolVariables::control_variable_index(const std::string &wanted) {
  MPIDBG_ASSIGN(count, control_variable_count());
  for (int index = count; index-- > 0;) {
    MPIDBG_ASSIGN(view, tables_.object(VariableTable::control, index, layouts().control_variable));
    if ((view.get(&ControlVariableLayout::mbv_flags) & constants::variable_valid) == 0) continue;
    MPIDBG_ASSIGN(found, text(view.get(&ControlVariableLayout::mbv_full_name), "mca_base_var_t.mbv_full_name"));
    if (found == wanted) return index;
  }
  return Error{ErrorCode::not_found, "no control variable has the name '" + wanted + "'"};
}

Result<int> ToolVariables::performance_variable_count() {
  return tables_.count(VariableTable::performance);
}

Status ToolVariables::check_object(HandleKind kind, Address object) {
  HandleReader *const reader = handles_.reader(kind);
  if (reader == nullptr) return Error{ErrorCode::not_supported, "the library has no objects of this kind"};
  MPIDBG_ASSIGN(live, reader->live());
  if (std::find(live.begin(), live.end(), object) != live.end()) return {};
  return Error{ErrorCode::not_found, "no live object is at " + hex(object), object};
}

// Returns 0 for the known releases, which have no events. Nothing is known about later releases.
Result<int> ToolVariables::event_count() {
  if (!process_.image.has_function("MPI_T_event_get_num")) return 0;
  return Error{ErrorCode::not_supported, "the library's memory does not contain its types of events"};
}

Result<int> ToolVariables::source_count() {
  if (!process_.image.has_function("MPI_T_source_get_num")) return 0;
  return Error{ErrorCode::not_supported, "the library's memory does not contain its sources of events"};
}

Result<View<PerformanceVariableLayout>> ToolVariables::active_performance_variable(int index) {
  MPIDBG_ASSIGN(view, tables_.object(VariableTable::performance, index, layouts().performance_variable));
  if ((view.get(&PerformanceVariableLayout::flags) & constants::performance_invalid) != 0)
    return inactive("performance variable", index);
  return std::move(view);
}

}  // namespace mpidbg::model::openmpi
