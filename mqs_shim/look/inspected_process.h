#pragma once
// InspectedProcess is the interface through which a look (one reading of all processes of a job) gets at a process.
// Each front end (the command, GDB or Python) implements only this interface.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/call_site.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// Says when the two looks of a capture were made: on which boot of the machine, and at which nanoseconds of its
// CLOCK_MONOTONIC.
struct RecordedLooks {
  std::string boot;
  std::int64_t first = 0, second = 0;
};

// Gives access to one process. The order of calls in one look is: describe(), session(), thread_statuses(), hold(),
// stacks(), resume(), sockets(), name_frames(), name_last_calls(), end_look().
class InspectedProcess {
 public:
  InspectedProcess() = default;
  virtual ~InspectedProcess() = default;
  InspectedProcess(const InspectedProcess &) = delete;
  InspectedProcess &operator=(const InspectedProcess &) = delete;

  // Returns the name of the process in reports and evidence: "pid 4151", or the path of a core file.
  virtual const std::string &target() const = 0;

  // Fills in the facts that are known without reading memory: target, pid, host, is_core. With `with_state`, fills in
  // the process's state in the kernel as well. That is the state before the process was held.
  virtual void describe(ProcessReport &report, bool with_state) = 0;

  // Returns the session for questions to the plugin; it is valid until end_look(). The session is opened while the
  // process runs, if that is possible. An error of the system (ErrorCode::system) means that the process cannot be
  // inspected. Any other error means that nothing of MPI can be seen in the process.
  virtual Result<Session *> session() = 0;

  // Returns the kernel's view of the threads, in no particular order. Called before hold().
  virtual std::vector<ThreadStatus> thread_statuses() { return {}; }

  // Reads the state of the process and of its threads from the kernel, and keeps the state for describe() and
  // thread_statuses() until forget_kernel(). Called before a group of processes is stopped, because the kernel reports
  // a stopped process as traced.
  virtual void ask_kernel() {}
  virtual void forget_kernel() {}

  // Returns the number of a signal that a timer may send, and for which the program has a handler; 0 if there is none
  // or if that is not known. Such a handler may leave an MPI call. Called before hold().
  virtual int timer_signal() { return 0; }

  // Holds the process until resume(), which is called once for each successful hold().
  virtual Status hold() = 0;
  virtual void resume() = 0;
  // Called after hold() has failed. Returns true if another program is holding the process, perhaps only for a moment.
  // In that case hold() can be repeated after wait_for_tracers().
  virtual bool may_be_let_go() { return false; }
  virtual void wait_for_tracers() {}

  // Returns the stacks of the threads, with their MPI calls. Called while the process is held and before the plugin is
  // asked, because the stacks determine which requests the plugin is asked about.
  virtual Result<std::vector<MpiStack>> stacks() = 0;

  // Returns the TCP sockets of the process, or nothing if they are not known. They show data that is under way between
  // processes. Called after resume(), because the kernel takes milliseconds to list them.
  virtual std::optional<std::vector<SocketRecord>> sockets() { return std::nullopt; }

  // Adds functions and source lines to the frames of a stack. Called after resume().
  virtual void name_frames(MpiStack & /*stack*/, NamedFrames /*which*/) {}
  // Adds the source lines of the calls that the recorder (a library that may be preloaded into the process) has noted.
  // Called after resume().
  virtual void name_last_calls(ProcessReport & /*report*/) {}
  // Adds facts that are not about MPI to a report: the program, and warnings. If the process has ended in the meantime,
  // corrects the error of the report. Returns true if the process could therefore not be inspected. The session may be
  // closed by this function.
  virtual bool end_look(ProcessReport & /*report*/) { return false; }

  // For a capture with two looks: returns when these were made. Returns nothing for any other process.
  virtual std::optional<RecordedLooks> recorded_looks() { return std::nullopt; }
  // For a capture with two looks: makes all other functions show its first look (true) or its second.
  virtual void show_recorded_look(bool /*first*/) {}
};

}  // namespace mqs_shim
