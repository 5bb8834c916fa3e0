#include "mqs_shim/job/why/evidence/call_kind.h"

#include <algorithm>
#include <iterator>

#include "mpidbg/base/mpi_calls.h"

namespace mqs_shim::why {

using mpidbg::CallWait;

CallKind kind_of_call(std::string_view call) {
  switch (mpidbg::mpi_call(call).wait) {
    case CallWait::message:
    case CallWait::messages:
    case CallWait::buffer:
    case CallWait::request:
    case CallWait::requests:
      return CallKind::point_to_point;
    case CallWait::any_request:
      return CallKind::wait_for_any;
    case CallWait::members:
      return CallKind::collective;
    case CallWait::window_group:
      return CallKind::window_group;
    case CallWait::window_lock:
    case CallWait::window_target:
      return CallKind::window_target;
    case CallWait::begin:
      return CallKind::init;
    case CallWait::end:
      return CallKind::finalize;
    case CallWait::outside:
      return CallKind::outside;
    case CallWait::local:
    case CallWait::poll:
    case CallWait::unclear:
      break;
  }
  return CallKind::other;
}

bool takes_requests(std::string_view call) {
  return mpidbg::mpi_call(call).takes_requests();
}

bool takes_a_tag(std::string_view call) {
  return mpidbg::mpi_call(call).data == mpidbg::DataFlow::tagged;
}

bool is_for_a_lock(std::string_view call) {
  return mpidbg::mpi_call(call).wait == CallWait::window_lock;
}

bool moves_window_data(std::string_view call) {
  constexpr std::string_view names[] = {
      "Accumulate", "Compare_and_swap", "Fetch_and_op", "Get", "Get_accumulate", "Put", "Raccumulate",
      "Rget",       "Rget_accumulate",  "Rput"};
  const std::string_view name = mpidbg::mpi_call(call).name_without_prefix();
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_of_file(std::string_view call) {
  return call.starts_with("MPI_File_");
}

bool is_poll(std::string_view call) {
  return mpidbg::mpi_call(call).is_poll();
}

}  // namespace mqs_shim::why
