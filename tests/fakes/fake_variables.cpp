#include "tests/fakes/fake_variables.h"

namespace fakes {

namespace {

// In the static data: classes in its first page, tables in its second.
constexpr std::uint64_t page = 4096;
constexpr std::uint64_t update_number_at = 2 * page;

}  // namespace

FakeVariables::FakeVariables(FakeOpenMpi &mpi) : mpi_(mpi), static_data_(mpi.memory.allocate(3 * page, page)) {
  array_class_ = place_class("opal_pointer_array_t", static_data_ + 256);
  control_class_ = place_class("mca_base_var_t", static_data_ + 512);
  performance_class_ = place_class("mca_base_pvar_t", static_data_ + 768);
  category_class_ = place_class("mca_base_var_group_t", static_data_ + 1024);
  control_table = static_data_ + page + 64;
  performance_table = static_data_ + page + 1024;
  category_table = static_data_ + page + 2048;
  for (const Address table : {control_table, performance_table, category_table}) {
    mpi_.set(table, mpi_.layouts.object.obj_class, array_class_);
    mpi_.set(table, mpi_.layouts.object.obj_reference_count, 1);
  }
  mpi_.host.symbols["mca_base_pvar_init"] = Address(0x500000);
  mpi_.host.symbols["mca_base_pvar_dump"] = Address(0x501000);
  update_number_code = mpi_.memory.allocate(16);
  mpi_.host.symbols["mca_base_var_group_get_stamp"] = update_number_code;
  const auto displacement = static_cast<std::uint32_t>((static_data_ + update_number_at) - (update_number_code + 6));
  const std::uint8_t code[] = {0x8b,
                               0x05,
                               static_cast<std::uint8_t>(displacement),
                               static_cast<std::uint8_t>(displacement >> 8),
                               static_cast<std::uint8_t>(displacement >> 16),
                               static_cast<std::uint8_t>(displacement >> 24),
                               0xc3};
  mpi_.memory.write(update_number_code, code, sizeof code);
}

Address FakeVariables::place_class(const std::string &name, Address place) {
  std::vector<std::uint8_t> bytes(mpi_.layouts.object_class.byte_size);
  mpi_.memory.read(mpi_.class_of(name), bytes.data(), bytes.size());
  mpi_.memory.write(place, bytes.data(), bytes.size());
  mpi_.host.symbols[name + "_class"] = place;
  return place;
}

void FakeVariables::append(Address table, std::vector<Address> &slots, Address object) {
  slots.push_back(object);
  const unsigned width = mpi_.memory.pointer_size();
  const Address entries = mpi_.memory.allocate((slots.size() + 8) * width);
  for (std::size_t i = 0; i < slots.size(); ++i) mpi_.memory.write_pointer(entries + i * width, slots[i]);
  mpi_.set(table, mpi_.layouts.pointer_array.size, slots.size() + 8);
  mpi_.set(table, mpi_.layouts.pointer_array.number_free, 8);
  mpi_.set(table, mpi_.layouts.pointer_array.addr, entries);
}

Address FakeVariables::storage(int type, std::uint64_t value) {
  const unsigned pointer = mpi_.memory.pointer_size();
  const unsigned widths[] = {4, 4, pointer, 8, pointer, pointer, pointer, 1, 8};
  const Address place = mpi_.memory.allocate(8);
  mpi_.memory.write_integer(place, value, widths[type]);
  return place;
}

Address FakeVariables::add(const Control &variable) {
  const auto &layout = mpi_.layouts.control_variable;
  const Address object = mpi_.new_object("mca_base_var_t", layout.byte_size);
  mpi_.set(object, mpi_.layouts.object.obj_class, control_class_);
  mpi_.set(object, layout.mbv_index, controls_.size());
  mpi_.set(object, layout.mbv_info_lvl, variable.level);
  mpi_.set(object, layout.mbv_type, static_cast<std::uint64_t>(variable.type));
  mpi_.set(object, layout.mbv_full_name, mpi_.memory.new_string(variable.name));
  mpi_.set(object, layout.mbv_flags, variable.flags);
  mpi_.set(object, layout.mbv_scope, variable.scope);
  mpi_.set(object, layout.mbv_source, variable.source);
  mpi_.set(object, layout.mbv_synonym_for, static_cast<std::uint32_t>(variable.synonym_for));
  if (!variable.description.empty()) {
    mpi_.set(object, layout.mbv_description, mpi_.memory.new_string(variable.description));
  }
  mpi_.set(object, layout.mbv_enumerator, variable.enumerator);
  mpi_.set(object, layout.mbv_bind, variable.bind);
  mpi_.set(object, layout.mbv_storage, storage(variable.type, variable.value));
  append(control_table, controls_, object);
  return object;
}

Address FakeVariables::add_performance(const Performance &variable) {
  const auto &layout = mpi_.layouts.performance_variable;
  const Address object = mpi_.new_object("mca_base_pvar_t", layout.byte_size);
  mpi_.set(object, mpi_.layouts.object.obj_class, performance_class_);
  mpi_.set(object, layout.name, mpi_.memory.new_string(variable.name));
  mpi_.set(object, layout.var_class, static_cast<std::uint64_t>(variable.variable_class));
  mpi_.set(object, layout.type, static_cast<std::uint64_t>(variable.type));
  mpi_.set(object, layout.bind, variable.bind);
  mpi_.set(object, layout.flags, variable.flags);
  mpi_.set(object, layout.get_value, Address(variable.in_memory ? 0x4ffe00 : 0x900000));
  mpi_.set(object, layout.ctx, storage(variable.type, variable.value));
  append(performance_table, performances_, object);
  return object;
}

void FakeVariables::set_members(Address category, const Slot<MemberArray> &array, const std::vector<int> &indices) {
  const auto &layout = mpi_.layouts.value_array;
  const Address items = mpi_.memory.allocate(4 * (indices.size() + 1));
  for (std::size_t i = 0; i < indices.size(); ++i) {
    mpi_.memory.write_integer(items + 4 * i, static_cast<std::uint32_t>(indices[i]), 4);
  }
  mpi_.set(category + array.offset, layout.array_items, items);
  mpi_.set(category + array.offset, layout.array_item_sizeof, 4);
  mpi_.set(category + array.offset, layout.array_size, indices.size());
}

Address FakeVariables::add_category(const std::string &name, const std::vector<int> &cvars,
                                    const std::vector<int> &pvars, const std::vector<int> &categories) {
  const auto &layout = mpi_.layouts.variable_group;
  const Address object = mpi_.new_object("mca_base_var_group_t", layout.byte_size);
  mpi_.set(object, mpi_.layouts.object.obj_class, category_class_);
  mpi_.set(object, layout.group_isvalid, 1);
  mpi_.set(object, layout.group_full_name, mpi_.memory.new_string(name));
  set_members(object, layout.group_vars, cvars);
  set_members(object, layout.group_pvars, pvars);
  set_members(object, layout.group_subgroups, categories);
  append(category_table, categories_, object);
  return object;
}

Address FakeVariables::write_items(const std::vector<std::pair<int, std::string>> &items,
                                   const mpidbg::layout::StructLayout &layout, const Slot<std::int32_t> &value,
                                   const Slot<Address> &text) {
  const Address array = mpi_.memory.allocate((items.size() + 1) * layout.byte_size);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Address item = array + i * layout.byte_size;
    mpi_.set(item, value, static_cast<std::uint32_t>(items[i].first));
    mpi_.set(item, text, mpi_.memory.new_string(items[i].second));
  }
  return array;
}

