// This file writes one operation as JSON ($defs/op in mpidbg.schema.json).

#include "mqs_shim/render/json/handles/handles.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &report, const OpRecord &record, const RenderOptions &) {
  json.begin_object();
  write_handle_head(json, record);
  json.key("commutative").boolean((record.flags & MPIDBG_OP_INFO_COMMUTATIVE) != 0);
  json.key("function");
  write_function(json, report, record.function, record.language);
  json.key("freed");
  if ((record.capabilities & MPIDBG_OP_CAP_FREED_HANDLE) != 0) {
    json.boolean((record.flags & MPIDBG_OP_INFO_FREED_HANDLE) != 0);
  } else {
    json.null();
  }
  json.key("freed_inferred").boolean((record.flags & MPIDBG_OP_INFO_FREED_HANDLE_INFERRED) != 0);
  json.key("freed_by_library").boolean((record.flags & MPIDBG_OP_INFO_FREED_OBJECT) != 0);
  json.key("pending");
  write_references(json, record.pending);
  json.key("pending_complete").boolean((record.capabilities & MPIDBG_OP_CAP_PENDING_LIST) != 0);
  json.key("references").number_or_null(record.reference_count);
  json.end_object();
}

}  // namespace mqs_shim
