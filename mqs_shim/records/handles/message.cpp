#include "mqs_shim/records/handles/message.h"

namespace mqs_shim {

void take(const mpidbg_message_info_t &info, MessageRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.message_bitflags);
  record.name = plain_text(info.message_name, sizeof info.message_name);
  record.fortran_handle = info.message_fortran_handle;
  record.communicator = Address(info.message_comm);
  record.source = info.message_source;
  record.source_world_rank = info.message_source_world_rank;
  record.source_job = info.message_source_name.job;
  record.source_job_rank = info.message_source_name.rank;
  record.tag = info.message_tag;
  record.bytes = info.message_bytes;
  record.protocol = info.message_protocol;
  record.payload = Address(info.message_payload);
  record.request = Address(info.message_request);
}

}  // namespace mqs_shim
