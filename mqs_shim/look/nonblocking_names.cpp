#include "mqs_shim/look/nonblocking_names.h"

#include <algorithm>
#include <optional>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/look/imported_collectives.h"
#include "mqs_shim/look/schedule_shape.h"
#include "mqs_shim/records/call_alternatives.h"

namespace mqs_shim {

namespace {

constexpr std::size_t most_alternatives = 3;  // if more names are possible, none is given

// Returns true if a library may begin nonblocking collectives for itself inside this call, on the communicator that is
// its argument. These are the calls that make communicators, windows and files.
bool begins_its_own(const std::string &name) {
  const mpidbg::MpiCall call = mpidbg::mpi_call(name);
  return call.is_collective && call.may_block() && call.operation == mpidbg::CollectiveOperation::unknown;
}

bool is_unnamed_collective(const RequestRecord &request) {
  return request.type == MPIDBG_REQUEST_COLLECTIVE && request.state == MPIDBG_REQUEST_ACTIVE &&
         !request.has(MPIDBG_REQUEST_INFO_COMPLETE) && request.created_by.empty();
}

const CommunicatorRecord *communicator_of_program(const ProcessReport &report, Address handle) {
  const auto found = std::find_if(report.communicators.begin(), report.communicators.end(),
                                  [&](const CommunicatorRecord &one) { return one.handle == handle; });
  if (found == report.communicators.end() || (found->flags & MPIDBG_COMM_INFO_INTERNAL) != 0) return nullptr;
  return &*found;
}

std::string name_of(const RequestRecord &request, const CommunicatorRecord &communicator,
                    const ImportedCollectives &imported) {
  const ScheduleShape shape(request, communicator);
  std::vector<std::string_view> names;
  for (const std::string_view name : imported.names) {
    const bool is_kind = makes_persistent_collective(name) == (request.call == MPIDBG_CALL_COLLECTIVE_INIT);
    if (is_kind && shape.can_be(name)) names.push_back(name);
  }
  return names.size() > most_alternatives ? std::string() : alternatives_text(names, imported.is_certain);
}

}  // namespace

void name_nonblocking_collectives(Session &session, const std::vector<MpiStack> &stacks, ProcessReport &report) {
  const bool begins_some = std::any_of(stacks.begin(), stacks.end(), [](const MpiStack &stack) {
    return begins_its_own(stack.mpi_call) || begins_its_own(stack.inside);
  });
  if (begins_some) return;
  const auto read = [&session](Address at, std::span<std::byte> bytes) {
    return session.read_memory(at, bytes.data(), bytes.size()) == bytes.size();
  };
  std::optional<ImportedCollectives> imported;
  for (RequestRecord &request : report.handles.requests.objects) {
    if (!is_unnamed_collective(request)) continue;
    const CommunicatorRecord *const communicator = communicator_of_program(report, request.communicator);
    if (communicator == nullptr) continue;
    if (!imported) {
      imported = read_imported_collectives(session.target(), read);
      if (!imported->problem.empty())
        report.warnings.push_back("pending nonblocking collectives have no names: " + imported->problem);
    }
    request.created_by = name_of(request, *communicator, *imported);
  }
}

}  // namespace mqs_shim
