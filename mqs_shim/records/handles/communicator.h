#pragma once
// Holds what a plugin reported about a communicator, with its queues.

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "mqs_shim/records/handles/members.h"
#include "mqs_shim/records/handles/record.h"
#include "mqs_shim/records/operation.h"

namespace mqs_shim {

// Counts the messages exchanged with one peer on a communicator. mpidbg_channel_info_t documents the members.
struct ChannelRecord {
  int comm_rank = -1;
  ProcessName peer;
  std::uint16_t sent = 0, received = 0;
};

// Describes a communicator. mpidbg_comm_info_t documents the members.
struct CommunicatorRecord {
  Address handle{};
  std::string name;
  std::int64_t context_id = -1;  // for a plain plugin: its unique_id
  int rank = -1;
  int size = 0;
  std::vector<ProcessName> local_members;
  std::vector<ProcessName> remote_members;

  // The following members are set only if the plugin answers handle queries. If the plugin returned only an outline
  // (mpidbg_communicator_outline_t), only the first six of them are set.
  bool has_outline = false;
  bool may_have_dist_graph = false;  // from an outline; the lists below tell whether it has one, if they were requested
  bool is_described() const { return has_outline || has_details; }
  std::uint32_t flags = 0;  // mpidbg_comm_info_bitmap_t
  int remote_size = 0;      // from an outline; see remote_count()
  std::size_t remote_count() const { return std::max(remote_members.size(), static_cast<std::size_t>(remote_size)); }
  Address local_group{};
  Address remote_group{};
  std::int64_t nonblocking_collectives = -1;  // number begun on this communicator; -1: not known
  bool has_details = false;
  int fortran_handle = -1;
  int world_rank = -1;
  Address errhandler{};
  std::string errhandler_name;
  int reference_count = -1;
  std::vector<AttributeRecord> attributes;  // set if `flags` has MPIDBG_COMM_INFO_ATTRIBUTES_KNOWN
  std::vector<Address> windows, files;      // not set if `flags` has MPIDBG_COMM_INFO_DERIVED_UNKNOWN
  std::uint32_t capabilities = 0;           // mpidbg_comm_capabilities_t of the process
  std::vector<int> cart_dims;
  std::vector<bool> cart_periods;
  std::vector<int> cart_coords;
  std::vector<int> graph_index;
  std::vector<int> graph_edges;
  std::vector<int> dist_graph_sources, dist_graph_source_weights;
  std::vector<int> dist_graph_destinations, dist_graph_destination_weights;
  std::vector<InfoPairRecord> hints, ignored_hints;

  // The index is one of MPIDBG_QUEUE_SENDS to MPIDBG_QUEUE_INACTIVE. All queues are empty unless queues were requested.
  std::array<Queue, MPIDBG_QUEUE_UNCLAIMED> queues;
  // Channels, if they were requested; nothing if the library does not count messages.
  std::optional<std::vector<ChannelRecord>> channels;
};

template <>
struct KindOf<CommunicatorRecord> {
  using Info = mpidbg_comm_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_COMM;
  static constexpr std::string_view noun = "comm";
  static constexpr std::string_view nouns = "comms";
};

// Copy the plugin's result to `record`. A list with an implausible length becomes empty.
void take(const mpidbg_comm_info_t &info, CommunicatorRecord &record);
void take(const mpidbg_communicator_outline_t &outline, CommunicatorRecord &record);

}  // namespace mqs_shim
