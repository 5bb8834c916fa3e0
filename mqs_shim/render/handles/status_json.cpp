// The JSON of a status: $defs/status in mpidbg.schema.json.

#include "mqs_shim/render/handles/handles_json.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &, const StatusRecord &record, const RenderOptions &) {
  json.begin_object();
  write_handle_head(json, record);
  json.end_object();
}

}  // namespace mqs_shim
