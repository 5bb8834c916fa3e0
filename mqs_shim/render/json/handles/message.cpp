// This file writes one matched message as JSON.

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/terms/object_terms.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &, const MessageRecord &record, const RenderOptions &) {
  json.definition("message", "A message that a matching probe took and no receive has received.", [&] {
    json.object([&] {
      write_handle_head(json, record);
      json.key("communicator").address_or_null(record.communicator);
      json.key("source", "Rank in the communicator.").natural_or_null(record.source);
      json.key("source_world_rank").natural_or_null(record.source_world_rank);
      json.key("tag").number_if((record.flags & MPIDBG_MESSAGE_INFO_TAG_KNOWN) != 0, record.tag);
      json.key("bytes").number(record.bytes);
      json.key("protocol", "eager: the data has arrived. rendezvous: the sender has them.")
          .term_or_null(message_protocol_term, record.protocol);
      json.key("payload", "Of an eager message, in the library's memory.").address_or_null(record.payload);
      json.key("request", "The library's request of the probe.").address_or_null(record.request);
    });
  });
}

}  // namespace mqs_shim
