#pragma once
// A process that is looked at, as a front end supplies it. Front ends supply nothing else.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/call_site.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// When a capture was made that shows two looks: on which run of which machine, in nanoseconds of its CLOCK_MONOTONIC.
struct RecordedLooks {
  std::string boot;
  std::int64_t first = 0, second = 0;
};

class InspectedProcess {
 public:
  InspectedProcess() = default;
  virtual ~InspectedProcess() = default;
  InspectedProcess(const InspectedProcess &) = delete;
  InspectedProcess &operator=(const InspectedProcess &) = delete;

  // "pid 4151", or the path of a core file: its name in reports and evidence.
  virtual const std::string &target() const = 0;

  // Fills in what is known without reading memory: target, pid, host, is_core. `with_state`: and what the kernel says
  // of the process, which is asked before it is held.
  virtual void describe(ProcessReport &report, bool with_state) = 0;

  // The session through which the plugin is asked; valid until end_look(). It is opened while the process runs, where
  // that is possible. An error of the system (ErrorCode::system) means that the process cannot be inspected; any other
  // one, that nothing of MPI can be seen in it.
  virtual Result<Session *> session() = 0;

  // The threads as the kernel sees them, in no order; asked before hold().
  virtual std::vector<ThreadStatus> thread_statuses() { return {}; }

  // Before processes are held together: what the kernel says is kept for describe() and thread_statuses(), until
  // forget_kernel(), for a process that is held shows as traced.
  virtual void ask_kernel() {}
  virtual void forget_kernel() {}

  // Holds the process still until resume(), which is called as often as hold() succeeded.
  virtual Status hold() = 0;
  virtual void resume() = 0;
  // After a hold() that failed: another program holds the process for a moment, and it can be tried again after
  // wait_for_tracers().
  virtual bool may_be_let_go() { return false; }
  virtual void wait_for_tracers() {}

  // The stacks of its threads with what they do in MPI. Called while the process is held, before the plugin is asked:
  // the requests that the threads work with decide what is asked.
  virtual Result<std::vector<MpiStack>> stacks() = 0;

  // Its TCP sockets, which say what is under way between processes. Called while the process is held; nothing if they
  // are not known.
  virtual std::optional<std::vector<SocketRecord>> sockets() { return std::nullopt; }

  // Adds functions and source lines to the frames of a stack; called after resume().
  virtual void name_frames(MpiStack & /*stack*/, NamedFrames /*which*/) {}
  // Adds the places of the calls that the recorder has noted; called after resume().
  virtual void name_last_calls(ProcessReport & /*report*/) {}
  // Adds to a report the facts about the process beside MPI: the program, warnings; corrects its error, if the
  // process has ended meanwhile. True if that makes it a process that cannot be inspected. The session may be closed.
  virtual bool end_look(ProcessReport & /*report*/) { return false; }

  // Nothing unless it is a capture that shows two looks.
  virtual std::optional<RecordedLooks> recorded_looks() { return std::nullopt; }
  // Shows the first look of such a capture from here on (true), or the second.
  virtual void show_recorded_look(bool /*first*/) {}
};

}  // namespace mqs_shim
