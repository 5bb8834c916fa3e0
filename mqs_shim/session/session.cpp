#include "mqs_shim/session/session.h"

#include <algorithm>
#include <set>

#include "mqs_shim/plugin/output_capture.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/function_names.h"
#include "mqs_shim/session/handle_expression.h"
#include "mqs_shim/session/read_communicators.h"
#include "mqs_shim/session/read_handles.h"
#include "mqs_shim/session/read_keyvals.h"
#include "mqs_shim/session/read_objects.h"
#include "mqs_shim/session/read_queues.h"
#include "mqs_shim/session/read_recorded.h"
#include "mqs_shim/session/read_variables.h"

namespace mqs_shim {
namespace {

constexpr std::size_t plugin_lines_limit = 20;

}  // namespace

struct Session::State {
  State(const Plugin &p, Target &target, const SessionOptions &o)
      : plugin(p),
        options(o),
        image(target, p.dialect()),
        process(image, o.told_of_moves ? PageCache::large_capacity : PageCache::small_capacity),
        talk{p, p.functions(), image, process} {}

  const Plugin &plugin;
  const SessionOptions options;
  mqs_image_ image;
  mqs_process_ process;
  Conversation talk;
  // What is to be undone, in reverse.
  bool image_is_set_up = false;
  bool process_is_set_up = false;
  bool handle_image_is_set_up = false;
  bool is_held = false;               // the plugin may keep what it has read
  std::vector<std::string> warnings;  // of the setup and of the last read

  bool capture() const { return options.capture_output && !plugin.dialect().extended; }
  Status set_up();
  Status refusal(int code, const char *message) const;
  std::string set_up_handles();
  bool is_known_by_recorder();
  void tear_down();

