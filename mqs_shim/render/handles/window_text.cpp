// The text of `windows` and `show window`.

#include "mqs_shim/render/handles/handles_text.h"

namespace mqs_shim {

void write_line(TextWriter &writer, const ProcessReport &, const WindowRecord &record, const RenderOptions &) {
  write_handle_heading(writer, "window", record);
  writer.sink().end_line();
}

void write_full(TextWriter &writer, const ProcessReport &report, const WindowRecord &record,
                const RenderOptions &options) {
  write_line(writer, report, record, options);
}

}  // namespace mqs_shim
