// This file writes one info object as JSON.

#include "mqs_shim/render/json/handles/handles.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &, const InfoRecord &record, const RenderOptions &) {
  json.definition("info", "An info object.", [&] {
    json.object([&] {
      write_handle_head(json, record);
      json.key("internal", "The library made it for its own use; --all shows it.")
          .boolean((record.flags & MPIDBG_INFO_INFO_INTERNAL) != 0);
      json.key("freed_by_application", "MPI_Info_free was called, and the library keeps the object all the same.")
          .boolean((record.flags & MPIDBG_INFO_INFO_FREED_HANDLE) != 0);
      json.key("freed_by_library",
               "The library would have destroyed it, but keeps it for debuggers, or the recorder does.")
          .boolean((record.flags & MPIDBG_INFO_INFO_FREED_OBJECT) != 0);
      json.key("reference_count").natural_or_null(record.reference_count);
      json.key("pairs");
      write_info_pairs(json, record.pairs);
      json.key("users_inferred",
               "Communicators, files and windows whose hints hold all these pairs, and those of no other info object; "
               "null where their hints cannot be seen. The library copies info objects, so this is a conclusion. With "
               "the "
               "recorder, also objects that were made with it.")
          .if_known((record.flags & MPIDBG_INFO_INFO_USERS_INFERRED) != 0,
                    [&] { write_references(json, record.users); });
    });
  });
}

}  // namespace mqs_shim
