#include "mqs_shim/session/read_handles.h"

#include "mpidbg/base/limits.h"

namespace mqs_shim {
namespace {

// The plugin counts, and the count is believed only so far.
std::size_t bounded(int count, std::uint64_t limit) {
  return count < 0 || static_cast<std::uint64_t>(count) > limit ? 0 : static_cast<std::size_t>(count);
}

std::vector<int> to_vector(const int *numbers, int count) {
  if (numbers == nullptr) return {};
  return std::vector<int>(numbers, numbers + bounded(count, mpidbg::limits::topology_entries));
}

std::vector<ProcessName> to_members(const mpidbg_process_t *processes, const mpidbg_process_name_t *names, int count) {
  std::vector<ProcessName> members;
  if (processes == nullptr && names == nullptr) return members;
  members.resize(bounded(count, mpidbg::limits::group_members));
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (processes != nullptr) members[i].world_rank = processes[i].mpi_comm_world_rank;
    if (names != nullptr) {
      members[i].job = names[i].job;
      members[i].rank = names[i].rank;
    } else if (members[i].world_rank >= 0) {
      members[i].rank = static_cast<std::uint32_t>(members[i].world_rank);
    }
  }
  return members;
}

std::string whole_name(const char *full, const char (&cut)[MPIDBG_MAX_OBJECT_NAME]) {
  return full != nullptr ? plain_text(full, mpidbg::limits::string_length) : plain_text(cut, sizeof cut);
}

void take(const mpidbg_comm_info_t &info, CommunicatorRecord &record) {
  record.has_details = true;
  record.name = whole_name(info.comm_full_name, info.comm_name);
  record.context_id = info.comm_context_id;
  record.rank = info.comm_rank;
  record.size = info.comm_size;
  record.local_members = to_members(info.comm_local_procs, info.comm_local_names, info.comm_num_local_procs);
  record.remote_members = to_members(info.comm_remote_procs, info.comm_remote_names, info.comm_num_remote_procs);
  record.flags = static_cast<std::uint32_t>(info.comm_bitflags);
  record.fortran_handle = info.comm_fortran_handle;
  record.world_rank = info.comm_world_rank;
  record.local_group = Address(info.comm_local_group);
  record.remote_group = Address(info.comm_remote_group);
  record.errhandler = Address(info.comm_errhandler);
  record.errhandler_name = plain_text(info.comm_errhandler_name);
  record.reference_count = info.comm_reference_count;
  record.attributes = to_attributes(info.comm_attrs, info.comm_attr_values, info.comm_num_attrs);
  record.windows = to_addresses(info.comm_derived_windows, info.comm_num_derived_windows);
  record.files = to_addresses(info.comm_derived_files, info.comm_num_derived_files);
  if (info.comm_bitflags & MPIDBG_COMM_INFO_HINTS) {
    record.hints = to_info_pairs(info.comm_info_pairs, info.comm_num_info_pairs);
    record.ignored_hints = to_info_pairs(info.comm_ignored_info_pairs, info.comm_num_ignored_info_pairs);
  }
  if ((record.flags & MPIDBG_COMM_INFO_CARTESIAN) != 0) {
    record.cart_dims = to_vector(info.comm_cart_dims, info.comm_cart_num_dims);
    record.cart_coords = to_vector(info.comm_cart_coords, info.comm_cart_num_dims);
    if (info.comm_cart_periods != nullptr) {
      record.cart_periods.assign(info.comm_cart_periods, info.comm_cart_periods + record.cart_dims.size());
    }
  }
  if ((record.flags & MPIDBG_COMM_INFO_GRAPH) != 0) {
    record.graph_index = to_vector(info.comm_graph_index, info.comm_graph_num_nodes);
    if (!record.graph_index.empty()) record.graph_edges = to_vector(info.comm_graph_edges, record.graph_index.back());
  }
  if ((record.flags & MPIDBG_COMM_INFO_DIST_GRAPH) != 0) {
    record.dist_graph_sources = to_vector(info.comm_dist_graph_sources, info.comm_dist_graph_indegree);
    record.dist_graph_source_weights = to_vector(info.comm_dist_graph_source_weights, info.comm_dist_graph_indegree);
    record.dist_graph_destinations = to_vector(info.comm_dist_graph_destinations, info.comm_dist_graph_outdegree);
    record.dist_graph_destination_weights =
        to_vector(info.comm_dist_graph_destination_weights, info.comm_dist_graph_outdegree);
  }
}

void take(const mpidbg_group_info_t &info, GroupRecord &record) {
  record.name = plain_text(info.gr_name, sizeof info.gr_name);
  record.flags = static_cast<std::uint32_t>(info.gr_bitflags);
  record.fortran_handle = info.gr_fortran_handle;
  record.rank = info.gr_rank;
  record.size = info.gr_size;
  record.members = to_members(info.gr_procs, info.gr_names, info.gr_size);
  record.storage = info.gr_storage;
  if (info.gr_comms != nullptr) {
    const std::size_t count = bounded(info.gr_num_comms, mpidbg::limits::table_entries);
    for (std::size_t i = 0; i < count; ++i) record.communicators.emplace_back(info.gr_comms[i]);
  }
  record.reference_count = info.gr_reference_count;
}

Error no_such_function(const Conversation &conversation, const char *function) {
  return Error{ErrorCode::not_supported, "the plugin " + conversation.plugin.path() + " has no " + function, {}};
}

Error failed(const Conversation &conversation, int code, Address handle) {
  return Error{ErrorCode::unavailable, conversation.why_no_handle(code), handle};
}

template <class Info, class Record, class Query>
Status query(const Conversation &conversation, Query function, const char *name, mpidbg_handle_kind_t kind,
             Address handle, Record &record) {
  if (function == nullptr || conversation.call.mpidbg_free == nullptr) return no_such_function(conversation, name);
  Info *info = nullptr;
  const int code = function(&conversation.image, conversation.image.info, &conversation.process,
                            conversation.process.info, handle.value(), &info);
  if (code != MPIDBG_SUCCESS) return failed(conversation, code, handle);
  if (info == nullptr) return Error{ErrorCode::corrupt, std::string(name) + " succeeded without a result", handle};
  record.handle = handle;
  take(*info, record);
  conversation.call.mpidbg_free(info, kind);
  return {};
}

template <class List>
Result<std::vector<Address>> list(const Conversation &conversation, List function, const char *name) {
  if (function == nullptr) return no_such_function(conversation, name);
  int count = 0;
  mqs_taddr_t *handles = nullptr;
  const int code = function(&conversation.image, conversation.image.info, &conversation.process,
                            conversation.process.info, &count, &handles);
  if (code != MPIDBG_SUCCESS) return failed(conversation, code, Address());
  std::vector<Address> result;
  if (handles != nullptr) {
    const std::size_t bounded_count = bounded(count, mpidbg::limits::table_entries);
    for (std::size_t i = 0; i < bounded_count; ++i) result.emplace_back(handles[i]);
    basic_callbacks().mqs_free_fp(handles);
  }
  return result;
}

}  // namespace

Status query_communicator(const Conversation &conversation, Address handle, CommunicatorRecord &record) {
  if (const auto capabilities = conversation.call.mpidbg_capabilities; capabilities != nullptr) {
    record.capabilities = static_cast<std::uint32_t>(capabilities(&conversation.process, MPIDBG_KIND_COMM));
  }
  return query<mpidbg_comm_info_t>(conversation, conversation.call.mpidbg_comm_query, "mpidbg_comm_query",
                                   MPIDBG_KIND_COMM, handle, record);
}

Status query_group(const Conversation &conversation, Address handle, GroupRecord &record) {
  return query<mpidbg_group_info_t>(conversation, conversation.call.mpidbg_group_query, "mpidbg_group_query",
                                    MPIDBG_KIND_GROUP, handle, record);
}

Result<std::vector<Address>> list_communicators(const Conversation &conversation) {
  return list(conversation, conversation.call.mpidbg_comm_list, "mpidbg_comm_list");
}

Result<std::vector<Address>> list_groups(const Conversation &conversation) {
  return list(conversation, conversation.call.mpidbg_group_list, "mpidbg_group_list");
}

}  // namespace mqs_shim
