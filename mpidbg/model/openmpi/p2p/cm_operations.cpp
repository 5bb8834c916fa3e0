#include "mpidbg/model/openmpi/p2p/cm_operations.h"

#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/send_modes.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// Returns the number of a send as Operation::sender_record, in which null means that there is none.
Address record_of_number(std::optional<std::uint64_t> number) {
  return number ? Address(*number + 1) : Address();
}

}  // namespace

Status CmOperations::read_receive(const ofi::Receive &receive, const CmCommunicator *where, bool without_ignored,
                                  Operation &operation) {
  operation = Operation{};
  operation.queue = Queue::receives;
  const CmTags &tags = module_.tags();
  if (!without_ignored && !tags.is_ignored_by_receives(receive.ignore)) {
    return Error{ErrorCode::corrupt,
                 "the receive of libfabric at " + hex(receive.entry) + " ignores " + hex(receive.ignore) +
                     " of its tag, which is of no receive of Open MPI",
                 receive.entry};
  }
  const OfiRequestLayout &layout = process_.layouts().ofi_request;
  MPIDBG_ASSIGN(request, process_.objects.read(layout, receive.context - layout.ctx.offset));
  if (request.get(&OfiRequestLayout::match_bits) != receive.tag) {
    return Error{ErrorCode::corrupt,
                 "ompi_mtl_ofi_request_t at " + hex(request.address()) + " has match_bits " +
                     hex(request.get(&OfiRequestLayout::match_bits)) + ", and its entry in libfabric at " +
                     hex(receive.entry) + " has the tag " + hex(receive.tag),
                 request.address()};
  }
  operation.buffer = receive.buffer;
  operation.bytes = receive.bytes;
  const CmEnvelope envelope = tags.decode(receive.tag, receive.ignore);
  fill_tag(envelope, where, operation);
  if (without_ignored && operation.tag == 0) operation.tag_known = false;
  MPIDBG_ASSIGN(owner, requests_.owner_of(request));
  MPIDBG_TRY(owner.is_null() ? fill_blocking(request, operation) : fill_request(owner, operation));
  if (!tags.has_directed_receives()) {
    operation.any_source = !envelope.source;
    return fill_rank(envelope.source, where, operation);
  }
  operation.any_source = !receive.source;
  return receive.source ? fill_address(*receive.source, where, operation) : Status();
}

Status CmOperations::read_matched(const CmReceive &receive, const CmCommunicator *where, Operation &operation) {
  MPIDBG_TRY(read_receive(receive.receive, where, !receive.message, operation));
  operation.matched = true;
  if (!receive.message) return {};
  const ofi::Message &message = *receive.message;
  operation.any_source = operation.any_tag = false;
  const CmEnvelope envelope = module_.tags().decode(message.tag);
  fill_tag(envelope, where, operation);
  operation.protocol = message.rendezvous ? Protocol::rendezvous : Protocol::eager;
  operation.bytes = message.bytes;
  operation.sender_record = record_of_number(message.number);
  std::optional<std::int32_t> source = envelope.source;
  if (message.data) source = static_cast<std::int32_t>(*message.data);
  return fill_rank(source, where, operation);
}

Status CmOperations::read_send(const CmSend &send, const CmCommunicator *where, Operation &operation) {
  operation = Operation{};
  operation.queue = Queue::sends;
  operation.is_send = true;
  operation.bytes = send.bytes;
  operation.send_mode = send.synchronous ? SendMode::synchronous : SendMode::standard;
  if (send.owner.is_null()) {
    operation.record = operation.waiter = send.component_request;
  } else {
    MPIDBG_TRY(fill_request(send.owner, operation));
  }
  operation.sender_record = record_of_number(send.number);
  CmEnvelope envelope;
  envelope.tag = operation.tag;
  if (send.bits) envelope = module_.tags().decode(*send.bits);
  fill_tag(envelope, where, operation);
  if (operation.comm_rank >= 0) return fill_rank(operation.comm_rank, where, operation);
  return send.destination && module_.tags().has_directed_receives() ? fill_address(*send.destination, where, operation)
                                                                    : Status();
}

