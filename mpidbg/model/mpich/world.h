#pragma once
// MPI_COMM_WORLD as the measure of ranks, and the names of processes of other worlds.

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/group.h"

namespace mpidbg::model::mpich {

class World {
 public:
  // From MPIR_Process, or where that is not known from MPI_COMM_WORLD.
  void read(const Attachment &process, Pools &pools);

  // Compares MPI_COMM_WORLD, at the address, with what MPIR_Process says of it. Errors: corrupt if they differ,
  // unreadable if MPIR_Process cannot be read.
  Status check(Address communicator, std::int32_t rank, std::int32_t size) const;
  // Checks that MPIR_Process has no MPI_COMM_WORLD either, as in a program that has sessions alone. Same errors.
  Status check_absent() const;

  int rank() const { return rank_; }                       // -1: not known
  int size() const { return size_; }                       // -1: not known
  bool is_on_one_node() const { return is_on_one_node_; }  // false also if that is not known
  ProcessName own_name() const { return name_of(0, rank_ < 0 ? 0 : rank_); }
  int rank_of(const ProcessName &process) const;  // -1: not in it
  Address parent() const { return parent_; }      // MPI_COMM_PARENT; null: none, or not known

  // A process by the number of its table of addresses and its place there. Each process numbers the tables itself, from
  // 0 for its own world, in the order in which it came to know them. Jobs are numbered from 1. A spawned process, which
  // knows its parents from the start, calls theirs the first and its own the second: with several spawned jobs, those
  // of different processes are not the same numbers.
  ProcessName name_of(std::uint32_t table, int place) const;

 private:
  int rank_ = -1, size_ = -1;
  Status read_;  // of MPIR_Process
  bool has_parent_ = false, is_on_one_node_ = false;
  Address parent_{}, process_{}, communicator_{};  // MPIR_Process, null: not known; MPI_COMM_WORLD as it has it
  std::int32_t noted_rank_ = -1, noted_size_ = -1, noted_parent_ = 0;
};

}  // namespace mpidbg::model::mpich
