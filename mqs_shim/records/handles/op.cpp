#include "mqs_shim/records/handles/op.h"

namespace mqs_shim {

void take(const mpidbg_op_info_t &info, OpRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.op_bitflags);
  record.name = plain_text(info.op_name, sizeof info.op_name);
  record.fortran_handle = info.op_fortran_handle;
  record.function = Address(info.op_callback_func);
  record.language = info.op_language;
  record.pending = to_references(info.op_pending, info.op_num_pending);
  record.reference_count = info.op_reference_count;
}

}  // namespace mqs_shim
