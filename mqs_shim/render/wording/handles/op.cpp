// This file puts the answers of the commands `ops` and `show op` into words.

#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

void begin_listed(BlockOutput &output, const ProcessReport &report, const OpRecord &record,
                  const RenderOptions &options) {
  Block block = handle_block("op", record);
  Cells &cells = block.cells;
  cells.add((record.flags & MPIDBG_OP_INFO_COMMUTATIVE) != 0 ? "commutative" : "not commutative");
  if (record.flags & MPIDBG_OP_INFO_INTERNAL) cells.add("internal");
  if (!record.function.is_null()) cells.add("calls " + function_text(report, record.function, record.language));
  if (record.flags & MPIDBG_OP_INFO_FREED_HANDLE)
    cells.add(freed_text((record.flags & MPIDBG_OP_INFO_FREED_HANDLE_INFERRED) != 0));
  if (record.flags & MPIDBG_OP_INFO_FREED_OBJECT) cells.add("freed by the library");
  if (options.verbose && record.reference_count >= 0) cells.add("references " + std::to_string(record.reference_count));
  output.begin(block);
  const bool complete = (record.capabilities & MPIDBG_OP_CAP_PENDING_LIST) != 0;
  if (!record.pending.empty()) {
    write_property(output,
                   "in use by " + reference_list(report, record.pending) + (complete ? "" : ", as far as can be seen"));
  }
}

void begin_full(BlockOutput &output, const ProcessReport &report, const OpRecord &record,
                const RenderOptions &options) {
  RenderOptions all = options;
  all.verbose = true;
  begin_listed(output, report, record, all);
  if (!record.pending.empty()) return;
  if (is_predefined(record)) return;  // libraries have no list of the operations that use a predefined one
  const bool complete = (record.capabilities & MPIDBG_OP_CAP_PENDING_LIST) != 0;
  write_property(output, complete ? "in use by no nonblocking operation"
                                  : "cannot see which operations use it: the plugin has no list of them");
}

}  // namespace mqs_shim
