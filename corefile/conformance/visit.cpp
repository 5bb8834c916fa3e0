#include "corefile/conformance/visit.h"

#include <algorithm>
#include <climits>
#include <cstring>

#include "corefile/conformance/process_script.h"
#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"
#include "mqs_shim/plugin/queue_name.h"

namespace mqs_shim {
namespace {

constexpr std::size_t most_communicators = 10000;
constexpr std::size_t most_operations = 100000;
constexpr int queues[] = {mqs_pending_sends, mqs_pending_receives, mqs_unexpected_messages};
constexpr char separator = '|';
constexpr const char *unknown = "-1";
constexpr const char *communicator_word = "communicator";
constexpr const char *members_word = "members";
constexpr const char *process_word = "rank of the process";
constexpr const char *global_word = "global rank";
constexpr std::size_t most_members_shown = 1000;

std::string line_of(std::initializer_list<std::string> parts) {
  std::string line;
  for (const std::string &part : parts) line += (line.empty() ? "" : std::string(1, separator)) + part;
  return line;
}

std::string line_of(const mqs_communicator &communicator) {
  std::string name(communicator.name, strnlen(communicator.name, sizeof communicator.name));
  std::replace(name.begin(), name.end(), separator, ' ');
  if (name.empty()) name = unknown;
  return line_of({communicator_word, std::to_string(communicator.local_rank), std::to_string(communicator.size),
                  plain_text(name.c_str())});
}

// Describes the buffer of an operation. Names the object of the made-up process that contains the buffer, because
// addresses differ between ABIs. If no object contains it, gives its address; if the plugin has given no buffer, "-1".
std::string buffer_in(const mqs_pending_operation &operation, std::uint64_t base) {
  if (operation.buffer == 0) return unknown;
  std::string text = operation.system_buffer != 0 ? "system buffer " : "buffer ";
  if (base == 0 || operation.buffer < base || operation.buffer - base >= objects_size) {
    return text + std::to_string(operation.buffer);
  }
  return text + "in object " + std::to_string((operation.buffer - base) / object_distance);
}

std::string line_of(int queue, const mqs_pending_operation &operation, std::uint64_t base) {
  std::string line =
      line_of({queue_name(queue), std::to_string(operation.status), std::to_string(operation.desired_local_rank),
               operation.tag_wild != 0 ? "any tag" : std::to_string(operation.desired_tag),
               std::to_string(operation.desired_length), global_word, std::to_string(operation.desired_global_rank),
               buffer_in(operation, base)});
  if (queue == mqs_pending_sends || operation.status != mqs_st_pending) {
    line += separator + line_of({"actual", std::to_string(operation.actual_local_rank),
                                 std::to_string(operation.actual_tag), std::to_string(operation.actual_length),
                                 global_word, std::to_string(operation.actual_global_rank)});
  }
  return line;
}

bool may_stand_for(const std::string &expected, const std::string &actual, bool hidden) {
  if (expected == actual) return true;
  const auto wanted = mpidbg::split(expected, separator), got = mpidbg::split(actual, separator);
  if (!hidden || wanted.size() != got.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] != got[i] && got[i] != unknown) return false;
  }
  return true;
}

bool is_refusal(const std::string &line) {
  return line.starts_with(refusal_mark);
}

}  // namespace

std::string shown(const std::string &line) {
  std::string text = line;
  std::replace(text.begin(), text.end(), separator, ' ');
  return text;
}

std::string members_line(std::span<const int> ranks) {
  std::string line = members_word;
  for (const int rank : ranks.first(std::min(ranks.size(), most_members_shown)))
    line += separator + std::to_string(rank);
  return line;
}

bool is_members_line(const std::string &line) {
  return line == members_word || line.starts_with(std::string(members_word) + separator);
}

