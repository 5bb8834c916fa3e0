#include "mpidbg/model/mpich/p2p/ofi_operations.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/operation_request.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

Error bad_entry(Address place, const std::string &what) {
  return Error{ErrorCode::corrupt, "libfabric's entry at " + hex(place) + " " + what, place};
}

// The number by which a send is known at its receiver, as a number that is not 0.
Address record_of(std::uint64_t id) {
  return Address(id + 1);
}

}  // namespace

void OfiOperations::fill_tag(const ucx::Envelope &envelope, const MarkedCommunicator *where,
                             Operation &operation) const {
  operation.context_id =
      where == nullptr ? context_of_communicator(envelope.context_id) : where->communicator.context_id;
  operation.any_tag = !envelope.tag;
  operation.tag = envelope.tag.value_or(process_.header->any_tag);
  operation.internal = is_of_collective(envelope.context_id) || (where != nullptr && where->communicator.internal);
  if (operation.internal && envelope.tag) operation.collective = collective_of(*envelope.tag);
}

Status OfiOperations::fill_rank(std::int32_t rank, const MarkedCommunicator *where, Address place,
                                Operation &operation) const {
  operation.comm_rank = rank;
  if (where == nullptr) return {};
  if (rank < 0 || static_cast<std::size_t>(rank) >= where->peers->size()) {
    return bad_entry(place, "names rank " + std::to_string(rank) + " in a group of " +
                                std::to_string(where->peers->size()) + " (communicator " +
                                hex(where->communicator.handle) + ")");
  }
  operation.peer = (*where->peers)[static_cast<std::size_t>(rank)];
  operation.world_rank = handles_.world.rank_of(operation.peer);
  return {};
}

Status OfiOperations::fill_address(std::uint64_t address, const MarkedCommunicator *where, Address place,
                                   Operation &operation) {
  MPIDBG_ASSIGN(process, addresses_.process_of(address));
  if (!process) return bad_entry(place, "has the address " + hex(address) + ", which is that of no process");
  operation.peer = *process;
  operation.world_rank = handles_.world.rank_of(*process);
  if (where == nullptr) return {};
  const auto rank = handles_.contexts.rank_of(*process, *where);
  if (!rank) {
    return bad_entry(place, "has the address " + hex(address) + ", whose process is not in the communicator " +
                                hex(where->communicator.handle));
  }
  operation.comm_rank = *rank;
  return {};
}

// Fills in the sender of a message. The sender passes its rank; the provider may know its address, too.
Status OfiOperations::fill_sender(const ofi::Message &message, const MarkedCommunicator *where, Operation &operation) {
  const ucx::Envelope envelope = tag_.decode(message.tag);
  std::optional<std::int32_t> rank = envelope.source;
  if (!rank && message.data) rank = static_cast<std::int32_t>(*message.data & constants::ofi_source_mask);
  if (!rank) return bad_entry(message.entry, "is a message without the rank of its sender");
  MPIDBG_TRY(fill_rank(*rank, where, message.entry, operation));
  if (!message.source) return {};
  MPIDBG_ASSIGN(process, addresses_.process_of(*message.source));
  if (!process) return {};
  if (where != nullptr && *process != operation.peer) {
    return bad_entry(message.entry, "is a message of rank " + std::to_string(*rank) + ", and came from another one");
  }
  operation.peer = *process;
  operation.world_rank = handles_.world.rank_of(*process);
  return {};
}

Result<layout::View<OfiRequestLayout>> OfiOperations::device_part(Address request) const {
  const Layouts &layouts = process_.layouts;
  return layout::View<OfiRequestLayout>::read(
      process_.memory, ofi_.request, request + (layouts.request.dev.offset + layouts.device_request.ch4.offset));
}

void OfiOperations::name_datatype(std::uint32_t datatype, Operation &operation) const {
  operation.datatype = int_handle(datatype);
  operation.datatype_name = handles_.datatypes.name(operation.datatype);
  operation.datatype_named = !operation.datatype_name.empty();
  if (!operation.datatype_named) operation.datatype_name = "datatype " + hex(datatype);
}

// Fills in buffer, size and datatype of a receive. libfabric has the buffer of the program, or a buffer of MPICH from
// which the data is unpacked.
Status OfiOperations::fill_data(const OfiReceive &receive, Operation &operation) const {
  MPIDBG_ASSIGN(device, device_part(receive.request));
  operation.buffer = receive.receive.buffer;
  operation.bytes = receive.receive.bytes;
  if (receive.event == constants::ofi_receive_huge) {
    const std::uint64_t bytes = device.get(&OfiRequestLayout::length);
    if (bytes >= limits::message_bytes) return bad_entry(receive.receive.entry, "receives " + hex(bytes) + " bytes");
    operation.bytes = bytes;
  }
  const bool is_packed = receive.event == constants::ofi_receive_pack;
  if (is_packed) operation.buffer = device.get(&OfiRequestLayout::pack_buffer);
  const std::uint32_t datatype = device.get(is_packed ? &OfiRequestLayout::pack_datatype : &OfiRequestLayout::datatype);
  const auto record = handles_.datatypes.record(int_handle(datatype));
  if (!record && record.error().code == ErrorCode::not_found) {
    return bad_entry(receive.receive.entry, "is for the request at " + hex(receive.request) + " with the datatype " +
                                                hex(datatype) + ", which is not in use");
  }
  name_datatype(datatype, operation);
  if (!record || (*record)->size == 0 || *operation.bytes % (*record)->size != 0) return {};
  operation.count = *operation.bytes / (*record)->size;
  if (!is_packed || *operation.count == device.get(&OfiRequestLayout::pack_count)) return {};
  return bad_entry(receive.receive.entry, "receives " + std::to_string(*operation.count) +
                                              " elements, and the request " +
                                              std::to_string(device.get(&OfiRequestLayout::pack_count)));
}

