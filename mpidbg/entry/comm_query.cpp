// These are the entry points mpidbg_comm_*, for communicators.

#include <algorithm>
#include <cstring>

#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_attributes.h"
#include "mpidbg/entry/pack_info.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/entry/recorded_facts.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

unsigned outline_flags(const model::Communicator &communicator) {
  unsigned flags = 0;
  const auto set = [&](bool wanted, unsigned bit) { flags |= wanted ? bit : 0; };
  set(communicator.predefined, MPIDBG_COMM_INFO_PREDEFINED);
  set(communicator.named, MPIDBG_COMM_INFO_NAMED);
  set(communicator.intercommunicator, MPIDBG_COMM_INFO_INTERCOMM);
  set(communicator.is_null, MPIDBG_COMM_INFO_COMM_NULL);
  set(communicator.internal, MPIDBG_COMM_INFO_INTERNAL);
  set(!communicator.kind_known, MPIDBG_COMM_INFO_KIND_UNKNOWN);
  return flags;
}

unsigned bitflags(const model::Communicator &communicator, const FreedHandle &freed) {
  unsigned flags = outline_flags(communicator);
  const auto set = [&](bool wanted, unsigned bit) { flags |= wanted ? bit : 0; };
  set(communicator.cartesian.has_value(), MPIDBG_COMM_INFO_CARTESIAN);
  set(communicator.graph.has_value(), MPIDBG_COMM_INFO_GRAPH);
  set(communicator.distributed_graph.has_value(), MPIDBG_COMM_INFO_DIST_GRAPH);
  set(communicator.distributed_graph && communicator.distributed_graph->weighted, MPIDBG_COMM_INFO_WEIGHTED);
  set(communicator.topology_reordered, MPIDBG_COMM_INFO_TOPO_REORDERED);
  set(communicator.attributes.has_value(), MPIDBG_COMM_INFO_ATTRIBUTES_KNOWN);
  set(communicator.hints.has_value(), MPIDBG_COMM_INFO_HINTS);
  set(freed.freed.value_or(false), MPIDBG_COMM_INFO_FREED_HANDLE);
  set(freed.freed.value_or(false) && freed.inferred, MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED);
  set(freed.is_object_freed(communicator.reference_count), MPIDBG_COMM_INFO_FREED_OBJECT);
  return flags;
}

void pack_topology(Allocations &memory, const model::Communicator &communicator, mpidbg_comm_info_t &packed) {
  if (const auto &cartesian = communicator.cartesian) {
    packed.comm_cart_num_dims = static_cast<int>(cartesian->dims.size());
    packed.comm_cart_dims = memory.copy<int>(cartesian->dims);
    packed.comm_cart_periods = memory.copy<std::int8_t>(cartesian->periods);
    packed.comm_cart_coords = memory.copy<int>(cartesian->coords);
  }
  if (const auto &graph = communicator.graph) {
    packed.comm_graph_num_nodes = static_cast<int>(graph->index.size());
    packed.comm_graph_index = memory.copy<int>(graph->index);
    packed.comm_graph_edges = memory.copy<int>(graph->edges);
  }
  if (const auto &graph = communicator.distributed_graph) {
    packed.comm_dist_graph_indegree = static_cast<int>(graph->sources.size());
    packed.comm_dist_graph_sources = memory.copy<int>(graph->sources);
    packed.comm_dist_graph_source_weights = memory.copy<int>(graph->source_weights);
    packed.comm_dist_graph_outdegree = static_cast<int>(graph->destinations.size());
    packed.comm_dist_graph_destinations = memory.copy<int>(graph->destinations);
    packed.comm_dist_graph_destination_weights = memory.copy<int>(graph->destination_weights);
  }
}

// Returns true if all point-to-point requests can be seen. Otherwise a list of a communicator's requests would be
// incomplete, and nothing in it would show this.
bool lists_requests(model::MpiLibrary &library) {
  const model::ObjectRecords *objects = library.objects();
  return objects != nullptr && objects->point_to_point_requests().is_complete();
}

// Returns the requests on a communicator; empty if requests cannot be seen.
Result<std::vector<Handle>> pending_requests(model::MpiLibrary &library, Handle handle) {
  std::vector<Handle> found;
  if (!lists_requests(library)) return found;
  MPIDBG_ASSIGN(users, library.objects()->users_of({model::HandleKind::communicator, handle}));
  for (const model::HandleReference &user : users) {
    if (user.kind == model::HandleKind::request) found.push_back(user.handle);
  }
  return found;
}

void pack_comm_attributes(Allocations &memory, const model::Communicator &communicator, mpidbg_comm_info_t &packed) {
  if (!communicator.attributes) return;
  packed.comm_num_attrs = static_cast<int>(communicator.attributes->size());
  packed.comm_attrs = pack_attributes(memory, *communicator.attributes);
  packed.comm_attr_values = pack_attribute_values(memory, *communicator.attributes);
}

