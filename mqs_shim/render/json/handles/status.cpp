// This file writes one MPI_Status as JSON.

#include "mqs_shim/render/json/handles/handles.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &, const StatusRecord &record, const RenderOptions &) {
  json.definition("status", "One MPI_Status.", [&] {
    json.object([&] {
      json.key("handle").address(record.handle);
      json.key("predefined", "The library's own empty status.").boolean(is_predefined(record));
      json.key("source", "MPI_SOURCE as it is: -1 is MPI_ANY_SOURCE, -2 MPI_PROC_NULL.").number(record.source);
      json.key("tag", "MPI_TAG as it is: -1 is MPI_ANY_TAG.").number(record.tag);
      json.key("error", "MPI_ERROR, which means something in arrays of statuses.").number(record.error);
      json.key("bytes").number(record.bytes);
      json.key("cancelled").boolean((record.flags & MPIDBG_STATUS_INFO_CANCELLED) != 0);
    });
  });
}

}  // namespace mqs_shim