Status OfiOperations::read_receive(const OfiReceive &receive, const ofi::Message *matched,
                                   const MarkedCommunicator *where, Operation &operation) {
  operation = Operation{};
  operation.queue = Queue::receives;
  const ofi::Receive &entry = receive.receive;
  MPIDBG_TRY(fill_data(receive, operation));
  MPIDBG_ASSIGN(is_known, fill_own_request(handles_, receive.request, operation));
  if (!is_known) operation.record = entry.entry;
  if (matched != nullptr) {
    fill_tag(tag_.decode(matched->tag), where, operation);
    operation.matched = true;
    operation.protocol = matched->rendezvous ? Protocol::rendezvous : Protocol::eager;
    operation.bytes = matched->bytes;
    return fill_sender(*matched, where, operation);
  }
  const ucx::Envelope envelope = tag_.decode(entry.tag, entry.ignore);
  fill_tag(envelope, where, operation);
  if (envelope.source) return fill_rank(*envelope.source, where, entry.entry, operation);
  if (entry.source) return fill_address(*entry.source, where, entry.entry, operation);
  operation.any_source = true;
  return {};
}

Status OfiOperations::read_send(const OfiSend &send, const MarkedCommunicator *where, Operation &operation) {
  operation = Operation{};
  operation.queue = Queue::sends;
  operation.is_send = true;
  operation.bytes = send.bytes;
  operation.send_mode = send.synchronous ? SendMode::synchronous : SendMode::standard;
  MPIDBG_ASSIGN(is_known, fill_own_request(handles_, send.request, operation));
  if (!is_known) operation.record = send.entry;
  fill_tag(tag_.decode(send.tag), where, operation);
  MPIDBG_ASSIGN(device, device_part(send.request));
  if (!operation.persistent) name_datatype(device.get(&OfiRequestLayout::datatype), operation);
  if (send.number) operation.sender_record = record_of(*send.number);
  if (send.event == constants::ofi_send_huge) {
    operation.bytes.reset();  // libfabric has a part of the message
    return fill_rank(device.get(&OfiRequestLayout::util_id), where, send.entry, operation);
  }
  const auto record = handles_.datatypes.record(operation.datatype);
  if (operation.bytes && record && (*record)->size != 0 && *operation.bytes % (*record)->size == 0) {
    operation.count = *operation.bytes / (*record)->size;
  }
  return send.destination ? fill_address(*send.destination, where, send.entry, operation) : Status();
}

Status OfiOperations::read_message(const ofi::Message &message, const MarkedCommunicator *where, Operation &operation) {
  operation = Operation{};
  operation.queue = where == nullptr ? Queue::unclaimed : Queue::unexpected;
  fill_tag(tag_.decode(message.tag), where, operation);
  operation.record = message.entry;
  operation.bytes = message.bytes;
  operation.protocol = message.rendezvous ? Protocol::rendezvous : Protocol::eager;
  if (tag_.is_synchronous(message.tag)) operation.send_mode = SendMode::synchronous;
  if (tag_.is_huge(message.tag)) operation.bytes.reset();  // this is a part of the message
  operation.buffer = message.payload;
  operation.buffer_is_library_memory = true;
  if (message.number) operation.sender_record = record_of(*message.number);
  return fill_sender(message, where, operation);
}

Status OfiOperations::read_probe(const ucx::Envelope &asked, const MarkedCommunicator &where,
                                 Operation &operation) const {
  operation = Operation{};
  operation.queue = Queue::receives;
  operation.is_probe = true;
  fill_tag(asked, &where, operation);
  if (asked.source) return fill_rank(*asked.source, &where, Address(), operation);
  operation.any_source = true;
  return {};
}

void OfiOperations::fill_pending(const Operation &operation, const OfiReceive *receive, const ofi::Message *matched,
                                 Request &request) {
  request.send_mode = operation.send_mode;
  request.buffer = operation.buffer;
  request.bytes = operation.bytes;
  request.any_source = operation.any_source;
  request.any_tag = operation.any_tag;
  const RequestPeer peer{operation.comm_rank, operation.world_rank, operation.peer};
  if (receive != nullptr && matched != nullptr) {
    const ucx::Envelope posted = tag_.decode(receive->receive.tag, receive->receive.ignore);
    request.any_source = !posted.source && !receive->receive.source;
    request.any_tag = !posted.tag;
    request.matched = MatchedMessage{peer, operation.tag, operation.bytes};
    request.bytes = receive->receive.bytes;
    request.transfer_started = true;
  }
  if (!request.any_source && operation.comm_rank >= 0) request.peer = peer;
  if (!request.any_tag) request.tag = operation.tag;
}

Result<bool> OfiOperations::is_on(const OfiSend &send, const MarkedCommunicator &where) {
  const auto source = tag_.decode(send.tag).source;
  if (source && *source != where.communicator.rank) return false;
  if (send.data && !source &&
      static_cast<std::int32_t>(*send.data & constants::ofi_source_mask) != where.communicator.rank) {
    return false;
  }
  if (!send.destination || handles_.contexts.on_send(where.sent).size() < 2) return true;
  MPIDBG_ASSIGN(process, addresses_.process_of(*send.destination));
  return !process || handles_.contexts.rank_of(*process, where).has_value();
}

}  // namespace mpidbg::model::mpich
