#include "mpidbg/model/recorded/completed_objects.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string_view>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/mpi_calls.h"
#include "mpidbg/model/recorded/memory_doubts.h"
#include "mpidbg/model/recorded/recorded_kinds.h"

namespace mpidbg::model::recorded {

namespace {

struct NamedRequestCall {
  RequestCall call;
  std::string_view name;
};

constexpr NamedRequestCall request_calls[] = {
#define MPIDBG_REQUEST_CALL(word, WORD, name) {RequestCall::word, name},
#include "mpidbg/base/request_calls.def"
};

// Returns true if the handle has referred to the same object since `time`, as far as the record shows.
bool is_same_since(HandleReference object, std::int64_t time, Recorder &recorder) {
  if (!recorder.predefined_name(object.kind, object.handle).empty()) return true;
  const auto noted = recorder.object(object.kind, object.handle, nullptr);
  return noted && noted->live() && noted->created <= time;
}

// Returns the live object that the record has for a handle that memory shows.
std::optional<RecordedObject> live_object(HandleReference object, Recorder &recorder, MpiLibrary &library) {
  auto noted = recorder.object(object.kind, object.handle, &library);
  if (!noted || !noted->live() || !recorder.has_handles_of(library)) return std::nullopt;
  return std::move(*noted);
}

// Returns the communicator that an object was made with; null if the program has freed it since.
Handle communicator_of(const RecordedObject &made, Recorder &recorder, MpiLibrary &library) {
  const Handle communicator(made.communicator.value(), library.identity().handle_width(HandleKind::communicator));
  const bool is_valid = is_same_since({HandleKind::communicator, communicator}, made.created, recorder);
  return is_valid ? communicator : Handle();
}

// Returns true if memory shows the recorded request, and that it is not complete.
bool is_in_use(Handle request, Recorder &recorder, MpiLibrary &library) {
  if (library.objects() == nullptr) return false;
  const auto memory = library.objects()->request(request);
  if (!memory || memory->complete) return false;
  const auto noted = recorder.object(HandleKind::request, request, nullptr);
  return noted && noted->live() && doubt_of(*noted, *memory).empty();
}

// Adds facts to one request.
class RequestCompletion {
 public:
  RequestCompletion(Request &request, const RecordedObject &noted, Recorder &recorder, MpiLibrary &library)
      : request_(request),
        noted_(noted),
        made_by_(mpi_call(noted.created_by)),
        recorder_(recorder),
        library_(library) {}

  void add_all() {
    request_.created_by = noted_.created_by;
    request_.freed_inferred = false;
    add_owner();
    add_call();
    if (request_.type == RequestType::no_operation || request_.partitions) return;
    if (request_.type == RequestType::point_to_point) add_tag();
    add_peer();
    add_data();
  }

 private:
  void add_owner() {
    if (!noted_.owner || !recorder_.has_handles_of(library_)) return;
    const Handle owner = own_handle(noted_.owner->kind, noted_.owner->handle);
    if (noted_.owner->kind == HandleKind::file) {
      if (request_.type == RequestType::generalized) {
        request_.type = RequestType::file;
        request_.generalized.reset();
      }
      if (request_.file.is_null()) request_.file = owner;
    } else if (noted_.owner->kind == HandleKind::window) {
      if (request_.window.is_null()) request_.window = owner;
    } else if (request_.communicator.is_null() &&
               is_same_since({HandleKind::communicator, owner}, noted_.created, recorder_)) {
      request_.communicator = owner;
    }
  }

  void add_call() {
    const auto *known = std::find_if(
        std::begin(request_calls), std::end(request_calls),
        [&](const NamedRequestCall &one) { return one.call != RequestCall::unknown && one.name == made_by_.name; });
    if (known != std::end(request_calls)) {
      request_.call = known->call;
      request_.call_inferred = false;
    }
    const SendMode mode = send_mode_of(made_by_.data);
    if (request_.send_mode == SendMode::unknown || mode == SendMode::ready) request_.send_mode = mode;
  }

  void add_tag() {
    if (request_.tag || request_.any_tag || !noted_.tag) return;
    if (made_by_.receives() && *noted_.tag == recorder_.values().any_tag) {
      request_.any_tag = true;
    } else {
      request_.tag = noted_.tag;
    }
  }

