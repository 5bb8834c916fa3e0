#include "tests/fakes/fake_open_mpi.h"

#include <algorithm>
#include <stdexcept>

#include "mpidbg/layout/openmpi/objects/constants.h"
#include "mpidbg/layout/profile.h"
#include "mpidbg/layout/resolve.h"
#include "tests/fakes/fake_layouts.h"

namespace fakes {

namespace {

constexpr std::uint64_t item_alignment = 64;
constexpr int pool_capacity = 64;

}  // namespace

FakeOpenMpi::FakeOpenMpi(unsigned pointer_size, mpidbg::ByteOrder order, int rank, int size)
    : memory(pointer_size, order), host(memory) {
  lay_out();
  populate("4.1.99rc1", rank, size);
}

FakeOpenMpi::FakeOpenMpi(const std::string &profile, int rank, int size)
    : memory(8, mpidbg::ByteOrder::little), host(memory) {
  populate(lay_out_as(profile), rank, size);
}

void FakeOpenMpi::populate(const std::string &version, int rank, int size) {
  make_classes();
  const unsigned pointer_size = memory.pointer_size();
  communicator_table = new_pointer_array();
  fortran_communicator_table_ = new_pointer_array();
  group_table_ = new_pointer_array();
  send_pool_ = new_pool("mca_pml_ob1_send_request_t", layouts.ob1_send_request.byte_size);
  receive_pool_ = new_pool("mca_pml_ob1_recv_request_t", layouts.ob1_receive_request.byte_size);
  module = memory.allocate(layouts.ob1_module.byte_size);
  write_list(module + layouts.ob1_module.non_existing_communicator_pending.offset, {});
  selected_pml = memory.allocate(layouts.component.byte_size);
  memory.write_string(selected_pml + layouts.component.mca_component_name.offset, "ob1");
  state_variable = memory.allocate(4);
  memory.write_integer(state_variable, 2, 4);
  const Address own_proc = memory.allocate(pointer_size);

  host.symbols = {{"ompi_mpi_communicators", communicator_table},          {"ompi_mpi_state", state_variable},
                  {"ompi_version_string", memory.new_string(version)},     {"ompi_proc_local_proc", own_proc},
                  {"ompi_comm_f_to_c_table", fortran_communicator_table_}, {"ompi_group_f_to_c_table", group_table_},
                  {"mca_pml_base_selected_component", selected_pml},       {"mca_pml_base_send_requests", send_pool_},
                  {"mca_pml_base_recv_requests", receive_pool_},           {"mca_pml_ob1", module}};

  const Address null_group = new_group({}, -2, 0x2 | 0x4);
  new_group({}, -32766, 0x2 | 0x4);  // MPI_GROUP_EMPTY
  std::vector<Address> procs;
  procs.reserve(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) procs.push_back(new_proc(job, static_cast<std::uint32_t>(i)));
  memory.write_pointer(own_proc, procs[static_cast<std::size_t>(rank)]);
  const Address world_group = new_group(procs, rank, 0x2 | 0x4);
  const Address self_group = new_group({procs[static_cast<std::size_t>(rank)]}, 0, 0x4);
  world = new_communicator("MPI_COMM_WORLD", 0, world_group, rank, 0x4);
  self = new_communicator("MPI_COMM_SELF", 1, self_group, 0, 0x4);
  null = new_communicator("MPI_COMM_NULL", 2, null_group, -2, 0x4);
  mpi_int = new_datatype("MPI_INT", 4);
}

std::string FakeOpenMpi::lay_out_as(const std::string &profile) {
  using namespace mpidbg::layout;
  for (const Profile *known : profile_collection().profiles) {
    if (known->name != profile) continue;
    ProfileSource source(*known);
    layouts.for_each(
        [&](auto &layout) { resolve_from(layout, source, LayoutOrigin::profile_by_version, known->pointer_size); });
    return known->version;
  }
  throw std::invalid_argument("no profile " + profile);
}

// As 4.1, which lacks some fields.
void FakeOpenMpi::lay_out() {
  const unsigned p = memory.pointer_size();
  const auto make = [&](auto &layout, std::uint32_t base = 0,
                        const std::map<std::string, std::uint32_t> &embedded = {}) {
    fakes::lay_out(layout, p, base, embedded, host.types[layout.type_name]);
    layout.origin = mpidbg::layout::LayoutOrigin::debug_information;
  };
  auto &l = layouts;
  make(l.object);
  const std::uint32_t object = l.object.byte_size;
  make(l.object_class);
  make(l.pointer_array, object);
  make(l.list_item, object);
  make(l.list, object, {{"opal_list_sentinel", l.list_item.byte_size}});
  make(l.free_list_item, 0, {{"super", l.list_item.byte_size}});
  // An item of a pool is a list item first.
  l.free_list_item.super.offset = 0;
  host.types["opal_free_list_item_t"].fields["super"] = 0;
  make(l.free_list, object, {{"fl_allocations", l.list.byte_size}});
  make(l.info_subscriber, object);
  const auto drop = [&](const auto &layout, const char *name, auto &slot) {
    slot.present.reset();
    host.types[layout.type_name].fields.erase(name);
    host.types[layout.type_name].field_types.erase(name);
  };
  make(l.communicator, l.info_subscriber.byte_size, {{"c_name", 64}});
  drop(l.communicator, "c_index", l.communicator.c_index);
  make(l.errhandler, object, {{"eh_name", 64}});
  drop(l.errhandler, "eh_instance_fn", l.errhandler.eh_instance_fn);
  make(l.op, object, {{"o_name", 64}, {"o_func", 4 * p}});
  make(l.group, object, {{"sparse_data", 2 * p}});
  make(l.proc, object, {{"proc_name", 8}});
  make(l.topology, object);
  make(l.cartesian, object);
  make(l.graph, object);
  make(l.distributed_graph, object);
  make(l.status);
  make(l.request, l.free_list_item.byte_size, {{"req_status", l.status.byte_size}});
  make(l.request_callback, l.request.byte_size);  // the rest of the same struct
  l.request.byte_size = l.request_callback.byte_size;
  make(l.pml_request, l.request.byte_size);
  make(l.pml_send_request, l.pml_request.byte_size);
  make(l.pml_receive_request, l.pml_request.byte_size);
  make(l.data_description);
  make(l.data_record);
  make(l.data_element, l.data_record.byte_size);
  make(l.data_loop, l.data_record.byte_size);
  make(l.datatype_arguments);
  make(l.opal_datatype, object, {{"desc", l.data_description.byte_size}});
  make(l.datatype, l.opal_datatype.byte_size, {{"name", 64}});
  make(l.component, 0, {{"mca_component_name", 64}});
  make(l.ob1_comm, object, {{"wild_receives", l.list.byte_size}});
  make(l.ob1_comm_proc, object, {{"specific_receives", l.list.byte_size}, {"unexpected_frags", l.list.byte_size}});
  make(l.ob1_common_header);
  make(l.ob1_match_header, l.ob1_common_header.byte_size);
  make(l.ob1_rendezvous_header, l.ob1_match_header.byte_size);
  make(l.segment);
  make(l.ob1_receive_fragment, 0,
       {{"super", l.free_list_item.byte_size},
        {"hdr", l.ob1_rendezvous_header.byte_size},
        {"segments", 2 * l.segment.byte_size}});
  l.ob1_receive_fragment.super.offset = 0;
  host.types["mca_pml_ob1_recv_frag_t"].fields["super"] = 0;
  make(l.ob1_receive_request, l.pml_receive_request.byte_size);
  make(l.ob1_send_request, l.pml_send_request.byte_size);
  make(l.hash_table, object);
  make(l.hash_element, 0, {{"key", 16}});
  make(l.attribute, object, {{"av_value", 8}});
  make(l.keyval, object, {{"extra_state", 8}});
  make(l.opal_info, 0, {{"super", l.list.byte_size}});
  l.opal_info.super.offset = 0;
  host.types["opal_info_t"].fields["super"] = 0;
  make(l.info, l.opal_info.byte_size);
  make(l.file, l.info_subscriber.byte_size, {{"f_io_selected_component", l.component.byte_size}});
  make(l.ompio_file, 0, {{"f_fview", 8}});
  drop(l.ompio_file, "f_fview", l.ompio_file.f_fview);
  make(l.ompio_view, l.ompio_file.byte_size);  // the rest of the same struct
  l.ompio_file.byte_size = l.ompio_view.byte_size;
  make(l.shared_pointer);
  make(l.shared_pointer_sm);
  make(l.shared_pointer_sm_offset);
  make(l.romio_data);
  make(l.adio_file);
  make(l.adio_flat_type);
  make(l.info_entry, l.list_item.byte_size, {{"ie_key", 37}});
  drop(l.info_entry, "ie_referenced", l.info_entry.ie_referenced);
  drop(l.info_entry, "ie_internal", l.info_entry.ie_internal);
  const std::uint32_t list = l.list.byte_size, table = l.hash_table.byte_size;
  make(l.window, l.info_subscriber.byte_size, {{"w_name", 64}});
  make(l.osc_module);
  make(l.osc_rdma_sync, object, {{"sync", 8}, {"outstanding_rdma", 8}});
  make(l.osc_rdma_module, l.osc_module.byte_size,
       {{"all_sync", l.osc_rdma_sync.byte_size}, {"pending_posts", list}, {"outstanding_locks", table}});
  make(l.osc_rdma_state, 0, {{"post_peers", 32 * 8}});
  make(l.osc_rdma_peer, l.list_item.byte_size);
  make(l.osc_rdma_pending_post, l.list_item.byte_size);
  make(l.osc_rdma_handle, object, {{"attachments", list}});
  make(l.osc_rdma_attachment, l.list_item.byte_size);
  make(l.osc_pt2pt_sync, l.free_list_item.byte_size, {{"sync", 16}});
  make(l.osc_pt2pt_module, l.osc_module.byte_size,
       {{"peer_hash", table},
        {"all_sync", l.osc_pt2pt_sync.byte_size},
        {"locks_pending", list},
        {"outstanding_locks", table}});
  make(l.osc_pt2pt_peer, object);
  make(l.osc_pt2pt_pending_lock, l.list_item.byte_size);
  make(l.osc_sm_module, l.osc_module.byte_size);
  make(l.osc_sm_lock);
  make(l.osc_sm_node_state, 0, {{"lock", l.osc_sm_lock.byte_size}});
  make(l.osc_ucx_region);
  make(l.osc_ucx_state, 0, {{"post_state", 32 * 8}, {"dynamic_wins", 32 * l.osc_ucx_region.byte_size}});
  make(l.osc_ucx_epoch);
  make(l.osc_ucx_module, l.osc_module.byte_size,
       {{"state", l.osc_ucx_state.byte_size},
        {"epoch_type", l.osc_ucx_epoch.byte_size},
        {"outstanding_locks", table},
        {"pending_posts", list}});
  make(l.osc_ucx_lock, object);
  make(l.osc_ucx_pending_post, l.list_item.byte_size);
  make(l.ob1_module, 0, {{"non_existing_communicator_pending", l.list.byte_size}});
  make(l.nbc_component, 0, {{"requests", l.free_list.byte_size}});
  make(l.nbc_request, l.request.byte_size);
  make(l.nbc_schedule, object);
  make(l.nbc_send), make(l.nbc_receive), make(l.nbc_op), make(l.nbc_copy), make(l.nbc_unpack);
  // What an operation is stands first.
  for (auto *type : {&l.nbc_send.type, &l.nbc_receive.type, &l.nbc_op.type, &l.nbc_copy.type, &l.nbc_unpack.type}) {
    type->offset = 0;
  }
  for (const char *name : {"NBC_Args_send", "NBC_Args_recv", "NBC_Args_op", "NBC_Args_copy", "NBC_Args_unpack"}) {
    host.types[name].fields["type"] = 0;
  }
  make(l.generalized_request, l.request.byte_size);
  make(l.file_request, l.request.byte_size, {{"req_item", l.list_item.byte_size}});
  make(l.posix_request_data);
  make(l.rdma_request, l.request.byte_size);
  make(l.osc_rdma_peer, l.list_item.byte_size);
  make(l.pt2pt_component, 0, {{"requests", l.free_list.byte_size}});
  make(l.pt2pt_request, l.request.byte_size);
  make(l.message, l.free_list_item.byte_size);
  make(l.ucx_module, 0, {{"persistent_reqs", l.free_list.byte_size}, {"completed_send_req", l.request.byte_size}});
  make(l.ucx_persistent_request, l.request.byte_size);
  make(l.proc_endpoints, l.proc.byte_size, {{"proc_endpoints", 4 * p}, {"padding", 16}});
  make(l.value_array, object);
  make(l.control_variable, object);
  make(l.file_value, l.list_item.byte_size);
  make(l.performance_variable, object);
  const std::uint32_t values = l.value_array.byte_size;
  make(l.variable_group, l.list_item.byte_size,
       {{"group_subgroups", values}, {"group_vars", values}, {"group_pvars", values}});
  make(l.enumerator, object);
  make(l.enumerator_value);
  make(l.flag_enumerator, l.enumerator.byte_size);
  make(l.enumerator_flag);
}

void FakeOpenMpi::make_classes() {
  const auto make = [&](const std::string &name, std::uint32_t size, const std::string &parent) {
    const Address address = memory.allocate(layouts.object_class.byte_size);
    set(address, layouts.object_class.cls_name, memory.new_string(name));
    set(address, layouts.object_class.cls_sizeof, size);
    if (!parent.empty()) set(address, layouts.object_class.cls_parent, classes_.at(parent));
    classes_[name] = address;
  };
  const auto &l = layouts;
  make("opal_object_t", l.object.byte_size, "");
  make("opal_list_item_t", l.list_item.byte_size, "opal_object_t");
  make("opal_free_list_item_t", l.free_list_item.byte_size, "opal_list_item_t");
  make("opal_list_t", l.list.byte_size, "opal_object_t");
  make("opal_free_list_t", l.free_list.byte_size, "opal_object_t");
  make("opal_pointer_array_t", l.pointer_array.byte_size, "opal_object_t");
  make("opal_infosubscriber_t", l.info_subscriber.byte_size, "opal_object_t");
  make("ompi_communicator_t", l.communicator.byte_size, "opal_infosubscriber_t");
  make("ompi_file_t", l.file.byte_size, "opal_infosubscriber_t");
  make("opal_info_t", l.opal_info.byte_size, "opal_list_t");
  make("ompi_info_t", l.info.byte_size, "opal_info_t");
  make("opal_info_entry_t", l.info_entry.byte_size, "opal_list_item_t");
  make("ompi_errhandler_t", l.errhandler.byte_size, "opal_object_t");
  make("ompi_op_t", l.op.byte_size, "opal_object_t");
  make("ompi_group_t", l.group.byte_size, "opal_object_t");
  make("opal_proc_t", l.proc.byte_size, "opal_object_t");
  make("ompi_proc_t", l.proc_endpoints.byte_size, "opal_proc_t");
  make("mca_topo_base_module_t", l.topology.byte_size, "opal_object_t");
  make("mca_topo_base_comm_cart_2_2_0_t", l.cartesian.byte_size, "opal_object_t");
  make("mca_topo_base_comm_graph_2_2_0_t", l.graph.byte_size, "opal_object_t");
  make("mca_topo_base_comm_dist_graph_2_2_0_t", l.distributed_graph.byte_size, "opal_object_t");
  make("ompi_request_t", l.request.byte_size, "opal_free_list_item_t");
  make("mca_pml_base_request_t", l.pml_request.byte_size, "ompi_request_t");
  make("mca_pml_base_send_request_t", l.pml_send_request.byte_size, "mca_pml_base_request_t");
  make("mca_pml_base_recv_request_t", l.pml_receive_request.byte_size, "mca_pml_base_request_t");
  make("mca_pml_ob1_send_request_t", l.ob1_send_request.byte_size, "mca_pml_base_send_request_t");
  make("mca_pml_ob1_recv_request_t", l.ob1_receive_request.byte_size, "mca_pml_base_recv_request_t");
  make("opal_datatype_t", l.opal_datatype.byte_size, "opal_object_t");
  make("ompi_datatype_t", l.datatype.byte_size, "opal_datatype_t");
  make("opal_hash_table_t", l.hash_table.byte_size, "opal_object_t");
  make("attribute_key_value_t", l.attribute.byte_size, "opal_object_t");
  make("ompi_attribute_keyval_t", l.keyval.byte_size, "opal_object_t");
  make("ompi_win_t", l.window.byte_size, "opal_infosubscriber_t");
  make("ompi_osc_rdma_sync_t", l.osc_rdma_sync.byte_size, "opal_object_t");
  make("ompi_osc_rdma_peer_t", l.osc_rdma_peer.byte_size, "opal_list_item_t");
  make("ompi_osc_rdma_handle_t", l.osc_rdma_handle.byte_size, "opal_object_t");
  make("ompi_osc_rdma_attachment_t", l.osc_rdma_attachment.byte_size, "opal_list_item_t");
  make("ompi_osc_pt2pt_sync_t", l.osc_pt2pt_sync.byte_size, "opal_free_list_item_t");
  make("ompi_osc_pt2pt_peer_t", l.osc_pt2pt_peer.byte_size, "opal_object_t");
  make("ompi_osc_pt2pt_pending_lock_t", l.osc_pt2pt_pending_lock.byte_size, "opal_list_item_t");
  make("ompi_osc_ucx_lock_t", l.osc_ucx_lock.byte_size, "opal_object_t");
  make("mca_pml_ob1_comm_t", l.ob1_comm.byte_size, "opal_object_t");
  make("mca_pml_ob1_comm_proc_t", l.ob1_comm_proc.byte_size, "opal_object_t");
  make("mca_pml_ob1_recv_frag_t", l.ob1_receive_fragment.byte_size, "opal_free_list_item_t");
  make("ompi_coll_libnbc_request_t", l.nbc_request.byte_size, "ompi_request_t");
  make("NBC_Schedule", l.nbc_schedule.byte_size, "opal_object_t");
  make("ompi_grequest_t", l.generalized_request.byte_size, "ompi_request_t");
  make("mca_ompio_request_t", l.file_request.byte_size, "ompi_request_t");
  make("ompi_osc_rdma_request_t", l.rdma_request.byte_size, "ompi_request_t");
  make("ompi_osc_rdma_peer_t", l.osc_rdma_peer.byte_size, "opal_list_item_t");
  make("ompi_osc_pt2pt_request_t", l.pt2pt_request.byte_size, "ompi_request_t");
  const auto &maker = l.communicator_request;
  make("ompi_comm_request_t", maker.resolved() ? maker.byte_size : l.request.byte_size + 24, "ompi_request_t");
  if (l.communicator_request_item.resolved())
    make("ompi_comm_request_item_t", l.communicator_request_item.byte_size, "opal_list_item_t");
  // Contexts of such requests, in sizes of 5.0.
  make("ompi_comm_idup_with_info_context_t", l.object.byte_size + 16, "opal_object_t");
  make("ompi_comm_cid_context_t", l.object.byte_size + 112, "opal_object_t");
  make("ompi_comm_allreduce_context_t", l.object.byte_size + 64, "opal_object_t");
  if (l.partitioned_request.resolved())
    make("mca_part_persist_request_t", l.partitioned_request.byte_size, "ompi_request_t");
  make("ompi_message_t", l.message.byte_size, "opal_free_list_item_t");
  make("mca_pml_ucx_persistent_request_t", l.ucx_persistent_request.byte_size, "ompi_request_t");
  make("mca_base_var_t", l.control_variable.byte_size, "opal_object_t");
  make("mca_base_pvar_t", l.performance_variable.byte_size, "opal_object_t");
  make("mca_base_var_group_t", l.variable_group.byte_size, "opal_list_item_t");
  make("mca_base_var_enum_t", l.enumerator.byte_size, "opal_object_t");
  make("mca_base_var_enum_flag_t", l.flag_enumerator.byte_size, "opal_object_t");
  if (l.counted_string.resolved()) make("opal_cstring_t", l.counted_string.byte_size, "opal_object_t");
  if (l.session.resolved()) make("ompi_instance_t", l.session.byte_size, "opal_infosubscriber_t");
}

Address FakeOpenMpi::new_object(const std::string &class_name, std::uint32_t size) {
  const Address address = memory.allocate(size);
  set(address, layouts.object.obj_class, class_of(class_name));
  set(address, layouts.object.obj_reference_count, 1);
  return address;
}

void FakeOpenMpi::write_list(Address list, const std::vector<Address> &items) {
  lists_[list.value()] = items;
  const Address sentinel = list + layouts.list.opal_list_sentinel.offset;
  Address previous = sentinel;
  for (const Address item : items) {
    set(previous, layouts.list_item.opal_list_next, item);
    set(item, layouts.list_item.opal_list_prev, previous);
    previous = item;
  }
  set(previous, layouts.list_item.opal_list_next, sentinel);
  set(sentinel, layouts.list_item.opal_list_prev, previous);
  set(list, layouts.list.opal_list_length, items.size());
}

void FakeOpenMpi::append(Address list, Address item) {
  std::vector<Address> items = lists_[list.value()];
  items.push_back(item);
  write_list(list, items);
}

Address FakeOpenMpi::new_pointer_array() {
  const Address array = new_object("opal_pointer_array_t", layouts.pointer_array.byte_size);
  return array;
}

void FakeOpenMpi::write_pointer_array(Address array, const std::vector<Address> &slots) {
  const Address entries = memory.allocate((slots.size() + 1) * memory.pointer_size());
  std::uint64_t free = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    memory.write_pointer(entries + i * memory.pointer_size(), slots[i]);
    free += slots[i].is_null() ? 1 : 0;
  }
  set(array, layouts.pointer_array.size, slots.size());
  set(array, layouts.pointer_array.number_free, free);
  set(array, layouts.pointer_array.addr, entries);
}

