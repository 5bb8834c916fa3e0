// This file puts the answers of the commands `infos` and `show info` into words.

#include <algorithm>
#include <vector>

#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

namespace {

void write_users(BlockOutput &output, const ProcessReport &report, const InfoRecord &record) {
  const RecordedRecord *noted = report.recorder ? report.recorder->find(MPIDBG_KIND_INFO, record.handle) : nullptr;
  const auto is_noted = [&](const HandleReferenceRecord &user) {
    return noted != nullptr &&
           std::any_of(noted->users.begin(), noted->users.end(), [&](const HandleReferenceRecord &one) {
             return one.kind == user.kind && one.handle == user.handle;
           });
  };
  std::vector<HandleReferenceRecord> users = record.users;
  const auto inferred = std::stable_partition(users.begin(), users.end(), is_noted);
  const std::vector<HandleReferenceRecord> those_inferred(inferred, users.end());
  users.erase(inferred, users.end());
  if (!users.empty()) write_property(output, "given to " + reference_list(report, users) + " (recorder)");
  if (!those_inferred.empty())
    write_property(output, "given to " + reference_list(report, those_inferred) + " (inferred: they hold these pairs)");
}

}  // namespace

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
  write_users(output, report, record);
}

void begin_full(BlockOutput &output, const ProcessReport &report, const InfoRecord &record,
                const RenderOptions &options) {
  begin_listed(output, report, record, options);
}

}  // namespace mqs_shim
