// The text of `infos` and `show info`.

#include "mqs_shim/render/handles/handles_text.h"

namespace mqs_shim {

void write_line(TextWriter &writer, const ProcessReport &, const InfoRecord &record, const RenderOptions &) {
  write_handle_heading(writer, "info", record);
  writer.sink().end_line();
}

void write_full(TextWriter &writer, const ProcessReport &report, const InfoRecord &record,
                const RenderOptions &options) {
  write_line(writer, report, record, options);
}

}  // namespace mqs_shim
