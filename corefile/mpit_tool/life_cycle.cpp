// Implements MPI_T_init_thread and MPI_T_finalize, which open and close the target.

#include <cstdio>

#include "corefile/mpit_tool/conversions.h"
#include "corefile/mpit_tool/event_registrations.h"

namespace mpit_tool {

namespace {

std::unique_ptr<OpenedTarget> opened;
int users = 0;

}  // namespace

OpenedTarget *target() {
  return opened.get();
}

}  // namespace mpit_tool

using namespace mpit_tool;

extern "C" {

// Opens the target at the first call. Provides only MPI_THREAD_SINGLE, because debug plugins are not thread-safe.
int MPI_T_init_thread(int, int *provided) {
  put(provided, MPI_THREAD_SINGLE);
  if (users++ > 0) return MPI_SUCCESS;
  try {
    auto made = OpenedTarget::open();
    if (made) {
      opened = std::move(*made);
      return MPI_SUCCESS;
    }
    std::fprintf(stderr, "mpidbg: %s\n", made.error().message.c_str());
  } catch (...) {
    std::fputs("mpidbg: out of memory\n", stderr);
  }
  users = 0;
  return MPI_T_ERR_CANNOT_INIT;
}

int MPI_T_finalize() {
  if (users == 0) return MPI_T_ERR_NOT_INITIALIZED;
  if (users == 1 && is_raising_events()) return MPI_T_ERR_INVALID;  // a callback needs the target
  if (--users > 0) return MPI_SUCCESS;
  forget_event_registrations();
  opened.reset();
  return MPI_SUCCESS;
}

}  // extern "C"
