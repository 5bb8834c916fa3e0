// The JSON of one operation: $defs/op in mpidbg.schema.json.

#include "mqs_shim/render/handles/handles_json.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &, const OpRecord &record, const RenderOptions &) {
  json.begin_object();
  write_handle_head(json, record);
  json.end_object();
}

}  // namespace mqs_shim
