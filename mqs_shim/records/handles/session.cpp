#include "mqs_shim/records/handles/session.h"

namespace mqs_shim {

void take(const mpidbg_session_info_t &info, SessionRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.session_bitflags);
  record.name = plain_text(info.session_name, sizeof info.session_name);
  record.fortran_handle = info.session_fortran_handle;
  record.thread_level = info.session_thread_level;
  record.errhandler = Address(info.session_errhandler);
  if (info.session_errhandler_name != nullptr) record.errhandler_name = plain_text(info.session_errhandler_name);
}

}  // namespace mqs_shim
