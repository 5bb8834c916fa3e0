#pragma once
// Detects whether a process that is to be held still is already traced by another process. A debugger keeps the
// process; another mpidbg releases it soon.

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>

namespace corefile {

// The tracer of a process.
struct OtherTracer {
  pid_t pid = 0;
  std::string program;
  // True if the tracer has stopped the main thread.
  bool holds = false;
};

// Return the tracer of the main thread, or of any thread, unless this process is the tracer; nullopt if there is none
// or the threads have ended.
std::optional<OtherTracer> other_tracer_of_main_thread(pid_t pid);
std::optional<OtherTracer> other_tracer_of_any_thread(pid_t pid);

// Returns true if the calling thread traces the main thread of the process. The program is then a debugger that holds
// the process itself and has loaded this code to read it.
bool is_traced_by_this_thread(pid_t pid);

// Returns how long to wait for the tracer to leave; 0 for some time after note_in_vain().
std::chrono::milliseconds patience_with(const OtherTracer &tracer);
// Notes that waiting for this tracer was in vain. For some time, patience_with() then returns 0 for this tracer.
void note_in_vain(const OtherTracer &tracer);

// Sleeps for some milliseconds. The time differs between processes, so that two processes that wait for each other do
// not return at the same time.
void wait_for_tracers();

}  // namespace corefile