void FakeOpenMpi::write_communicator_table() {
  write_pointer_array(communicator_table, table_slots);
}

void FakeOpenMpi::register_in(Address array, std::vector<Address> &slots, Address object) {
  slots.push_back(object);
  write_pointer_array(array, slots);
}

Address FakeOpenMpi::new_proc(std::uint32_t job_id, std::uint32_t rank) {
  const Address proc = new_object("ompi_proc_t", layouts.proc_endpoints.byte_size);
  memory.write_integer(proc + layouts.proc.proc_name.offset, job_id, 4);
  memory.write_integer(proc + layouts.proc.proc_name.offset + 4, rank, 4);
  return proc;
}

Address FakeOpenMpi::new_group(const std::vector<Address> &members, int my_rank, std::uint32_t flags) {
  const Address group = new_object("ompi_group_t", layouts.group.byte_size);
  const Address pointers = memory.allocate((members.size() + 1) * memory.pointer_size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    memory.write_pointer(pointers + i * memory.pointer_size(), members[i]);
  }
  set(group, layouts.group.grp_proc_count, members.size());
  set(group, layouts.group.grp_my_rank, static_cast<std::uint32_t>(my_rank));
  set(group, layouts.group.grp_f_to_c_index, fortran_groups_.size());
  set(group, layouts.group.grp_proc_pointers, pointers);
  set(group, layouts.group.grp_flags, flags);
  register_in(group_table_, fortran_groups_, group);
  return group;
}

