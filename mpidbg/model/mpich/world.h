#pragma once
// World maps processes to their ranks in MPI_COMM_WORLD, and names processes of other worlds.

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/group.h"

namespace mpidbg::model::mpich {

class World {
 public:
  // Reads MPIR_Process or, if its address is unknown, MPI_COMM_WORLD.
  void read(const Attachment &process, Pools &pools);

  // Compares MPI_COMM_WORLD, at address `communicator`, with the contents of MPIR_Process. Errors: corrupt if they
  // differ, unreadable if MPIR_Process cannot be read.
  Status check(Address communicator, std::int32_t rank, std::int32_t size) const;
  // Checks that MPIR_Process has no MPI_COMM_WORLD either, as in a program that uses only sessions. Errors are those of
  // check().
  Status check_absent() const;

  // The rank of this process; -1 if unknown.
  int rank() const { return rank_; }
  // The number of processes; -1 if unknown.
  int size() const { return size_; }
  // Also false if it is unknown.
  bool is_on_one_node() const { return is_on_one_node_; }
  ProcessName own_name() const { return name_of(0, rank_ < 0 ? 0 : rank_); }
  // The rank of a process; -1 if it is not a member.
  int rank_of(const ProcessName &process) const;
  // The address of MPI_COMM_PARENT; null if there is none or it is unknown.
  Address parent() const { return parent_; }

  // Returns the name of a process from the number of its address table and its place in the table. Each process numbers
  // the tables itself, from 0 for its own world, in the order in which it learned of them. Jobs are numbered from 1. A
  // spawned process, which knows its parents from the start, numbers their job 1 and its own 2. With several spawned
  // jobs, the numbers of different processes differ.
  ProcessName name_of(std::uint32_t table, int place) const;

 private:
  int rank_ = -1, size_ = -1;
  // The outcome of reading MPIR_Process.
  Status read_;
  bool has_parent_ = false, is_on_one_node_ = false;
  // MPIR_Process (null if unknown), and the MPI_COMM_WORLD that it refers to.
  Address parent_{}, process_{}, communicator_{};
  std::int32_t noted_rank_ = -1, noted_size_ = -1, noted_parent_ = 0;
};

}  // namespace mpidbg::model::mpich
