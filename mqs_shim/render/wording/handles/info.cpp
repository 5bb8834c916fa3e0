// This file puts the answers of the commands `infos` and `show info` into words.

#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

void begin_listed(BlockOutput &output, const ProcessReport &report, const InfoRecord &record,
                  const RenderOptions &options) {
  Block block = handle_block("info", record);
  Cells &cells = block.cells;
  if (record.pairs.empty()) cells.add("no pairs");
  if (record.flags & MPIDBG_INFO_INFO_INTERNAL) cells.add("internal");
  if (record.flags & MPIDBG_INFO_INFO_FREED_HANDLE) cells.add(freed_text(false));
  if (record.flags & MPIDBG_INFO_INFO_FREED_OBJECT) cells.add("freed by the library");
  if (options.verbose && record.reference_count >= 0) cells.add("references " + std::to_string(record.reference_count));
  output.begin(block);
  for (const InfoPairRecord &pair : record.pairs)
    write_property(output, printable(pair.key) + " = " + printable(pair.value));
  if (!record.users.empty())
    write_property(output, "given to " + reference_list(report, record.users) + " (inferred: they hold these pairs)");
}

void begin_full(BlockOutput &output, const ProcessReport &report, const InfoRecord &record,
                const RenderOptions &options) {
  begin_listed(output, report, record, options);
}

}  // namespace mqs_shim