  Status read(const Questions &questions, ProcessReport &report);
  Status read_header(ProcessReport &report, mpidbg_process_info_t &info, bool of_variables = false);
  bool has_snapshots();
  void lend_memory_ranges();
  Status read_one(const Questions::Object &object, ProcessReport &report);
  Status read_one(mpidbg_handle_kind_t kind, Address handle, ProcessReport &report);
  Status look_at(mpidbg_handle_kind_t kind, Address handle, ProcessReport &report);
  void add_named_communicators(ProcessReport &report);
  Status hold(const ProcessReport &report);
  void forget_memory();
  void report_doubts(ProcessReport &report);
  void add_plugin_output(const std::string &text);
};

// ---- setup ----

Status Session::State::refusal(int code, const char *message) const {
  std::string sentence = expand_message(message, options.image_name);
  const std::string why = talk.why(code);
  if (sentence.empty()) {
    sentence = why;
  } else if (sentence.find(why) == std::string::npos) {
    sentence += " (" + why + ")";
  }
  // The first type that a plain plugin missed: it stops there, or goes on to miss dozens.
  const auto &types = image.journal.missing_types();
  if (!plugin.dialect().extended && !types.empty() && sentence.find(types.front()) == std::string::npos) {
    sentence += "; the type " + types.front() + " is not known";
  }
  // Most messages begin with the name.
  if (sentence.find(options.image_name) == std::string::npos) {
    sentence = "the plugin cannot look at " + options.image_name + ": " + sentence;
  }
  return Error{code == mqs_no_information ? ErrorCode::not_supported : ErrorCode::unavailable, sentence, {}};
}

Status Session::State::set_up() {
  JournalScope journal(image.journal);
  const PluginFunctions &call = plugin.functions();
  char *message = nullptr;

  int code = call.mqs_setup_image(&image, &image_callbacks());
  if (code != mqs_ok) return refusal(code, nullptr);
  image_is_set_up = true;
  if (call.mpidbg_set_field_types != nullptr) call.mpidbg_set_field_types(&image, field_type_function());
  code = call.mqs_image_has_queues(&image, &message);
  // The program may be one that only its recorder tells of, which is in its memory.
  if (code != mqs_ok && !plugin.dialect().extended) return refusal(code, message);

  code = call.mqs_setup_process(&process, &process_callbacks());
  if (code != mqs_ok) return refusal(code, nullptr);
  process_is_set_up = true;
  lend_memory_ranges();
  message = nullptr;
  code = call.mqs_process_has_queues(&process, &message);
  if (code != mqs_ok) {
    // Without queues there may be communicators and a state to tell, where the plugin has words for that.
    mpidbg_process_info_t info{};
    info.struct_size = sizeof info;
    const bool goes_on = plugin.dialect().extended && call.mpidbg_process_query(&process, &info) == mqs_ok;
    if (!goes_on) return refusal(code, message);
  }
  if (plugin.dialect().extended) set_up_handles();
  return {};
}

// What went wrong, or an empty text. Tried again at each read: before MPI_Init there are no handles.
std::string Session::State::set_up_handles() {
  const PluginFunctions &call = plugin.functions();
  if (talk.handles_ready) return {};
  if (call.mpidbg_init_once == nullptr || call.mpidbg_init_per_image == nullptr ||
      call.mpidbg_init_per_process == nullptr) {
    return "the plugin has no handle queries";
  }
  if (!handle_image_is_set_up) {
    int code = call.mpidbg_init_once(&basic_callbacks());
    if (code == MPIDBG_SUCCESS) {
      mpidbg_handle_info_t types{};
      code = call.mpidbg_init_per_image(&image, &image_callbacks(), &types);
    }
    if (code == MPIDBG_SUCCESS) {
      handle_image_is_set_up = true;
    } else if (!is_known_by_recorder()) {
      return talk.why_no_handle(code);
    }
  }
  mpidbg_handle_info_t types{};
  const int code = call.mpidbg_init_per_process(&process, &process_callbacks(), &types);
  if (code != MPIDBG_SUCCESS) return talk.why_no_handle(code);
  talk.handles_ready = true;
  return {};
}

// The program's image says nothing of MPI, and the process's memory does.
bool Session::State::is_known_by_recorder() {
  mpidbg_process_info_t info{};
  info.struct_size = sizeof info;
  return talk.call.mpidbg_process_query(&process, &info) == MPIDBG_SUCCESS && info.recorder_alone != 0;
}

void Session::State::tear_down() {
  JournalScope journal(image.journal);
  OutputCapture output(capture());
  const PluginFunctions &call = plugin.functions();
  if (talk.handles_ready && call.mpidbg_finalize_per_process != nullptr) {
    call.mpidbg_finalize_per_process(&process, process.info);
  }
  if (process_is_set_up && process.info != nullptr) call.mqs_destroy_process_info(process.info);
  if (handle_image_is_set_up && call.mpidbg_finalize_per_image != nullptr) {
    call.mpidbg_finalize_per_image(&image, image.info);
  }
  if (image_is_set_up && image.info != nullptr) call.mqs_destroy_image_info(image.info);
}

// ---- one answer ----

Status Session::State::read(const Questions &questions, ProcessReport &report) {
  JournalScope journal(image.journal);
  if (!options.told_of_moves) forget_memory();
  report.plugin = plugin.version();

  mpidbg_process_info_t info{};
  MPIDBG_TRY(read_header(report, info, questions.tool_information()));
  MPIDBG_TRY(hold(report));
  const bool wants_variables = questions.tool_information();
  const std::string no_objects = report.mpi_state == MPIDBG_MPI_FINALIZED
                                     ? "MPI_Finalize has started"
                                     : plain_text(info.handle_problem, sizeof info.handle_problem);
  const bool is_about_objects = questions.details || questions.queues || questions.groups || questions.object ||
                                !questions.kinds.empty() || !questions.freed.empty();
  if (!no_objects.empty() && is_about_objects && !wants_variables) {
    return Error{ErrorCode::not_supported, no_objects + "; of a program under mpidbg record its recorder tells"};
  }
  const bool wants_handles =
      questions.details || questions.groups || wants_variables || !questions.kinds.empty() || questions.object;
  if (plugin.dialect().extended && wants_handles) {
    if (const std::string problem = set_up_handles(); !problem.empty()) {
      report.add_gap("handles cannot be looked at: " + problem);
    }
  }
  // Before anything is asked that a search of memory may have a part in.
  if (wants_handles || !wants_variables) lend_memory_ranges();
  if (no_objects.empty() && (questions.details || questions.queues))
    read_communicators(talk, questions, options, info, report);
  if (questions.queues && plugin.dialect().extended) {
    read_extended_queue(talk, MPIDBG_QUEUE_UNCLAIMED,
                        plain_text(info.queue_problem[MPIDBG_QUEUE_UNCLAIMED], sizeof info.queue_problem[0]),
                        options.operation_limit, report, report.unclaimed);
  }
  if (questions.groups) read_groups(talk, report);
  read_objects(talk, questions.kinds, report.handles);
  read_variables(talk, questions, report);
  if (questions.object) {
    MPIDBG_TRY(read_one(*questions.object, report));
    read_keyvals(talk, report);
  }
  if (!wants_variables && plugin.dialect().extended) read_recorded(talk, questions, report);
  name_functions(image.target, report);
  report_doubts(report);
  return {};
}

// Where objects can lie that no table lists.
void Session::State::lend_memory_ranges() {
  if (talk.call.mpidbg_set_memory_ranges == nullptr) return;
  std::vector<mpidbg_memory_range_t> ranges;
  for (const MemoryRange &range : image.target.private_memory()) {
    ranges.push_back({static_cast<mqs_taddr_t>(range.begin.value()), static_cast<mqs_taddr_t>(range.end.value())});
  }
  talk.call.mpidbg_set_memory_ranges(&process, static_cast<int>(ranges.size()), ranges.data());
}

Status Session::State::read_one(const Questions::Object &object, ProcessReport &report) {
  MPIDBG_ASSIGN(handle, resolve_handle(talk, report, object.kind, object.expression));
  report.shown = HandleReferenceRecord{object.kind, handle};
  Status seen = read_one(object.kind, handle, report);
  // Memory does not have it; it may have been freed.
  if (!seen && read_unseen(talk, object.kind, handle, report)) return {};
  return seen;
}

Status Session::State::read_one(mpidbg_handle_kind_t kind, Address handle, ProcessReport &report) {
  if (kind == MPIDBG_KIND_COMM || kind == MPIDBG_KIND_GROUP) {
    const auto is_it = [&](const auto &record) { return record.handle == handle; };
    const bool found = kind == MPIDBG_KIND_COMM
                           ? std::any_of(report.communicators.begin(), report.communicators.end(), is_it)
                           : std::any_of(report.groups.begin(), report.groups.end(), is_it);
    if (found) return {};
    CommunicatorRecord communicator;
    GroupRecord group;
    return kind == MPIDBG_KIND_COMM ? query_communicator(talk, handle, communicator) : query_group(talk, handle, group);
  }
  return read_object(talk, kind, handle, report);
}

// From here on the plugin may keep what it has read.
Status Session::State::hold(const ProcessReport &report) {
  if (is_held) return {};
  if (talk.call.mpidbg_set_held != nullptr) talk.call.mpidbg_set_held(&process, 1);
  is_held = true;
  if (report.mpi_state == MPIDBG_MPI_FINALIZED) return {};  // no communicators
  if (const int code = talk.call.mqs_update_communicator_list(&process); code != mqs_ok) {
    Error error{ErrorCode::unavailable, "the communicators cannot be read: " + talk.why(code), {}};
    forget_memory();
    return error;
  }
  return {};
}

void Session::State::forget_memory() {
  process.memory.drop();
  is_held = false;
  if (talk.call.mpidbg_set_held != nullptr) talk.call.mpidbg_set_held(&process, 0);
}

Status Session::State::look_at(mpidbg_handle_kind_t kind, Address handle, ProcessReport &report) {
  JournalScope journal(image.journal);
  if (!is_held) {
    forget_memory();
    mpidbg_process_info_t info{};
    MPIDBG_TRY(read_header(report, info));
    MPIDBG_TRY(hold(report));
    if (const std::string problem = set_up_handles(); !problem.empty()) {
      return Error{ErrorCode::unavailable, "handles cannot be looked at: " + problem, {}};
    }
    lend_memory_ranges();
  }
  report.shown = HandleReferenceRecord{kind, handle};
  Status seen;
  if (kind == MPIDBG_KIND_COMM) {
    seen = query_communicator(talk, handle, report.communicators.emplace_back());
    if (!seen) report.communicators.clear();
  } else if (kind == MPIDBG_KIND_GROUP) {
    seen = query_group(talk, handle, report.groups.emplace_back());
    if (!seen) report.groups.clear();
  } else {
    seen = read_object(talk, kind, handle, report);
    if (seen) add_named_communicators(report);
  }
  if (!seen && read_unseen(talk, kind, handle, report)) {
    name_functions(image.target, report);
    return {};
  }
  return seen;
}

// Those that the objects are shown with.
void Session::State::add_named_communicators(ProcessReport &report) {
  std::set<Address> named;
  report.handles.for_each([&](const auto &list) {
    for (const auto &record : list.objects) {
      if constexpr (requires { record.communicator; }) named.insert(record.communicator);
    }
  });
  for (const Address handle : named) {
    CommunicatorRecord record;
    if (!handle.is_null() && query_communicator(talk, handle, record))
      report.communicators.push_back(std::move(record));
  }
}

// Of variables: they can be told of after MPI has ended.
bool Session::State::has_snapshots() {
  int count = 0;
  return talk.call.mpidbg_snapshot_get_num != nullptr &&
         talk.call.mpidbg_snapshot_get_num(&process, &count) == MPIDBG_SUCCESS && count > 0;
}

Status Session::State::read_header(ProcessReport &report, mpidbg_process_info_t &info, bool of_variables) {
  if (!plugin.dialect().extended) {
    report.world_rank = image.target.world_rank().value_or(-1);
    if (report.world_rank < 0 && talk.call.mqs_get_global_rank != nullptr) {
      report.world_rank = talk.call.mqs_get_global_rank(&process);
    }
    return {};
  }
  info.struct_size = sizeof info;
  if (const int code = talk.call.mpidbg_process_query(&process, &info); code != mqs_ok) {
    return Error{ErrorCode::unavailable, "the state of MPI cannot be read: " + talk.why(code), {}};
  }
  report.library = plain_text(info.library, sizeof info.library);
  report.point_to_point = plain_text(info.point_to_point, sizeof info.point_to_point);
  report.layout_source = plain_text(info.layout_source, sizeof info.layout_source);
  report.mpi_state = info.mpi_state;
  report.world_rank = info.world_rank;
  report.world_size = info.world_size;
  report.sees_memory = info.recorder_alone == 0 && info.mpi_state != MPIDBG_MPI_FINALIZED;
  report.job = info.job;
  report.local_job = info.local_job;
  if (info.mpi_state == MPIDBG_MPI_NOT_INITIALIZED) {
    return Error{ErrorCode::unavailable, "MPI is not initialised: the process is before or in MPI_Init", {}};
  }
  if (info.mpi_state == MPIDBG_MPI_FINALIZED && !(of_variables && has_snapshots())) {
    return Error{ErrorCode::unavailable, "MPI is finalised: the process is in or after MPI_Finalize", {}};
  }
  return {};
}

// A plain plugin that is told that a field does not exist goes on as if it were the one at offset -1 or 0.
void Session::State::report_doubts(ProcessReport &report) {
  if (plugin.dialect().extended) return;
  for (const std::string &field : image.journal.missing_fields()) {
    report.add_gap("the plugin uses the field " + field + ", which is not known: what it shows is not to be relied on");
  }
}

void Session::State::add_plugin_output(const std::string &text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = plain_text(text.substr(at, end - at).c_str());
    at = end + 1;
    if (line.empty()) continue;
    const std::string warning = "plugin says: " + line;
    if (std::find(warnings.begin(), warnings.end(), warning) != warnings.end()) continue;
    if (warnings.size() == plugin_lines_limit) warnings.emplace_back("plugin says: ... and more");
    if (warnings.size() > plugin_lines_limit) return;
    warnings.push_back(warning);
  }
}

