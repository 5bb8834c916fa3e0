#include "tests/fakes/fake_mpich.h"

#include <algorithm>
#include <initializer_list>
#include <stdexcept>

#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/layout/mpich/header_values.h"
#include "mpidbg/layout/mpich/objects/constants.h"
#include "tests/fakes/fake_layouts.h"

namespace fakes {

namespace {

constexpr std::uint32_t room = 16;
constexpr std::uint64_t page = 4096;
constexpr std::uint64_t static_pages = 64;
constexpr std::uint32_t direct_objects = 4;
constexpr std::uint32_t objects_of_block = 8;

using mpidbg::model::mpich::ObjectKind;

struct Named {
  ObjectKind kind;
  const char *table, *predefined;
  std::uint32_t predefined_objects;
};
constexpr Named tables[] = {{ObjectKind::communicator, "MPIR_Comm_mem", "MPIR_Comm_builtin", 3},
                            {ObjectKind::group, "MPIR_Group_mem", "MPIR_Group_builtin", 1},
                            {ObjectKind::datatype, "MPIR_Datatype_mem", nullptr, 0},
                            {ObjectKind::errhandler, "MPIR_Errhandler_mem", "MPIR_Errhandler_builtin", 3},
                            {ObjectKind::op, "MPIR_Op_mem", "MPIR_Op_builtin", 15},
                            {ObjectKind::info, "MPIR_Info_mem", "MPIR_Info_builtin", 2},
                            {ObjectKind::window, "MPIR_Win_mem", nullptr, 0},
                            {ObjectKind::session, "MPIR_Session_mem", nullptr, 0},
                            {ObjectKind::keyval, "MPII_Keyval_mem", nullptr, 0},
                            {ObjectKind::attribute, "MPID_Attr_mem", nullptr, 0},
                            {ObjectKind::request, "MPIR_Request_mem", nullptr, 0}};

}  // namespace

FakeMpich::FakeMpich(unsigned pointer_size, mpidbg::ByteOrder order, bool named, WithinNode within_node)
    : memory(pointer_size, order), host(memory) {
  lay_out_all(within_node);
  static_data = memory.allocate(static_pages * page, page);
  static_bytes_ = 8 * page;
  process = static_data + 64;
  world_state = static_data + 5 * page;
  performance_pointer = static_data + 6 * page + 8;
  control_pointer = performance_pointer + pointer_size;
  category_pointer = control_pointer + pointer_size;
  update_number = category_pointer + pointer_size;
  source_pointer = static_data + 7 * page;
  event_pointer = source_pointer + pointer_size;

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
    host.symbols["sources"] = source_pointer;
    host.symbols["events"] = event_pointer;
  } else {
    host.symbols["MPI_F_STATUS_IGNORE"] = static_data + 32;
    // What looks a little like a table on the way to it.
    memory.write_pointer(static_data + page, memory.allocate(64));
    memory.write_pointer(static_data + 2 * page, new_array(layouts.control_variable.byte_size, 4));
  }
  make_pools(named);
  set(process, layouts.process.comm_world, predefined(ObjectKind::communicator, 0).value());
  // MPI_COMM_WORLD of three processes, and MPI_COMM_SELF.
  for (const std::uint32_t index : {0u, 1u}) {
    const Address object = predefined(ObjectKind::communicator, index);
    const std::uint32_t size = index == 0 ? 3 : 1;
    memory.write_string(object + layouts.communicator.name.offset, index == 0 ? "MPI_COMM_WORLD" : "MPI_COMM_SELF");
    set(object, layouts.communicator.context_id, std::uint64_t{0x10} * index);
    set(object, layouts.communicator.recvcontext_id, std::uint64_t{0x10} * index);
    set(object, layouts.communicator.rank, index == 0 ? 1 : 0);
    set(object, layouts.communicator.local_size, size);
    set(object, layouts.communicator.remote_size, size);
    set(object, layouts.object.ref_count, 1);
    using namespace mpidbg::layout::mpich;
    set(rank_map(object), layouts.rank_map.mode, index == 0 ? map_direct_intra : map_offset_intra);
    set(rank_map(object), layouts.rank_map.size, size);
    set(rank_map(object), layouts.rank_map.offset, index);
  }
}