Status CmOperations::read_message(const ofi::Message &message, const CmCommunicator *where, Operation &operation) {
  operation = Operation{};
  operation.queue = where == nullptr ? Queue::unclaimed : Queue::unexpected;
  const CmEnvelope envelope = module_.tags().decode(message.tag);
  fill_tag(envelope, where, operation);
  operation.record = message.entry;
  operation.sender_record = record_of_number(message.number);
  operation.bytes = message.bytes;
  operation.protocol = message.rendezvous ? Protocol::rendezvous : Protocol::eager;
  if (envelope.synchronous) operation.send_mode = SendMode::synchronous;
  operation.buffer = message.payload;
  operation.buffer_is_library_memory = true;
  if (!module_.tags().has_directed_receives()) return fill_rank(envelope.source, where, operation);
  if (message.data) return fill_rank(static_cast<std::int32_t>(*message.data), where, operation);
  return message.source ? fill_address(*message.source, where, operation) : Status();
}

Status CmOperations::read_idle(Address request, const CmCommunicator *where, Operation &operation) {
  operation = Operation{};
  MPIDBG_TRY(fill_request(request, operation));
  if (where != nullptr) operation.context_id = where->communicator.context_id;
  return operation.any_source || operation.comm_rank < 0 ? Status() : fill_rank(operation.comm_rank, where, operation);
}

Status CmOperations::read_probe(std::optional<std::int32_t> source, std::optional<std::int32_t> tag,
                                const CmCommunicator &where, Operation &operation) const {
  operation = Operation{};
  operation.queue = Queue::receives;
  operation.is_probe = true;
  CmEnvelope asked;
  asked.tag = tag;
  fill_tag(asked, &where, operation);
  operation.any_source = !source;
  return source ? fill_rank(source, &where, operation) : Status();
}

void CmOperations::fill_tag(const CmEnvelope &envelope, const CmCommunicator *where, Operation &operation) const {
  operation.context_id = where == nullptr ? envelope.context_id : where->communicator.context_id;
  operation.any_tag = !envelope.tag;
  operation.tag = envelope.tag.value_or(constants::any_tag);
  operation.internal = (envelope.tag && *envelope.tag < 0) || (where != nullptr && where->communicator.internal);
}

Status CmOperations::fill_rank(std::optional<std::int32_t> rank, const CmCommunicator *where,
                               Operation &operation) const {
  operation.comm_rank = rank.value_or(-1);
  if (!rank || where == nullptr) return {};
  if (*rank < 0 || static_cast<std::size_t>(*rank) >= where->peers->size()) {
    const Address place = operation.request.is_null() ? operation.record : operation.request.address();
    return Error{ErrorCode::corrupt,
                 "the operation at " + hex(place) + " is with rank " + std::to_string(*rank) + " in a group of " +
                     std::to_string(where->peers->size()) + " (communicator " + hex(where->communicator.handle) + ")",
                 place};
  }
  operation.peer = (*where->peers)[static_cast<std::size_t>(*rank)];
  operation.world_rank = handles_.world.rank_of(operation.peer);
  return {};
}

Status CmOperations::fill_address(std::uint64_t address, const CmCommunicator *where, Operation &operation) {
  if (where == nullptr) return {};
  MPIDBG_ASSIGN(rank, module_.rank_of(address, where->communicator.remote_group.address()));
  if (rank) return fill_rank(rank, where, operation);
  note(Address(), "the address " + std::to_string(address) +
                      " of libfabric is that of no process of the communicator " + hex(where->communicator.handle));
  return {};
}

