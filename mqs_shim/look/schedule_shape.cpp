#include "mqs_shim/look/schedule_shape.h"

namespace mqs_shim {

// Describes the sends or the receives of a schedule.
struct ScheduleShape::Transfers {
  std::int64_t number = 0;
  bool one_peer = true, one_buffer = true;
  int peer = -1, first_round = 0;
  Address buffer{};

  void add(const ScheduleOperationRecord &operation, Address at) {
    if (number == 0) {
      peer = operation.peer.rank;
      buffer = at;
      first_round = operation.round;
    }
    ++number;
    one_peer = one_peer && operation.peer.rank == peer;
    one_buffer = one_buffer && at == buffer;
  }
};

// Describes the round in progress of a schedule, and all that follow.
struct ScheduleShape::Moves {
  // The directions in which data moves, seen from this process.
  enum class Direction : std::uint8_t { none, out, in, in_then_out, exchange, out_then_in };

  Transfers sends, receives;
  int rounds = 0;
  bool exchanges = false;  // a round both sends and receives
  bool reduces = false, has_data = false;
  bool has_buffers = false;  // a transfer has a buffer, even if it is for no elements

  explicit Moves(const ScheduleRecord &schedule) : rounds(schedule.rounds - schedule.round + 1) {
    int round = 0;
    bool sends_in_round = false, receives_in_round = false;
    for (const ScheduleOperationRecord &operation : schedule.operations) {
      if (operation.round != round) sends_in_round = receives_in_round = false;
      round = operation.round;
      reduces = reduces || operation.action == MPIDBG_SCHEDULE_REDUCE;
      if (operation.action != MPIDBG_SCHEDULE_SEND && operation.action != MPIDBG_SCHEDULE_RECEIVE) continue;
      const bool is_send = operation.action == MPIDBG_SCHEDULE_SEND;
      const Address at = is_send ? operation.source : operation.target;
      (is_send ? sends : receives).add(operation, at);
      (is_send ? sends_in_round : receives_in_round) = true;
      exchanges = exchanges || (sends_in_round && receives_in_round);
      has_data = has_data || operation.count != 0;
      has_buffers = has_buffers || !at.is_null();
    }
  }

  Direction direction() const {
    if (sends.number == 0) return receives.number == 0 ? Direction::none : Direction::in;
    if (receives.number == 0) return Direction::out;
    if (receives.first_round < sends.first_round) return Direction::in_then_out;
    return exchanges ? Direction::exchange : Direction::out_then_in;
  }

