#include "mqs_shim/session/answer.h"

#include <algorithm>

#include "mqs_shim/session/function_names.h"
#include "mqs_shim/session/handle_expression.h"
#include "mqs_shim/session/read_communicators.h"
#include "mqs_shim/session/read_keyvals.h"
#include "mqs_shim/session/read_objects.h"
#include "mqs_shim/session/read_queues.h"
#include "mqs_shim/session/read_recorded.h"
#include "mqs_shim/session/read_variables.h"

namespace mqs_shim {

namespace {

constexpr std::size_t most_arrays = 64;

bool is_about_handles(const Questions &questions) {
  return questions.communicators() || questions.groups || questions.object || !questions.kinds.empty();
}

bool is_about_objects(const Questions &questions) {
  return is_about_handles(questions) || !questions.freed.empty();
}

// Returns the sorted addresses of the records of all requests and pending operations in the report. A record is the
// library's struct for a request whose handle is only a number, as in MPICH; Open MPI has none.
std::vector<Address> records_of_requests(const ProcessReport &report) {
  std::vector<Address> records;
  for (const CommunicatorRecord &communicator : report.communicators) {
    for (const int queue : {MPIDBG_QUEUE_SENDS, MPIDBG_QUEUE_RECEIVES}) {
      for (const Operation &operation : communicator.queues[static_cast<std::size_t>(queue)].operations)
        if (!operation.record.is_null() && !operation.request.is_null()) records.push_back(operation.record);
    }
  }
  for (const RequestRecord &request : report.handles.requests.objects) {
    if (!request.record.is_null()) records.push_back(request.record);
  }
  std::sort(records.begin(), records.end());
  return records;
}

}  // namespace

Status Answer::read(const Questions &questions) {
  const JournalScope journal(attachment_.image.journal);
  report_.plugin = talk_.plugin.version();
  MPIDBG_TRY(read_header(questions.tool_information()));
  if (!hold_.is_given()) attachment_.forget_lent();
  MPIDBG_TRY(hold_.give(report_.mpi_state));
  const std::string no_objects = why_no_objects();
  if (!no_objects.empty() && is_about_objects(questions) && !questions.tool_information()) {
    return Error{ErrorCode::not_supported,
                 no_objects + "; if the program was started with mpidbg record, the recorder knows them",
                 {}};
  }
  const bool wants_handles = is_about_handles(questions) || questions.tool_information();
  if (attachment_.has_handles() && wants_handles) {
    if (const std::string problem = attachment_.set_up_handles(); !problem.empty()) {
      report_.add_gap("handles cannot be inspected: " + problem);
    }
  }
  // Tells the plugin in which memory to search. That has to happen before any question that may need a search.
  if (wants_handles || !questions.tool_information()) {
    questions.requests_at_hand ? attachment_.lend_words(questions.objects_at_hand) : attachment_.lend_memory_ranges();
  }
  MPIDBG_TRY(read_parts(questions));
  name_functions(attachment_.image.target, report_);
  report_doubts();
  return {};
}

Status Answer::read_parts(const Questions &questions) {
  if (questions.communicators() && why_no_objects().empty()) {
    read_communicators(talk_, questions, info_, operations_, Allowance(options_.communicator_bytes), report_);
  }
  for (const ProbingThread &thread : questions.probing) add_probe(talk_, thread, report_);
  if (questions.queues) read_unclaimed();
  if (questions.channels) read_progress(talk_, report_);
  if (questions.layout_checks) read_layout_checks();
  if (questions.groups && questions.queues) {
    read_groups_of_communicators(talk_, report_);
  } else if (questions.groups) {
    read_groups(talk_, report_);
  }
  read_objects(talk_, questions.kinds, report_.handles);
  if (questions.requests_at_hand) {
    read_requests(talk_, requests_at_hand(questions), report_.handles);
    read_request_arrays(questions);
    read_files_of_requests(questions);
  }
  read_variables(talk_, questions, report_);
  if (const auto &object = questions.object) {
    MPIDBG_ASSIGN(handle, resolve_handle(talk_, info_, object->kind, object->expression));
    MPIDBG_TRY(read_shown(object->kind, handle, true));
    read_keyvals(talk_, report_);
  }
  if (!questions.tool_information() && attachment_.extended()) read_recorded(talk_, questions, report_);
  return {};
}

// Returns true if request handles are pointers, and also if the plugin does not report the width of handles.
bool Answer::has_pointers_as_requests() const {
  const std::size_t width = info_.handle_width[MPIDBG_KIND_REQUEST];
  return width == 0 || width == attachment_.image.target.pointer_size();
}

// Returns all addresses that may be requests: those in the questions, and the elements of possible arrays of requests.
std::vector<Address> Answer::requests_at_hand(const Questions &questions) const {
  std::vector<Address> found = *questions.requests_at_hand;
  if (has_pointers_as_requests()) add_elements(talk_, questions.request_arrays_at_hand, found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void Answer::read_request_arrays(const Questions &questions) {
  if (questions.record_arrays_at_hand.empty()) return;
  const std::vector<Address> records = records_of_requests(report_);
  if (records.empty()) return;
  const auto is_record = [&](Address one) { return std::binary_search(records.begin(), records.end(), one); };
  const std::vector<Address> &at_hand = *questions.requests_at_hand;
  if (std::any_of(at_hand.begin(), at_hand.end(), is_record)) return;
  for (const Address array : questions.record_arrays_at_hand) {
    if (report_.request_arrays.size() >= most_arrays) return;
    std::vector<Address> found = records_in_array(talk_, array, records);
    if (!found.empty()) report_.request_arrays.try_emplace(array, std::move(found));
  }
}

// Reads all MPI files if an active request may belong to a file operation of the library. A function that waiting calls
// run completes such requests. All memory is searched, as files may be anywhere.
void Answer::read_files_of_requests(const Questions &questions) {
  const std::vector<RequestRecord> &requests = report_.handles.requests.objects;
  const bool has_polled = std::any_of(requests.begin(), requests.end(), [](const RequestRecord &one) {
    return one.has(MPIDBG_REQUEST_INFO_POLLED) && one.state == MPIDBG_REQUEST_ACTIVE;
  });
  if (!has_polled || questions.kinds.contains(MPIDBG_KIND_FILE)) return;
  attachment_.lend_memory_ranges();
  read_objects(talk_, {MPIDBG_KIND_FILE}, report_.handles);
}

void Answer::read_unclaimed() {
  if (!attachment_.extended()) {
    report_.unclaimed.problem = unlisted_by_plain(MPIDBG_QUEUE_UNCLAIMED);
    return;
  }
  read_extended_queue(talk_, MPIDBG_QUEUE_UNCLAIMED,
                      plain_text(info_.queue_problem[MPIDBG_QUEUE_UNCLAIMED], sizeof info_.queue_problem[0]),
                      operations_, report_, report_.unclaimed);
}

Status Answer::prepare(const char *subject) {
  MPIDBG_TRY(read_header(false));
  if (!hold_.is_given()) attachment_.forget_lent();
  MPIDBG_TRY(hold_.give(report_.mpi_state));
  if (const std::string problem = attachment_.set_up_handles(); !problem.empty()) {
    return Error{ErrorCode::unavailable, std::string(subject) + " cannot be inspected: " + problem, {}};
  }
  attachment_.lend_memory_ranges();
  return {};
}

Status Answer::look_at(mpidbg_handle_kind_t kind, Address handle) {
  const JournalScope journal(attachment_.image.journal);
  if (!hold_.is_given()) {
    hold_.take_back();
    MPIDBG_TRY(prepare("handles"));
  }
  MPIDBG_TRY(read_shown(kind, handle, false));
  if (report_.recorder) name_functions(attachment_.image.target, report_);
  return {};
}

Result<Address> Answer::resolve(mpidbg_handle_kind_t kind, const std::string &expression) {
  const JournalScope journal(attachment_.image.journal);
  MPIDBG_TRY(prepare("handles"));
  return resolve_handle(talk_, info_, kind, expression);
}

Status Answer::read_shown(mpidbg_handle_kind_t kind, Address handle, bool in_full) {
  report_.shown = HandleReferenceRecord{kind, handle};
  const std::string problem = kind_problem(talk_, kind);
  Status seen = read_object(talk_, kind, handle, report_);
  if (seen) {
    // If the plugin now reports a different problem, it is about the object that was just read.
    if (const std::string found = kind_problem(talk_, kind); found != problem) report_.add_gap(found);
    read_named_communicators(talk_, in_full, report_);
    return {};
  }
  // The object is not in memory, but if it was freed, the recorder may know it.
  if (read_unseen(talk_, kind, handle, report_)) return {};
  return seen;
}

// Returns the reason why this answer cannot show any MPI object; empty if it can show some.
std::string Answer::why_no_objects() const {
  if (report_.mpi_state == MPIDBG_MPI_FINALIZED) return "MPI_Finalize has started";
  return plain_text(info_.handle_problem, sizeof info_.handle_problem);
}

// Returns true if the recorder has snapshots of variables, which can be read even after MPI was finalized.
bool Answer::has_snapshots() const {
  int count = 0;
  return talk_.call.mpidbg_snapshot_get_num != nullptr &&
         talk_.call.mpidbg_snapshot_get_num(&attachment_.process, &count) == MPIDBG_SUCCESS && count > 0;
}

Status Answer::read_header(bool of_variables) {
  if (!attachment_.extended()) {
    report_.world_rank = attachment_.image.target.world_rank().value_or(-1);
    if (report_.world_rank < 0 && talk_.call.mqs_get_global_rank != nullptr) {
      report_.world_rank = talk_.call.mqs_get_global_rank(&attachment_.process);
    }
    return {};
  }
  info_.struct_size = sizeof info_;
  if (const int code = talk_.call.mpidbg_process_query(&attachment_.process, &info_); code != MPIDBG_SUCCESS) {
    return Error{ErrorCode::unavailable, "the state of MPI cannot be read: " + talk_.why_no_handle(code), {}};
  }
  report_.library = plain_text(info_.library, sizeof info_.library);
  report_.point_to_point = plain_text(info_.point_to_point, sizeof info_.point_to_point);
  report_.layout_source = plain_text(info_.layout_source, sizeof info_.layout_source);
  report_.mpi_state = info_.mpi_state;
  report_.thread_level = info_.thread_level;
  report_.callbacks_over = info_.callbacks_over != 0;
  report_.world_rank = info_.world_rank;
  report_.world_size = info_.world_size;
  report_.sees_memory = info_.recorder_alone == 0 && info_.mpi_state != MPIDBG_MPI_FINALIZED;
  report_.job = info_.job;
  report_.local_job = info_.local_job;
  if (info_.mpi_state == MPIDBG_MPI_NOT_INITIALIZED) {
    return Error{ErrorCode::unavailable, "MPI is not initialised: the process is before or in MPI_Init", {}};
  }
  if (info_.mpi_state == MPIDBG_MPI_FINALIZED && !(of_variables && has_snapshots())) {
    return Error{ErrorCode::unavailable, "MPI is finalised: the process is in or after MPI_Finalize", {}};
  }
  return {};
}

void Answer::read_layout_checks() {
  constexpr int most_checks = 1000;
  if (talk_.call.mpidbg_get_layout_check == nullptr) return;
  for (int index = 0; index < most_checks; ++index) {
    mpidbg_layout_check_t check{};
    check.struct_size = sizeof check;
    if (talk_.call.mpidbg_get_layout_check(&attachment_.process, index, &check) != MPIDBG_SUCCESS) return;
    report_.layout_checks.push_back(
        {check.outcome, plain_text(check.subject, sizeof check.subject), plain_text(check.words, sizeof check.words)});
  }
}

// Adds a gap for each nonexistent field that a plain plugin has requested, because it continues as if the field were at
// offset -1 or 0.
void Answer::report_doubts() {
  if (attachment_.extended()) return;
  for (const std::string &field : attachment_.image.journal.missing_fields()) {
    report_.add_gap("the plugin uses the field " + field + ", which is not known: its answers are not reliable");
  }
}

}  // namespace mqs_shim
