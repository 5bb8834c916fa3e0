#pragma once
// World holds the ranks of processes in MPI_COMM_WORLD and makes names for processes of other worlds.

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/group.h"

namespace mpidbg::model::mpich {

class World {
 public:
  // Reads the library's variable MPIR_Process or, if its address is unknown, MPI_COMM_WORLD.
  void read(const Attachment &process, Pools &pools);

  // Compares MPI_COMM_WORLD, whose MPIR_Comm is at `communicator`, with the contents of MPIR_Process. Errors: corrupt
  // if they differ; unreadable if MPIR_Process cannot be read.
  Status check(Address communicator, std::int32_t rank, std::int32_t size) const;
  // Checks that MPIR_Process has no MPI_COMM_WORLD, as in a program that uses only sessions. Errors: as for check().
  Status check_absent() const;

  // Returns the rank of this process in MPI_COMM_WORLD; -1 if unknown.
  int rank() const { return rank_; }
  // Returns the number of processes in MPI_COMM_WORLD; -1 if unknown.
  int size() const { return size_; }
  // Returns true if all processes are known to be on one node.
  bool is_on_one_node() const { return is_on_one_node_; }
  ProcessName own_name() const { return name_of(0, rank_ < 0 ? 0 : rank_); }
  // Returns the rank of a process in MPI_COMM_WORLD; -1 if it is not a member.
  int rank_of(const ProcessName &process) const;
  // Returns the address of the MPIR_Comm of the parent communicator (MPI_Comm_get_parent); null if there is none or it
  // is unknown.
  Address parent() const { return parent_; }

  // Returns the name of a process. `table` is the number of the address table that contains the process, and `place`
  // its index in that table. Each process numbers its tables itself, from 0 for its own world, in the order in which it
  // learned of the worlds. In names, jobs are numbered from 1. A spawned process knows its parents from the start. It
  // gives their job the number 1, and its own job the number 2. If several jobs were spawned, different processes
  // number them differently.
  ProcessName name_of(std::uint32_t table, int place) const;

 private:
  int rank_ = -1, size_ = -1;
  // The outcome of reading MPIR_Process. It is checked later.
  Status read_;
  bool has_parent_ = false, is_on_one_node_ = false;
  // The address of the parent communicator; the addresses of MPIR_Process (null if unknown) and of the MPI_COMM_WORLD
  // to which MPIR_Process refers.
  Address parent_{}, process_{}, communicator_{};
  std::int32_t noted_rank_ = -1, noted_size_ = -1, noted_parent_ = 0;
};

}  // namespace mpidbg::model::mpich
