#include "mqs_shim/handles/request.h"

namespace mqs_shim {

void take(const mpidbg_request_info_t &info, RequestRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.request_bitflags);
}

}  // namespace mqs_shim
