#include "mqs_shim/render/unseen.h"

#include "mpidbg/base/hexadecimal.h"

namespace mqs_shim {

namespace {

std::string of(const HandleRecord &record, const char *kind, const std::string &problem) {
  return problem.empty() ? problem : std::string(kind) + " at " + mpidbg::hex(record.handle) + ": " + problem;
}

}  // namespace

// For a completed request nothing is reported as missing. Its schedule may be unreadable, because the library discards
// the schedule of a completed operation before the request.
std::string unseen_part(const RequestRecord &record) {
  if (record.state == MPIDBG_REQUEST_COMPLETE || record.transfer_completed.value_or(false)) return {};
  return of(record, "request", record.schedule_problem);
}

// MPI_FILE_NULL is predefined and has no view, so that nothing is reported as missing.
std::string unseen_part(const FileRecord &record) {
  return is_predefined(record) ? std::string() : of(record, "file", record.problem);
}

std::string unseen_part(const WindowRecord &record) {
  return of(record, "window", record.sync_problem);
}

}  // namespace mqs_shim
