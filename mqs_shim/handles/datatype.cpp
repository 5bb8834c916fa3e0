#include "mqs_shim/handles/datatype.h"

namespace mqs_shim {

void take(const mpidbg_datatype_info_t &info, DatatypeRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.datatype_bitflags);
}

}  // namespace mqs_shim