Address FakeOpenMpi::new_communicator(const std::string &name, std::uint32_t context_id, Address local_group,
                                      int my_rank, std::uint32_t flags, Address remote_group) {
  const auto &l = layouts.communicator;
  const Address communicator = new_object("ompi_communicator_t", l.byte_size);
  set_name(communicator, l.c_name, name);
  if (l.c_index.present) {
    set(communicator, l.c_index, context_id);
    flags |= openmpi_layout::comm_global_index;
  } else {
    set(communicator, l.c_contextid, context_id);
  }
  set(communicator, l.c_my_rank, static_cast<std::uint32_t>(my_rank));
  set(communicator, l.c_flags, flags);
  set(communicator, l.c_local_group, local_group);
  set(communicator, l.c_remote_group, remote_group.is_null() ? local_group : remote_group);
  set(communicator, l.c_f_to_c_index, fortran_communicators_.size());
  register_in(fortran_communicator_table_, fortran_communicators_, communicator);
  if (table_slots.size() <= context_id) table_slots.resize(context_id + 1);
  table_slots[context_id] = communicator;
  write_communicator_table();
  return communicator;
}

Address FakeOpenMpi::new_datatype(const std::string &name, std::uint64_t size) {
  const Address type = new_object("ompi_datatype_t", layouts.datatype.byte_size);
  set_name(type, layouts.datatype.name, name);
  set(type, layouts.opal_datatype.size, size);
  return type;
}

