#pragma once
// Identity reports which MPI library a process uses, the state of MPI in it, and which process of the job it is.

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/library/layout_check.h"
#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

// The state of MPI. The enumerators have the values of mpidbg_mpi_state_t.
enum class MpiState {
  unknown,
  not_initialized,
  initialized,
  // MPI_Finalize has started and the objects are gone.
  finalized,
  // MPI_Finalize has started and the objects still exist.
  finalizing,
};

// The level that MPI_Query_thread() returns. The enumerators have the values of mpidbg_thread_level_t.
enum class ThreadLevel { unknown, single, funneled, serialized, multiple };

class Identity {
 public:
  virtual ~Identity() = default;

  // Returns the name and version of the library, such as "Open MPI 4.1.4".
  virtual std::string name() const = 0;
  // Returns where the layouts of the library's structs come from, such as "profile openmpi-4.1.4-x86_64 (build-id,
  // checked)".
  virtual std::string layout_source() const = 0;
  // Checks those layouts of the library's structs that can be checked without an object of the program. The result is
  // empty for a library whose objects are checked whenever they are read.
  virtual std::vector<LayoutCheck> layout_checks() { return {}; }
  // Returns the state of MPI at this stop.
  virtual MpiState state() const = 0;
  // Returns which threads may call MPI; `unknown` if the library does not store the level.
  virtual ThreadLevel thread_level() const { return ThreadLevel::unknown; }
  // Returns true if MPI_Finalize has certainly finished calling the program's callbacks (these may use MPI). Returns
  // false if it has not or if that is unknown.
  virtual bool callbacks_over() const { return false; }
  // Returns the size in bytes of a C variable that contains a handle of the kind; 0 if the size is unknown or the
  // library has no such kind.
  virtual unsigned handle_width(HandleKind kind) const = 0;

  // Discards cached data after the process has run, and reads again the data that all other answers depend on. Must be
  // called at each new stop before anything else.
  virtual Status refresh() = 0;

  // Returns the rank of this process in MPI_COMM_WORLD; -1 if unknown.
  virtual int world_rank() const = 0;
  // Returns the size of MPI_COMM_WORLD; -1 if unknown.
  virtual int world_size() const = 0;

  // Returns the name that identifies this process among all jobs. A library that does not name processes returns an
  // empty name and shows no groups.
  virtual ProcessName own_name() const { return {}; }
  // Returns the number under which users see a job: 1 for the first job, 2 and up for spawned ones.
  virtual std::uint32_t job_number(std::uint32_t job) const { return job; }
  // Returns the rank of a process in MPI_COMM_WORLD; -1 if it is not a member.
  virtual int world_rank_of(const ProcessName & /*process*/) const { return -1; }
};

}  // namespace mpidbg::model