// ---- the interface ----

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}

Session::~Session() {
  state_->tear_down();
}

Result<std::unique_ptr<Session>> Session::open(const Plugin &plugin, Target &target, const SessionOptions &options) {
  std::unique_ptr<Session> session(new Session(std::make_unique<State>(plugin, target, options)));
  State &state = *session->state_;
  OutputCapture output(state.capture());
  Status status = state.set_up();
  state.add_plugin_output(output.finish());
  if (!status) {
    Error error = std::move(status).error();
    return error;
  }
  return session;
}

Status Session::read(const Questions &questions, ProcessReport &report) {
  OutputCapture output(state_->capture());
  Status status = state_->read(questions, report);
  state_->add_plugin_output(output.finish());
  report.warnings.insert(report.warnings.end(), state_->warnings.begin(), state_->warnings.end());
  if (!status) report.error = status.error().message;
  return status;
}

Status Session::look_at(mpidbg_handle_kind_t kind, Address handle, ProcessReport &report) {
  return state_->look_at(kind, handle, report);
}

Result<mqs_process_ *> Session::lend_process() {
  ProcessReport report;
  mpidbg_process_info_t info{};
  MPIDBG_TRY(state_->read_header(report, info));
  MPIDBG_TRY(state_->hold(report));
  if (const std::string problem = state_->set_up_handles(); !problem.empty()) {
    return Error{ErrorCode::unavailable, "variables cannot be looked at: " + problem, {}};
  }
  state_->lend_memory_ranges();
  return &state_->process;
}

std::size_t Session::read_memory(Address address, void *buffer, std::size_t size) {
  constexpr std::size_t page_size = 4096;
  std::size_t done = 0;
  while (done < size) {
    const Address at = address + done;
    const std::size_t part = std::min<std::size_t>(size - done, page_size - at.value() % page_size);
    if (!state_->process.memory.read(at, static_cast<std::byte *>(buffer) + done, part)) break;
    done += part;
  }
  return done;
}

void Session::forget_memory() {
  state_->forget_memory();
}

Session::Statistics Session::statistics() const {
  return Statistics{state_->process.memory.statistics(), allocation_count(), live_allocation_count()};
}

const std::vector<std::string> &Session::diagnostics() const {
  return state_->image.journal.diagnostics();
}
const std::vector<std::string> &Session::missing_fields() const {
  return state_->image.journal.missing_fields();
}

}  // namespace mqs_shim