// One chunk with room for pool_capacity items, which become the list's one by one.
Address FakeOpenMpi::new_pool(const std::string &item_class, std::uint32_t item_bytes) {
  const Address pool = memory.allocate(layouts.free_list.byte_size);
  make_pool(pool, item_class, item_bytes);
  return pool;
}

void FakeOpenMpi::make_pool(Address pool, const std::string &item_class, std::uint32_t item_bytes) {
  const auto &l = layouts.free_list;
  set(pool, layouts.object.obj_class, class_of("opal_free_list_t"));
  set(pool, layouts.object.obj_reference_count, 1);
  set(pool, l.fl_frag_class, class_of(item_class));
  set(pool, l.fl_frag_size, item_bytes);
  set(pool, l.fl_frag_alignment, item_alignment);
  set(pool, l.fl_num_per_alloc, pool_capacity);
  const std::uint64_t stride = (item_bytes + item_alignment - 1) / item_alignment * item_alignment;
  const Address chunk = memory.allocate(layouts.free_list_item.byte_size + item_alignment +
                                        stride * static_cast<unsigned>(pool_capacity));
  set(chunk, layouts.object.obj_class, class_of("opal_free_list_item_t"));
  pool_chunks_[pool.value()] = chunk;
  write_list(pool + l.fl_allocations.offset, {});
}