void FakeMpich::lay_out_all(WithinNode within_node) {
  using mpidbg::layout::StructLayout;
  const unsigned pointer_size = memory.pointer_size();
  const auto largest = [](std::initializer_list<const StructLayout *> parts) {
    std::uint32_t bytes = 0;
    for (const StructLayout *part : parts) bytes = std::max(bytes, part->byte_size);
    return bytes;
  };
  layouts.for_each([&]<class Layout>(Layout &layout) {
    const std::map<std::string, std::uint32_t> embedded = {
        {"ref_count", 4},
        {"mpich_state", 4},
        {"attrs", layouts.predefined_attributes.byte_size},
        {"ch4.am", 8},
        {"ch4.map", layouts.rank_map.byte_size},
        {"ch4.local_map", layouts.rank_map.byte_size},
        {"name", 128},
        {"hints", 400},
        {"pmap", layouts.process_map.byte_size},
        {"u", 16},
        {"copyfn", layouts.copy_function.byte_size},
        {"delfn", layouts.delete_function.byte_size},
        {"topo", largest({&layouts.graph, &layouts.cartesian, &layouts.distributed_graph})},
        {"ch4", largest({&layouts.persistent_request, &layouts.self_request, &layouts.ucx_request,
                         &layouts.partitioned_request, &layouts.active_message})},
        {"status", 64},
        {"cc", 4},
        {"ctx", layouts.ucx_interface.byte_size},
        {"avt_mgr", layouts.address_manager.byte_size},
        {"table", 8},
        {"netmod.ucx", 8},
        {"sc", layouts.group_sync.byte_size},
        {"pw", layouts.group_sync.byte_size},
        {"lockall", 4},
        {"lock", 4},
        {"lock_recvd", layouts.lock_queue.byte_size},
        {"sync", largest({&layouts.window_sync, &layouts.target_sync})},
        {"info_args", layouts.window_hints.byte_size},
        {"hash_handle", layouts.hash_link.byte_size},
        {"hh", layouts.hash_link.byte_size},
        {"am", largest({&layouts.active_message_window, &layouts.partitioned_match})},
        {"u.send", 4},
        {"u.recv", 4},
        {"u.part", 8},
        {"rreq", layouts.receive_state.byte_size},
        {"per_vci", 2 * layouts.interface.byte_size},
        {"progress_count", 4},
        {"dev", largest({&layouts.device_communicator, &layouts.device_request, &layouts.device_window})}};
    const std::uint32_t base = std::is_void_v<typename Layout::Base> ? 0 : layouts.object.byte_size;
    lay_out(layout, pointer_size, base, embedded, host.types[layout.type_name]);
    layout.origin = mpidbg::layout::LayoutOrigin::debug_information;
    // For those who read it without the plugin: everything.
    layout.span_end = layout.byte_size;
  });
  lack(layouts.object_table, "indirect_block_size", layouts.object_table.indirect_block_size);
  lack(layouts.group, "pmap", layouts.group.pmap);
  lack(layouts.info, "entries", layouts.info.entries);
  lack(layouts.info, "size", layouts.info.size);
  lack(layouts.op, "is_commute", layouts.op.is_commute);
  if (within_node == WithinNode::network) {
    lack(layouts.device_request, "is_local", layouts.device_request.is_local);
    lack(layouts.device_request, "anysource_partner_request", layouts.device_request.anysource_partner_request);
  }
  lack(layouts.device_request, "anysrc_partner", layouts.device_request.anysrc_partner);
  lack(layouts.global, "n_total_vcis", layouts.global.n_total_vcis);
  lack(layouts.device_request, "completion_notification", layouts.device_request.completion_notification);
  lack(layouts.persistent_request, "context_offset", layouts.persistent_request.context_offset);
  lack(layouts.ucx_request, "s.type", layouts.ucx_request.type);
  lack(layouts.ucx_request, "s.u.pack.user_buf", layouts.ucx_request.user_buffer);
  lack(layouts.ucx_request, "s.u.pack.count", layouts.ucx_request.count);
  lack(layouts.ucx_request, "s.u.pack.datatype", layouts.ucx_request.datatype);
}

Address FakeMpich::in_static_data(std::uint64_t bytes) {
  const Address place = static_data + static_bytes_;
  static_bytes_ += (bytes + 15) / 16 * 16;
  if (static_bytes_ > static_pages * page) throw std::logic_error("the static data of the fake is too small");
  return place;
}

void FakeMpich::make_pools(bool named) {
  for (const Named &kind : tables) {
    const std::uint32_t bytes = object_layout(layouts, kind.kind)->byte_size;
    const std::uint32_t pools_of_kind = kind.kind == ObjectKind::request ? 4 : 1;
    const Address table = in_static_data(std::uint64_t{layouts.object_table.byte_size} * pools_of_kind);
    const Address direct = in_static_data(std::uint64_t{bytes} * direct_objects);
    pools.emplace(kind.kind,
                  FakePool(memory, layouts, kind.kind, bytes, table, direct, direct_objects, objects_of_block));
    if (named) host.symbols[kind.table] = table;
    if (kind.predefined == nullptr) continue;
    const Address first = in_static_data(std::uint64_t{bytes} * kind.predefined_objects);
    predefined_[kind.kind] = first;
    for (std::uint32_t i = 0; i < kind.predefined_objects; ++i) {
      set(first + std::uint64_t{i} * bytes, layouts.object.handle,
          0x40000000 | static_cast<std::uint32_t>(kind.kind) << 26 | i);
    }
    if (named) host.symbols[kind.predefined] = first;
  }
}

Address FakeMpich::new_ints(const std::vector<int> &values) {
  const Address array = memory.allocate(std::max<std::size_t>(values.size(), 1) * 4);
  for (std::size_t i = 0; i < values.size(); ++i) {
    memory.write_integer(array + 4 * i, static_cast<std::uint32_t>(values[i]), 4);
  }
  return array;
}

