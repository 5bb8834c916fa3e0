// The text of `infos` and `show info`.

#include "mqs_shim/render/handles/handles_text.h"

namespace mqs_shim {

void write_line(TextWriter &writer, const ProcessReport &report, const InfoRecord &record,
                const RenderOptions &options) {
  write_handle_heading(writer, "info", record);
  std::string text = record.pairs.empty() ? "  no pairs" : "";
  if ((record.flags & MPIDBG_INFO_INFO_INTERNAL) != 0) text += "  internal";
  if (record.flags & MPIDBG_INFO_INFO_FREED_HANDLE) text += "  freed by the application";
  if (record.flags & MPIDBG_INFO_INFO_FREED_OBJECT) text += "  freed by the library";
  if (options.verbose && record.reference_count >= 0) text += "  references " + std::to_string(record.reference_count);
  writer.line(text);
  for (const InfoPairRecord &pair : record.pairs)
    writer.line("    " + printable(pair.key) + " = " + printable(pair.value));
  if (!record.users.empty())
    writer.line("    given to " + reference_list(report, record.users) + " (inferred: they hold these pairs)");
}

void write_full(TextWriter &writer, const ProcessReport &report, const InfoRecord &record,
                const RenderOptions &options) {
  write_line(writer, report, record, options);
}

}  // namespace mqs_shim
