#pragma once
// What a plugin said about one process, owned by us: plain data that renders, compares and outlives the process.
//
// Both dialects of plugins end here. A plain MQD plugin fills less: what it cannot say is -1, 0 or empty, and its
// extra_text lines are kept as they are.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/base/address.h"
#include "mqs_shim/records/handles/lists.h"
#include "mqs_shim/records/handles/status.h"
#include "mqs_shim/records/recorded.h"
#include "mqs_shim/records/variables.h"

namespace mqs_shim {

// Index of a text in ProcessReport::texts, so that 100,000 operations share "MPI_INT". 0 is the empty text.
using TextIndex = std::uint32_t;

// Meanings as in mpidbg_operation_info_t. Kept under 160 bytes: there may be millions.
struct Operation {
  std::uint32_t flags = 0;  // mpidbg_operation_flags_t
  std::uint8_t protocol = MPIDBG_PROTOCOL_NONE;
  std::uint8_t send_mode = MPIDBG_SEND_UNKNOWN;
  bool is_send = false;
  bool datatype_named = false;
  bool system_buffer = false;
  bool waiting_inferred =
      false;  // several operations could be the one that the thread waits for; this is the likeliest
  std::int32_t comm_rank = -1;
  std::int32_t world_rank = -1;
  std::uint32_t peer_job = 0;
  std::uint32_t peer_job_rank = 0;
  std::int32_t tag = -1;
  std::int64_t context_id = -1;
  std::int64_t bytes = -1;
  std::int64_t bytes_done = -1;
  std::int64_t count = -1;
  std::int64_t sequence = -1;
  Address request{};
  Address record{};
  Address buffer{};
  Address datatype{};
  Address waiter{};  // an address on the stack of the thread that waits for it
  TextIndex datatype_name = 0;
  TextIndex waiting_call = 0;  // the MPI call that the waiting thread is in, where stacks could tell
  TextIndex extra_text = 0;    // of a plain plugin: its lines, separated by '\n'

  bool operator==(const Operation &) const = default;
};
static_assert(sizeof(Operation) <= 160);

struct Queue {
  std::vector<Operation> operations;
  std::string problem;  // why the queue cannot be seen, or not whole; empty if it is complete
};

struct ProcessName {
  std::uint32_t job = 0;
  std::uint32_t rank = 0;
  int world_rank = -1;  // -1: not in this process's MPI_COMM_WORLD
};

struct GroupRecord {
  Address handle{};
  std::string name;
  std::uint32_t flags = 0;  // mpidbg_group_info_bitmap_t
  int fortran_handle = -1;
  int rank = -1;
  int size = 0;
  std::vector<ProcessName> members;
  int storage = MPIDBG_GROUP_DENSE;
  std::vector<Address> communicators;
  int reference_count = -1;
};

// Meanings as in mpidbg_comm_info_t.
struct CommunicatorRecord {
  Address handle{};
  std::string name;
  std::int64_t context_id = -1;  // of a plain plugin: its unique_id
  int rank = -1;
  int size = 0;
  std::vector<ProcessName> local_members;
  std::vector<ProcessName> remote_members;

  // From here on only where the plugin answers handle queries.
  bool has_details = false;
  std::uint32_t flags = 0;  // mpidbg_comm_info_bitmap_t
  int fortran_handle = -1;
  int world_rank = -1;
  Address local_group{};
  Address remote_group{};
  Address errhandler{};
  std::string errhandler_name;
  int reference_count = -1;
  std::vector<AttributeRecord> attributes;  // with MPIDBG_COMM_INFO_ATTRIBUTES_KNOWN
  std::vector<Address> windows, files;      // unless MPIDBG_COMM_INFO_DERIVED_UNKNOWN
  std::uint32_t capabilities = 0;           // mpidbg_comm_capabilities_t of the process
  std::vector<int> cart_dims;
  std::vector<bool> cart_periods;
  std::vector<int> cart_coords;
  std::vector<int> graph_index;
  std::vector<int> graph_edges;
  std::vector<int> dist_graph_sources, dist_graph_source_weights;
  std::vector<int> dist_graph_destinations, dist_graph_destination_weights;
  std::vector<InfoPairRecord> hints, ignored_hints;

  // queues[MPIDBG_QUEUE_SENDS .. MPIDBG_QUEUE_INACTIVE]; empty unless queues were asked for.
  std::array<Queue, MPIDBG_QUEUE_UNCLAIMED> queues;
};

// Meanings as in mpidbg_keyval_info_t.
struct KeyvalRecord {
  int kind = 0;  // mpidbg_handle_kind_t
  int language = MPIDBG_LANGUAGE_C;
  bool integer_kind = false;
  int reference_count = -1;
  Address copy_function{}, delete_function{};
  std::int64_t extra_state = 0;
};

struct ProcessReport {
  std::string target;  // "pid 4151", "core.4151"
  std::int64_t pid = 0;
  std::string host;
  std::string plugin;          // its version string
  std::string library;         // "Open MPI 4.1.4"; empty if the plugin does not tell
  std::string point_to_point;  // "ob1"
  std::string layout_source;
  int mpi_state = MPIDBG_MPI_UNKNOWN;
  int world_rank = -1;
  int world_size = -1;
  std::uint32_t job = 0;
  std::uint32_t local_job = 0;

  std::vector<CommunicatorRecord> communicators;  // in the order the plugin gave
  std::vector<GroupRecord> groups;
  HandleLists handles;                         // all other kinds
  std::optional<HandleReferenceRecord> shown;  // the one object that was asked for
  std::optional<StatusRecord> shown_status;
  std::map<int, KeyvalRecord> keyvals;  // by number; only for one object that was asked for
  VariableLists variables;
  std::optional<RecorderRecord> recorder;  // where the process has one
  bool sees_memory = true;                 // false: all that is known is the recorder's
  Queue unclaimed;                         // MPIDBG_QUEUE_UNCLAIMED
  std::vector<std::string> blocked_in;     // one for each thread that is in an MPI call, main thread first
  std::vector<std::string> warnings;       // what limits this answer
  bool incomplete = false;                 // something is missing or doubtful; a warning says what
  std::string error;                       // the process could not be looked at, and why; all else may be empty

  // Names of functions that objects refer to, where the target's symbols tell.
  std::map<Address, std::string> function_names;

  std::vector<std::string> texts{std::string()};
  TextIndex intern(const std::string &text);
  const std::string &text(TextIndex index) const { return texts[index]; }

  // Something is missing; `warning` says what, once.
  void add_gap(const std::string &warning);

  // Whether every queue that was asked for could be seen whole.
  bool complete() const;

 private:
  std::map<std::string, TextIndex, std::less<>> text_indices_;
};

}  // namespace mqs_shim
