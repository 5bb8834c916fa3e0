// This file writes one error handler as JSON ($defs/errhandler in mpidbg.schema.json).

#include "mqs_shim/render/json/handles/handles.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &report, const ErrhandlerRecord &record, const RenderOptions &) {
  json.begin_object();
  write_handle_head(json, record);
  json.key("object").string_or_null(errhandler_object(record));
  json.key("function");
  write_function(json, report, record.function, record.language);
  json.key("freed");
  if ((record.capabilities & MPIDBG_ERRH_CAP_FREED_HANDLE) != 0) {
    json.boolean((record.flags & MPIDBG_ERRH_INFO_FREED_HANDLE) != 0);
  } else {
    json.null();
  }
  json.key("freed_inferred").boolean((record.flags & MPIDBG_ERRH_INFO_FREED_HANDLE_INFERRED) != 0);
  json.key("freed_by_library").boolean((record.flags & MPIDBG_ERRH_INFO_FREED_OBJECT) != 0);
  json.key("attached_to");
  write_references(json, record.users);
  json.key("attached_to_complete").boolean((record.capabilities & MPIDBG_ERRH_CAP_HANDLE_LIST) != 0);
  json.key("references").number_or_null(record.reference_count);
  json.end_object();
}

}  // namespace mqs_shim