std::string wrong_rank(const std::string &line, const std::string &own_rank, std::span<const int> members) {
  const auto parts = mpidbg::split(line, separator);
  if (parts.size() == 2 && parts.front() == process_word) {
    const auto own = mpidbg::whole_number<std::int64_t>(own_rank);
    if (!own || *own < 0 || *own >= static_cast<std::int64_t>(members.size()) || parts.back() == unknown) return {};
    const std::string right = std::to_string(members[static_cast<std::size_t>(*own)]);
    return parts.back() == right ? ""
                                 : "mqs_get_global_rank answers " + std::string(parts.back()) + " instead of " + right;
  }
  for (const auto &[rank, global] : {std::pair{2, 6}, std::pair{9, 13}}) {
    if (parts.size() <= static_cast<std::size_t>(global) ||
        parts[static_cast<std::size_t>(global) - 1] != global_word) {
      break;
    }
    if (rank == 9 && parts[1] != "1" && parts[1] != "2") break;  // neither matched nor complete
    const std::string_view local(parts[static_cast<std::size_t>(rank)]), said(parts[static_cast<std::size_t>(global)]);
    if (said == unknown) continue;
    const auto number = mpidbg::whole_number<std::int64_t>(local);
    const bool is_member = number && *number >= 0 && *number < static_cast<std::int64_t>(members.size());
    if (is_member && std::to_string(members[static_cast<std::size_t>(*number)]) == said) continue;
    if (number && *number >= static_cast<std::int64_t>(members.size()))
      continue;  // the rank is one of a remote group, or wrong because of damage
    return "the global rank of peer " + std::string(local) + " is " + std::string(said) + " instead of " +
           (is_member ? std::to_string(members[static_cast<std::size_t>(*number)]) : unknown);
  }
  return {};
}

std::vector<std::int64_t> ranks_and_tags(const std::string &line) {
  const auto parts = mpidbg::split(line, separator);
  if (parts.size() < 8 || parts[5] != global_word) return {};
  return {mpidbg::whole_number<std::int64_t>(parts[2]).value_or(-1),
          mpidbg::whole_number<std::int64_t>(parts[3]).value_or(-1)};
}

std::optional<ListedCommunicator> communicator_in(const std::string &line) {
  const auto parts = mpidbg::split(line, separator);
  if (parts.size() != 4 || parts.front() != communicator_word) return std::nullopt;
  return ListedCommunicator{std::string(parts.back()), std::string(parts[1])};
}

std::string difference(const Transcript &expected, const Transcript &actual, bool hidden) {
  const auto quoted = [](const std::string &line) { return "\"" + shown(line) + "\""; };
  if (!hidden) {
    for (std::size_t i = 0; i < std::max(expected.size(), actual.size()); ++i) {
      if (i == actual.size()) return "leaves out " + quoted(expected[i]);
      if (i == expected.size()) return "adds " + quoted(actual[i]);
      if (expected[i] != actual[i]) return "answers " + quoted(actual[i]) + " instead of " + quoted(expected[i]);
    }
    return {};
  }
  // A refusal excuses missing answers only if the plugin did not also refuse for the undamaged process.
  const bool refused = std::any_of(actual.begin(), actual.end(), [&](const std::string &line) {
    return is_refusal(line) && std::find(expected.begin(), expected.end(), line) == expected.end();
  });
  auto next = expected.begin();
  for (const std::string &line : actual) {
    if (is_refusal(line)) continue;
    const auto found = std::find_if(next, expected.end(),
                                    [&](const std::string &wanted) { return may_stand_for(wanted, line, true); });
    if (found == expected.end()) return "answers " + quoted(line);
    if (!refused && found != next && std::any_of(next, found, [](const std::string &l) { return !is_refusal(l); })) {
      return "leaves out " + quoted(*next) + " without an error";
    }
    next = found + 1;
  }
  const auto left = std::find_if_not(next, expected.end(), is_refusal);
  if (!refused && left != expected.end()) return "leaves out " + quoted(*left) + " without an error";
  return {};
}

Visit::Visit(Trial &trial, Target &target, PluginDialect dialect)
    : trial_(trial), call_(trial.call()), image_(target, dialect), process_(image_, PageCache::small_capacity) {
  const auto *made = dynamic_cast<const FakeTarget *>(&target);
  if (made != nullptr && !made->regions.empty()) base_ = made->base;
}

bool Visit::accepted(const char *function, int code) {
  if (code == mqs_ok) return true;
  const std::string text =
      std::string(function) + ": " + std::to_string(code) + ", " + trial_.plugin().error_string(code);
  refuse(text);
  return false;
}

void Visit::check_message(const char *function, int code, const char *message) {
  trial_.tested(Rule::safe_message);
  if (code == mqs_ok) {
    trial_.require(Rule::message_on_success, message == nullptr || *message == 0,
                   "leaves a message although it succeeds");
  }
  const std::string text = plain_text(message);
  if (text.empty()) return;
  trial_.fact(std::string(function) + " says: " + expand_message(message, "PROGRAM"));
  int conversions = 0;
  bool others = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') continue;
    ++i;
    if (i < text.size() && text[i] == '%') continue;
    if (i < text.size() && text[i] == 's') {
      ++conversions;
    } else {
      others = true;
    }
  }
  if (others || conversions > 1) trial_.broken(Rule::safe_message, "the message is not safe to print: " + text);
}

