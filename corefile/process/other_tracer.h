#pragma once
// Another process that traces the one to be held still: a debugger, which stays, or another mpidbg, which goes away.

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>

namespace corefile {

struct OtherTracer {
  pid_t pid = 0;
  std::string program;
  bool holds = false;  // the main thread is stopped by it
};

std::optional<OtherTracer> other_tracer_of_main_thread(pid_t pid);
std::optional<OtherTracer> other_tracer_of_any_thread(pid_t pid);

// How long it is worth waiting for it to go away; 0 for a while after note_in_vain().
std::chrono::milliseconds patience_with(const OtherTracer &tracer);
void note_in_vain(const OtherTracer &tracer);

// Sleeps for some milliseconds, for a time that differs from process to process: two that wait for each other do not
// come back together.
void wait_for_tracers();

}  // namespace corefile