Address FakeOpenMpi::new_pooled(Address pool, const std::string &class_name, std::uint32_t size) {
  const auto &l = layouts.free_list;
  auto &items = pool_items_[pool.value()];
  const Address chunk = pool_chunks_.at(pool.value());
  write_list(pool + l.fl_allocations.offset, {chunk});
  const std::uint64_t stride = (size + item_alignment - 1) / item_alignment * item_alignment;
  const std::uint64_t first =
      (chunk.value() + layouts.free_list_item.byte_size + item_alignment - 1) / item_alignment * item_alignment;
  const Address item(first + stride * items.size());
  set(item, layouts.object.obj_class, class_of(class_name));
  set(item, layouts.object.obj_reference_count, 1);
  items.push_back(item);
  set(pool, l.fl_num_allocated, items.size());
  return item;
}

Address FakeOpenMpi::new_request(Address pool, const std::string &class_name, std::uint32_t size,
                                 const Request &request) {
  const Address item = new_pooled(pool, class_name, size);
  const auto &r = layouts.request;
  const auto &p = layouts.pml_request;
  set(item, r.req_f_to_c_index, static_cast<std::uint32_t>(-32766));
  set(item, r.req_complete, Address(request.complete));
  set(item, r.req_state, static_cast<std::uint32_t>(request.state));
  set(item, r.req_persistent, request.persistent ? 1 : 0);
  set(item, r.req_mpi_object, request.communicator);
  // Not started, or done.
  const bool is_receive_done = request.type != 1 && request.complete == 1;
  set(item, p.req_pml_complete, request.state != 2 || is_receive_done ? 1 : 0);
  if (request.state == 1) set(item, r.req_complete, Address(1));
  if (request.state == 0) give_back(item);
  set(item, p.req_type, static_cast<std::uint32_t>(request.type));
  set(item, p.req_comm, request.communicator);
  set(item, p.req_datatype, request.datatype.is_null() ? mpi_int : request.datatype);
  set(item, p.req_addr, request.buffer);
  set(item, p.req_count, request.count);
  set(item, p.req_peer, static_cast<std::uint32_t>(request.peer));
  set(item, p.req_tag, static_cast<std::uint32_t>(request.tag));
  return item;
}

