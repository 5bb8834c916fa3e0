// This file puts the answers of the commands `errhandlers` and `show errhandler` into words.

#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

void begin_listed(BlockOutput &output, const ProcessReport &report, const ErrhandlerRecord &record,
                  const RenderOptions &options) {
  Block block = handle_block("errhandler", record);
  Cells &cells = block.cells;
  if (const std::string_view object = errhandler_object(record.flags); !object.empty())
    cells.begin().append("for ") += object;
  if (!record.function.is_null()) cells.add("calls " + function_text(report, record.function, record.language));
  if (record.flags & MPIDBG_ERRH_INFO_FREED_HANDLE)
    cells.add(freed_text((record.flags & MPIDBG_ERRH_INFO_FREED_HANDLE_INFERRED) != 0));
  if (record.flags & MPIDBG_ERRH_INFO_FREED_OBJECT) cells.add("freed by the library");
  if (options.verbose && record.reference_count >= 0) cells.add("references " + std::to_string(record.reference_count));
  output.begin(block);
  const bool complete = (record.capabilities & MPIDBG_ERRH_CAP_HANDLE_LIST) != 0;
  if (!record.users.empty()) {
    write_property(output,
                   "attached to " + reference_list(report, record.users) + (complete ? "" : ", as far as can be seen"));
  }
}

void begin_full(BlockOutput &output, const ProcessReport &report, const ErrhandlerRecord &record,
                const RenderOptions &options) {
  RenderOptions all = options;
  all.verbose = true;
  begin_listed(output, report, record, all);
  if (!record.users.empty()) return;
  const bool complete = (record.capabilities & MPIDBG_ERRH_CAP_HANDLE_LIST) != 0;
  write_property(output, complete ? "attached to nothing" : "cannot see all objects that it may be attached to");
}

}  // namespace mqs_shim
