#include "mqs_shim/handles/info.h"

namespace mqs_shim {

void take(const mpidbg_info_info_t &info, InfoRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.info_bitflags);
}

}  // namespace mqs_shim
