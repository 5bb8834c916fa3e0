// This file writes one info object as JSON ($defs/info in mpidbg.schema.json).

#include "mqs_shim/render/json/handles/handles.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &, const InfoRecord &record, const RenderOptions &) {
  json.begin_object();
  write_handle_head(json, record);
  json.key("internal").boolean((record.flags & MPIDBG_INFO_INFO_INTERNAL) != 0);
  json.key("freed_by_application").boolean((record.flags & MPIDBG_INFO_INFO_FREED_HANDLE) != 0);
  json.key("freed_by_library").boolean((record.flags & MPIDBG_INFO_INFO_FREED_OBJECT) != 0);
  json.key("reference_count").number_or_null(record.reference_count);
  json.key("pairs");
  write_info_pairs(json, record.pairs);
  json.key("users_inferred");
  if (record.flags & MPIDBG_INFO_INFO_USERS_INFERRED) {
    write_references(json, record.users);
  } else {
    json.null();
  }
  json.end_object();
}

}  // namespace mqs_shim
