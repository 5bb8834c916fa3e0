// This file writes one session as JSON ($defs/session in mpidbg.schema.json).

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/terms/object_terms.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &, const SessionRecord &record, const RenderOptions &) {
  json.begin_object();
  write_handle_head(json, record);
  json.key("thread_level").string_or_null(thread_level_term(record.thread_level));
  json.key("errhandler").address(record.errhandler);
  json.key("errhandler_name").string_or_null(record.errhandler_name);
  json.end_object();
}

}  // namespace mqs_shim
