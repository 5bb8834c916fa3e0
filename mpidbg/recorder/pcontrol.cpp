// Wraps MPI_Pcontrol, the only MPI function with variable arguments. Level 0 pauses recording, and all other levels
// continue it. The arguments after the level are for other tools; as many as fit into registers are passed on.

#include <cstdarg>

#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/mpit_sampling.h"
#include "mpidbg/recorder/record.h"
#include "mpidbg/recorder/threads.h"

namespace {

// Takes a snapshot, unless MPI_Pcontrol was called by a callback within another MPI call.
void sample(const void *stack) {
  recorder::ThisThread &thread = recorder::this_thread;
  const auto here = reinterpret_cast<std::uintptr_t>(stack);
  if (here < thread.outer_frame) return;
  thread.outer_frame = here;
  recorder::sample_at_pcontrol();
  thread.outer_frame = 0;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] int MPI_Pcontrol(const int level, ...) {
  using Next = int (*)(int, ...);
  long words[5];
  va_list arguments;
  va_start(arguments, level);
  for (long &word : words) word = va_arg(arguments, long);
  va_end(arguments);
  if (recorder::start_thread_if_new()) {
    recorder::set_level(level);
    if (level == 2) sample(__builtin_frame_address(0));
  }
  const auto next = reinterpret_cast<Next>(recorder::next_c[recorder::call_Pcontrol]);
  return next(level, words[0], words[1], words[2], words[3], words[4]);
}
