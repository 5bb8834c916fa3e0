// This file implements the functions of mqs_shim.h that return structs.

#include "mqs_shim/c_api.h"
#include "mqs_shim/session/handle_expression.h"

using namespace mqs_shim;
using namespace mqs_shim::c_api;

namespace {

// Returns the name of the object that the report is about. A null handle is not an object and has no name.
std::string name_in(const ProcessReport &report) {
  if (!report.communicators.empty() && report.shown->kind == MPIDBG_KIND_COMM) {
    const CommunicatorRecord &communicator = report.communicators.front();
    return (communicator.flags & MPIDBG_COMM_INFO_COMM_NULL) != 0 ? std::string() : communicator.name;
  }
  if (!report.groups.empty()) return report.groups.front().name;
  std::string name;
  report.handles.for_each([&](const auto &list) {
    if (!list.objects.empty()) name = list.objects.front().name;
  });
  return name;
}

}  // namespace

int mqs_shim_get_facts(mqs_shim_session *session, mqs_shim_facts *facts) {
  if (session == nullptr || facts == nullptr) return MQS_SHIM_ARGUMENT;
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    if (!session->report) {
      session->error = "nothing was read yet";
      return MQS_SHIM_FAILED;
    }
    const ProcessReport &report = *session->report;
    session->lent_calls.clear();
    for (const ThreadRecord &thread : report.threads) {
      if (thread.blocking) session->lent_calls.push_back(thread.call.c_str());
    }
    mqs_shim_facts filled{};
    filled.world_rank = report.world_rank;
    filled.world_size = report.world_size;
    filled.mpi_state = report.mpi_state;
    filled.local_job = report.local_job;
    filled.blocked_count = static_cast<std::uint32_t>(session->lent_calls.size());
    filled.blocked_in = session->lent_calls.empty() ? nullptr : session->lent_calls.data();
    filled.library = report.library.c_str();
    filled.point_to_point = report.point_to_point.c_str();
    filled.problem = report.error.c_str();
    return narrow(filled, &mqs_shim_facts::problem, facts) ? MQS_SHIM_OK : MQS_SHIM_ARGUMENT;
  });
}

int mqs_shim_look_at(mqs_shim_session *session, const char *kind, uint64_t handle, mqs_shim_object *object) {
  if (session == nullptr || kind == nullptr || object == nullptr) return MQS_SHIM_ARGUMENT;
  const auto meant = kind_of_word(kind);
  if (!meant) return MQS_SHIM_ARGUMENT;
  return guard<int>(session, MQS_SHIM_FAILED, [&]() -> int {
    if (!is_open(*session)) return MQS_SHIM_FAILED;
    ProcessReport report;
    if (const Status status = session->session->look_at(*meant, Address(handle), report); !status) {
      session->error = status.error().message;
      return MQS_SHIM_FAILED;
    }
    session->lent_name = name_in(report);
    session->lent_line = summary(report);
    mqs_shim_object filled{};
    filled.handle = handle;
    filled.name = session->lent_name.c_str();
    filled.line = session->lent_line.c_str();
    return narrow(filled, &mqs_shim_object::line, object) ? MQS_SHIM_OK : MQS_SHIM_ARGUMENT;
  });
}