void FakeOpenMpi::give_back(Address request) {
  const bool is_send = Address(get(request, layouts.object.obj_class)) == class_of("mca_pml_ob1_send_request_t");
  set(request, layouts.request.req_state, 0);
  // The end of the stack of free ones.
  set(request, layouts.list_item.opal_list_next, is_send ? send_pool_ : receive_pool_);
}

Address FakeOpenMpi::new_receive(const Request &request) {
  return new_request(receive_pool_, "mca_pml_ob1_recv_request_t", layouts.ob1_receive_request.byte_size, request);
}

Address FakeOpenMpi::new_send(const Request &request, int mode) {
  Request send = request;
  send.type = 1;
  const Address item = new_request(send_pool_, "mca_pml_ob1_send_request_t", layouts.ob1_send_request.byte_size, send);
  set(item, layouts.pml_send_request.req_bytes_packed, send.count * 4);
  set(item, layouts.pml_send_request.req_send_mode, static_cast<std::uint32_t>(mode));
  return item;
}

Address FakeOpenMpi::ob1_proc(Address communicator, int peer) {
  const auto &c = layouts.ob1_comm;
  Address record(get(communicator, layouts.communicator.c_pml_comm));
  if (record.is_null()) {
    record = new_object("mca_pml_ob1_comm_t", c.byte_size);
    const Address group(get(communicator, layouts.communicator.c_remote_group));
    const std::uint64_t peers = get(group, layouts.group.grp_proc_count);
    set(record, c.procs, memory.allocate(peers * memory.pointer_size()));
    set(record, c.num_procs, peers);
    write_list(record + c.wild_receives.offset, {});
    set(communicator, layouts.communicator.c_pml_comm, record);
  }
  if (peer < 0) return record;
  const Address slot = Address(get(record, c.procs)) + static_cast<std::uint64_t>(peer) * memory.pointer_size();
  Address proc(memory.read_integer(slot, memory.pointer_size()));
  if (proc.is_null()) {
    proc = new_object("mca_pml_ob1_comm_proc_t", layouts.ob1_comm_proc.byte_size);
    set(proc, layouts.ob1_comm_proc.expected_sequence, 1);
    write_list(proc + layouts.ob1_comm_proc.specific_receives.offset, {});
    write_list(proc + layouts.ob1_comm_proc.unexpected_frags.offset, {});
    memory.write_pointer(slot, proc);
  }
  return proc;
}

