#include "mqs_shim/targets/callback_process.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "mpidbg/base/split.h"
#include "mqs_shim/look/surroundings.h"
#include "mqs_shim/stacks/mpi_stacks.h"
#include "mqs_shim/targets/c_text.h"
#include "mqs_shim/targets/told_stacks.h"

namespace mqs_shim {

namespace {

constexpr std::size_t most_sockets = 1 << 20;

std::string text_or(const char *text, const char *otherwise) {
  return text == nullptr || *text == '\0' ? otherwise : text;
}

std::vector<std::string> lines_of(const char *text) {
  std::vector<std::string> lines;
  const std::string all = text_of(text);
  for (const std::string_view line : mpidbg::split_list(all, '\n')) lines.emplace_back(line);
  return lines;
}

KernelState to_state(std::int32_t state) {
  return state > 0 && state <= MQS_SHIM_STATE_CRASHED ? static_cast<KernelState>(state) : KernelState::unknown;
}

std::optional<int> known(std::int32_t number) {
  return number < 0 ? std::nullopt : std::optional<int>(number);
}

SocketRecord to_record(const mqs_shim_socket &socket) {
  SocketRecord record;
  record.local = {socket.local_high, socket.local_low, socket.local_port};
  record.remote = {socket.remote_high, socket.remote_low, socket.remote_port};
  record.phase = static_cast<SocketPhase>(std::min<int>(socket.phase, static_cast<int>(SocketPhase::closes)));
  record.unacknowledged = socket.unacknowledged;
  record.unread = socket.unread;
  record.retransmissions = socket.retransmissions;
  return record;
}

}  // namespace

CallbackProcess::CallbackProcess(const mqs_shim_target &table, CallbackTarget &target, Session *session,
                                 std::string problem)
    : table_(table),
      target_(target),
      session_(session),
      problem_(std::move(problem)),
      name_(text_of(table.name)),
      host_(text_of(table.host)) {}

mqs_shim_description CallbackProcess::ask(const char *error) {
  mqs_shim_description description{};
  description.struct_size = sizeof description;
  description.world_rank = description.world_size = -1;
  if (table_.describe != nullptr) table_.describe(table_.context, error, &description);
  return description;
}

std::optional<int> CallbackProcess::world_rank() {
  return table_.world_rank >= 0 ? known(table_.world_rank) : known(ask(nullptr).world_rank);
}

void CallbackProcess::describe(ProcessReport &report, bool with_state) {
  report.target = name_;
  report.host = host_;
  report.pid = table_.pid;
  report.is_core = table_.is_core != 0;
  const mqs_shim_description description = ask(nullptr);
  report.environment_job = text_of(description.job);
  if (with_state) report.state = to_state(description.state);
}

Result<Session *> CallbackProcess::session() {
  if (session_ == nullptr) return Error{ErrorCode::system, problem_};
  return session_;
}

Status CallbackProcess::hold() {
  const char *problem = nullptr;
  const int result = table_.hold == nullptr ? 1 : table_.hold(table_.context, &problem);
  may_be_let_go_ = result == -1;
  if (result == 1) return {};
  return Error{may_be_let_go_ ? ErrorCode::unavailable : ErrorCode::system,
               text_or(problem, "the process cannot be held still")};
}

void CallbackProcess::resume() {
  if (table_.resume == nullptr) return;
  table_.resume(table_.context);
  if (session_ != nullptr && table_.is_core == 0) session_->forget_memory();
}

void CallbackProcess::wait_for_tracers() {
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

Result<std::vector<MpiStack>> CallbackProcess::stacks() {
  if (table_.threads == nullptr) return std::vector<MpiStack>();
  std::size_t count = 0;
  const mqs_shim_thread *threads = nullptr;
  const char *problem = nullptr;
  if (table_.threads(table_.context, &count, &threads, &problem) != 1)
    return Error{ErrorCode::unavailable, text_or(problem, "the target does not give them")};
  auto told = told_stacks(count, threads);
  if (!told) return Error{ErrorCode::corrupt, "the target's threads are not those of a known version"};
  return mpi_stacks(std::move(*told), CallbackCode(target_, *session_));
}

std::optional<std::vector<SocketRecord>> CallbackProcess::sockets() {
  std::size_t count = 0;
  const mqs_shim_socket *sockets = nullptr;
  if (table_.sockets == nullptr || table_.sockets(table_.context, &count, &sockets) != 1) return std::nullopt;
  std::vector<SocketRecord> records;
  for (std::size_t i = 0; i < std::min(count, most_sockets); ++i) records.push_back(to_record(sockets[i]));
  return records;
}

void CallbackProcess::name_frames(MpiStack &stack, NamedFrames which) {
  // Without a function for source places, nothing is added: the caller of the C API has named the frames itself.
  if (table_.place != nullptr) mqs_shim::name_frames(stack, CallbackCode(target_, *session_), which);
}

void CallbackProcess::name_last_calls(ProcessReport &report) {
  mqs_shim::name_last_calls(report, CallbackCode(target_, *session_));
}

bool CallbackProcess::end_look(ProcessReport &report) {
  const mqs_shim_description description = ask(report.error.c_str());
  add_surroundings(report, {known(description.world_rank), known(description.world_size), text_of(description.program),
                            lines_of(description.warnings), lines_of(description.gaps)});
  if (report.error.empty()) return false;
  if (report.state != KernelState::unknown && description.state > 0) report.state = to_state(description.state);
  report.error = text_or(description.error, report.error.c_str());
  return description.has_ended != 0;
}

std::optional<RecordedLooks> CallbackProcess::recorded_looks() {
  RecordedLooks looks;
  const char *boot = nullptr;
  if (table_.recorded_looks == nullptr ||
      table_.recorded_looks(table_.context, &boot, &looks.first, &looks.second) != 1)
    return std::nullopt;
  looks.boot = text_of(boot);
  return looks;
}

void CallbackProcess::show_recorded_look(bool first) {
  if (table_.show_recorded_look == nullptr) return;
  table_.show_recorded_look(table_.context, first ? 1 : 0);
  if (session_ != nullptr) session_->forget_memory();
}

}  // namespace mqs_shim
