// This file writes one reduction operation (MPI_Op) as JSON.

#include "mqs_shim/render/json/handles/handles.h"

namespace mqs_shim {

void write_json(JsonWriter &json, const ProcessReport &report, const OpRecord &record, const RenderOptions &) {
  json.definition("op", "One of ops.", [&] {
    json.object([&] {
      write_handle_head(json, record);
      json.key("internal", "The library made it for its own use; --all shows it.")
          .boolean((record.flags & MPIDBG_OP_INFO_INTERNAL) != 0);
      json.key("commutative").boolean((record.flags & MPIDBG_OP_INFO_COMMUTATIVE) != 0);
      json.key("function", "The program's function; null for a predefined one.");
      write_function(json, report, record.function, record.language);
      json.key("freed", "Whether the program has freed its handle; null if that cannot be determined.")
          .boolean_if((record.capabilities & MPIDBG_OP_CAP_FREED_HANDLE) != 0,
                      (record.flags & MPIDBG_OP_INFO_FREED_HANDLE) != 0);
      json.key("freed_inferred", "That it was freed is concluded from reference counts, not read.")
          .boolean((record.flags & MPIDBG_OP_INFO_FREED_HANDLE_INFERRED) != 0);
      json.key("freed_by_library",
               "The library would have destroyed it, but keeps it for debuggers, or the recorder does.")
          .boolean((record.flags & MPIDBG_OP_INFO_FREED_OBJECT) != 0);
      json.key(
          "pending",
          "Nonblocking operations in progress that reduce with it. Blocking operations are never among them. One-sided "
          "operations, and those with a predefined operation, are known only from the recorder.");
      write_references(json, record.pending);
      json.key("pending_complete", "Whether all nonblocking operations can be seen.")
          .boolean((record.capabilities & MPIDBG_OP_CAP_PENDING_LIST) != 0);
      json.key("references", "Reference count of the object.").natural_or_null(record.reference_count);
    });
  });
}

}  // namespace mqs_shim
