#pragma once
// What calls do to handles, written into the tables. Handles that are not recorded are left alone.

#include <cstdint>

#include "mpidbg/recorder/frame.h"

namespace recorder {

struct Creation {
  mpidbg_record_kind kind;
  std::uint64_t handle;
  bool shared;  // the library may give the program the same handle several times, which has to free it as often
                // (MPI_Comm_group)
  bool fortran;
  std::uint64_t parent;
  const std::uint64_t *arguments;  // of the call
  unsigned argument_count;
  const char *name;  // null: none
  std::uint64_t name_length;
};
void created(const Doer &doer, const Creation &creation);
void freed(const Doer &doer, mpidbg_record_kind kind, std::uint64_t handle);
// A window's synchronisation; the number is in mpidbg_record_handle.last_use_argument.
void synchronised(const Doer &doer, std::uint64_t window, std::int32_t number);

void request_freed(const Doer &doer, std::uint64_t request);
// The call has given a request back: completed, or, where it is persistent, inactive.
void request_ended(const Doer &doer, std::uint64_t request);
void request_inactive(const Doer &doer, std::uint64_t request);
void request_started(const Doer &doer, std::uint64_t request);
void request_cancelled(std::uint64_t request);

}  // namespace recorder
