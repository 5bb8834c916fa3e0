// This file writes one error handler as JSON.

#include "mqs_shim/render/json/handles/handles.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &report, const ErrhandlerRecord &record, const RenderOptions &) {
  json.definition("errhandler", "One of errhandlers.", [&] {
    json.object([&] {
      write_handle_head(json, record);
      json.key("object", "What it can be attached to; null for a predefined one, which fits all.")
          .term_or_null(errhandler_object, record.flags);
      json.key("function", "The program's function; null for a predefined one.");
      write_function(json, report, record.function, record.language);
      json.key("freed", "Whether the program has freed its handle; null if that cannot be determined.")
          .boolean_if((record.capabilities & MPIDBG_ERRH_CAP_FREED_HANDLE) != 0,
                      (record.flags & MPIDBG_ERRH_INFO_FREED_HANDLE) != 0);
      json.key("freed_inferred", "That it was freed is concluded from reference counts, not read.")
          .boolean((record.flags & MPIDBG_ERRH_INFO_FREED_HANDLE_INFERRED) != 0);
      json.key("freed_by_library",
               "The library would have destroyed it, but keeps it for debuggers, or the recorder does.")
          .boolean((record.flags & MPIDBG_ERRH_INFO_FREED_OBJECT) != 0);
      json.key("attached_to", "The objects that it is attached to.");
      write_references(json, record.users);
      json.key("attached_to_complete", "Whether all objects that it could be attached to can be seen.")
          .boolean((record.capabilities & MPIDBG_ERRH_CAP_HANDLE_LIST) != 0);
      json.key("references", "Reference count of the object.").natural_or_null(record.reference_count);
    });
  });
}

}  // namespace mqs_shim
