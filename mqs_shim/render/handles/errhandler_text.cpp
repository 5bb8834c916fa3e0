// The text of `errhandlers` and `show errhandler`.

#include "mqs_shim/render/handles/handles_text.h"

namespace mqs_shim {

void write_line(TextWriter &writer, const ProcessReport &report, const ErrhandlerRecord &record,
                const RenderOptions &options) {
  write_handle_heading(writer, "errhandler", record);
  std::string text;
  if (const std::string_view object = errhandler_object(record); !object.empty()) (text += "  for ") += object;
  if (!record.function.is_null()) text += "  calls " + function_text(report, record.function, record.language);
  if (record.flags & MPIDBG_ERRH_INFO_FREED_HANDLE) {
    text += "  freed by the application";
    if (record.flags & MPIDBG_ERRH_INFO_FREED_HANDLE_INFERRED) text += " (inferred)";
  }
  if (options.verbose && record.reference_count >= 0) text += "  references " + std::to_string(record.reference_count);
  writer.put(text);
  writer.sink().end_line();
  const bool complete = (record.capabilities & MPIDBG_ERRH_CAP_HANDLE_LIST) != 0;
  if (!record.users.empty()) {
    writer.line("    attached to " + reference_list(report, record.users) +
                (complete ? "" : ", as far as can be seen"));
  }
}

void write_full(TextWriter &writer, const ProcessReport &report, const ErrhandlerRecord &record,
                const RenderOptions &options) {
  RenderOptions all = options;
  all.verbose = true;
  write_line(writer, report, record, all);
  if (!record.users.empty()) return;
  const bool complete = (record.capabilities & MPIDBG_ERRH_CAP_HANDLE_LIST) != 0;
  writer.line(complete ? "    attached to nothing" : "    cannot see all objects that it may be attached to");
}

}  // namespace mqs_shim
