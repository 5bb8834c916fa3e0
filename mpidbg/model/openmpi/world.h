#pragma once
// World maps processes to their ranks in MPI_COMM_WORLD. A program that uses only sessions has no such communicator.
// There, the rank is the number of the process in its job, which is equal to the rank in "mpi://WORLD".

#include <memory>
#include <unordered_map>
#include <vector>

#include "mpidbg/model/openmpi/objects/groups.h"

namespace mpidbg::model::openmpi {

class World {
 public:
  // Reads the members of MPI_COMM_WORLD and the name of this process. `communicator` is the first entry of the table of
  // communicators: MPI_COMM_WORLD or, if there is none, MPI_COMM_NULL.
  Status read(const Attachment &process, Groups &groups, Address communicator);

  // Returns the rank of this process; -1 if unknown.
  int rank() const { return rank_; }
  // Returns the number of processes; -1 if unknown.
  int size() const { return members_ == nullptr ? -1 : static_cast<int>(members_->size()); }
  ProcessName own_name() const { return own_name_; }
  // Returns the rank of a process; -1 if it is not a member.
  int rank_of(const ProcessName &process) const;

 private:
  bool exists_ = true;
  std::shared_ptr<const std::vector<ProcessName>> members_;
  // True if each rank is also the rank in the job, which is nearly always the case.
  bool in_order_ = false;
  std::unordered_map<std::uint64_t, int> ranks_;
  int rank_ = -1;
  ProcessName own_name_{};
};

}  // namespace mpidbg::model::openmpi
