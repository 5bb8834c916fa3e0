#pragma once
// Holds a plugin's answers about one process as plain data. The data can be rendered and compared, and outlives the
// process.
//
// These records hold the answers of plugins with mpidbg's extensions and of plain MQD plugins. A plain plugin fills
// fewer members; all other members are -1, 0 or empty, and its extra_text lines are stored unchanged.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/abi/layout_checks_interface.h"
#include "mpidbg/base/address.h"
#include "mqs_shim/records/handles/communicator.h"
#include "mqs_shim/records/handles/group.h"
#include "mqs_shim/records/handles/lists.h"
#include "mqs_shim/records/handles/status.h"
#include "mqs_shim/records/operation.h"
#include "mqs_shim/records/recorded.h"
#include "mqs_shim/records/socket.h"
#include "mqs_shim/records/thread.h"
#include "mqs_shim/records/variables.h"

namespace mqs_shim {

// Describes an attribute keyval. mpidbg_keyval_info_t documents the members.
struct KeyvalRecord {
  int kind = 0;  // mpidbg_handle_kind_t
  int language = MPIDBG_LANGUAGE_C;
  bool integer_kind = false;
  int reference_count = -1;
  Address copy_function{}, delete_function{};
  std::int64_t extra_state = 0;
};

// Holds the result of comparing a struct layout with the process. mpidbg_layout_check_t documents the members.
struct LayoutCheckRecord {
  int outcome = MPIDBG_LAYOUT_NOT_CHECKABLE;
  std::string subject, words;
};

// Holds the complete answer about one process.
struct ProcessReport {
  std::string target;  // name such as "pid 4151" or "core.4151"
  std::int64_t pid = 0;
  std::string host;
  std::string program;         // the name of its executable, without directories; empty if it is not known
  std::string plugin;          // version string of the plugin
  std::string library;         // name and version, such as "Open MPI 4.1.4"; empty if the plugin does not report it
  std::string point_to_point;  // name of the layer for messages, such as "ob1"
  std::string layout_source;
  std::vector<LayoutCheckRecord> layout_checks;  // if they were requested
  int mpi_state = MPIDBG_MPI_UNKNOWN;
  int thread_level = MPIDBG_THREAD_UNKNOWN;  // mpidbg_thread_level_t
  bool callbacks_over = false;               // mpidbg_process_info_t.callbacks_over
  int world_rank = -1;
  int world_size = -1;
  std::uint32_t job = 0;
  std::uint32_t local_job = 0;
  std::string environment_job;  // the launcher's name for the job, if the environment contains it
  std::string job_name;         // name of the job, if processes of several launches are inspected together

  std::vector<CommunicatorRecord> communicators;  // in the plugin's order
  std::vector<GroupRecord> groups;
  HandleLists handles;                         // all other kinds
  std::optional<HandleReferenceRecord> shown;  // the single object that was requested
  std::optional<StatusRecord> shown_status;
  std::map<int, KeyvalRecord> keyvals;  // by keyval; only if a single object was requested
  VariableLists variables;
  std::optional<RecorderRecord> recorder;  // set if the process has a recorder
  std::string record_problem;              // why the recorder's record cannot be read, as a sentence; else empty
  bool is_core = false;                    // the target is a core file or another target that does not run
  bool sees_memory = true;                 // false: everything that is known comes from the recorder
  Queue unclaimed;                         // MPIDBG_QUEUE_UNCLAIMED
  std::vector<std::uint64_t> progress;     // mpidbg_progress_t, if counters were requested
  std::optional<bool> transport_empty;
  std::optional<std::vector<SocketRecord>> sockets;  // read for a verdict; not set if they are not known
  // The arrays of requests to which waiting functions refer, by address. The value for an array lists its elements:
  // records of pending operations and requests.
  std::map<Address, std::vector<Address>> request_arrays;
  std::vector<ThreadRecord> threads;         // the main thread first; empty if the stacks were not read
  KernelState state = KernelState::unknown;  // state of the process before it was held
  int timer_signal = 0;                      // that has a handler and may come from a timer; 0: none, or not known
  std::vector<std::string> warnings;         // sentences about limits of this answer
  bool incomplete = false;                   // something is missing or doubtful, as a warning says
  std::string error;  // reason why the process could not be inspected; all other members may be empty

  // Names of the functions to which objects refer, as far as the target's symbols contain them.
  std::map<Address, std::string> function_names;

  // Holds the texts to which operations refer by a TextIndex.
  std::vector<std::string> texts{std::string()};
  TextIndex intern(const std::string &text);
  const std::string &text(TextIndex index) const { return texts[index]; }

  // Marks the report as incomplete, and adds the warning unless it is there already.
  void add_gap(const std::string &warning);

  // Returns the calls of threads in blocking calls, in the order of the threads.
  std::vector<std::string_view> blocked_in() const;
  // If the main thread's stack ends before the program's frames: returns a sentence that explains why its call cannot
  // be seen. Otherwise returns an empty string.
  std::string lost_call() const;

  // Returns true if every requested queue could be seen completely.
  bool complete() const;

 private:
  std::map<std::string, TextIndex, std::less<>> text_indices_;
};

}  // namespace mqs_shim
