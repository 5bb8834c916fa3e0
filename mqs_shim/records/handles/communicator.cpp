#include "mqs_shim/records/handles/communicator.h"

#include <algorithm>

#include "mpidbg/base/limits.h"

namespace mqs_shim {
namespace {

std::vector<int> to_vector(const int *numbers, int count) {
  if (numbers == nullptr) return {};
  return std::vector<int>(numbers, numbers + bounded(count, mpidbg::limits::topology_entries));
}

std::string whole_name(const char *full, const char (&cut)[MPIDBG_MAX_OBJECT_NAME]) {
  return full != nullptr ? exact_text(full, mpidbg::limits::string_length) : exact_text(cut, sizeof cut);
}

}  // namespace

void take(const mpidbg_comm_info_t &info, CommunicatorRecord &record) {
  record.has_outline = record.has_details = true;
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

void take(const mpidbg_communicator_outline_t &outline, CommunicatorRecord &record) {
  record.has_outline = true;
  record.name = exact_text(outline.name, sizeof outline.name);
  record.context_id = outline.context_id;
  record.rank = outline.rank;
  record.size = outline.size;
  constexpr std::uint32_t graph = MPIDBG_COMM_INFO_DIST_GRAPH;
  record.flags = outline.flags & ~graph;
  record.may_have_dist_graph = (outline.flags & graph) != 0;
  record.remote_size = std::max(outline.remote_size, 0);
  record.local_group = Address(outline.local_group);
  record.remote_group = Address(outline.remote_group);
  record.nonblocking_collectives = outline.nonblocking_collectives;
}

}  // namespace mqs_shim