mqs_taddr_t *pack_users(Allocations &memory, const std::vector<model::HandleReference> &users, model::HandleKind kind,
                        int &count) {
  std::vector<mqs_taddr_t> found;
  for (const model::HandleReference &user : users) {
    if (user.kind == kind) found.push_back(user.handle.value());
  }
  count = static_cast<int>(found.size());
  return memory.copy<mqs_taddr_t>(found);
}

// Packs the windows and files that were made from the communicator, or that own it.
unsigned pack_derived(Allocations &memory, model::MpiLibrary &library, const model::Communicator &communicator,
                      mpidbg_comm_info_t &packed) {
  model::ObjectRecords *const objects = library.objects();
  if (objects == nullptr || !communicator.keeps_derived) return MPIDBG_COMM_INFO_DERIVED_UNKNOWN;
  const auto users = objects->users_of({model::HandleKind::communicator, communicator.handle});
  if (!users) return MPIDBG_COMM_INFO_DERIVED_UNKNOWN;
  packed.comm_derived_windows = pack_users(memory, *users, model::HandleKind::window, packed.comm_num_derived_windows);
  packed.comm_derived_files = pack_users(memory, *users, model::HandleKind::file, packed.comm_num_derived_files);
  const bool inferred = packed.comm_num_derived_windows != 0 && !communicator.internal;
  return inferred ? MPIDBG_COMM_INFO_WINDOWS_INFERRED : 0;
}

// Returns the number of members of a group, or `otherwise` if the members cannot be seen.
Result<int> size_of(model::MpiLibrary &library, Handle group, int otherwise) {
  model::ObjectRecords *const groups = records_of(library, model::HandleKind::group);
  if (groups == nullptr) return otherwise;
  MPIDBG_ASSIGN(members, groups->group_members(group));
  return members == nullptr ? otherwise : static_cast<int>(members->size());
}

Status pack_outline(model::MpiLibrary &library, const model::Communicator &communicator,
                    mpidbg_communicator_outline_t &outline) {
  mpidbg_communicator_outline_t packed{};
  packed.struct_size = outline.struct_size;
  packed.flags = outline_flags(communicator);
  if (communicator.may_have_distributed_graph) packed.flags |= MPIDBG_COMM_INFO_DIST_GRAPH;
  packed.context_id = static_cast<std::int64_t>(communicator.context_id);
  packed.rank = communicator.rank;
  MPIDBG_ASSIGN(size, size_of(library, communicator.local_group, communicator.size_without_group));
  packed.size = size;
  packed.local_group = communicator.local_group.value();
  if (communicator.intercommunicator) {
    MPIDBG_ASSIGN(remote_size, size_of(library, communicator.remote_group, 0));
    packed.remote_size = remote_size;
    packed.remote_group = communicator.remote_group.value();
  }
  copy_text(packed.name, sizeof packed.name, communicator.name);
  packed.nonblocking_collectives =
      communicator.nonblocking_collectives ? static_cast<std::int64_t>(*communicator.nonblocking_collectives) : -1;
  std::memcpy(&outline, &packed, std::min<std::size_t>(outline.struct_size, sizeof packed));
  return {};
}

Status query_outline(ProcessState &state, model::MpiLibrary &library, Handle handle,
                     mpidbg_communicator_outline_t &outline) {
  if (!state.current || state.current->handle != handle || !state.held) {
    MPIDBG_ASSIGN(communicators, need(library, &model::MpiLibrary::communicators));
    MPIDBG_ASSIGN(read, communicators->outline(handle));
    return pack_outline(library, read, outline);
  }
  return pack_outline(library, *state.current, outline);
}

}  // namespace

