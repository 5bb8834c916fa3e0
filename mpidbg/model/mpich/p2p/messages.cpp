#include "mpidbg/model/mpich/p2p/messages.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/mpich/objects/live_handles.h"

namespace mpidbg::model::mpich {

std::string Messages::problem() {
  if (const auto kind = process_.layouts.numbers.request_matched_probe.get(); !kind) return kind.error().message;
  return table_problem(pools_, ObjectKind::request, process_.layouts.request);
}

Result<bool> Messages::is_message(const View &view) const {
  MPIDBG_ASSIGN(kind, process_.layouts.numbers.request_matched_probe.get());
  return view.get(&RequestLayout::kind) == static_cast<std::uint32_t>(kind);
}

std::vector<Handle> Messages::live() {
  return live_handles(pools_, HandleKind::message, ObjectKind::request, [this](const PooledObject &object) {
    const auto view = View::read(process_.memory, process_.layouts.request, object.address);
    return view && is_message(*view).value_or(false);
  });
}

Result<Message> Messages::read(Handle handle) {
  const auto number = static_cast<std::uint32_t>(handle.value());
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
  MPIDBG_ASSIGN(object, pools_.find(ObjectKind::request, number));
  MPIDBG_ASSIGN(view, View::read(process_.memory, process_.layouts.request, object));
  MPIDBG_ASSIGN(matched, is_message(view));
  if (!matched) {
    return Error{ErrorCode::not_found, hex(handle) + " is a request and not a matched message", object};
  }
  message.request = handle;
  const Address communicator = view.get(&RequestLayout::comm);
  if (!communicator.is_null()) {
    if (const auto known = pools_.handle_of(ObjectKind::communicator, communicator)) {
      message.communicator = Handle(*known, 4);
    }
  }
  return message;
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
