// The text of `show status`.

#include "mqs_shim/render/handles/handles_text.h"

namespace mqs_shim {

void write_status(TextWriter &writer, const ProcessReport &, const StatusRecord &record, const RenderOptions &) {
  write_handle_heading(writer, "status", record);
  writer.sink().end_line();
}

}  // namespace mqs_shim
