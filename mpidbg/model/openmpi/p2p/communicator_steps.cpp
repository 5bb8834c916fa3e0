#include "mpidbg/model/openmpi/p2p/communicator_steps.h"

#include <algorithm>
#include <utility>

#include "mpidbg/layout/openmpi/layouts.h"
#include "mpidbg/model/openmpi/p2p/communicator_requests.h"

namespace mpidbg::model::openmpi {

namespace {

// A limit for the pending messages that are compared with a context.
constexpr std::size_t most_messages = 4096;
// A context refers to the first of its numbers; a member of a group receives up to two, one behind the other.
constexpr std::uint64_t size_of_number = 4;

// Describes the memory that a request which agrees on a number uses for its messages.
class StepMemory {
 public:
  static Result<StepMemory> read(const Attachment &process, Address communicator_request) {
    MPIDBG_ASSIGN(view, process.objects.read_object(process.layouts().communicator_request, communicator_request));
    StepMemory memory;
    memory.context_ = view.get(&CommunicatorRequestLayout::context);
    MPIDBG_ASSIGN(header, process.objects.read(process.layouts().object, memory.context_));
    MPIDBG_ASSIGN(type, process.objects.read(process.layouts().object_class, header.get(&ObjectLayout::obj_class)));
    memory.bytes_ = std::min(type.get(&ClassLayout::cls_sizeof), most_context_bytes);
    MPIDBG_ASSIGN(words, process.memory.read_pointers(memory.context_, memory.bytes_ / process.memory.pointer_size(),
                                                      "the context of a request that makes a communicator"));
    memory.words_ = std::move(words);
    return memory;
  }

  // Returns true if the context of this request refers to that of the other request, of which it is then a part.
  bool refers_to(const StepMemory &other) const {
    return std::find(words_.begin(), words_.end(), other.context_) != words_.end();
  }

  bool contains(Address buffer) const {
    if (AddressRange{context_, context_ + bytes_}.contains(buffer)) return true;
    return std::any_of(words_.begin(), words_.end(), [buffer](Address word) {
      return !word.is_null() && (buffer == word || buffer == word + size_of_number);
    });
  }

 private:
  Address context_{};
  std::uint64_t bytes_ = 0;
  std::vector<Address> words_;
};

// Returns the memory of a request and of its parts. All requests in progress are in one list, a ring that has a member
// of another class as its start.
Result<std::vector<StepMemory>> memory_with_parts(const Attachment &process, Address communicator_request) {
  constexpr int most_requests = 64;
  const Layouts &layouts = process.layouts();
  MPIDBG_ASSIGN(own, StepMemory::read(process, communicator_request));
  std::vector<StepMemory> all = {own};
  Address at = communicator_request;
  for (int i = 0; i < most_requests; ++i) {
    MPIDBG_ASSIGN(item, process.objects.read(layouts.list_item, at));
    at = item.get(&ListItemLayout::opal_list_next);
    if (at == communicator_request) return all;
    if (!process.objects.read_object(layouts.communicator_request, at)) continue;
    MPIDBG_ASSIGN(memory, StepMemory::read(process, at));
    if (memory.refers_to(own)) all.push_back(std::move(memory));
  }
  return Error{ErrorCode::not_supported, "too many communicators are being made", communicator_request};
}

ScheduleOperation operation_of(const Request &message, bool is_send) {
  ScheduleOperation operation;
  operation.round = 1;
  operation.action = is_send ? ScheduleAction::send : ScheduleAction::receive;
  operation.state = ScheduleState::pending;
  if (message.peer) operation.peer = *message.peer;
  operation.count = message.count.value_or(0);
  operation.datatype = message.datatype;
  if (message.datatype_named) operation.datatype_name = message.datatype_name;
  (is_send ? operation.source : operation.target) = message.buffer;
  operation.request = message.handle;
  return operation;
}

Result<Schedule> read_step(const Attachment &process, Handles &handles, Address communicator_request) {
  MPIDBG_ASSIGN(memory, memory_with_parts(process, communicator_request));
  const auto is_buffer = [&memory](Address address) {
    return std::any_of(memory.begin(), memory.end(), [&](const StepMemory &one) { return one.contains(address); });
  };
  if (!handles.layer->requests_seen().shows_anything())
    return Error{ErrorCode::not_supported, handles.layer->requests_seen().problem()};
  MPIDBG_ASSIGN(requests, handles.layer->requests());
  Schedule step;
  step.round = step.rounds = 1;
  step.truncated = true;
  std::size_t compared = 0;
  for (const LayerRequest &one : *requests) {
    if (!one.active || one.probe) continue;
    if (++compared > most_messages)
      return Error{ErrorCode::not_supported, "too many messages are pending to find those of the request"};
    MPIDBG_ASSIGN(message, handles.requests.read(one.request));
    if (!message.complete && is_buffer(message.buffer)) step.operations.push_back(operation_of(message, one.is_send));
  }
  return step;
}

}  // namespace

void add_step(const Attachment &process, Handles &handles, Request &request) {
  auto step = read_step(process, handles, request.handle.address());
  if (step) {
    request.schedule = *std::move(step);
  } else {
    request.schedule_problem = step.error().message;
  }
}

}  // namespace mpidbg::model::openmpi
