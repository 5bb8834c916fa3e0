// This file writes one matched message as JSON ($defs/message in mpidbg.schema.json).

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/terms/object_terms.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &, const MessageRecord &record, const RenderOptions &) {
  json.begin_object();
  write_handle_head(json, record);
  json.key("communicator").address(record.communicator);
  json.key("source").number_or_null(record.source);
  json.key("source_world_rank").number_or_null(record.source_world_rank);
  json.key("tag");
  record.flags &MPIDBG_MESSAGE_INFO_TAG_KNOWN ? json.number(record.tag) : json.null();
  json.key("bytes").number(record.bytes);
  json.key("protocol").string_or_null(message_protocol_term(record.protocol));
  json.key("payload").address(record.payload);
  json.key("request").address(record.request);
  json.end_object();
}

}  // namespace mqs_shim
