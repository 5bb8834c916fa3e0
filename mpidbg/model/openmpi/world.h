#pragma once
// MPI_COMM_WORLD as the measure of ranks: which process has which. A program that uses sessions alone has no such
// communicator; then it is the number of the process in its job, which is the rank in "mpi://WORLD".

#include <memory>
#include <unordered_map>
#include <vector>

#include "mpidbg/model/openmpi/objects/groups.h"

namespace mpidbg::model::openmpi {

class World {
 public:
  // `communicator` is the first in the table: MPI_COMM_WORLD, or, where there is none, MPI_COMM_NULL.
  Status read(const Attachment &process, Groups &groups, Address communicator);

  int rank() const { return rank_; }                                                          // -1 unknown
  int size() const { return members_ == nullptr ? -1 : static_cast<int>(members_->size()); }  // -1 unknown
  ProcessName own_name() const { return own_name_; }
  int rank_of(const ProcessName &process) const;  // -1: not in it

 private:
  bool exists_ = true;
  std::shared_ptr<const std::vector<ProcessName>> members_;
  bool in_order_ = false;  // rank r is rank r of its job, as nearly always
  std::unordered_map<std::uint64_t, int> ranks_;
  int rank_ = -1;
  ProcessName own_name_{};
};

}  // namespace mpidbg::model::openmpi
