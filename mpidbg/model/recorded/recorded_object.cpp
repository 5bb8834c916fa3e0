// Makes the structs of recorded_object.h from the entries of a record.

#include "mpidbg/model/recorded/recorded_object.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "mpidbg/model/recorded/recorded_kinds.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::model::recorded {

namespace {

std::optional<int> known(std::int32_t number, std::int32_t unknown) {
  return number == unknown ? std::nullopt : std::optional<int>(number);
}

}  // namespace

std::optional<HandleKind> kind_of(std::uint8_t recorded) {
  switch (recorded) {
    case MPIDBG_RECORD_COMM:
      return HandleKind::communicator;
    case MPIDBG_RECORD_GROUP:
      return HandleKind::group;
    case MPIDBG_RECORD_DATATYPE:
      return HandleKind::datatype;
    case MPIDBG_RECORD_OP:
      return HandleKind::op;
    case MPIDBG_RECORD_WIN:
      return HandleKind::window;
    case MPIDBG_RECORD_FILE:
      return HandleKind::file;
    case MPIDBG_RECORD_INFO:
      return HandleKind::info;
    case MPIDBG_RECORD_ERRHANDLER:
      return HandleKind::errhandler;
    case MPIDBG_RECORD_MESSAGE:
      return HandleKind::message;
    case MPIDBG_RECORD_SESSION:
      return HandleKind::session;
    default:
      return std::nullopt;
  }
}

std::optional<HandleKind> owner_kind(const Call &creation) {
  for (const CallParameter &parameter : creation.parameters)
    if (parameter.kind == "Comm" || parameter.kind == "Win" || parameter.kind == "File") return parameter.handle;
  return std::nullopt;
}

SendMode send_mode_of(DataFlow data) {
  switch (data) {
    case DataFlow::standard_send:
      return SendMode::standard;
    case DataFlow::buffered_send:
      return SendMode::buffered;
    case DataFlow::synchronous_send:
      return SendMode::synchronous;
    case DataFlow::ready_send:
      return SendMode::ready;
    default:
      return SendMode::unknown;
  }
}

std::optional<int> count_of(const mpidbg_record_request &request) {
  return known(request.count, -1);
}
std::optional<int> peer_of(const mpidbg_record_request &request) {
  return known(request.peer, INT32_MIN);
}
std::optional<int> tag_of(const mpidbg_record_request &request) {
  return known(request.tag, INT32_MIN);
}

bool RecordedObject::live() const {
  return (flags & MPIDBG_RECORD_LIVE) != 0;
}

bool RecordedObject::freed() const {
  return (flags & MPIDBG_RECORD_FREED) != 0 && !live();
}

std::string Recorder::given_name(const mpidbg_record_handle &entry) {
  if (entry.name == 0) return {};
  const auto recorded_names = record_->names();
  if (!recorded_names) return {};
  const std::vector<mpidbg_record_name> &entries = (*recorded_names)->entries;  // sorted by their numbers
  const auto name = std::lower_bound(entries.begin(), entries.end(), entry.name,
                                     [](const mpidbg_record_name &a, const auto &number) { return a.number < number; });
  if (name == entries.end() || name->number != entry.name || name->subject != entry.handle) return {};
  return text_of(name->text);
}

