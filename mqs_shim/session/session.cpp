#include "mqs_shim/session/session.h"

#include <algorithm>

#include "mpidbg/base/split.h"
#include "mqs_shim/plugin/output_capture.h"
#include "mqs_shim/session/answer.h"
#include "mqs_shim/session/attachment.h"
#include "mqs_shim/session/hold.h"

namespace mqs_shim {
namespace {

constexpr std::size_t plugin_lines_limit = 20;

}  // namespace

struct Session::State {
  State(const Plugin &plugin, Target &target, const SessionOptions &o)
      : options(o), attachment(std::make_unique<Attachment>(plugin, target, options)), hold(attachment->talk) {}

  const SessionOptions options;
  std::unique_ptr<Attachment> attachment;
  Hold hold;
  std::vector<std::string> warnings;  // warnings of the setup and of the last read

  Answer answer(ProcessReport &report) { return {*attachment, hold, options, report}; }
  bool captures_output() const { return options.capture_output && !attachment->extended(); }
  void add_plugin_output(const std::string &text);
};

void Session::State::add_plugin_output(const std::string &text) {
  for (const std::string_view part : mpidbg::split(text, '\n')) {
    const std::string line = plain_text(std::string(part).c_str());
    if (line.empty()) continue;
    const std::string warning = "plugin says: " + line;
    if (std::find(warnings.begin(), warnings.end(), warning) != warnings.end()) continue;
    if (warnings.size() == plugin_lines_limit) warnings.emplace_back("plugin says: ... and more");
    if (warnings.size() > plugin_lines_limit) return;
    warnings.push_back(warning);
  }
}

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}

Session::~Session() {
  const OutputCapture output(state_->captures_output());
  state_->attachment.reset();
}

Result<std::unique_ptr<Session>> Session::open(const Plugin &plugin, Target &target, const SessionOptions &options) {
  std::unique_ptr<Session> session(new Session(std::make_unique<State>(plugin, target, options)));
  State &state = *session->state_;
  OutputCapture output(state.captures_output());
  Status status = state.attachment->set_up();
  state.add_plugin_output(output.finish());
  if (!status) {
    Error error = std::move(status).error();
    return error;
  }
  return session;
}

Status Session::read(const Questions &questions, ProcessReport &report) {
  OutputCapture output(state_->captures_output());
  if (!state_->options.told_of_moves) state_->hold.take_back();
  Status status = state_->answer(report).read(questions);
  state_->add_plugin_output(output.finish());
  report.warnings.insert(report.warnings.end(), state_->warnings.begin(), state_->warnings.end());
  if (!status) report.error = status.error().message;
  return status;
}

Status Session::look_at(mpidbg_handle_kind_t kind, Address handle, ProcessReport &report) {
  return state_->answer(report).look_at(kind, handle);
}

Result<Address> Session::resolve(mpidbg_handle_kind_t kind, const std::string &expression) {
  ProcessReport report;
  return state_->answer(report).resolve(kind, expression);
}

Result<mqs_process_ *> Session::lend_process() {
  ProcessReport report;
  MPIDBG_TRY(state_->answer(report).prepare("variables"));
  return &state_->attachment->process;
}

std::size_t Session::read_memory(Address address, void *buffer, std::size_t size) {
  constexpr std::size_t page_size = 4096;
  std::size_t done = 0;
  while (done < size) {
    const Address at = address + done;
    const std::size_t part = std::min<std::size_t>(size - done, page_size - at.value() % page_size);
    if (!state_->attachment->process.memory.read(at, static_cast<std::byte *>(buffer) + done, part)) break;
    done += part;
  }
  return done;
}

Target &Session::target() {
  return state_->attachment->image.target;
}

void Session::forget_memory() {
  state_->hold.take_back();
}

Session::Statistics Session::statistics() const {
  return Statistics{state_->attachment->process.memory.statistics(), allocation_count(), live_allocation_count()};
}

const std::vector<std::string> &Session::diagnostics() const {
  return state_->attachment->image.journal.diagnostics();
}
const std::vector<std::string> &Session::missing_fields() const {
  return state_->attachment->image.journal.missing_fields();
}

}  // namespace mqs_shim
