// The text of `ops` and `show op`.

#include "mqs_shim/render/handles/handles_text.h"

namespace mqs_shim {

void write_line(TextWriter &writer, const ProcessReport &, const OpRecord &record, const RenderOptions &) {
  write_handle_heading(writer, "op", record);
  writer.sink().end_line();
}

void write_full(TextWriter &writer, const ProcessReport &report, const OpRecord &record, const RenderOptions &options) {
  write_line(writer, report, record, options);
}

}  // namespace mqs_shim
