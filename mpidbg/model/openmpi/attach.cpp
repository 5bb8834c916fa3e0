#include "mpidbg/model/openmpi/attach.h"

#include "mpidbg/layout/choose_profile.h"
#include "mpidbg/layout/openmpi/constants.h"
#include "mpidbg/layout/resolve.h"
#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

namespace {

// Reads of these fetch the structs within and around them along, so that an object is one read.
void widen_spans(Layouts &layouts) {
  const auto with = [](auto &layout, std::uint32_t offset, const layout::StructLayout &inner) {
    layout::include_in_span(layout, offset, inner);
  };
  layout::StructLayout *const objects[] = {&layouts.pointer_array,
                                           &layouts.free_list,
                                           &layouts.communicator,
                                           &layouts.errhandler,
                                           &layouts.group,
                                           &layouts.proc,
                                           &layouts.topology,
                                           &layouts.cartesian,
                                           &layouts.graph,
                                           &layouts.distributed_graph,
                                           &layouts.datatype,
                                           &layouts.ob1_comm,
                                           &layouts.ob1_comm_proc,
                                           &layouts.ob1_receive_fragment,
                                           &layouts.pml_request,
                                           &layouts.hash_table,
                                           &layouts.window,
                                           &layouts.osc_rdma_sync,
                                           &layouts.osc_rdma_peer,
                                           &layouts.osc_rdma_handle,
                                           &layouts.osc_rdma_attachment,
                                           &layouts.osc_pt2pt_sync,
                                           &layouts.osc_pt2pt_peer,
                                           &layouts.osc_pt2pt_pending_lock,
                                           &layouts.osc_ucx_lock,
                                           &layouts.attribute,
                                           &layouts.control_variable,
                                           &layouts.performance_variable,
                                           &layouts.variable_group,
                                           &layouts.enumerator,
                                           &layouts.flag_enumerator};
  for (layout::StructLayout *object : objects) {
    with(*object, 0, layouts.object);
  }
  with(layouts.op, 0, layouts.object);
  with(layouts.opal_info, 0, layouts.object);
  with(layouts.info, 0, layouts.object);
  with(layouts.info_entry, 0, layouts.object);
  with(layouts.info_subscriber, 0, layouts.object);
  with(layouts.file, 0, layouts.object);
  with(layouts.list, layouts.list.opal_list_sentinel.offset, layouts.list_item);
  with(layouts.opal_info, 0, layouts.list);
  with(layouts.datatype, 0, layouts.opal_datatype);
  with(layouts.request, layouts.request.req_status.offset, layouts.status);
  with(layouts.request, 0, layouts.object);
  with(layouts.message, 0, layouts.object);
  with(layouts.nbc_schedule, 0, layouts.object);
  layout::StructLayout *const requests[] = {&layouts.pml_request,  &layouts.nbc_request,  &layouts.generalized_request,
                                            &layouts.file_request, &layouts.rdma_request, &layouts.pt2pt_request};
  for (layout::StructLayout *request : requests) with(*request, 0, layouts.request);
  with(layouts.message, 0, layouts.list_item);
  for (const std::uint32_t array :
       {layouts.variable_group.group_subgroups.offset, layouts.variable_group.group_vars.offset,
        layouts.variable_group.group_pvars.offset}) {
    with(layouts.variable_group, array, layouts.value_array);
  }
  auto &fragment = layouts.ob1_receive_fragment;
  with(fragment, fragment.super.offset, layouts.list_item);
  with(fragment, fragment.hdr.offset, layouts.ob1_match_header);
  with(fragment, fragment.hdr.offset, layouts.ob1_rendezvous_header);
  with(fragment, fragment.segments.offset, layouts.segment);
}

}  // namespace

Symbols find_symbols(const debugger::Image &image) {
  const auto find = [&](const char *name) { return image.find_symbol(name).value_or(Address{}); };
  Symbols symbols;
  symbols.communicators = find("ompi_mpi_communicators");
  symbols.state = find("ompi_mpi_state");
  symbols.version = find("ompi_version_string");
  symbols.own_proc = find("ompi_proc_local_proc");
  symbols.parent = find("ompi_mpi_comm_parent");
  symbols.communicators_fortran = find("ompi_comm_f_to_c_table");
  symbols.groups = find("ompi_group_f_to_c_table");
  symbols.selected_pml = find("mca_pml_base_selected_component");
  symbols.send_requests = find("mca_pml_base_send_requests");
  symbols.receive_requests = find("mca_pml_base_recv_requests");
  symbols.ob1 = find("mca_pml_ob1");
  return symbols;
}

MpiState read_state(const debugger::Memory &memory, const Symbols &symbols) {
  const auto value = memory.read_int32(symbols.state, "ompi_mpi_state");
  if (!value) return MpiState::unknown;
  if (*value < 0 || *value > 5) return MpiState::unknown;
  if (*value < layout::openmpi::state_init_completed) return MpiState::not_initialized;
  return *value == layout::openmpi::state_init_completed ? MpiState::initialized : MpiState::finalized;
}

std::string read_version(const debugger::Memory &memory, const Symbols &symbols) {
  const auto text = memory.read_string(symbols.version, 64, "ompi_version_string");
  if (!text || text->empty() || text->find_first_not_of("0123456789.") == 0) return {};
  return text->substr(0, text->find_first_not_of("0123456789."));
}

Result<Attached> attach(const debugger::Image &image, const debugger::Memory &memory, const Symbols &symbols,
                        const std::string &version) {
  const layout::ChosenProfile chosen = layout::choose_profile("Open MPI", image, memory, version);
  Layouts layouts;
  layout::DebugInformation debug_information(image);
  std::optional<layout::ProfileSource> profile;
  if (chosen.profile != nullptr) profile.emplace(*chosen.profile);
  const std::string no_profile = layout::resolve_all(layouts, debug_information, profile ? &*profile : nullptr,
                                                     chosen.origin, memory.pointer_size());
  if (!layouts.communicator.resolved() || !layouts.object_class.resolved()) {
    return Error{ErrorCode::layout, "no struct layouts for Open MPI " + version +
                                        ": it has no debug information, and " +
                                        (no_profile.empty() ? layouts.communicator.problem : no_profile)};
  }
  widen_spans(layouts);
  Attached result;
  result.layout_source = layout::describe_source(layouts, chosen, version);
  result.objects = std::make_unique<Objects>(image, memory, std::move(layouts));

  Objects &objects = *result.objects;
  MPIDBG_ASSIGN(handles, read_live_pointers(objects, symbols.communicators));
  if (handles.empty()) return Error{ErrorCode::corrupt, "the table of communicators is empty", symbols.communicators};
  MPIDBG_ASSIGN(world, objects.read_object(objects.layouts().communicator, handles[0]));
  auto group = objects.read_object(objects.layouts().group, world.get(&CommunicatorLayout::c_local_group));
  if (!group) return std::move(group).error();
  return result;
}

}  // namespace mpidbg::model::openmpi
