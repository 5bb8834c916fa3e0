#include "mqs_shim/job/why/call_kind.h"

#include <algorithm>
#include <iterator>

namespace mqs_shim::why {

namespace {

using Names = const std::string_view[];

// By MPI 4.0, each list sorted.
constexpr Names point_to_point = {
    "Bsend", "Buffer_detach", "Mprobe",           "Mrecv", "Probe", "Recv",   "Request_wait", "Rsend",
    "Send",  "Sendrecv",      "Sendrecv_replace", "Ssend", "Wait",  "Waitall"};
constexpr Names wait_for_any = {"Waitany", "Waitsome"};
constexpr Names outside = {"Comm_accept",         "Comm_connect",      "Comm_join",     "Comm_spawn",
                           "Comm_spawn_multiple", "File_iread_shared", "File_read",     "File_read_at",
                           "File_read_shared",    "File_write",        "File_write_at", "File_write_shared",
                           "Lookup_name",         "Publish_name",      "Unpublish_name"};
constexpr Names collectives = {"Allgather",
                               "Allgatherv",
                               "Allreduce",
                               "Alltoall",
                               "Alltoallv",
                               "Alltoallw",
                               "Barrier",
                               "Bcast",
                               "Cart_create",
                               "Cart_sub",
                               "Comm_create",
                               "Comm_create_from_group",
                               "Comm_create_group",
                               "Comm_disconnect",
                               "Comm_dup",
                               "Comm_dup_with_info",
                               "Comm_free",
                               "Comm_split",
                               "Comm_split_type",
                               "Dist_graph_create",
                               "Dist_graph_create_adjacent",
                               "Exscan",
                               "File_close",
                               "File_open",
                               "File_preallocate",
                               "File_read_all",
                               "File_read_all_begin",
                               "File_read_all_end",
                               "File_read_at_all",
                               "File_read_at_all_begin",
                               "File_read_at_all_end",
                               "File_read_ordered",
                               "File_read_ordered_begin",
                               "File_read_ordered_end",
                               "File_seek_shared",
                               "File_set_atomicity",
                               "File_set_info",
                               "File_set_size",
                               "File_set_view",
                               "File_sync",
                               "File_write_all",
                               "File_write_all_begin",
                               "File_write_all_end",
                               "File_write_at_all",
                               "File_write_at_all_begin",
                               "File_write_at_all_end",
                               "File_write_ordered",
                               "File_write_ordered_begin",
                               "File_write_ordered_end",
                               "Gather",
                               "Gatherv",
                               "Graph_create",
                               "Intercomm_create",
                               "Intercomm_create_from_groups",
                               "Intercomm_merge",
                               "Neighbor_allgather",
                               "Neighbor_allgatherv",
                               "Neighbor_alltoall",
                               "Neighbor_alltoallv",
                               "Neighbor_alltoallw",
                               "Reduce",
                               "Reduce_scatter",
                               "Reduce_scatter_block",
                               "Scan",
                               "Scatter",
                               "Scatterv",
                               "Win_allocate",
                               "Win_allocate_shared",
                               "Win_create",
                               "Win_create_dynamic",
                               "Win_fence",
                               "Win_free"};
constexpr Names window_group = {"Win_complete", "Win_start", "Win_wait"};
constexpr Names window_target = {"Win_flush", "Win_flush_all", "Win_flush_local", "Win_flush_local_all",
                                 "Win_lock",  "Win_lock_all",  "Win_unlock",      "Win_unlock_all"};
constexpr Names polls = {"Improbe", "Iprobe",   "Parrived", "Request_get_status", "Test", "Testall",
                         "Testany", "Testsome", "Win_test"};

template <std::size_t count>
bool contains(const std::string_view (&names)[count], std::string_view name) {
  return std::binary_search(std::begin(names), std::end(names), name);
}

std::string_view plain_name(std::string_view call) {
  if (!call.starts_with("MPI_")) return {};
  call.remove_prefix(4);
  if (call.ends_with("_c")) call.remove_suffix(2);
  return call;
}

}  // namespace

CallKind kind_of_call(std::string_view call) {
  const std::string_view name = plain_name(call);
  if (name == "Init" || name == "Init_thread" || name == "Session_init") return CallKind::init;
  if (name == "Finalize" || name == "Session_finalize") return CallKind::finalize;
  if (contains(point_to_point, name)) return CallKind::point_to_point;
  if (contains(wait_for_any, name)) return CallKind::wait_for_any;
  if (contains(collectives, name)) return CallKind::collective;
  if (contains(window_group, name)) return CallKind::window_group;
  if (contains(window_target, name)) return CallKind::window_target;
  if (contains(outside, name)) return CallKind::outside;
  return CallKind::other;
}

bool takes_requests(std::string_view call) {
  return call == "MPI_Waitall" || kind_of_call(call) == CallKind::wait_for_any;
}

bool is_for_a_lock(std::string_view call) {
  return call == "MPI_Win_lock" || call == "MPI_Win_lock_all";
}

bool is_of_file(std::string_view call) {
  return call.starts_with("MPI_File_");
}

bool is_poll(std::string_view call) {
  return contains(polls, plain_name(call));
}

}  // namespace mqs_shim::why
