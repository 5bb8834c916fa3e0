#include "mpidbg/model/mpich/p2p/messages.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/objects/live_handles.h"

namespace mpidbg::model::mpich {

std::string Messages::problem() {
  if (const auto kind = process_.layouts.numbers.request_matched_probe.get(); !kind) return kind.error().message;
  return table_problem(handles_.pools, ObjectKind::request, process_.layouts.request);
}

Result<bool> Messages::is_message(const View &view) const {
  MPIDBG_ASSIGN(kind, process_.layouts.numbers.request_matched_probe.get());
  return view.get(&RequestLayout::kind) == static_cast<std::uint32_t>(kind);
}

std::vector<Handle> Messages::live() {
  return live_handles(handles_.pools, HandleKind::message, ObjectKind::request, [this](const PooledObject &object) {
    const auto view = View::read(process_.memory, process_.layouts.request, object.address);
    return view && is_message(*view).value_or(false);
  });
}

Result<Message> Messages::read(Handle handle) {
  const auto number = value_of(handle);
  Message message;
  message.handle = handle;
  message.fortran_index = static_cast<int>(number);
  message.name = predefined_name(HandleKind::message, number);
  if (!message.name.empty()) {
    message.predefined = true;
    message.is_null = message.name == "MPI_MESSAGE_NULL";
    message.no_proc = message.name == "MPI_MESSAGE_NO_PROC";
    return message;
  }
  MPIDBG_ASSIGN(object, handles_.pools.find(ObjectKind::request, number));
  MPIDBG_ASSIGN(view, View::read(process_.memory, process_.layouts.request, object));
  MPIDBG_ASSIGN(matched, is_message(view));
  if (!matched) {
    return Error{ErrorCode::not_found, hex(handle) + " is a request and not a matched message", object};
  }
  message.request = handle;
  const Address communicator = view.get(&RequestLayout::comm);
  if (!communicator.is_null()) {
    if (const auto known = handles_.pools.handle_of(ObjectKind::communicator, communicator)) {
      message.communicator = int_handle(*known);
    }
  }
  MPIDBG_ASSIGN(send, own_send(view));
  if (!send.is_null()) {
    MPIDBG_TRY(read_own(send, message));
    return message;
  }
  MPIDBG_ASSIGN(is_active, handles_.devices.active_messages.read_message(view, message));
  if (is_active || !handles_.devices.sees_network()) return message;
  MPIDBG_TRY(handles_.devices.network().read_message(view, message));
  return message;
}

Result<Address> Messages::own_send(const View &view) const {
  const Handle on = handles_.communicators.handle_of(view.get(&RequestLayout::comm));
  if (on.is_null()) return Address();
  MPIDBG_ASSIGN(communicator, handles_.communicators.outline(on));
  if (!is_of_one_process(communicator)) return Address();
  MPIDBG_ASSIGN(device, view.part(&RequestLayout::dev, process_.layouts.device_request));
  MPIDBG_ASSIGN(own, device.part(&DeviceRequestLayout::ch4, process_.layouts.self_request));
  return own.get(&SelfRequestLayout::match_req);
}

Result<const std::unordered_set<Address> *> Messages::matched_sends() {
  if (matched_sends_) return &*matched_sends_;
  std::unordered_set<Address> sends;
  for (const PooledObject &object : handles_.pools.live(ObjectKind::request)) {
    MPIDBG_ASSIGN(view, View::read(process_.memory, process_.layouts.request, object.address));
    MPIDBG_ASSIGN(matched, is_message(view));
    if (!matched) continue;
    MPIDBG_ASSIGN(send, own_send(view));
    if (!send.is_null()) sends.insert(send);
  }
  matched_sends_ = std::move(sends);
  return &*matched_sends_;
}

// Fills in a message on a communicator with a single process. The request of the send has the contents of the message.
Status Messages::read_own(Address send, Message &message) {
  const auto number = handles_.pools.handle_of(ObjectKind::request, send);
  if (!number) return {};
  MPIDBG_ASSIGN(request, handles_.requests.read_head(int_handle(*number)));
  message.source = 0;
  message.source_name = handles_.world.own_name();
  message.source_world_rank = handles_.world.rank();
  message.tag = request.tag;
  message.bytes = request.bytes.value_or(0);
  return {};
}

Status Messages::collect_references(References &references) {
  for (const Handle handle : live()) {
    const auto message = read(handle);
    if (!message || message->communicator.is_null()) continue;
    references.add({HandleKind::message, handle}, {HandleKind::communicator, message->communicator});
  }
  return {};
}

}  // namespace mpidbg::model::mpich
