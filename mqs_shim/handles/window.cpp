#include "mqs_shim/handles/window.h"

namespace mqs_shim {

void take(const mpidbg_win_info_t &info, WindowRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.win_bitflags);
}

}  // namespace mqs_shim