Status mpidbg::entry::query_comm(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info) {
  MPIDBG_ASSIGN(communicators, need(library, &model::MpiLibrary::communicators));
  MPIDBG_ASSIGN(communicator, communicators->communicator(handle));
  const FreedHandle freed =
      communicator.internal ? FreedHandle{communicator.freed, true}
                            : freed_handle(state, library, model::HandleKind::communicator, handle, communicator.freed);
  model::ObjectRecords *const groups = records_of(library, model::HandleKind::group);
  model::Group local;
  local.members = communicator.members_without_group;
  if (groups != nullptr) {
    MPIDBG_ASSIGN(read, groups->group(communicator.local_group));
    local = std::move(read);
  }
  const auto requests_or_error = pending_requests(library, handle);
  const auto &requests = requests_or_error.value_or({});

  Allocations memory;
  auto *packed = memory.make<mpidbg_comm_info_t>();
  copy_text(packed->comm_name, sizeof packed->comm_name, communicator.name);
  packed->comm_full_name = memory.copy(communicator.name);
  packed->comm_bitflags = static_cast<mpidbg_comm_info_bitmap_t>(bitflags(communicator, freed));
  packed->comm_rank = communicator.rank;
  packed->comm_size = communicator.size_without_group;
  if (local.members) {
    packed->comm_size = static_cast<int>(local.members->size());
    packed->comm_num_local_procs = packed->comm_size;
    packed->comm_local_procs = pack_world_ranks(memory, *local.members, library.identity());
    packed->comm_local_names = pack_names(memory, *local.members);
  }
  packed->comm_local_group = communicator.local_group.value();
  if (communicator.intercommunicator && groups == nullptr) packed->comm_num_remote_procs = -1;
  if (communicator.intercommunicator && groups != nullptr) {
    MPIDBG_ASSIGN(remote, groups->group(communicator.remote_group));
    MPIDBG_ASSIGN(members, members_of(remote));
    packed->comm_num_remote_procs = static_cast<int>(members->size());
    packed->comm_remote_procs = pack_world_ranks(memory, *members, library.identity());
    packed->comm_remote_names = pack_names(memory, *members);
  }
  if (communicator.intercommunicator) packed->comm_remote_group = communicator.remote_group.value();
  pack_topology(memory, communicator, *packed);
  packed->comm_c_handle = handle.value();
  packed->comm_fortran_handle = communicator.fortran_index;
  if (!requests_or_error) {
    packed->comm_bitflags =
        static_cast<mpidbg_comm_info_bitmap_t>(packed->comm_bitflags | MPIDBG_COMM_INFO_REQUESTS_UNKNOWN);
  }
  packed->comm_num_pending_requests = static_cast<int>(requests.size());
  packed->comm_pending_requests = memory.make<mqs_taddr_t>(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) packed->comm_pending_requests[i] = requests[i].value();
  packed->comm_context_id = static_cast<std::int64_t>(communicator.context_id);
  packed->comm_world_rank = library.identity().world_rank();
  packed->comm_errhandler = communicator.errhandler.value();
  if (!communicator.errhandler_name.empty()) packed->comm_errhandler_name = memory.copy(communicator.errhandler_name);
  packed->comm_reference_count = communicator.reference_count;
  if (const auto &hints = communicator.hints) {
    packed->comm_num_info_pairs = static_cast<int>(hints->pairs.size());
    packed->comm_info_pairs = pack_pairs(memory, hints->pairs);
    packed->comm_num_ignored_info_pairs = static_cast<int>(hints->ignored.size());
    packed->comm_ignored_info_pairs = pack_pairs(memory, hints->ignored);
  }
  pack_comm_attributes(memory, communicator, *packed);
  packed->comm_bitflags = static_cast<mpidbg_comm_info_bitmap_t>(static_cast<unsigned>(packed->comm_bitflags) |
                                                                 pack_derived(memory, library, communicator, *packed));
  memory.hand_over();
  *info = packed;
  return {};
}

void mpidbg::entry::release_comm(void *result) {
  auto *info = static_cast<mpidbg_comm_info_t *>(result);
  release_attributes(info->comm_num_attrs, info->comm_attrs);
  release_pairs(info->comm_num_info_pairs, info->comm_info_pairs);
  release_pairs(info->comm_num_ignored_info_pairs, info->comm_ignored_info_pairs);
  release_all(info->comm_local_procs, info->comm_remote_procs, info->comm_cart_dims, info->comm_cart_periods,
              info->comm_graph_index, info->comm_graph_edges, info->comm_attr_values, info->comm_pending_requests,
              info->comm_derived_windows, info->comm_derived_files, info->comm_full_name, info->comm_cart_coords,
              info->comm_dist_graph_sources, info->comm_dist_graph_source_weights, info->comm_dist_graph_destinations,
              info->comm_dist_graph_destination_weights, info->comm_errhandler_name, info->comm_local_names,
              info->comm_remote_names, info);
}

int mpidbg::entry::capabilities_of_comm(model::MpiLibrary &library) {
  const auto can_see = [&](model::HandleKind kind, int bit) { return why_unseen(library, kind).empty() ? bit : 0; };
  return MPIDBG_COMM_CAP_BASIC | MPIDBG_COMM_CAP_STRING_NAMES |
         (library.objects() == nullptr ? 0 : MPIDBG_COMM_CAP_FREED_HANDLE) |
         (lists_requests(library) ? MPIDBG_COMM_CAP_REQUEST_LIST : 0) |
         can_see(model::HandleKind::window, MPIDBG_COMM_CAP_WINDOW_LIST) |
         can_see(model::HandleKind::file, MPIDBG_COMM_CAP_FILE_LIST);
}

extern "C" {

int mpidbg_communicator_outline(mqs_process *process, mqs_taddr_t handle,
                                struct mpidbg_communicator_outline_t *outline) {
  return run_query(process, nullptr, [&](ProcessState &state, model::MpiLibrary &library) -> Status {
    if (outline == nullptr) return Error{ErrorCode::not_found, "no struct for the outline of a communicator"};
    return query_outline(state, library, handle_of(library, model::HandleKind::communicator, handle), *outline);
  });
}

}  // extern "C"
