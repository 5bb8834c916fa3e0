#include "mqs_shim/handles/message.h"

namespace mqs_shim {

void take(const mpidbg_message_info_t &info, MessageRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.message_bitflags);
}

}  // namespace mqs_shim
