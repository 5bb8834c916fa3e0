#include "mpidbg/model/openmpi/p2p/messages.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/opal/pooled_objects.h"

namespace mpidbg::model::openmpi {

void Messages::clear() {
  indexed_ = false;
  live_.clear();
  live_set_.clear();
}

std::string Messages::problem() {
  const Layouts &layouts = process_.layouts();
  if (!process_.symbol("ompi_message_free_list")) return "the symbol ompi_message_free_list is missing";
  return Attachment::unresolved({&layouts.message, &layouts.free_list, &layouts.free_list_item, &layouts.list,
                                 &layouts.list_item, &layouts.pointer_array});
}

std::vector<PredefinedHandle> Messages::predefined() const {
  std::vector<PredefinedHandle> handles;
  if (auto null = predefined_at("MPI_MESSAGE_NULL", 0)) handles.push_back(std::move(*null));
  if (auto no_proc = predefined_at("MPI_MESSAGE_NO_PROC", 1)) handles.push_back(std::move(*no_proc));
  return handles;
}

Status Messages::index() {
  if (indexed_) return {};
  clear();
  if (std::string why = problem(); !why.empty()) return Error{ErrorCode::not_supported, std::move(why)};
  for (const PredefinedHandle &handle : predefined()) live_.push_back(handle.handle.address());
  MPIDBG_ASSIGN(pool, process_.symbol("ompi_message_free_list"));
  MPIDBG_ASSIGN(used, items_in_use(objects(), pool));
  for (const Address message : used) {
    // MPI_Mprobe allocates the object before there is a message, and fills it when one has arrived; until then it is
    // omitted.
    const auto view = objects().read_object(layouts().message, message);
    const bool waits = view && (view->get(&MessageLayout::comm).is_null()
                                    ? view->get(&MessageLayout::req_ptr).is_null()
                                    : handles_.layer->is_waiting(view->get(&MessageLayout::req_ptr)));
    if (!waits) live_.push_back(message);
  }
  live_set_ = {live_.begin(), live_.end()};
  indexed_ = true;
  return {};
}

Result<std::vector<Address>> Messages::live() {
  MPIDBG_TRY(index());
  return live_;
}

Result<Message> Messages::read(Address handle) {
  MPIDBG_TRY(index());
  if (!live_set_.contains(handle)) {
    return Error{ErrorCode::not_found, "no matched message is at " + hex(handle), handle};
  }
  Message message;
  message.handle = handle;
  const auto table = predefined();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].handle != handle) continue;
    message.name = table[i].name;
    message.predefined = true;
    message.is_null = i == 0;
    message.no_proc = i == 1;
    message.fortran_index = static_cast<int>(i);
    return message;
  }
  MPIDBG_ASSIGN(view, objects().read_object(layouts().message, handle));
  message.fortran_index = std::max(view.get(&MessageLayout::m_f_to_c_index), -1);
  message.communicator = view.get(&MessageLayout::comm);
  message.bytes = view.get(&MessageLayout::count);
  message.request = view.get(&MessageLayout::req_ptr);
  MPIDBG_ASSIGN(source, handles_.requests.peers().peer(message.communicator.address(), view.get(&MessageLayout::peer)));
  message.source = source.comm_rank;
  message.source_world_rank = source.world_rank;
  message.source_name = source.name;
  if (handles_.layer->messages_seen().shows_anything()) MPIDBG_TRY(handles_.layer->read_message(message));
  return message;
}

Status Messages::collect_references(References &references) {
  if (!problem().empty()) return {};
  MPIDBG_TRY(index());
  for (const Address handle : live_) {
    const auto message = read(handle);
    if (!message || message->communicator.is_null()) continue;
    references.add({HandleKind::message, handle}, {HandleKind::communicator, message->communicator});
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
