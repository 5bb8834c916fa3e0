// This file writes one status as JSON ($defs/status in mpidbg.schema.json).

#include "mqs_shim/render/json/handles/handles.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &, const StatusRecord &record, const RenderOptions &) {
  json.begin_object();
  json.key("handle").address(record.handle);
  json.key("predefined").boolean(is_predefined(record));
  json.key("source").number(record.source);
  json.key("tag").number(record.tag);
  json.key("error").number(record.error);
  json.key("bytes").number(record.bytes);
  json.key("cancelled").boolean((record.flags & MPIDBG_STATUS_INFO_CANCELLED) != 0);
  json.end_object();
}

}  // namespace mqs_shim