RecordedObject Recorder::make(const mpidbg_record_handle &entry, const HandleNames &names) {
  RecordedObject object;
  const Call &creation = calls_->call(entry.created_by);
  object.kind = kind_of(entry.kind).value_or(HandleKind::communicator);
  object.handle = Handle(entry.handle);
  object.flags = entry.flags & ~unsigned{MPIDBG_RECORD_COMPLETED};  // only requests can be complete
  object.created_by = creation.name;
  object.call = calls_->text(entry.created_by, entry.arguments, names);
  object.created_at = Address(entry.created_at);
  object.created = entry.created;
  if ((entry.flags & MPIDBG_RECORD_LIVE) == 0 && entry.freed_by != 0) {
    object.freed_by = calls_->call(entry.freed_by).name;
    object.freed_at = Address(entry.freed_at);
    object.ended = entry.freed;
  }
  if (entry.parent != 0) {
    for (const CallParameter &parameter : calls_->call(entry.created_by).parameters) {
      if (!parameter.handle) continue;
      object.parent = HandleReference{*parameter.handle, Handle(entry.parent)};
      break;
    }
  }
  if (const auto word = creation.word_of_kind("Comm"); word && *word < std::size(entry.arguments))
    object.communicator = Handle(entry.arguments[*word]);
  object.given = entry.given;
  object.kept = object.freed() && (entry.flags & MPIDBG_RECORD_KEPT) != 0;
  for (const std::uint64_t caller : entry.callers)
    if (caller != 0) object.callers.emplace_back(caller);
  object.name = given_name(entry);
  if (entry.size > 0 && entry.rank >= 0 && entry.rank < entry.size) {
    object.size = entry.size;
    object.rank = entry.rank;
  }
  if (object.kind == HandleKind::window && object.live()) {
    const auto locks = record_->locks();
    if (locks)
      for (const mpidbg_record_lock &lock : (*locks)->entries)
        if (lock.window == entry.handle)
          object.locks.push_back({lock.rank, lock.type == MPIDBG_RECORD_LOCK_EXCLUSIVE, Address(lock.site), lock.time});
  }
  if (entry.last_use != 0) {
    const Call &last = calls_->call(entry.last_use);
    object.last_call = object.last_call_text = last.name;
    for (const CallParameter &parameter : last.parameters)
      if (parameter.kind == "SyncNumber")
        object.last_call_text += "(" + parameter.name + "=" + std::to_string(entry.last_use_argument) + ")";
    object.last_used = entry.last_used;
  }
  return object;
}

std::string Recorder::request_text(const mpidbg_record_request &entry, const HandleNames &names) {
  const Call &creation = calls_->call(entry.created_by);
  const bool has_op = creation.word_of_kind("Op").has_value();
  // An entry contains only the first argument of each kind.
  std::map<std::string, std::uint64_t> kept;
  const auto keep_number = [&](const char *kind, std::optional<int> number) {
    if (number) kept[kind] = static_cast<std::uint64_t>(std::int64_t{*number});
  };
  keep_number("Count", count_of(entry));
  keep_number("Rank", peer_of(entry));
  keep_number("Root", peer_of(entry));
  keep_number("Tag", tag_of(entry));
  if (entry.datatype != 0) kept["Datatype"] = entry.datatype;
  const bool has_second = (entry.flags & MPIDBG_RECORD_SECOND_DATATYPE) != 0;
  if (entry.buffer_or_op != 0 && !has_second) kept[has_op ? "Op" : "Address"] = entry.buffer_or_op;
  for (const char *kind : {"Comm", "Win", "File"}) kept[kind] = entry.owner;
  Call shown = creation;
  std::vector<std::uint64_t> words;
  std::erase_if(shown.parameters, [&](const CallParameter &parameter) {
    const auto word = kept.find(parameter.kind);
    if (word == kept.end()) return true;
    words.push_back(word->second);
    kept.erase(word);
    return false;
  });
  return creation.known ? calls_->text(shown, words, names) : creation.name;
}

RecordedObject Recorder::make(const mpidbg_record_request &entry, const HandleNames &names) {
  RecordedObject object;
  const Call &creation = calls_->call(entry.created_by);
  object.kind = HandleKind::request;
  object.handle = Handle(entry.request);
  object.flags = entry.flags;
  object.created_by = creation.name;
  object.call = request_text(entry, names);
  const bool live = (entry.flags & MPIDBG_RECORD_LIVE) != 0;
  const bool freed = !live && (entry.flags & MPIDBG_RECORD_FREED) != 0;
  (freed ? object.freed_at : object.created_at) = Address(entry.site);
  (live ? object.created : object.ended) = entry.time;
  if (freed) object.freed_by = "MPI_Request_free";
  if (const auto kind = owner_kind(creation)) object.owner = HandleReference{*kind, Handle(entry.owner)};
  object.datatype = Handle(entry.datatype);
  if ((entry.flags & MPIDBG_RECORD_SECOND_DATATYPE) != 0) {
    object.second_datatype = Handle(entry.buffer_or_op);
  } else {
    if (creation.word_of_kind("Op")) {
      object.op = Handle(entry.buffer_or_op);
    } else {
      object.buffer = Address(entry.buffer_or_op);
    }
  }
  object.more_datatypes = (entry.flags & MPIDBG_RECORD_MORE_DATATYPES) != 0;
  object.count = count_of(entry);
  object.peer = peer_of(entry);
  object.tag = tag_of(entry);
  return object;
}

}  // namespace mpidbg::model::recorded
