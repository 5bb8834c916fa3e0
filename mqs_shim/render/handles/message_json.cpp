// The JSON of one matched message: $defs/message in mpidbg.schema.json.

#include "mqs_shim/render/handles/handles_json.h"

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
  constexpr std::string_view protocols[] = {"", "eager", "rendezvous"};
  const auto protocol = static_cast<std::size_t>(record.protocol);
  json.key("protocol").string_or_null(protocol < std::size(protocols) ? protocols[protocol] : "");
  json.key("payload").address(record.payload);
  json.key("request").address(record.request);
  json.end_object();
}

}  // namespace mqs_shim