Address FakeMpich::rank_map(Address communicator, bool of_local_group) const {
  const auto &device = layouts.device_communicator;
  return communicator + layouts.communicator.dev.offset +
         (of_local_group ? device.local_map : device.map).present->offset;
}

Address FakeMpich::add_communicator(const Communicator &communicator) {
  const Address object = pool(ObjectKind::communicator).take();
  const auto &layout = layouts.communicator;
  memory.write_string(object + layout.name.offset, communicator.name);
  set(object, layout.context_id, communicator.context);
  set(object, layout.recvcontext_id, communicator.context);
  set(object, layout.rank, static_cast<std::uint32_t>(communicator.rank));
  set(object, layout.local_size, communicator.members.size());
  set(object, layout.remote_size, communicator.members.size());
  using namespace mpidbg::layout::mpich;
  const std::uint32_t part = communicator.context & context_subcommunicator;
  set(object, *layout.hierarchy_kind.present,
      part == context_within_node   ? hierarchy_node
      : part == context_among_nodes ? hierarchy_node_roots
                                    : hierarchy_flat);
  const Address map = rank_map(object);
  set(map, layouts.rank_map.mode, mpidbg::layout::mpich::map_list_intra);
  set(map, layouts.rank_map.size, communicator.members.size());
  set(map, layouts.rank_map.list, new_ints(communicator.members).value());
  set(rank_map(object, true), layouts.rank_map.mode, mpidbg::layout::mpich::map_none);
  return object;
}

Address FakeMpich::add_key(std::uint32_t object_kind) {
  const Address key = pool(ObjectKind::keyval).take();
  set(key, layouts.keyval.kind, object_kind);
  return key;
}

Address FakeMpich::add_request(unsigned kind, bool complete) {
  const Address request = pool(ObjectKind::request).take();
  set(request, layouts.request.cc, complete ? 0 : 1);
  set(request, layouts.request.kind, kind);
  set(request, layouts.request.cc_ptr, (request + layouts.request.cc.offset).value());
  return request;
}

void FakeMpich::note_in_status(Address request, std::int32_t source, std::int32_t tag) {
  using namespace mpidbg::layout::mpich;
  const Address status = request + layouts.request.status.offset;
  memory.write_integer(status + 4 * own_header.status_source, static_cast<std::uint32_t>(source), 4);
  memory.write_integer(status + 4 * own_header.status_tag, static_cast<std::uint32_t>(tag), 4);
}

Address FakeMpich::predefined(ObjectKind kind, std::uint32_t index) const {
  return predefined_.at(kind) + std::uint64_t{index} * object_layout(layouts, kind)->byte_size;
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
                                const std::vector<int> &categories, const std::vector<int> &events) {
  const auto &layout = layouts.category;
  const Address entry = next_element(category_table, layout.byte_size);
  set(entry, layout.name, memory.new_string(name).value());
  set(entry, layout.cvar_indices, new_indices(cvars).value());
  set(entry, layout.pvar_indices, new_indices({}).value());
  set(entry, layout.subcat_indices, new_indices(categories).value());
  set(entry, layout.event_indices, new_indices(events).value());
  return entry;
}

template <class Layout>
Address FakeMpich::new_entry(Address first, const Layout &layout) {
  const Address entry = memory.allocate(layout.byte_size);
  Address link = first;
  std::uint64_t index = 0;
  for (;; ++index) {
    const Address next(memory.read_integer(link, memory.pointer_size()));
    if (next.is_null()) break;
    link = next + layout.hash_link.offset + layouts.hash_link.next.offset;
  }
  memory.write_pointer(link, entry);
  set(entry, layout.index, index);
  return entry;
}

Address FakeMpich::add_event_source(const std::string &name) {
  const auto &layout = layouts.event_source;
  const Address entry = new_entry(source_pointer, layout);
  set(entry, layout.name, memory.new_string(name).value());
  set(entry, layout.ticks_per_second, 1'000'000'000);
  set(entry, layout.max_ticks, std::uint64_t{1} << 62);
  return entry;
}

Address FakeMpich::add_event_type(const std::string &name, const std::string &description) {
  const auto &layout = layouts.event_type;
  const Address entry = new_entry(event_pointer, layout);
  set(entry, layout.name, memory.new_string(name).value());
  if (!description.empty()) set(entry, layout.desc, memory.new_string(description).value());
  set(entry, layout.verbosity, 222);
  set(entry, layout.bind, 9700);
  set(entry, layout.num_elements, 2);
  set(entry, layout.array_of_datatypes, new_ints({0x4c000405, 0x4c00080b}).value());
  const Address places = memory.allocate(2 * memory.pointer_size());
  memory.write_integer(places + memory.pointer_size(), 8, memory.pointer_size());
  set(entry, layout.array_of_displacements, places.value());
  return entry;
}

}  // namespace fakes
