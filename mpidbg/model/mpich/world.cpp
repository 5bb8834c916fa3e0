#include "mpidbg/model/mpich/world.h"

#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::model::mpich {

void World::read(const Attachment &process, Pools &pools) {
  *this = World();
  if (const auto variable = process.variable("MPIR_Process")) {
    const auto view = layout::View<ProcessLayout>::read(process.memory, process.layouts.process, *variable);
    if (!view) {
      if (view.error().code != ErrorCode::layout) read_ = view.error();
      return;
    }
    const std::int32_t rank = view->get(&ProcessLayout::rank), size = view->get(&ProcessLayout::size);
    process_ = *variable;
    communicator_ = view->get(&ProcessLayout::comm_world);
    noted_rank_ = rank;
    noted_size_ = size;
    noted_parent_ = view->get(&ProcessLayout::has_parent);
    if (rank < 0 || rank >= size) return;
    rank_ = rank;
    size_ = size;
    is_on_one_node_ = view->get(&ProcessLayout::local_size) == size;
    has_parent_ = view->get(&ProcessLayout::has_parent) != 0;
    parent_ = view->get(&ProcessLayout::comm_parent);
    return;
  }
  const auto &communicators = pools.live(ObjectKind::communicator);
  if (communicators.empty() || communicators.front().handle != 0x44000000) return;
  const auto view = layout::View<CommunicatorLayout>::read(process.memory, process.layouts.communicator,
                                                           communicators.front().address);
  if (!view) return;
  const std::int32_t rank = view->get(&CommunicatorLayout::rank), size = view->get(&CommunicatorLayout::local_size);
  if (rank < 0 || rank >= size) return;
  rank_ = rank;
  size_ = size;
}

// Compares the communicator with MPIR_Process. MPI_Finalize removes the communicator from MPIR_Process, but the other
// fields keep their values.
Status World::check(Address communicator, std::int32_t rank, std::int32_t size) const {
  MPIDBG_TRY(read_);
  if (process_.is_null()) return {};
  const auto corrupt = [this](const std::string &field, const std::string &is, const std::string &in_communicator) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Process." + field + " at " + hex(process_) + " is " + is + ", and of MPI_COMM_WORLD it is " +
                     in_communicator,
                 process_};
  };
  if (noted_parent_ != 0 && noted_parent_ != 1) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Process.has_parent at " + hex(process_) + " is " + std::to_string(noted_parent_), process_};
  }
  if (noted_rank_ != rank) return corrupt("rank", std::to_string(noted_rank_), std::to_string(rank));
  if (noted_size_ != size) return corrupt("size", std::to_string(noted_size_), std::to_string(size));
  const bool is_other = !communicator_.is_null() && communicator_ != communicator;
  return is_other ? Status(corrupt("comm_world", hex(communicator_), hex(communicator))) : Status();
}

Status World::check_absent() const {
  MPIDBG_TRY(read_);
  if (process_.is_null() || communicator_.is_null()) return {};
  return Error{ErrorCode::corrupt,
               "MPIR_Process.comm_world at " + hex(process_) + " is " + hex(communicator_) +
                   ", and MPI_COMM_WORLD is not in use",
               process_};
}

ProcessName World::name_of(std::uint32_t table, int place) const {
  std::uint32_t job = table + 1;
  if (has_parent_ && table < 2) job = table == 0 ? 2 : 1;
  return {job, static_cast<std::uint32_t>(place)};
}

int World::rank_of(const ProcessName &process) const {
  if (size_ < 0 || process.job != own_name().job || process.rank >= static_cast<std::uint32_t>(size_)) return -1;
  return static_cast<int>(process.rank);
}

}  // namespace mpidbg::model::mpich
