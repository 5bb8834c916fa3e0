// Implements the part of ToolVariables that reads categories and enumerators.

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/mpit/category_circles.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/mpit/tool_variables.h"

namespace mpidbg::model::openmpi {

Result<int> ToolVariables::category_count() {
  return tables_.count(VariableTable::categories);
}

Result<std::vector<int>> ToolVariables::members(const View<VariableGroupLayout> &group, MemberArray array) const {
  MPIDBG_ASSIGN(view, group.part(array, layouts().value_array));
  const std::uint64_t size = view.get(&ValueArrayLayout::array_size);
  if (size == 0) return std::vector<int>{};
  if (size > limits::category_members || view.get(&ValueArrayLayout::array_item_sizeof) != 4) {
    return Error{ErrorCode::corrupt,
                 "the category at " + hex(group.address()) + " claims " + std::to_string(size) + " members of " +
                     std::to_string(view.get(&ValueArrayLayout::array_item_sizeof)) + " bytes",
                 group.address()};
  }
  return memory().read_int32s(view.get(&ValueArrayLayout::array_items), size, "opal_value_array_t.array_items");
}

Result<Category> ToolVariables::category(int index) {
  MPIDBG_ASSIGN(view, tables_.object(VariableTable::categories, index, layouts().variable_group));
  if (!view.get(&VariableGroupLayout::group_isvalid)) {
    return Error{ErrorCode::not_found,
                 "category " + std::to_string(index) + " is inactive: its component was unloaded"};
  }
  Category category;
  category.index = index;
  MPIDBG_ASSIGN(own_name,
                name(view.get(&VariableGroupLayout::group_full_name), "mca_base_var_group_t.group_full_name"));
  category.name = std::move(own_name);
  MPIDBG_ASSIGN(description,
                text(view.get(&VariableGroupLayout::group_description), "mca_base_var_group_t.group_description"));
  category.description = std::move(description);
  struct Array {
    MemberArray slot;
    VariableTable table;
    std::vector<int> &indices;
  };
  for (const Array &array :
       {Array{&VariableGroupLayout::group_vars, VariableTable::control, category.control_variables},
        Array{&VariableGroupLayout::group_pvars, VariableTable::performance, category.performance_variables},
        Array{&VariableGroupLayout::group_subgroups, VariableTable::categories, category.categories}}) {
    MPIDBG_ASSIGN(found, members(view, array.slot));
    for (const int member : found) {
      if (auto entry = tables_.entry(array.table, member); !entry) {
        return Error{ErrorCode::corrupt, category.name + " contains nonexistent items: " + entry.error().message,
                     view.address()};
      }
    }
    array.indices = std::move(found);
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
  MPIDBG_ASSIGN(count, category_count());
  std::vector<std::vector<int>> inner(static_cast<std::size_t>(count));
  std::size_t total = 0;
  for (int index = 0; index < count; ++index) {
    MPIDBG_ASSIGN(view, tables_.object(VariableTable::categories, index, layouts().variable_group));
    MPIDBG_ASSIGN(found, members(view, &VariableGroupLayout::group_subgroups));
    total += found.size();
    if (total > limits::category_members) {
      return Error{ErrorCode::corrupt, "the categories contain an implausible number of categories", view.address()};
    }
    inner[static_cast<std::size_t>(index)] = std::move(found);
  }
  circles_ = circular_categories(inner);
  return &*circles_;
}

Result<int> ToolVariables::category_index(const std::string &wanted) {
  MPIDBG_ASSIGN(count, category_count());
  for (int index = count; index-- > 0;) {
    MPIDBG_ASSIGN(view, tables_.object(VariableTable::categories, index, layouts().variable_group));
    if (!view.get(&VariableGroupLayout::group_isvalid)) continue;
    MPIDBG_ASSIGN(found, text(view.get(&VariableGroupLayout::group_full_name), "mca_base_var_group_t.group_full_name"));
    if (found == wanted) return index;
  }
  return Error{ErrorCode::not_found, "there is no category '" + wanted + "'"};
}

Result<int> ToolVariables::category_update_number() {
  MPIDBG_TRY(category_count());
  MPIDBG_ASSIGN(number, static_value(process_, "mca_base_var_group_get_stamp"));
  return number;
}

template <class Item>
Status ToolVariables::read_items(Address array, std::int32_t count, const Item &item,
                                 layout::Slot<std::int32_t> Item::*value, Enumerator &result) const {
  if (!item.resolved()) return Error{ErrorCode::layout, item.problem, array};
  if (count < 0 || static_cast<std::uint64_t>(count) > limits::enumerator_values) {
    return Error{ErrorCode::corrupt, "the enumerator " + result.name + " claims " + std::to_string(count) + " values",
                 array};
  }
  for (std::int32_t i = 0; i < count; ++i) {
    MPIDBG_ASSIGN(view, objects().read(item, array + static_cast<std::uint64_t>(i) * item.byte_size));
    MPIDBG_ASSIGN(word, name(view.get(&Item::string), item.type_name));
    result.items.push_back({view.get(value), std::move(word)});
  }
  return {};
}

Result<Enumerator> ToolVariables::enumerator(Address address) {
  const auto &layout = layouts().enumerator;
  const auto &flags = layouts().flag_enumerator;
  const auto is_variable = [&](const char *symbol) { return process_.image.find_symbol(symbol) == address; };
  Enumerator result;
  // These two enumerators have no list of values in memory, because functions return them.
  if (is_variable("mca_base_var_enum_bool")) return Enumerator{"boolean", {{0, "false"}, {1, "true"}}};
  if (is_variable("mca_base_var_enum_auto_bool")) {
    return Enumerator{"auto_boolean", {{0, "false"}, {1, "true"}, {-1, "auto"}}};
  }
  // This enumerator has the layout of its class, but no object header that refers to the class.
  if (!is_variable("mca_base_var_enum_verbose")) {
    MPIDBG_ASSIGN(header, objects().read(layouts().object, address));
    const Address object_class = header.get(&ObjectLayout::obj_class);
    auto is_flags = objects().classes().check(object_class, flags.type_name, flags.byte_size, address);
    if (is_flags) {
      MPIDBG_ASSIGN(view, objects().read(layout, address));
      MPIDBG_ASSIGN(extension, objects().read(flags, address));
      MPIDBG_ASSIGN(own_name, text(view.get(&EnumeratorLayout::enum_name), "mca_base_var_enum_t.enum_name"));
      result.name = std::move(own_name);
      MPIDBG_TRY(read_items(extension.get(&FlagEnumeratorLayout::enum_flags),
                            view.get(&EnumeratorLayout::enum_value_count), layouts().enumerator_flag,
                            &EnumeratorFlagLayout::flag, result));
      return result;
    }
    MPIDBG_TRY(objects().classes().check(object_class, layout.type_name, layout.byte_size, address));
  }
  MPIDBG_ASSIGN(view, objects().read(layout, address));
  MPIDBG_ASSIGN(own_name, text(view.get(&EnumeratorLayout::enum_name), "mca_base_var_enum_t.enum_name"));
  result.name = std::move(own_name);
  MPIDBG_TRY(read_items(view.get(&EnumeratorLayout::enum_values), view.get(&EnumeratorLayout::enum_value_count),
                        layouts().enumerator_value, &EnumeratorValueLayout::value, result));
  return result;
}

}  // namespace mpidbg::model::openmpi
