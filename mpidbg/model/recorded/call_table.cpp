#include "mpidbg/model/recorded/call_table.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/split.h"
#include "mpidbg/model/objects/access_mode.h"
#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::recorded {

namespace {

struct KindWord {
  std::string_view word;
  HandleKind kind;
};
// Lists the words that stand for kinds of handles at the end of the names of parameter kinds: "FreedComm" ends with
// "Comm", "SyncWin" with "Win", and so on.
constexpr KindWord handle_words[] = {{"Comm", HandleKind::communicator}, {"Group", HandleKind::group},
                                     {"Datatype", HandleKind::datatype}, {"Op", HandleKind::op},
                                     {"Win", HandleKind::window},        {"File", HandleKind::file},
                                     {"Info", HandleKind::info},         {"Errhandler", HandleKind::errhandler},
                                     {"Message", HandleKind::message},   {"Request", HandleKind::request}};

std::optional<HandleKind> handle_kind(std::string_view kind) {
  constexpr std::string_view prefixes[] = {"Freed",   "Disconnected", "Sync",        "Locked",    "AllLocked", "One",
                                           "Started", "Unlocked",     "AllUnlocked", "Cancelled", "Done"};
  for (const std::string_view prefix : prefixes)
    if (kind.starts_with(prefix)) {
      kind.remove_prefix(prefix.size());
      break;
    }
  for (const KindWord &word : handle_words)
    if (kind == word.word) return word.kind;
  return std::nullopt;
}

// Removes characters that do not belong in an identifier, because the record comes from a possibly hostile process.
std::string identifier(std::string_view text) {
  std::string result;
  for (const char c : text)
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_') result += c;
  return result;
}

Call parse(const mpidbg_record_call &entry) {
  Call call;
  call.name = "MPI_" + identifier(text_of(entry.name));
  const std::string all = text_of(entry.parameters);
  for (const std::string_view word : split(all, ' ')) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view kind = word.substr(colon + 1);
    if (kind.starts_with('-')) continue;
    call.parameters.push_back({identifier(word.substr(0, colon)), identifier(kind), handle_kind(kind)});
  }
  return call;
}

}  // namespace

bool Call::is_one_of(std::initializer_list<const char *> names) const {
  return std::any_of(names.begin(), names.end(), [this](const char *wanted) { return name == wanted; });
}

std::optional<std::size_t> Call::word_of_kind(std::string_view kind) const {
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].kind == kind) return i;
  return std::nullopt;
}

std::optional<std::size_t> Call::word_of_name(std::string_view wanted) const {
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].name == wanted) return i;
  return std::nullopt;
}

CallTable::CallTable(const std::vector<mpidbg_record_call> &calls, const LibraryValues &values, unsigned word_size)
    : values_(&values), all_ones_(word_size == 4 ? UINT32_MAX : UINT64_MAX) {
  calls_.reserve(calls.size());
  for (const mpidbg_record_call &entry : calls) calls_.push_back(parse(entry));
}

const Call &CallTable::call(std::uint16_t number) const {
  if (number != 0 && number < calls_.size()) return calls_[number];
  unknown_ = Call{"MPI call " + std::to_string(number), {}, false};
  return unknown_;
}

std::string CallTable::text(const Call &made, std::span<const std::uint64_t> words, const HandleNames &names) const {
  if (!made.known) return made.name;
  std::string text = made.name + "(";
  for (std::size_t i = 0; i < made.parameters.size(); ++i) {
    if (i > 0) text += ", ";
    if (i >= words.size()) return text + "...)";
    text += made.parameters[i].name + "=" + value_text(made.parameters[i], words[i], names);
  }
  return text + ")";
}

std::string CallTable::value_text(const CallParameter &parameter, std::uint64_t word, const HandleNames &names) const {
  const auto number = static_cast<std::int64_t>(word);
  if (parameter.handle) {
    std::string name = names(*parameter.handle, word);
    return name.empty() ? hex(Address(word)) : name;
  }
  if (parameter.kind == "Rank" || parameter.kind == "Root") {
    if (number == values_->any_source) return "MPI_ANY_SOURCE";
    if (number == values_->proc_null) return "MPI_PROC_NULL";
    if (number == values_->root) return "MPI_ROOT";
  }
  if (parameter.kind == "Tag" && number == values_->any_tag) return "MPI_ANY_TAG";
  if (parameter.name == "color" && number == values_->undefined) return "MPI_UNDEFINED";
  if (parameter.name == "lock_type" && number == values_->lock_exclusive) return "MPI_LOCK_EXCLUSIVE";
  if (parameter.name == "lock_type" && number == values_->lock_shared) return "MPI_LOCK_SHARED";
  if (parameter.name == "amode") return access_mode_text(static_cast<int>(number), values_->mode_bits);
  const bool is_array = parameter.kind == "StartedRequests" || parameter.kind == "DoneRequests";
  if (parameter.kind != "Address" && !is_array) return std::to_string(number);
  if (parameter.name.ends_with("buf") && (word & all_ones_) == (values_->in_place & all_ones_)) return "MPI_IN_PLACE";
  return hex(Address(word));
}

}  // namespace mpidbg::model::recorded
