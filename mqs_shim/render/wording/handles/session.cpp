// This file puts the answers of the commands `sessions` and `show session` into words.

#include "mqs_shim/render/terms/object_terms.h"
#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

void begin_listed(BlockOutput &output, const ProcessReport &, const SessionRecord &record, const RenderOptions &) {
  Block block = handle_block("session", record);
  if (const std::string_view level = thread_level_term(record.thread_level); !level.empty()) block.cells.add(level);
  if (!record.errhandler_name.empty()) {
    block.cells.add("errhandler " + printable(record.errhandler_name));
  } else if (!record.errhandler.is_null()) {
    block.cells.add("errhandler " + hex_text(record.errhandler));
  }
  output.begin(block);
}

void begin_full(BlockOutput &output, const ProcessReport &report, const SessionRecord &record,
                const RenderOptions &options) {
  begin_listed(output, report, record, options);
}

}  // namespace mqs_shim