const char *Visit::set_message(int code, const char *message, const char *untouched) {
  if (message != untouched) return message;
  if (code == mqs_ok) trial_.require(Rule::message_on_success, false, "leaves *message as it was although it succeeds");
  return nullptr;
}

bool Visit::set_up() {
  const JournalScope scope(image_.journal);
  trial_.step("mqs_setup_image");
  if (!accepted("mqs_setup_image", call_.mqs_setup_image(&image_, &trial_.host().image()))) return false;
  image_is_set_up_ = true;
  trial_.require(Rule::keeps_state, image_.info != nullptr, "keeps nothing with the image");
  trial_.step("mqs_image_has_queues");
  static char untouched[] = "untouched";
  char *message = untouched;
  int code = call_.mqs_image_has_queues(&image_, &message);
  check_message("mqs_image_has_queues", code, set_message(code, message, untouched));
  if (!accepted("mqs_image_has_queues", code)) return false;

  trial_.step("mqs_setup_process");
  if (!accepted("mqs_setup_process", call_.mqs_setup_process(&process_, &trial_.host().process()))) return false;
  process_is_set_up_ = true;
  trial_.require(Rule::keeps_state, process_.info != nullptr, "keeps nothing with the process");
  trial_.step("mqs_process_has_queues");
  message = untouched;
  code = call_.mqs_process_has_queues(&process_, &message);
  check_message("mqs_process_has_queues", code, set_message(code, message, untouched));
  return accepted("mqs_process_has_queues", code);
}

void Visit::set_up_again() {
  trial_.step("mqs_setup_image, a second time");
  trial_.require(Rule::second_setup, call_.mqs_setup_image(&image_, &trial_.host().image()) == mqs_ok, "refuses");
  char *message = nullptr;
  call_.mqs_image_has_queues(&image_, &message);
  trial_.step("mqs_setup_process, a second time");
  trial_.require(Rule::second_setup, call_.mqs_setup_process(&process_, &trial_.host().process()) == mqs_ok, "refuses");
  call_.mqs_process_has_queues(&process_, &message);
}

bool Visit::begin() {
  transcript_.clear();
  ids_.clear();
  at_next_ = false;
  trial_.step("mqs_update_communicator_list");
  if (!accepted("mqs_update_communicator_list", call_.mqs_update_communicator_list(&process_))) return false;
  return set_up_iterator();
}

bool Visit::set_up_iterator() {
  trial_.step("mqs_setup_communicator_iterator");
  int code = call_.mqs_setup_communicator_iterator(&process_);
  if (hesitates_ && code == mqs_ok) {
    mqs_communicator communicator{};
    trial_.step("mqs_get_communicator");
    call_.mqs_get_communicator(&process_, &communicator);
    trial_.step("mqs_next_communicator");
    call_.mqs_next_communicator(&process_);
    trial_.step("mqs_setup_communicator_iterator, a second time");
    code = call_.mqs_setup_communicator_iterator(&process_);
  }
  if (code == mqs_end_of_list) return false;
  return accepted("mqs_setup_communicator_iterator", code);
}

bool Visit::step() {
  if (at_next_) {
    trial_.step("mqs_next_communicator");
    const int code = call_.mqs_next_communicator(&process_);
    if (code == mqs_end_of_list) return false;
    if (!accepted("mqs_next_communicator", code)) return false;
    at_next_ = false;
    trial_.tested(Rule::lists_end);
    if (ids_.size() >= most_communicators) {
      trial_.broken(Rule::lists_end, "the list of communicators has no end");
      return false;
    }
    return true;
  }
  at_next_ = true;
  mqs_communicator communicator{};
  std::memset(communicator.name, 'x', sizeof communicator.name);
  trial_.step("mqs_get_communicator");
  const int code = call_.mqs_get_communicator(&process_, &communicator);
  if (code == mqs_end_of_list || !accepted("mqs_get_communicator", code)) return false;
  check_communicator(communicator);
  transcript_.push_back(line_of(communicator));
  if (ids_.size() == 1 && call_.mqs_get_global_rank != nullptr) {
    trial_.step("mqs_get_global_rank");
    const int rank = call_.mqs_get_global_rank(&process_);
    transcript_.push_back(line_of({process_word, std::to_string(rank < 0 ? -1 : rank)}));
  }
  list_members(communicator);
  return std::all_of(std::begin(queues), std::end(queues), [this](int queue) { return list_queue(queue); });
}

