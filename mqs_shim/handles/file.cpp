#include "mqs_shim/handles/file.h"

namespace mqs_shim {

void take(const mpidbg_file_info_t &info, FileRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.file_bitflags);
}

}  // namespace mqs_shim