  // Returns true if data goes from each rank to the next one, as in MPI_Iscan.
  bool is_along_ranks(int rank) const {
    return (sends.number == 0 || (sends.one_peer && sends.peer == rank + 1)) &&
           (receives.number == 0 || (receives.one_peer && receives.peer == rank - 1));
  }
  // Returns true for ranks that reduce nothing in MPI_Iallreduce: they send what they have, receive the result in the
  // same round, and pass it on in the next one, if at all.
  bool is_leaf_of_allreduce() const {
    return receives.number == 1 && receives.first_round == sends.first_round && rounds > 1 && !is_barrier();
  }
  // Returns true if every round is one send and one receive of nothing, as in MPI_Ibarrier.
  bool is_barrier() const {
    return direction() == Direction::exchange && !reduces && !has_data && !has_buffers && sends.number == rounds &&
           receives.number == rounds;
  }
};

ScheduleShape::Collective ScheduleShape::operation_of(std::string_view name) {
  constexpr std::string_view suffix = "_init";
  if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  return mpidbg::mpi_call(name).operation;
}

ScheduleShape::ScheduleShape(const RequestRecord &request, const CommunicatorRecord &communicator) {
  can_be_.fill(true);
  if (!request.schedule || !request.schedule_problem.empty()) return;
  if ((communicator.flags & MPIDBG_COMM_INFO_INTERCOMM) != 0) return;
  const Moves moves(*request.schedule);
  // Only the messages in progress are known of a graph, and the rounds that are over are not known of a list. But
  // rounds that exchange nothing are the same from the first to the last.
  if (moves.has_data) exclude({Collective::barrier});
  const bool is_member = communicator.size >= 2 && communicator.rank >= 0 && communicator.rank < communicator.size;
  if (!is_member || request.has(MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED)) return;
  if (request.schedule->round == 1 || moves.is_barrier()) exclude_by(moves, communicator.rank, communicator.size);
}

void ScheduleShape::exclude(std::initializer_list<Collective> collectives) {
  for (const Collective one : collectives) can_be_[static_cast<std::size_t>(one)] = false;
}

void ScheduleShape::allow_only(std::initializer_list<Collective> collectives) {
  can_be_.fill(false);
  for (const Collective one : collectives) can_be_[static_cast<std::size_t>(one)] = true;
}

// Excludes collectives by the algorithms of Open MPI, ompi/mca/coll/libnbc of 4.1 to 6.0. In neighborhood collectives
// (`unknown`), MPI_Ialltoallv and MPI_Ialltoallw, counts of 0 make any direction possible.
void ScheduleShape::exclude_by(const Moves &moves, int rank, int size) {
  using enum mpidbg::CollectiveOperation;
  const Transfers &sends = moves.sends, &receives = moves.receives;
  const int others = size - 1;
  switch (moves.direction()) {
    case Moves::Direction::none:
      return;
    case Moves::Direction::out:
      if (moves.reduces) return allow_only({reduce, allreduce, reduce_scatter, reduce_scatter_block, scan, exscan});
      allow_only({unknown, alltoallv, alltoallw, reduce, bcast, gather, gatherv, scatter, scatterv, scan, exscan});
      if (sends.number != 1) exclude({gather, gatherv});
      if (sends.number != others) exclude({scatter, scatterv});
      if (sends.number > 1 && sends.one_buffer && moves.has_data) exclude({scatter});
      if (!sends.one_buffer && !sends.one_peer) exclude({bcast});
      if (rank != 0 || !moves.is_along_ranks(rank)) exclude({scan, exscan});
      return;
    case Moves::Direction::in:
      if (moves.reduces) {
        allow_only({reduce, scan, exscan});
      } else {
        allow_only({unknown, alltoallv, alltoallw, bcast, gather, gatherv, scatter, scatterv, exscan});
        if (receives.number != 1) exclude({scatter, scatterv});
        if (receives.number != others) exclude({gather, gatherv});
        if (!receives.one_peer) exclude({bcast});
      }
      if (!moves.is_along_ranks(rank)) exclude({scan, exscan});
      return;
    case Moves::Direction::in_then_out:
      if (!moves.reduces) return allow_only({unknown, alltoallv, alltoallw, bcast});
      allow_only({reduce, allreduce, reduce_scatter, reduce_scatter_block, scan, exscan});
      if (!moves.is_along_ranks(rank)) exclude({scan, exscan});
      return;
    case Moves::Direction::exchange:
      if (moves.reduces) return allow_only({reduce, allreduce, reduce_scatter, reduce_scatter_block, scan, exscan});
      allow_only({unknown, allgather, allgatherv, alltoall, alltoallv, alltoallw, barrier, allreduce});
      if (!moves.is_leaf_of_allreduce()) exclude({allreduce});
      // An allgather in one round sends the same data to all, and an alltoall different data to each.
      if (moves.has_data && moves.rounds == 1 && sends.number > 1)
        sends.one_buffer ? exclude({alltoall}) : exclude({allgather, allgatherv});
      // MPI_Ialltoallv and MPI_Ialltoallw leave out transfers of nothing.
      moves.is_barrier() ? exclude({alltoallv, alltoallw}) : exclude({barrier});
      return;
    case Moves::Direction::out_then_in:
      if (moves.reduces) return allow_only({reduce, allreduce, reduce_scatter, reduce_scatter_block, scan, exscan});
      return allow_only({unknown, alltoallv, alltoallw, reduce, allreduce, reduce_scatter, reduce_scatter_block});
  }
}

}  // namespace mqs_shim
