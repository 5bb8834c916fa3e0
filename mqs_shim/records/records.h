#pragma once
// What a plugin said about one process, owned by us: plain data that renders, compares and outlives the process.
//
// Both dialects of plugins end here. A plain MQD plugin fills less: what it cannot say is -1, 0 or empty, and its
// extra_text lines are kept as they are.

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

// Meanings as in mpidbg_keyval_info_t.
struct KeyvalRecord {
  int kind = 0;  // mpidbg_handle_kind_t
  int language = MPIDBG_LANGUAGE_C;
  bool integer_kind = false;
  int reference_count = -1;
  Address copy_function{}, delete_function{};
  std::int64_t extra_state = 0;
};

// mpidbg_layout_check_t
struct LayoutCheckRecord {
  int outcome = MPIDBG_LAYOUT_NOT_CHECKABLE;
  std::string subject, words;
};

struct ProcessReport {
  std::string target;  // "pid 4151", "core.4151"
  std::int64_t pid = 0;
  std::string host;
  std::string program;         // the name of its executable, without directories; empty if it is not known
  std::string plugin;          // its version string
  std::string library;         // "Open MPI 4.1.4"; empty if the plugin does not report it
  std::string point_to_point;  // "ob1"
  std::string layout_source;
  std::vector<LayoutCheckRecord> layout_checks;  // if they were asked for
  int mpi_state = MPIDBG_MPI_UNKNOWN;
  int thread_level = MPIDBG_THREAD_UNKNOWN;  // mpidbg_thread_level_t
  bool callbacks_over = false;               // mpidbg_process_info_t.callbacks_over
  int world_rank = -1;
  int world_size = -1;
  std::uint32_t job = 0;
  std::uint32_t local_job = 0;
  std::string environment_job;  // the launcher's name of the job, if the environment contains it
  std::string job_name;         // if processes of several launches are inspected together: the job that it is of

  std::vector<CommunicatorRecord> communicators;  // in the order the plugin gave
  std::vector<GroupRecord> groups;
  HandleLists handles;                         // all other kinds
  std::optional<HandleReferenceRecord> shown;  // the one object that was asked for
  std::optional<StatusRecord> shown_status;
  std::map<int, KeyvalRecord> keyvals;  // by number; only for one object that was asked for
  VariableLists variables;
  std::optional<RecorderRecord> recorder;  // where the process has one
  std::string record_problem;              // why the recorder's record cannot be read, as a sentence; else empty
  bool is_core = false;                    // not a live process
  bool sees_memory = true;                 // false: all that is known is the recorder's
  Queue unclaimed;                         // MPIDBG_QUEUE_UNCLAIMED
  std::vector<std::uint64_t> progress;     // as mpidbg_progress_t, if it was asked for
  std::optional<bool> transport_empty;
  std::optional<std::vector<SocketRecord>> sockets;  // for a verdict; nothing: they are not known
  // Arrays that functions that wait have at hand, by address: the records of pending operations and requests in them.
  std::map<Address, std::vector<Address>> request_arrays;
  std::vector<ThreadRecord> threads;         // the main thread first; empty if the stacks were not read
  KernelState state = KernelState::unknown;  // of the process, before it was held still
  std::vector<std::string> warnings;         // what limits this answer
  bool incomplete = false;                   // something is missing or doubtful; a warning says what
  std::string error;                         // why the process could not be inspected; all else may be empty

  // Names of functions that objects refer to, if the target's symbols name them.
  std::map<Address, std::string> function_names;

  std::vector<std::string> texts{std::string()};
  TextIndex intern(const std::string &text);
  const std::string &text(TextIndex index) const { return texts[index]; }

  // Something is missing; `warning` says what, once.
  void add_gap(const std::string &warning);

  // The calls of the threads that are in a blocking one, in their order.
  std::vector<std::string_view> blocked_in() const;
  // Why the call that the main thread is in cannot be seen, if its stack ends before the program; else empty.
  std::string lost_call() const;

  // Whether every queue that was asked for could be seen completely.
  bool complete() const;

 private:
  std::map<std::string, TextIndex, std::less<>> text_indices_;
};

}  // namespace mqs_shim
