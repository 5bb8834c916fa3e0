#include "mqs_shim/records/handles/status.h"

namespace mqs_shim {

void take(const mpidbg_status_info_t &info, StatusRecord &record) {
  record.handle = Address(info.status_address);
  record.flags = static_cast<std::uint32_t>(info.status_bitflags);
  record.source = info.status_source;
  record.tag = info.status_tag;
  record.error = info.status_error;
  record.bytes = info.status_bytes;
}

}  // namespace mqs_shim
