// This file writes one MPI session as JSON.

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/terms/object_terms.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &, const SessionRecord &record, const RenderOptions &) {
  json.definition("session", "One of sessions, which MPI has from 4.0 on.", [&] {
    json.object([&] {
      write_handle_head(json, record);
      json.key("thread_level", "null if not known.").term_or_null(thread_level_term, record.thread_level);
      json.key("errhandler", "Its error handler; null if none was set.").address_or_null(record.errhandler);
      json.key("errhandler_name", "Of a predefined error handler.").string_or_null(record.errhandler_name);
    });
  });
}

}  // namespace mqs_shim
