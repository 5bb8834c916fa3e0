#include "mqs_shim/records/handles/group.h"

namespace mqs_shim {

void take(const mpidbg_group_info_t &info, GroupRecord &record) {
  record.name = plain_text(info.gr_name, sizeof info.gr_name);
  record.flags = static_cast<std::uint32_t>(info.gr_bitflags);
  record.fortran_handle = info.gr_fortran_handle;
  record.rank = info.gr_rank;
  record.size = info.gr_size;
  record.members = to_members(info.gr_procs, info.gr_names, info.gr_size);
  record.storage = info.gr_storage;
  record.communicators = to_addresses(info.gr_comms, info.gr_num_comms);
  record.reference_count = info.gr_reference_count;
}

}  // namespace mqs_shim
