#pragma once
// Infers which collective the schedule of a request carries out. A request does not store that, but the algorithms of
// the collectives differ in the directions in which a process moves data, in the order of these moves, and in whether
// it reduces.

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/records/handles/communicator.h"
#include "mqs_shim/records/handles/request.h"

namespace mqs_shim {

class ScheduleShape {
 public:
  // `request` is on `communicator`.
  ScheduleShape(const RequestRecord &request, const CommunicatorRecord &communicator);

  // Returns true if a collective with this name, such as "MPI_Ibcast" or "MPI_Bcast_init", can have the schedule. Also
  // returns true if the schedule says nothing: if it is not visible from its first round on, or on intercommunicators.
  // MPI_Comm_idup can have any schedule, as a library may agree on a context by any collective.
  bool can_be(std::string_view name) const {
    return name.starts_with("MPI_Comm_") || can_be_[static_cast<std::size_t>(operation_of(name))];
  }

 private:
  using Collective = mpidbg::CollectiveOperation;
  // Returns the operation of a call; `unknown` stands for neighborhood collectives and others without a number.
  static Collective operation_of(std::string_view name);
  struct Transfers;
  struct Moves;
  void exclude_by(const Moves &moves, int rank, int size);
  void allow_only(std::initializer_list<Collective> collectives);
  void exclude(std::initializer_list<Collective> collectives);

  std::array<bool, static_cast<std::size_t>(Collective::nonblocking) + 1> can_be_;
};

}  // namespace mqs_shim
