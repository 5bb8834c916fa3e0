#include "mqs_shim/records/handles/info.h"

namespace mqs_shim {

void take(const mpidbg_info_info_t &info, InfoRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.in_bitflags);
  record.name = plain_text(info.in_name, sizeof info.in_name);
  record.fortran_handle = info.in_fortran_handle;
  record.pairs = to_info_pairs(info.in_pairs, info.in_num_pairs);
  record.users = to_references(info.in_users, info.in_num_users);
  record.reference_count = info.in_reference_count;
}

}  // namespace mqs_shim
