#include "tests/fakes/fake_mpich.h"

#include "tests/fakes/fake_layouts.h"

namespace fakes {

namespace {

constexpr std::uint32_t room = 16;
constexpr std::uint64_t page = 4096;

}  // namespace

FakeMpich::FakeMpich(unsigned pointer_size, mpidbg::ByteOrder order, bool named)
    : memory(pointer_size, order), host(memory) {
  layouts.for_each([&](auto &layout) {
    lay_out(layout, pointer_size, 0, {}, host.types[layout.type_name]);
    layout.origin = mpidbg::layout::LayoutOrigin::debug_information;
  });
  const Address static_data = memory.allocate(8 * page, page);
  process = static_data + 64;
  world_state = static_data + 5 * page;
  performance_pointer = static_data + 6 * page + 8;
  control_pointer = performance_pointer + pointer_size;
  category_pointer = control_pointer + pointer_size;
  update_number = category_pointer + pointer_size;

  set(process, layouts.process.mpich_state, 2);
  set(process, layouts.process.rank, 1);
  set(process, layouts.process.size, 3);
  memory.write_integer(world_state, 1, 4);
  control_table = new_array(layouts.control_variable.byte_size, room);
  performance_table = new_array(layouts.performance_variable.byte_size, 0);
  category_table = new_array(layouts.category.byte_size, room);
  memory.write_pointer(control_pointer, control_table);
  memory.write_pointer(performance_pointer, performance_table);
  memory.write_pointer(category_pointer, category_table);

  host.symbols = {{"MPIR_Err_return_comm", memory.allocate(16)}, {"MPII_Version_string", memory.new_string("4.0.99")}};
  if (named) {
    host.symbols["MPIR_Process"] = process;
    host.symbols["MPIR_world_model_state"] = world_state;
    host.symbols["cvar_table"] = control_pointer;
    host.symbols["pvar_table"] = performance_pointer;
    host.symbols["cat_table"] = category_pointer;
    host.symbols["cat_stamp"] = update_number;
  } else {
    host.symbols["MPI_F_STATUS_IGNORE"] = static_data + 32;
    // What looks a little like a table on the way to it.
    memory.write_pointer(static_data + page, memory.allocate(64));
    memory.write_pointer(static_data + 2 * page, new_array(layouts.control_variable.byte_size, 4));
  }
}

Address FakeMpich::new_array(std::uint64_t element_bytes, std::uint32_t capacity) {
  const Address kind = memory.allocate(layouts.element_kind.byte_size);
  set(kind, layouts.element_kind.sz, element_bytes);
  const Address array = memory.allocate(layouts.array.byte_size);
  set(array, layouts.array.n, capacity);
  memory.write_pointer(array + layouts.array.icd.offset, kind);
  if (capacity != 0) {
    memory.write_pointer(array + layouts.array.d.offset, memory.allocate(capacity * element_bytes));
  }
  return array;
}

Address FakeMpich::next_element(Address array, std::uint64_t element_bytes) {
  const std::uint64_t count = memory.read_integer(array + layouts.array.i.offset, 4);
  set(array, layouts.array.i, count + 1);
  const Address elements(memory.read_integer(array + layouts.array.d.offset, memory.pointer_size()));
  return elements + count * element_bytes;
}

Address FakeMpich::new_indices(const std::vector<int> &indices) {
  const Address array = new_array(4, static_cast<std::uint32_t>(indices.size()));
  for (const int index : indices) memory.write_integer(next_element(array, 4), static_cast<std::uint32_t>(index), 4);
  return array;
}

Address FakeMpich::add(const Control &variable) {
  const auto &layout = layouts.control_variable;
  const Address entry = next_element(control_table, layout.byte_size);
  const unsigned width = variable.datatype >> 8 & 0xff;
  const bool is_text = variable.datatype == 0x4c000101;
  const std::uint64_t count = is_text ? 384 : variable.values.size();
  const Address place = memory.allocate(count * width);
  if (is_text) memory.write_string(place, variable.text);
  for (std::size_t i = 0; !is_text && i < count; ++i) {
    memory.write_integer(place + i * width, variable.values[i], width);
  }
  set(entry, layout.active, variable.active);
  set(entry, layout.name, memory.new_string(variable.name).value());
  set(entry, layout.addr, place.value());
  set(entry, layout.datatype, variable.datatype);
  set(entry, layout.count, count);
  set(entry, layout.verbosity, variable.verbosity);
  set(entry, layout.bind, variable.bind);
  set(entry, layout.scope, variable.scope);
  set(entry, layout.get_addr, variable.get_addr.value());
  set(entry, layout.desc, memory.new_string(variable.description).value());
  return entry;
}

Address FakeMpich::add_category(const std::string &name, const std::vector<int> &cvars,
                                const std::vector<int> &categories) {
  const auto &layout = layouts.category;
  const Address entry = next_element(category_table, layout.byte_size);
  set(entry, layout.name, memory.new_string(name).value());
  set(entry, layout.cvar_indices, new_indices(cvars).value());
  set(entry, layout.pvar_indices, new_indices({}).value());
  set(entry, layout.subcat_indices, new_indices(categories).value());
  set(entry, layout.event_indices, new_indices({}).value());
  return entry;
}

}  // namespace fakes