Status CmOperations::fill_request(Address address, Operation &operation) {
  const Layouts &layouts = process_.layouts();
  MPIDBG_ASSIGN(cm, process_.objects.read_object(layouts.cm_request, address));
  MPIDBG_ASSIGN(request, process_.objects.base_of(cm, layouts.request));
  operation.request = address;
  operation.persistent = request.get(&RequestLayout::req_persistent);
  operation.freed = cm.get(&CmRequestLayout::req_free_called) != 0;
  const Address complete = request.get(&RequestLayout::req_complete);
  const bool is_idle = request.get(&RequestLayout::req_state) == constants::request_inactive;
  operation.complete = !is_idle && complete.value() == constants::request_completed;
  if (complete.value() > constants::request_completed) operation.waiter = complete;
  MPIDBG_ASSIGN(convertor, cm.part(&CmRequestLayout::req_convertor, layouts.convertor));
  MPIDBG_TRY(fill_data(convertor, cm.get(&CmRequestLayout::req_datatype), operation));
  const std::int32_t kind = cm.get(&CmRequestLayout::req_pml_type);
  operation.is_send = kind == constants::cm_heavy_send || kind == constants::cm_thin_send;
  operation.queue = is_idle ? Queue::inactive : operation.is_send ? Queue::sends : Queue::receives;
  if (operation.is_send) {
    MPIDBG_ASSIGN(status, request.part(&RequestLayout::req_status, layouts.status));
    operation.tag = status.get(&StatusLayout::MPI_TAG);
    operation.count = status.get(&StatusLayout::_ucount);
    return fill_send_request(cm, operation);
  }
  if (kind != constants::cm_heavy_receive) return {};
  MPIDBG_ASSIGN(heavy, cm.as(layouts.cm_heavy_receive));
  operation.tag = heavy.get(&CmHeavyReceiveLayout::req_tag);
  operation.any_tag = operation.tag == constants::any_tag;
  operation.buffer = heavy.get(&CmHeavyReceiveLayout::req_addr);
  operation.count = heavy.get(&CmHeavyReceiveLayout::req_count);
  operation.comm_rank = heavy.get(&CmHeavyReceiveLayout::req_peer);
  operation.any_source = operation.comm_rank == constants::any_source;
  return {};
}

Status CmOperations::fill_send_request(const View<CmRequestLayout> &request, Operation &operation) {
  const Layouts &layouts = process_.layouts();
  if (request.get(&CmRequestLayout::req_pml_type) == constants::cm_thin_send) {
    MPIDBG_ASSIGN(thin, request.as(layouts.cm_thin_send));
    operation.send_mode = send_mode(thin.get(&CmThinSendLayout::req_send_mode));
    return {};
  }
  MPIDBG_ASSIGN(heavy, request.as(layouts.cm_heavy_send));
  operation.send_mode = send_mode(heavy.get(&CmHeavySendLayout::req_send_mode));
  operation.comm_rank = heavy.get(&CmHeavySendLayout::req_peer);
  operation.tag = heavy.get(&CmHeavySendLayout::req_tag);
  operation.buffer = heavy.get(&CmHeavySendLayout::req_addr);
  return {};
}

Status CmOperations::fill_blocking(const View<OfiRequestLayout> &request, Operation &operation) {
  operation.record = operation.waiter = request.address();
  const Address place = request.get(&OfiRequestLayout::convertor);
  MPIDBG_ASSIGN(convertor, process_.objects.read(process_.layouts().convertor, place));
  const bool has_data = convertor.get(&ConvertorLayout::local_size) != 0;
  return fill_data(convertor, has_data ? convertor.get(&ConvertorLayout::pDesc) : Address(), operation);
}

Status CmOperations::fill_data(const View<ConvertorLayout> &convertor, Address datatype, Operation &operation) {
  const std::uint64_t bytes = convertor.get(&ConvertorLayout::local_size);
  if (bytes >= limits::message_bytes) {
    return Error{ErrorCode::corrupt,
                 "opal_convertor_t at " + hex(convertor.address()) + " has " + hex(bytes) + " bytes",
                 convertor.address()};
  }
  if (!operation.bytes) operation.bytes = bytes;
  if (bytes != 0) operation.buffer = convertor.get(&ConvertorLayout::pBaseBuf);
  if (datatype.is_null()) return {};
  operation.datatype = datatype;
  const auto type = handles_.datatypes.summary(datatype);
  operation.datatype_named = type && !(*type)->name.empty();
  operation.datatype_name = operation.datatype_named ? (*type)->name : "datatype " + hex(datatype);
  if (!type) {
    note(datatype, "the datatype of a request: " + type.error().message);
    return {};
  }
  const std::uint64_t size = (*type)->size;
  if (bytes == 0 && size != 0) operation.count = 0;
  if (bytes != 0 && size != 0 && bytes % size == 0) operation.count = bytes / size;
  return {};
}

void CmOperations::note(Address place, const std::string &what) {
  if (fault_) fault_ = Error{ErrorCode::corrupt, what, place};
}

Status CmOperations::take_fault() {
  return std::exchange(fault_, Status());
}

}  // namespace mpidbg::model::openmpi
