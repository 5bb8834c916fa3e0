#include "mqs_shim/handles/errhandler.h"

namespace mqs_shim {

void take(const mpidbg_errhandler_info_t &info, ErrhandlerRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.errhandler_bitflags);
}

}  // namespace mqs_shim