Address FakeVariables::new_enumerator(const std::string &name, const std::vector<std::pair<int, std::string>> &items) {
  const auto &layout = mpi_.layouts.enumerator;
  const auto &item = mpi_.layouts.enumerator_value;
  const Address object = mpi_.new_object("mca_base_var_enum_t", layout.byte_size);
  mpi_.set(object, layout.enum_name, mpi_.memory.new_string(name));
  mpi_.set(object, layout.enum_value_count, items.size());
  mpi_.set(object, layout.enum_values, write_items(items, item, item.value, item.string));
  return object;
}

Address FakeVariables::new_flag_enumerator(const std::string &name,
                                           const std::vector<std::pair<int, std::string>> &items) {
  const auto &layout = mpi_.layouts.enumerator;
  const auto &item = mpi_.layouts.enumerator_flag;
  const Address object = mpi_.new_object("mca_base_var_enum_flag_t", mpi_.layouts.flag_enumerator.byte_size);
  mpi_.set(object, layout.enum_name, mpi_.memory.new_string(name));
  mpi_.set(object, layout.enum_value_count, items.size());
  mpi_.set(object, mpi_.layouts.flag_enumerator.enum_flags, write_items(items, item, item.flag, item.string));
  return object;
}

void FakeVariables::set_update_number(int number) {
  mpi_.memory.write_integer(static_data_ + update_number_at, static_cast<std::uint32_t>(number), 4);
}

}  // namespace fakes
