#pragma once
// Which MPI library a process runs, the state of MPI in it, and which process of the job it is.

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/library/layout_check.h"
#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

// Numbered as mpidbg_mpi_state_t.
enum class MpiState {
  unknown,
  not_initialized,
  initialized,
  finalized,   // MPI_Finalize has started, and the objects are gone
  finalizing,  // MPI_Finalize has started, and the objects are still there
};

// Numbered as mpidbg_thread_level_t: what MPI_Query_thread() gives.
enum class ThreadLevel { unknown, single, funneled, serialized, multiple };

class Identity {
 public:
  virtual ~Identity() = default;

  virtual std::string name() const = 0;           // "Open MPI 4.1.4"
  virtual std::string layout_source() const = 0;  // "profile openmpi-4.1.4-x86_64 (build-id, checked)"
  // Makes all checks of layouts that need no object of the program. None where objects are checked as they are read.
  virtual std::vector<LayoutCheck> layout_checks() { return {}; }
  virtual MpiState state() const = 0;
  virtual ThreadLevel thread_level() const { return ThreadLevel::unknown; }
  // True if MPI_Finalize has surely called the program's callbacks, which may call MPI; false if not, or not known.
  virtual bool callbacks_over() const { return false; }
  // Bytes of a handle of the kind in a variable of a C program; 0: not known, or no such handle.
  virtual unsigned handle_width(HandleKind kind) const = 0;

  // Forgets what was read: the process has run since. Reads what the answers of all parts of the library are based on.
  virtual Status refresh() = 0;

  virtual int world_rank() const = 0;  // -1: not known
  virtual int world_size() const = 0;  // -1: not known

  // Processes have names that the library gives them. A library that gives none shows no groups either.
  virtual ProcessName own_name() const { return {}; }
  virtual std::uint32_t job_number(std::uint32_t job) const { return job; }  // as users count: 1, and 2.. for spawned
  virtual int world_rank_of(const ProcessName & /*process*/) const { return -1; }  // -1: not in MPI_COMM_WORLD
};

}  // namespace mpidbg::model