Transcript Visit::list() {
  const JournalScope scope(image_.journal);
  return list_the_rest(begin());
}

Transcript Visit::list_again() {
  const JournalScope scope(image_.journal);
  transcript_.clear();
  ids_.clear();
  at_next_ = false;
  return list_the_rest(set_up_iterator());
}

Transcript Visit::list_hesitating() {
  hesitates_ = true;
  Transcript listed = list_again();
  hesitates_ = false;
  return listed;
}

Transcript Visit::list_the_rest(bool more) {
  while (more) more = step();
  return transcript_;
}

void Visit::check_freed(std::initializer_list<std::uint64_t> values) {
  constexpr std::uint32_t freed = 0x01010101U * freed_byte;
  for (const std::uint64_t value : values) {
    if (static_cast<std::uint32_t>(value) == freed) {
      trial_.broken(Rule::frees_own, "answers from memory that it has freed");
    }
  }
}

void Visit::check_sign(const char *what, mqs_tword_t value) {
  if (value < 0) trial_.tested(Rule::signs);
  if (is_zero_extended(value)) {
    trial_.require(Rule::signs, false, std::string(what) + " is " + std::to_string(value));
  }
}

void Visit::check_communicator(const mqs_communicator &communicator) {
  check_freed({communicator.unique_id, static_cast<std::uint64_t>(communicator.local_rank),
               static_cast<std::uint64_t>(communicator.size)});
  std::uint32_t name = 0;
  std::memcpy(&name, communicator.name, sizeof name);
  check_freed({name});
  trial_.require(Rule::texts_end, std::memchr(communicator.name, 0, sizeof communicator.name) != nullptr,
                 "the name of a communicator has no end");
  trial_.require(Rule::null_communicator, !is_null_communicator(communicator), "lists MPI_COMM_NULL");
  check_sign("the rank", communicator.local_rank);
  trial_.require(Rule::unique_ids, std::find(ids_.begin(), ids_.end(), communicator.unique_id) == ids_.end(),
                 "two communicators have the id " + std::to_string(communicator.unique_id));
  ids_.push_back(communicator.unique_id);
}

void Visit::list_members(const mqs_communicator &communicator) {
  if (call_.mqs_get_comm_group == nullptr || communicator.size <= 0 ||
      communicator.size > static_cast<mqs_tword_t>(most_operations)) {
    return;
  }
  const auto size = static_cast<std::size_t>(communicator.size);
  std::vector<int> ranks(size + 1, INT_MIN);
  trial_.step("mqs_get_comm_group");
  if (!accepted("mqs_get_comm_group", call_.mqs_get_comm_group(&process_, ranks.data()))) return;
  trial_.require(Rule::group_size, ranks[size] == INT_MIN, "writes more ranks than the communicator has");
  const bool has_all = std::find(ranks.begin(), ranks.end() - 1, INT_MIN) == ranks.end() - 1;
  trial_.require(Rule::group_size, has_all, "succeeds without writing all ranks");
  if (has_all) transcript_.push_back(members_line(std::span(ranks).first(size)));
}

void Visit::check_operation(const mqs_pending_operation &operation) {
  check_freed({static_cast<std::uint64_t>(operation.desired_local_rank),
               static_cast<std::uint64_t>(operation.desired_global_rank),
               static_cast<std::uint64_t>(operation.desired_tag), static_cast<std::uint64_t>(operation.desired_length),
               operation.buffer});
  trial_.require(Rule::status, operation.status >= mqs_st_pending && operation.status <= mqs_st_complete,
                 "an operation has the status " + std::to_string(operation.status));
  for (const mqs_tword_t value : {operation.desired_local_rank, operation.desired_global_rank, operation.desired_tag}) {
    check_sign("a rank or tag", value);
  }
  for (const char *text : operation.extra_text) {
    trial_.require(Rule::texts_end, std::memchr(text, 0, sizeof operation.extra_text[0]) != nullptr,
                   "a line of extra_text has no end");
  }
}

int Visit::set_up_operations(int queue) {
  const std::string name = queue_name(queue);
  trial_.step("mqs_setup_operation_iterator for " + name);
  const int code = call_.mqs_setup_operation_iterator(&process_, queue);
  if (!hesitates_ || code != mqs_ok) return code;
  mqs_pending_operation operation{};
  trial_.step("mqs_next_operation for " + name);
  call_.mqs_next_operation(&process_, &operation);
  trial_.step("mqs_setup_operation_iterator for " + name + ", a second time");
  return call_.mqs_setup_operation_iterator(&process_, queue);
}

