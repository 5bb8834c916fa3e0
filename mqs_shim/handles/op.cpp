#include "mqs_shim/handles/op.h"

namespace mqs_shim {

void take(const mpidbg_op_info_t &info, OpRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.op_bitflags);
}

}  // namespace mqs_shim
