// The text of `datatypes` and `show datatype`.

#include "mqs_shim/render/handles/handles_text.h"

namespace mqs_shim {

void write_line(TextWriter &writer, const ProcessReport &, const DatatypeRecord &record, const RenderOptions &) {
  write_handle_heading(writer, "datatype", record);
  writer.sink().end_line();
}

void write_full(TextWriter &writer, const ProcessReport &report, const DatatypeRecord &record,
                const RenderOptions &options) {
  write_line(writer, report, record, options);
}

}  // namespace mqs_shim
