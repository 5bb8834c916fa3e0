#pragma once
// Maps the numbers that queue_details_interface.h gives to collective operations to names.

#include <array>
#include <cstddef>
#include <string_view>

#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/base/mpi_calls.h"

namespace mqs_shim {

// Returns a name such as "MPI_Bcast" or "a nonblocking collective"; empty for a number that is not known.
constexpr std::string_view collective_name(int collective) {
  constexpr auto names = [] {
    std::array<std::string_view, MPIDBG_COLLECTIVE_NONBLOCKING + 1> names{};
    for (const mpidbg::MpiCall &call : mpidbg::mpi_calls) {
      if (call.wait == mpidbg::CallWait::members) names[static_cast<std::size_t>(call.operation)] = call.name;
    }
    names[MPIDBG_COLLECTIVE_UNKNOWN] = {};
    names[MPIDBG_COLLECTIVE_NONBLOCKING] = "a nonblocking collective";
    return names;
  }();
  const auto index = static_cast<std::size_t>(collective);
  return index < names.size() ? names[index] : std::string_view();
}

}  // namespace mqs_shim
