#include "mqs_shim/handles/status.h"

namespace mqs_shim {

void take(const mpidbg_status_info_t &info, StatusRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.status_bitflags);
}

}  // namespace mqs_shim
