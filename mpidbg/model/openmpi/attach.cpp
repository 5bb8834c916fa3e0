#include "mpidbg/model/openmpi/attach.h"

#include "mpidbg/layout/choose_profile.h"
#include "mpidbg/layout/openmpi/objects/constants.h"
#include "mpidbg/layout/resolve.h"
#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

namespace {

// Explains why the basic structs have no layout. If debug information contradicts the layout that is built in here, the
// explanation says how; otherwise it only says that there is none.
std::string no_layouts(const Layouts &layouts, const std::string &no_profile) {
  for (const layout::StructLayout *layout : {static_cast<const layout::StructLayout *>(&layouts.communicator),
                                             static_cast<const layout::StructLayout *>(&layouts.object_class)}) {
    if (layout->resolved()) continue;
    if (no_profile.empty()) return layout->problem;
    if (!layout->is_unknown) return layout->problem + ", and " + no_profile;
  }
  return "it has no debug information, and " + no_profile;
}

std::string read_point_to_point_layer(const Objects &objects, const Symbols &symbols) {
  return View<ComponentLayout>::text_at(objects.memory(), objects.layouts().component, symbols.selected_pml,
                                        &ComponentLayout::mca_component_name)
      .value_or({});
}

}  // namespace

Symbols find_symbols(const debugger::Image &image) {
  const auto find = [&](const char *name) { return image.find_symbol(name).value_or(Address{}); };
  Symbols symbols;
  symbols.communicators = find("ompi_mpi_communicators");
  symbols.state = find("ompi_mpi_state");
  symbols.thread_level = find("ompi_mpi_thread_provided");
  symbols.version = find("ompi_version_string");
  symbols.own_proc = find("ompi_proc_local_proc");
  symbols.parent = find("ompi_mpi_comm_parent");
  symbols.communicators_fortran = find("ompi_comm_f_to_c_table");
  symbols.groups = find("ompi_group_f_to_c_table");
  symbols.selected_pml = find("mca_pml_base_selected_component");
  symbols.send_requests = find("mca_pml_base_send_requests");
  symbols.receive_requests = find("mca_pml_base_recv_requests");
  symbols.ob1 = find("mca_pml_ob1");
  symbols.ucx = find("ompi_pml_ucx");
  symbols.stack_end = find("__libc_stack_end");
  return symbols;
}

MpiState read_state(const debugger::Image &image, const debugger::Memory &memory, const Symbols &symbols) {
  const auto value = memory.read_int32(symbols.state, "ompi_mpi_state");
  if (!value) return MpiState::unknown;
  if (*value < 0 || *value > layout::openmpi::state_finalize_completed) return MpiState::unknown;
  // The program may use sessions before MPI_Init, after MPI_Finalize, or without either.
  const bool without_world =
      *value == layout::openmpi::state_not_initialized || *value == layout::openmpi::state_finalize_completed;
  if (without_world) {
    const auto sessions = image.find_symbol("ompi_instance_count");  // exists since 5.0
    if (sessions && memory.read_int32(*sessions, "ompi_instance_count").value_or(0) > 0) return MpiState::initialized;
  }
  if (*value < layout::openmpi::state_init_completed) return MpiState::not_initialized;
  if (*value == layout::openmpi::state_init_completed) return MpiState::initialized;
  return *value == layout::openmpi::state_finalize_completed ? MpiState::finalized : MpiState::finalizing;
}

bool read_callbacks_over(const debugger::Memory &memory, const Symbols &symbols) {
  const auto value = memory.read_int32(symbols.state, "ompi_mpi_state");
  return value && *value >= layout::openmpi::state_finalize_past_comm_self_destruct &&
         *value <= layout::openmpi::state_finalize_completed;
}

std::string read_version(const debugger::Memory &memory, const Symbols &symbols) {
  const auto text = memory.read_string(symbols.version, 64, "ompi_version_string");
  if (!text || text->empty() || text->find_first_not_of("0123456789.") == 0) return {};
  return text->substr(0, text->find_first_not_of("0123456789."));
}

Result<Attached> attach(const debugger::Image &image, const debugger::Memory &memory, const Symbols &symbols,
                        const std::string &version) {
  // With an unknown version, any profile of the machine may be tried, because a wrong layout is noticed: each object
  // refers to its class, which contains the object's size.
  const layout::ChosenProfile chosen =
      layout::choose_profile(Layouts::library, image, memory, version, layout::UnknownVersion::any_of_machine);
  Layouts layouts;
  layout::DebugInformation debug_information(image);
  std::optional<layout::ProfileSource> profile;
  if (chosen.profile != nullptr) profile.emplace(*chosen.profile);
  // ProcEndpointsLayout may differ between debug information and profile, because the size of an ompi_proc_t depends on
  // the components that were built.
  const std::string no_profile = layout::resolve_all<ProcEndpointsLayout>(
      layouts, debug_information, profile ? &*profile : nullptr, chosen.origin, memory.pointer_size());
  if (!layouts.communicator.resolved() || !layouts.object_class.resolved()) {
    return Error{ErrorCode::layout, "no struct layouts for Open MPI " + version + ": " +
                                        no_layouts(layouts, no_profile) +
                                        "; mpidbg profile extract makes a profile of a build with debug information"};
  }
  // Numbers are the same in all builds of a series, so a profile for the known version has them even if its structs do
  // not fit.
  resolve_numbers(layouts.numbers, no_profile.empty() || !version.empty() ? chosen.profile : nullptr, version);
  Attached result;
  result.layout_sources.push_back(layout::describe_source(layouts, chosen, version));
  result.objects = std::make_unique<Objects>(image, memory, std::move(layouts));

  Objects &objects = *result.objects;
  MPIDBG_ASSIGN(handles, read_live_pointers(objects, symbols.communicators));
  if (handles.empty()) return Error{ErrorCode::corrupt, "the table of communicators is empty", symbols.communicators};
  MPIDBG_ASSIGN(world, objects.read_object(objects.layouts().communicator, handles[0]));
  result.point_to_point_layer = read_point_to_point_layer(objects, symbols);
  if (result.point_to_point_layer == "ucx") {
    result.ucx = std::make_unique<ucx::Attachment>(ucx::attach(image, memory));
    if (result.ucx->problem.empty()) result.layout_sources.push_back(result.ucx->layout_source);
  }
  if (result.point_to_point_layer == "cm") {
    result.ofi = std::make_unique<ofi::Attachment>(ofi::attach(image, memory));
    if (result.ofi->problem.empty()) result.layout_sources.push_back(result.ofi->layout_source);
  }
  auto group = objects.read_object(objects.layouts().group, world.get(&CommunicatorLayout::c_local_group));
  if (!group) return std::move(group).error();
  return result;
}

}  // namespace mpidbg::model::openmpi