// Lists one queue. Returns false if the list does not end, so that the other queues are not listed.
bool Visit::list_queue(int queue) {
  const std::string name = queue_name(queue);
  int code = set_up_operations(queue);
  if (code == mqs_no_information) {
    refuse(name + ": no information");
    return true;
  }
  if (code != mqs_end_of_list && !accepted("mqs_setup_operation_iterator", code)) return true;
  std::size_t count = 0;
  for (; code == mqs_ok && count < most_operations; ++count) {
    mqs_pending_operation operation{};
    trial_.step("mqs_next_operation for " + name);
    code = call_.mqs_next_operation(&process_, &operation);
    if (code != mqs_ok) break;
    check_operation(operation);
    if (count < most_communicators) transcript_.push_back(line_of(queue, operation, base_));
  }
  trial_.require(Rule::lists_end, count < most_operations, "the list has no end");
  if (code != mqs_ok && code != mqs_end_of_list) refuse(name + ": " + std::to_string(code));
  return count < most_operations;
}

void Visit::begin_and_abandon() {
  if (!begin()) return;
  mqs_communicator communicator{};
  trial_.step("mqs_get_communicator");
  call_.mqs_get_communicator(&process_, &communicator);
  for (const int queue : queues) {
    trial_.step(std::string("mqs_setup_operation_iterator for ") + queue_name(queue));
    if (call_.mqs_setup_operation_iterator(&process_, queue) != mqs_ok) continue;
    mqs_pending_operation operation{};
    trial_.step(std::string("mqs_next_operation for ") + queue_name(queue));
    call_.mqs_next_operation(&process_, &operation);
  }
}

void Visit::get_twice() {
  if (!begin()) return;
  mqs_communicator first{}, second{};
  trial_.step("mqs_get_communicator, twice");
  if (call_.mqs_get_communicator(&process_, &first) != mqs_ok) return;
  const int code = call_.mqs_get_communicator(&process_, &second);
  trial_.require(Rule::repeated_get,
                 code == mqs_ok && first.unique_id == second.unique_id && line_of(first) == line_of(second),
                 "delivers another communicator, or none");
}

void Visit::go_past_the_end() {
  trial_.tested(Rule::nothing_after_end);
  if (begin()) {
    // Lists each queue a second time, to its end.
    for (const int queue : queues) {
      int code = call_.mqs_setup_operation_iterator(&process_, queue);
      if (code != mqs_ok) continue;
      mqs_pending_operation operation{};
      for (std::size_t count = 0; code == mqs_ok && count < most_operations; ++count) {
        trial_.step(std::string("mqs_next_operation for ") + queue_name(queue));
        code = call_.mqs_next_operation(&process_, &operation);
      }
      if (code != mqs_end_of_list) continue;
      trial_.step(std::string("mqs_next_operation for ") + queue_name(queue) + ", after the end");
      trial_.require(Rule::nothing_after_end, call_.mqs_next_operation(&process_, &operation) != mqs_ok, "succeeds");
    }
    trial_.step("mqs_setup_operation_iterator for a queue that does not exist");
    trial_.require(Rule::unknown_queue, call_.mqs_setup_operation_iterator(&process_, 77) != mqs_ok, "succeeds");
    std::size_t count = 0;
    for (; count < most_communicators && call_.mqs_next_communicator(&process_) == mqs_ok; ++count) {
    }
    if (count == most_communicators) return;
  }
  mqs_communicator communicator{};
  trial_.step("mqs_get_communicator, after the end");
  trial_.require(Rule::nothing_after_end, call_.mqs_get_communicator(&process_, &communicator) != mqs_ok, "succeeds");
  trial_.step("mqs_next_communicator, after the end");
  trial_.require(Rule::nothing_after_end, call_.mqs_next_communicator(&process_) != mqs_ok, "succeeds");
}

void Visit::tear_down() {
  if (process_is_set_up_ && process_.info != nullptr) {
    trial_.step("mqs_destroy_process_info");
    call_.mqs_destroy_process_info(process_.info);
  }
  if (image_is_set_up_ && image_.info != nullptr) {
    trial_.step("mqs_destroy_image_info");
    call_.mqs_destroy_image_info(image_.info);
  }
  image_.info = nullptr;
  process_.info = nullptr;
}

}  // namespace mqs_shim
