#include "mpidbg/model/openmpi/world.h"

#include <algorithm>

#include "mpidbg/layout/openmpi/objects/constants.h"

namespace mpidbg::model::openmpi {

namespace {

constexpr std::int32_t world_index = 0;  // the Fortran handle of MPI_COMM_WORLD

std::uint64_t key(const ProcessName &name) {
  return std::uint64_t{name.job} << 32 | name.rank;
}

}  // namespace

Status World::read(const Attachment &process, Groups &groups, Address communicator) {
  if (!process.symbols.own_proc.is_null()) {
    MPIDBG_ASSIGN(proc, process.memory.read_pointer(process.symbols.own_proc, "ompi_proc_local_proc"));
    MPIDBG_ASSIGN(name, groups.process_name(proc));
    own_name_ = name;
    groups.set_own_job(name.job);
  }
  MPIDBG_ASSIGN(view, process.objects.read_object(process.layouts().communicator, communicator));
  members_.reset();
  ranks_.clear();
  exists_ = (view.get(&CommunicatorLayout::c_flags) & layout::openmpi::comm_intrinsic) == 0 ||
            view.get(&CommunicatorLayout::c_f_to_c_index) == world_index;
  if (!exists_) {
    rank_ = static_cast<int>(std::min<std::uint32_t>(own_name_.rank, INT32_MAX));
    return {};
  }
  rank_ = std::max(view.get(&CommunicatorLayout::c_my_rank), -1);
  MPIDBG_ASSIGN(members, groups.members(view.get(&CommunicatorLayout::c_local_group)));
  members_ = members;
  in_order_ = true;
  for (std::size_t rank = 0; rank < members_->size() && in_order_; ++rank) {
    in_order_ = (*members_)[rank] == ProcessName{(*members_)[0].job, static_cast<std::uint32_t>(rank)};
  }
  if (!in_order_) {
    for (std::size_t rank = 0; rank < members_->size(); ++rank) {
      ranks_.emplace(key((*members_)[rank]), static_cast<int>(rank));
    }
  }
  return {};
}

int World::rank_of(const ProcessName &process) const {
  if (!exists_) return process.job == own_name_.job && process.rank <= INT32_MAX ? static_cast<int>(process.rank) : -1;
  if (members_ == nullptr || members_->empty()) return -1;
  if (in_order_) {
    return process.job == (*members_)[0].job && process.rank < members_->size() ? static_cast<int>(process.rank) : -1;
  }
  const auto found = ranks_.find(key(process));
  return found == ranks_.end() ? -1 : found->second;
}

}  // namespace mpidbg::model::openmpi
