#include "mqs_shim/records/handles/errhandler.h"

namespace mqs_shim {

void take(const mpidbg_errhandler_info_t &info, ErrhandlerRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.eh_bitflags);
  record.name = plain_text(info.eh_name, sizeof info.eh_name);
  record.fortran_handle = info.eh_fortran_handle;
  record.function = Address(info.eh_callback_func);
  record.language = info.eh_language;
  record.users = to_references(info.eh_users, info.eh_num_handles);
  record.reference_count = info.eh_reference_count;
}

}  // namespace mqs_shim