void FakeOpenMpi::post(Address receive, const Request &request) {
  const Address record = ob1_proc(request.communicator, request.peer);
  append(record + (request.peer < 0 ? layouts.ob1_comm.wild_receives.offset
                                    : layouts.ob1_comm_proc.specific_receives.offset),
         receive);
}

std::uint64_t FakeOpenMpi::number_of(Address communicator) const {
  const auto &layout = layouts.communicator;
  return layout.c_index.present ? get(communicator, *layout.c_index.present) : get(communicator, layout.c_contextid);
}

Address FakeOpenMpi::new_message(const Message &message) {
  const auto &f = layouts.ob1_receive_fragment;
  const Address fragment = new_object("mca_pml_ob1_recv_frag_t", f.byte_size);
  const Address header = fragment + f.hdr.offset;
  set(header, layouts.ob1_common_header.hdr_type, message.rendezvous ? 66 : 65);
  const bool is_known = !message.communicator.is_null();
  set(header, layouts.ob1_match_header.hdr_ctx, is_known ? number_of(message.communicator) : message.context);
  set(header, layouts.ob1_match_header.hdr_src, static_cast<std::uint32_t>(message.source));
  set(header, layouts.ob1_match_header.hdr_tag, static_cast<std::uint32_t>(message.tag));
  set(header, layouts.ob1_match_header.hdr_seq, message.sequence);
  if (message.rendezvous) set(header, layouts.ob1_rendezvous_header.hdr_msg_length, message.bytes);
  set(fragment, f.num_segments, 1);
  set(fragment + f.segments.offset, layouts.segment.seg_addr, Address(0x5000));
  set(fragment + f.segments.offset, layouts.segment.seg_len, message.bytes + 14);
  return fragment;
}

void FakeOpenMpi::arrive(const Message &message) {
  append(ob1_proc(message.communicator, message.source) + layouts.ob1_comm_proc.unexpected_frags.offset,
         new_message(message));
}

Address FakeOpenMpi::ring(const std::vector<Address> &fragments) {
  for (std::size_t i = 0; i < fragments.size(); ++i) {
    const Address next = fragments[(i + 1) % fragments.size()];
    set(fragments[i], layouts.list_item.opal_list_next, next);
    set(next, layouts.list_item.opal_list_prev, fragments[i]);
  }
  return fragments.front();
}

}  // namespace fakes
