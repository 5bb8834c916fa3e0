#pragma once
// MPI_COMM_WORLD as the measure of ranks: which process has which.

#include <memory>
#include <unordered_map>
#include <vector>

#include "mpidbg/model/openmpi/objects/groups.h"

namespace mpidbg::model::openmpi {

class World {
 public:
  // `communicator` is MPI_COMM_WORLD.
  Status read(const Attachment &process, Groups &groups, Address communicator);

  int rank() const { return rank_; }                                                          // -1 unknown
  int size() const { return members_ == nullptr ? -1 : static_cast<int>(members_->size()); }  // -1 unknown
  ProcessName own_name() const { return own_name_; }
  int rank_of(const ProcessName &process) const;  // -1: not in it

 private:
  std::shared_ptr<const std::vector<ProcessName>> members_;
  bool in_order_ = false;  // rank r is rank r of its job, as nearly always
  std::unordered_map<std::uint64_t, int> ranks_;
  int rank_ = -1;
  ProcessName own_name_{};
};

}  // namespace mpidbg::model::openmpi