  void add_peer() {
    const bool has_peer = request_.type == RequestType::point_to_point || request_.type == RequestType::window;
    if (!has_peer || request_.peer || request_.any_source || !noted_.peer) return;
    if (made_by_.receives() && *noted_.peer == recorder_.values().any_source) {
      request_.any_source = true;
      return;
    }
    const auto members = peers();
    if (!members || *noted_.peer < 0 || static_cast<std::size_t>(*noted_.peer) >= members->size()) return;
    RequestPeer peer;
    peer.comm_rank = *noted_.peer;
    peer.name = (*members)[static_cast<std::size_t>(*noted_.peer)];
    peer.world_rank = library_.identity().world_rank_of(peer.name);
    request_.peer = peer;
  }

  // Returns the processes that the peer is one of; null if they are not known.
  GroupMembers peers() {
    ObjectRecords *const objects = library_.objects();
    if (objects == nullptr) return nullptr;
    Handle group;
    if (!request_.window.is_null()) {
      const auto window = objects->window(request_.window);
      if (window) group = window->group;
    } else if (library_.communicators() != nullptr && !request_.communicator.is_null()) {
      const auto communicator = library_.communicators()->outline(request_.communicator);
      if (communicator)
        group = communicator->intercommunicator ? communicator->remote_group : communicator->local_group;
    }
    return group.is_null() ? nullptr : objects->group_members(group).value_or(nullptr);
  }

  void add_data() {
    // The recorder notes larger counts as the largest int.
    const bool is_count = noted_.count && *noted_.count >= 0 && *noted_.count < INT32_MAX;
    if (!request_.count && is_count) request_.count = static_cast<std::uint64_t>(*noted_.count);
    if (request_.buffer.is_null()) request_.buffer = noted_.buffer;
    if (!request_.datatype.is_null() || noted_.datatype.is_null() || !recorder_.has_handles_of(library_)) return;
    const Handle datatype = own_handle(HandleKind::datatype, noted_.datatype);
    if (!is_same_since({HandleKind::datatype, datatype}, noted_.created, recorder_)) return;
    request_.datatype = datatype;
    request_.datatype_name = recorder_.datatype_name(datatype);
    request_.datatype_named = !request_.datatype_name.empty();
    if (!request_.datatype_named) request_.datatype_name = hex(datatype);
  }

  Handle own_handle(HandleKind kind, Handle handle) const {
    return Handle(handle.value(), library_.identity().handle_width(kind));
  }

  Request &request_;
  const RecordedObject &noted_;
  const MpiCall made_by_;
  Recorder &recorder_;
  MpiLibrary &library_;
};

}  // namespace

void complete(Request &request, Recorder &recorder, MpiLibrary &library) {
  const auto noted = recorder.object(HandleKind::request, request.handle, &library);
  if (!noted || !(noted->live() || noted->freed()) || noted->freed() != request.freed) return;
  if (!doubt_of(*noted, request).empty()) return;
  RequestCompletion(request, *noted, recorder, library).add_all();
}

void complete(Window &window, Recorder &recorder, MpiLibrary &library) {
  const auto noted = live_object({HandleKind::window, window.handle}, recorder, library);
  if (!noted) return;
  window.origin_communicator = communicator_of(*noted, recorder, library);
  window.origin_inferred = false;
  if (!window.sync) return;
  for (WindowLock &lock : window.sync->locks) {
    const auto held = std::find_if(noted->locks.begin(), noted->locks.end(),
                                   [&](const RecordedLock &one) { return one.target == lock.target; });
    if (lock.type == LockType::unknown && held != noted->locks.end())
      lock.type = held->exclusive ? LockType::exclusive : LockType::shared;
  }
}

void complete(File &file, Recorder &recorder, MpiLibrary &library) {
  if (!file.communicator.is_null()) return;
  const auto noted = live_object({HandleKind::file, file.handle}, recorder, library);
  if (noted) file.communicator = communicator_of(*noted, recorder, library);
}

bool complete_users(HandleReference object, std::vector<HandleReference> &users, Recorder &recorder,
                    MpiLibrary &library) {
  const auto noted = recorder.users_of(object);
  if (!noted || !recorder.has_handles_of(library)) return false;
  const std::set<HandleReference> known(users.begin(), users.end());
  for (const HandleReference &user : *noted) {
    if (known.contains(user)) continue;
    const HandleReference own{user.kind, Handle(user.handle.value(), library.identity().handle_width(user.kind))};
    if (own.kind != HandleKind::request || is_in_use(own.handle, recorder, library)) users.push_back(own);
  }
  return recorder.problem().empty();
}

}  // namespace mpidbg::model::recorded
