#include "mpidbg/model/recorded/recorder.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/recorded/recorded_kinds.h"
#include "mpidbg/recorder/collective_operations.h"

namespace mpidbg::model::recorded {

void Recorder::set_memory_ranges(std::vector<AddressRange> ranges) {
  ranges_ = std::move(ranges);
  missing_.reset();
}

void Recorder::forget() {
  record_.reset();
  missing_.reset();
  unread_.clear();
  calls_.reset();
  values_.reset();
  index_.reset();
  threads_.reset();
  names_.clear();
  predefined_.clear();
  has_handles_of_library_.reset();
}

Result<Record *> Recorder::record() {
  if (record_) return &*record_;
  if (missing_) return *missing_;
  auto found = find_record(image_, memory_, ranges_);
  if (!found) {
    missing_ = found.error();
    return *missing_;
  }
  record_ = std::move(*found);
  auto calls = record_->calls();
  const mpidbg_record_header &header = record_->header();
  const auto constants = record_->constants();
  if (!calls) unread_ = calls.error().message;
  if (calls && !constants) unread_ = constants.error().message;
  values_ = values_of(header.handle_size, constants ? std::span<const mpidbg_record_constant>((*constants)->entries)
                                                    : std::span<const mpidbg_record_constant>());
  calls_ = calls ? CallTable(**calls, *values_, header.word_size) : CallTable();
  return &*record_;
}

const CallTable &Recorder::call_table() {
  return *calls_;
}
const LibraryValues &Recorder::values() {
  return *values_;
}

int Recorder::thread_level() {
  const auto &levels = values_->thread_levels;
  const auto found = std::find(levels.begin(), levels.end(), record_->header().thread_level);
  return found == levels.end() ? -1 : static_cast<int>(found - levels.begin());
}

std::vector<PredefinedHandle> Recorder::predefined(HandleKind kind) {
  std::vector<PredefinedHandle> handles;
  for (const PredefinedValue &value : values().predefined)
    if (value.kind == kind) handles.push_back({std::string(value.name), Handle(value.value)});
  if (!handles.empty()) return handles;
  if (const auto known = record_->predefined(); known && !(*known)->entries.empty()) {
    for (const mpidbg_record_predefined &entry : (*known)->entries) {
      const auto entry_kind = entry.kind == 0 ? std::optional(HandleKind::request) : kind_of(entry.kind);
      if (entry_kind == kind) handles.push_back({text_of(entry.name), Handle(entry.handle)});
    }
    return handles;
  }
  for (const PredefinedSymbol &symbol : values().symbols) {
    if (symbol.kind != kind) continue;
    if (const auto address = image_.find_symbol(std::string(symbol.symbol)))
      handles.push_back({std::string(symbol.name), *address});
  }
  return handles;
}

std::string Recorder::predefined_name(HandleKind kind, Handle handle) {
  const auto [place, is_new] = predefined_.try_emplace(kind);
  if (is_new) place->second = predefined(kind);
  const std::uint64_t bits = record_->header().handle_size == 4 ? handle.value() & UINT32_MAX : handle.value();
  for (const PredefinedHandle &known : place->second)
    if (known.handle.value() == bits) return known.name;
  return {};
}

bool Recorder::has_handles_of(MpiLibrary &library) {
  if (has_handles_of_library_) return *has_handles_of_library_;
  const auto world = [](const std::vector<PredefinedHandle> &handles) {
    const auto found = std::find_if(handles.begin(), handles.end(),
                                    [](const PredefinedHandle &one) { return one.name == "MPI_COMM_WORLD"; });
    return found == handles.end() ? Handle() : found->handle;
  };
  HandleLists *const lists = library.handles();
  const Handle recorded = world(predefined(HandleKind::communicator));
  const Handle inside = lists == nullptr ? Handle() : world(lists->predefined(HandleKind::communicator));
  has_handles_of_library_ = recorded.is_null() || inside.is_null() || recorded.value() == inside.value();
  return *has_handles_of_library_;
}

std::string Recorder::problem() {
  const auto found = record();
  if (!found) return found.error().message;
  const std::string lost = (*found)->problem();
  return lost.empty() || unread_.empty() ? lost + unread_ : lost + "; " + unread_;
}

std::string Recorder::name_of(HandleKind kind, std::uint64_t handle, MpiLibrary *library) {
  if (handle == 0 && kind != HandleKind::file) return {};
  if (std::string name = predefined_name(kind, Handle(handle)); !name.empty()) return name;
  if (library == nullptr) {
    const std::string given = kind == HandleKind::file ? std::string() : given_name(kind, handle);
    return given.empty() ? given : "\"" + given + "\"";
  }
  if (HandleLists *const handles = library->handles()) {
    for (const PredefinedHandle &predefined : handles->predefined(kind))
      if (predefined.handle.value() == handle) return predefined.name;
  }
  if (kind == HandleKind::communicator && library->communicators() != nullptr) {
    const auto communicator = library->communicators()->communicator(Handle(handle));
    if (communicator && communicator->named) return "\"" + communicator->name + "\"";
    if (communicator) return communicator->name;  // the name that queues show as well
  }
  if (kind == HandleKind::datatype && library->objects() != nullptr) {
    const auto datatype = library->objects()->datatype(Handle(handle));
    if (datatype && !datatype->name.empty()) return "\"" + datatype->name + "\"";
  }
  return {};
}

// Returns the name that the program gave the latest object with the handle, if the object is live.
std::string Recorder::given_name(HandleKind kind, std::uint64_t handle) {
  if (kind == HandleKind::request || !index()) return {};
  const auto places = index_->of({kind, Handle(handle)});
  if (places.empty()) return {};
  const mpidbg_record_handle &entry = (*record_->handles())->entries[places.back()];
  return (entry.flags & MPIDBG_RECORD_LIVE) != 0 ? given_name(entry) : std::string();
}

std::string Recorder::datatype_name(Handle datatype) {
  std::string name = predefined_name(HandleKind::datatype, datatype);
  return name.empty() ? given_name(HandleKind::datatype, datatype.value()) : name;
}

HandleNames Recorder::names(MpiLibrary *library) {
  if (library == nullptr)
    return [this](HandleKind kind, std::uint64_t handle) { return name_of(kind, handle, nullptr); };
  return [this, library](HandleKind kind, std::uint64_t handle) {
    const auto [place, is_new] = names_.try_emplace({kind, Handle(handle)});
    if (is_new) place->second = name_of(kind, handle, library);
    return place->second;
  };
}

Result<const RecordIndex *> Recorder::index() {
  if (!index_) {
    MPIDBG_ASSIGN(found, record());
    MPIDBG_ASSIGN(handles, found->handles());
    MPIDBG_ASSIGN(requests, found->requests());
    index_.emplace(handles->entries, requests->entries, *calls_);
  }
  return &*index_;
}

unsigned Recorder::flags_at(HandleKind kind, RecordIndex::Place place) {
  return kind == HandleKind::request ? (*record_->requests())->entries[place].flags
                                     : (*record_->handles())->entries[place].flags;
}

RecordedObject Recorder::make_at(HandleKind kind, RecordIndex::Place place, const HandleNames &names) {
  return kind == HandleKind::request ? make((*record_->requests())->entries[place], names)
                                     : make((*record_->handles())->entries[place], names);
}

Result<std::vector<RecordedThread>> Recorder::threads(MpiLibrary *library) {
  if (threads_) return *threads_;
  MPIDBG_ASSIGN(found, record());
  MPIDBG_ASSIGN(entries, found->threads());
  std::vector<RecordedThread> threads;
  for (const mpidbg_record_thread &entry : entries->entries) {
    RecordedThread thread;
    thread.tid = entry.tid;
    thread.alive = entry.state == MPIDBG_RECORD_THREAD_ALIVE;
    thread.in_call = thread.alive && entry.call != 0;
    thread.number = entry.call != 0 ? entry.call : entry.last_call;
    if (thread.number != 0) {
      const Call &call = calls_->call(thread.number);
      thread.words.assign(entry.arguments, entry.arguments + std::min<std::size_t>(call.parameters.size(),
                                                                                   MPIDBG_RECORD_THREAD_ARGUMENTS));
      thread.name = call.name;
      thread.call = calls_->text(thread.number, thread.words, names(library));
    }
    thread.site = Address(entry.site);
    thread.since = entry.since;
    thread.calls = entry.calls;
    threads.push_back(std::move(thread));
  }
  threads_ = std::move(threads);
  return *threads_;
}

// Returns the time when the live object with the handle was made, or when a persistent request was last started; 0 if
// no live object has the handle, or if no time was taken. Requires that index() has succeeded.
std::int64_t Recorder::creation_of_live(HandleReference object) {
  for (const RecordIndex::Place place : index_->of(object)) {
    if ((flags_at(object.kind, place) & MPIDBG_RECORD_LIVE) == 0) continue;
    return object.kind == HandleKind::request ? (*record_->requests())->entries[place].time
                                              : (*record_->handles())->entries[place].created;
  }
  return 0;
}

Result<std::vector<HandleReference>> Recorder::users_of(HandleReference object) {
  MPIDBG_ASSIGN(known, index());
  const auto all = known->users_of(object);
  std::vector<HandleReference> users(all.begin(), all.end());
  const std::int64_t since = creation_of_live(object);
  std::erase_if(users, [&](const HandleReference &user) {
    const std::int64_t made = creation_of_live(user);
    return made != 0 && made < since;
  });
  return users;
}

Status Recorder::add_users(RecordedObject &object, MpiLibrary *library) {
  if (object.kind == HandleKind::request) return {};
  MPIDBG_ASSIGN(users, users_of({object.kind, object.handle}));
  object.users = std::move(users);
  MPIDBG_ASSIGN(all, threads(library));
  for (const RecordedThread &thread : all) {
    if (!thread.in_call) continue;
    const Call &call = calls_->call(thread.number);
    for (std::size_t i = 0; i < thread.words.size(); ++i) {
      if (call.parameters[i].handle != object.kind || thread.words[i] != object.handle.value()) continue;
      object.calls_in_progress.push_back(thread.call);
      break;
    }
  }
  return {};
}

Result<RecordedObject> Recorder::object(HandleKind kind, Handle handle, MpiLibrary *library) {
  MPIDBG_ASSIGN(known, index());
  const auto places = known->of({kind, handle});
  if (places.empty())
    return Error{ErrorCode::not_found, "the recorder knows nothing of " + hex(handle), handle.address()};
  RecordIndex::Place chosen = places.back();
  for (const RecordIndex::Place place : places)
    if ((flags_at(kind, place) & MPIDBG_RECORD_LIVE) != 0) chosen = place;
  RecordedObject object = make_at(kind, chosen, names(library));
  object.earlier = static_cast<unsigned>(places.size() - 1);
  MPIDBG_TRY(add_users(object, library));
  return object;
}

Result<std::vector<RecordedObject>> Recorder::objects(HandleKind kind, unsigned flags, MpiLibrary *library) {
  MPIDBG_ASSIGN(known, index());
  std::vector<RecordedObject> objects;
  for (const RecordIndex::Place place : known->of(kind)) {
    if ((flags_at(kind, place) & flags) == 0) continue;
    objects.push_back(make_at(kind, place, names(library)));
    if (objects.back().live()) MPIDBG_TRY(add_users(objects.back(), library));
  }
  return objects;
}

Result<std::vector<Handle>> Recorder::live_handles(HandleKind kind) {
  MPIDBG_ASSIGN(known, index());
  std::vector<Handle> handles;
  for (const RecordIndex::Place place : known->of(kind))
    if ((flags_at(kind, place) & MPIDBG_RECORD_LIVE) != 0)
      handles.emplace_back(kind == HandleKind::request ? (*record_->requests())->entries[place].request
                                                       : (*record_->handles())->entries[place].handle);
  return handles;
}

Result<std::vector<const mpidbg_record_request *>> Recorder::live_requests_on(Handle communicator) {
  MPIDBG_ASSIGN(known, index());
  const std::vector<mpidbg_record_request> &entries = (*record_->requests())->entries;
  std::vector<const mpidbg_record_request *> requests;
  for (const RecordIndex::Place place : known->requests_on({HandleKind::communicator, communicator}))
    requests.push_back(&entries[place]);
  return requests;
}

Result<bool> Recorder::has_live_requests_on(Handle communicator) {
  MPIDBG_ASSIGN(known, index());
  return !known->requests_on({HandleKind::communicator, communicator}).empty();
}

Result<std::vector<Handle>> Recorder::communicators_with_requests() {
  MPIDBG_ASSIGN(known, index());
  return known->communicators_with_requests();
}

Result<std::vector<RecordedEvent>> Recorder::events(std::size_t most) {
  MPIDBG_ASSIGN(found, record());
  MPIDBG_ASSIGN(entries, found->events());
  MPIDBG_ASSIGN(threads, found->threads());
  const std::size_t count = entries->entries.size();
  std::vector<RecordedEvent> events;
  for (std::size_t i = count > most ? count - most : 0; i < count; ++i) {
    const mpidbg_record_event &entry = entries->entries[i];
    RecordedEvent event{.call = calls_->call(entry.call).name,
                        .tid = 0,
                        .site = Address(entry.site),
                        .time = entry.time,
                        .subject = Handle(entry.subject),
                        .result = entry.result};
    for (std::size_t t = 0; t < threads->places.size(); ++t)
      if (threads->places[t] == entry.thread) event.tid = threads->entries[t].tid;
    events.push_back(std::move(event));
  }
  return events;
}

Result<std::int64_t> Recorder::latest_time() {
  MPIDBG_ASSIGN(found, record());
  MPIDBG_ASSIGN(entries, found->threads());
  std::int64_t latest = found->header().monotonic_base;
  for (const mpidbg_record_thread &entry : entries->entries) latest = std::max(latest, entry.since);
  return latest;
}

Result<const mpidbg_record_collectives *> Recorder::counted_on(Handle communicator) {
  MPIDBG_ASSIGN(record, this->record());
  if (record->header().threads_not_recorded != 0)
    return Error{ErrorCode::unavailable, "calls of threads that are not recorded are not counted"};
  MPIDBG_ASSIGN(all, record->collectives());
  for (const mpidbg_record_collectives &one : all->entries)
    if (one.communicator == communicator.value()) return &one;
  return Error{ErrorCode::not_found, "the recorder counts no collective operations on this communicator"};
}

Result<std::uint64_t> Recorder::collectives_on(Handle communicator) {
  MPIDBG_ASSIGN(counted, counted_on(communicator));
  return counted->begun;
}

Result<Recorder::CollectiveState> Recorder::collective_on(Handle communicator, unsigned operation) {
  MPIDBG_ASSIGN(counted, counted_on(communicator));
  if (const std::string missing = problem(); !missing.empty()) return Error{ErrorCode::unavailable, missing};
  const auto begins = [&](std::uint16_t number) {
    std::string_view name = calls_->call(number).name;
    if (name.starts_with("MPI_")) name.remove_prefix(4);
    return ::recorder::collective_operation(name) == static_cast<int>(operation);
  };
  CollectiveState state{.begun = counted->operations[operation]};
  MPIDBG_ASSIGN(entries, record_->threads());
  for (const mpidbg_record_thread &thread : entries->entries) {
    if (thread.state != MPIDBG_RECORD_THREAD_ALIVE || thread.call == 0 || !begins(thread.call)) continue;
    const auto word = calls_->call(thread.call).word_of_kind("Comm");
    state.in_progress |=
        word && *word < MPIDBG_RECORD_THREAD_ARGUMENTS && thread.arguments[*word] == communicator.value();
  }
  MPIDBG_ASSIGN(requests, live_requests_on(communicator));
  for (const mpidbg_record_request *request : requests)
    state.in_progress |= (request->flags & MPIDBG_RECORD_ACTIVE) != 0 && begins(request->created_by);
  return state;
}

}  // namespace mpidbg::model::recorded
