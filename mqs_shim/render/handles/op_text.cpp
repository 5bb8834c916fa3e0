// The text of `ops` and `show op`.

#include "mqs_shim/render/handles/handles_text.h"

namespace mqs_shim {

void write_line(TextWriter &writer, const ProcessReport &report, const OpRecord &record, const RenderOptions &options) {
  write_handle_heading(writer, "op", record);
  std::string text = (record.flags & MPIDBG_OP_INFO_COMMUTATIVE) != 0 ? "  commutative" : "  not commutative";
  if (!record.function.is_null()) text += "  calls " + function_text(report, record.function, record.language);
  if (record.flags & MPIDBG_OP_INFO_FREED_HANDLE) {
    text += "  freed by the application";
    if (record.flags & MPIDBG_OP_INFO_FREED_HANDLE_INFERRED) text += " (inferred)";
  }
  if (options.verbose && record.reference_count >= 0) text += "  references " + std::to_string(record.reference_count);
  writer.put(text);
  writer.sink().end_line();
  const bool complete = (record.capabilities & MPIDBG_OP_CAP_PENDING_LIST) != 0;
  if (!record.pending.empty()) {
    writer.line("    in use by " + reference_list(report, record.pending) +
                (complete ? "" : ", as far as can be seen"));
  }
}

void write_full(TextWriter &writer, const ProcessReport &report, const OpRecord &record, const RenderOptions &options) {
  RenderOptions all = options;
  all.verbose = true;
  write_line(writer, report, record, all);
  if (!record.pending.empty()) return;
  const bool complete = (record.capabilities & MPIDBG_OP_CAP_PENDING_LIST) != 0 && !is_predefined(record);
  writer.line(complete ? "    in use by no nonblocking operation" : "    cannot see the operations that may use it");
}

}  // namespace mqs_shim
