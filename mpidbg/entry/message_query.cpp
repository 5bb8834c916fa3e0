// These are the entry points mpidbg_message_*, for matched messages.

#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_operation.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

mpidbg_message_protocol_t protocol(model::Protocol protocol) {
  switch (protocol) {
    case model::Protocol::eager:
      return MPIDBG_MESSAGE_EAGER;
    case model::Protocol::rendezvous:
      return MPIDBG_MESSAGE_RENDEZVOUS;
    case model::Protocol::none:
      break;
  }
  return MPIDBG_MESSAGE_PROTOCOL_UNKNOWN;
}

}  // namespace

Status mpidbg::entry::query_message(ProcessState &, model::MpiLibrary &library, Handle handle, void **info) {
  MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
  MPIDBG_ASSIGN(message, objects->message(handle));
  Allocations memory;
  auto *packed = memory.make<mpidbg_message_info_t>();
  unsigned flags = 0;
  if (message.predefined) flags |= MPIDBG_MESSAGE_INFO_PREDEFINED;
  if (message.is_null) flags |= MPIDBG_MESSAGE_INFO_MESSAGE_NULL;
  if (message.no_proc) flags |= MPIDBG_MESSAGE_INFO_NO_PROC;
  if (message.tag) flags |= MPIDBG_MESSAGE_INFO_TAG_KNOWN;
  if (message.synchronous) flags |= MPIDBG_MESSAGE_INFO_SYNCHRONOUS;
  packed->message_bitflags = static_cast<mpidbg_message_info_bitmap_t>(flags);
  copy_text(packed->message_name, sizeof packed->message_name, message.name);
  packed->message_c_handle = handle.value();
  packed->message_fortran_handle = message.fortran_index;
  packed->message_comm = message.communicator.value();
  packed->message_source = message.source;
  packed->message_source_world_rank = message.source_world_rank;
  packed->message_source_name = {message.source_name.job, message.source_name.rank};
  packed->message_tag = message.tag.value_or(-1);
  packed->message_bytes = static_cast<std::int64_t>(message.bytes);
  packed->message_protocol = protocol(message.protocol);
  packed->message_payload = message.payload.value();
  packed->message_request = message.request.value();
  memory.hand_over();
  *info = packed;
  return {};
}

void mpidbg::entry::release_message(void *result) {
  auto *info = static_cast<mpidbg_message_info_t *>(result);
  release_all(info);
}

int mpidbg::entry::capabilities_of_message(model::MpiLibrary &library) {
  const model::ObjectRecords *objects = library.objects();
  const bool shown = objects != nullptr && objects->message_contents().shows_anything();
  const int contents = shown ? MPIDBG_MESSAGE_CAP_CONTENTS : 0;
  return MPIDBG_MESSAGE_CAP_BASIC | MPIDBG_MESSAGE_CAP_STRING_NAMES | contents;
}
