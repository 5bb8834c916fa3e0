#include "mpidbg/model/mpich/p2p/request_view.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/mpich/p2p/constants.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

// The last of the shared requests is the one for MPI_PROC_NULL. Source: src/include/mpir_request.h.
bool is_shared_request(std::uint32_t handle) {
  constexpr std::uint32_t shared_requests = 0x11, first_shared = 0x6c000000;
  return handle >= first_shared && handle < first_shared + shared_requests;
}

bool is_persistent(std::uint32_t kind) {
  return kind == constants::request_persistent_send || kind == constants::request_persistent_receive ||
         kind == constants::request_persistent_collective;
}

Result<RequestKinds> request_kinds(const Attachment &process) {
  const auto &numbers = process.layouts.numbers;
  MPIDBG_ASSIGN(generalized, numbers.request_generalized.get());
  MPIDBG_ASSIGN(collective, numbers.request_collective.get());
  MPIDBG_ASSIGN(matched_probe, numbers.request_matched_probe.get());
  MPIDBG_ASSIGN(window, numbers.request_window.get());
  return RequestKinds{static_cast<std::uint32_t>(generalized), static_cast<std::uint32_t>(collective),
                      static_cast<std::uint32_t>(matched_probe), static_cast<std::uint32_t>(window)};
}

Result<RequestView> read_request_view(const Attachment &process, Address request) {
  return RequestView::read(process.memory, process.layouts.request, request);
}

Result<bool> is_complete(const Attachment &process, const RequestView &view) {
  const Address counter = view.get(&RequestLayout::cc_ptr), own = view.address_of(&RequestLayout::cc);
  std::int32_t value = view.get(&RequestLayout::cc);
  if (counter != own) {
    const Address started = view.get(&RequestLayout::u);
    const bool is_started = is_persistent(view.get(&RequestLayout::kind)) && !started.is_null() &&
                            counter == started + process.layouts.request.cc.offset;
    if (!is_started) {
      return Error{ErrorCode::corrupt,
                   "MPIR_Request.cc_ptr at " + hex(view.address()) + " is " + hex(counter) +
                       ", which is not the counter of the request",
                   view.address()};
    }
    MPIDBG_ASSIGN(read, process.memory.read_int32(counter, "MPIR_Request.cc_ptr"));
    value = read;
  }
  if (value >= 0) return value == 0;
  return Error{ErrorCode::corrupt, "MPIR_Request.cc at " + hex(counter) + " is " + std::to_string(value), counter};
}

}  // namespace mpidbg::model::mpich
