#include "mqs_shim/job/why/evidence/file_evidence.h"

namespace mqs_shim::why {

void add_files(const ProcessReport &report, const PendingOperations &pending, Evidence &evidence) {
  const auto index_of = [&](Address communicator) {
    const auto found = pending.communicators.find(communicator);
    return communicator.is_null() || found == pending.communicators.end() ? -1 : found->second;
  };
  for (const FileRecord &record : report.handles.files.objects) {
    if (is_predefined(record) || record.is(MPIDBG_FILE_INFO_FILE_NULL)) continue;
    const bool is_open = record.is(MPIDBG_FILE_INFO_VIEW);
    const std::string &name = record.filename.empty() ? record.path : record.filename;
    evidence.files.push_back({name, is_open ? index_of(record.io_communicator) : -1, !is_open});
  }
}

}  // namespace mqs_shim::why
