#include "mpidbg/model/openmpi/p2p/ucx_operations.h"

#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/send_modes.h"
#include "mpidbg/model/openmpi/p2p/ucx_tag.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

ucx::Envelope UcxOperations::decode_tag(std::uint64_t tag, std::uint64_t mask) const {
  return decode_ucx_tag(tag, mask);
}

bool UcxOperations::is_of_library(const ucx::Envelope &envelope) const {
  return envelope.tag && *envelope.tag < 0;
}

int UcxOperations::world_rank(const ProcessName &process) const {
  return handles_.world.rank_of(process);
}

Result<std::optional<std::int32_t>> UcxOperations::receiver(Address endpoint, const ucx::CommunicatorPeers &where) {
  return endpoints_.rank_of(endpoint, where.communicator.remote_group.address());
}

void UcxOperations::miss_receiver(Address endpoint, const ucx::CommunicatorPeers &where) {
  note(endpoint, "the endpoint (ucp_ep) of a send is " + hex(endpoint) +
                     ", which is that of no process of the communicator " + hex(where.communicator.handle));
}

void UcxOperations::note(Address place, const std::string &what) {
  if (fault_) fault_ = Error{ErrorCode::corrupt, what, place};
}

Status UcxOperations::check_receive(const ucx::Receive &receive) const {
  if (is_receive_mask(receive.mask)) return {};
  return Error{ErrorCode::corrupt,
               "ucp_request at " + hex(receive.request) + " has recv.tag.tag_mask " + hex(receive.mask) +
                   ", which is of no receive of Open MPI",
               receive.request};
}

void UcxOperations::check_send(const ucx::Send &send, const ucx::CommunicatorPeers &where) {
  check_source(send.request, send.tag, where);
}

// Checks the rank in the tag of a send, which must be that of this process.
void UcxOperations::check_source(Address request, std::uint64_t tag, const ucx::CommunicatorPeers &where) {
  const auto source = decode_ucx_tag(tag).source;
  if (!source || *source == where.communicator.rank) return;
  note(request, "the send at " + hex(request) + " has the tag " + hex(tag) + ", which is from rank " +
                    std::to_string(*source) + ", and this process has rank " + std::to_string(where.communicator.rank));
}

Status UcxOperations::read_persistent(Address handle, const ucx::CommunicatorPeers *where, Operation &operation) {
  operation = Operation{};
  MPIDBG_TRY(fill_persistent(handle, operation));
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().ucx_persistent_request, handle));
  MPIDBG_ASSIGN(request, process_.objects.base_of(view, process_.layouts().request));
  const bool inactive = request.get(&RequestLayout::req_state) == constants::request_inactive;
  const bool is_send = (view.get(&UcxPersistentRequestLayout::flags) & constants::ucx_persistent_send) != 0;
  operation.is_send = is_send;
  operation.queue = inactive ? Queue::inactive : is_send ? Queue::sends : Queue::receives;
  operation.complete = !inactive;
  operation.buffer = view.get(&UcxPersistentRequestLayout::buffer);
  const std::uint64_t tag = view.get(&UcxPersistentRequestLayout::tag);
  if (is_send) {
    if (where != nullptr) check_source(handle, tag, *where);
    fill_tag(decode_ucx_tag(tag), where, operation);
    return fill_receiver(view.get(&UcxPersistentRequestLayout::send_endpoint), where, operation);
  }
  const std::uint64_t mask = view.get(&UcxPersistentRequestLayout::receive_mask);
  if (!is_receive_mask(mask)) {
    return Error{ErrorCode::corrupt,
                 "mca_pml_ucx_persistent_request_t at " + hex(handle) + " has recv.tag_mask " + hex(mask) +
                     ", which is of no receive of Open MPI",
                 handle};
  }
  const ucx::Envelope envelope = decode_ucx_tag(tag, mask);
  fill_tag(envelope, where, operation);
  return fill_peer(envelope.source, where, operation);
}

// Fills in the facts of the MPI library's request. If a blocking call waits, there is only UCX's request, on the stack
// of the waiting thread.
Status UcxOperations::fill_request(const ucx::Request &request, Address object_class, Operation &operation) {
  operation.freed = request.released;
  if (request.on_stack) {
    operation.record = request.request;
    operation.waiter = request.request;
    return {};
  }
  MPIDBG_ASSIGN(owned, requests_.owner_of(request, operation.buffer));
  if (owned.owner == UcxRequests::Owner::nobody) {
    operation.record = request.request;
    operation.send_mode = SendMode::buffered;
    operation.buffer_is_library_memory = true;
    return {};
  }
  operation.request = owned.handle;
  if (!object_class.is_null() && owned.owner == UcxRequests::Owner::program) {
    const RequestLayout &layout = process_.layouts().request;
    return process_.objects.classes().check(object_class, layout.type_name, layout.byte_size, owned.handle);
  }
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().request, owned.handle));
  const Address complete = view.get(&RequestLayout::req_complete);
  if (complete.value() > constants::request_completed) operation.waiter = complete;
  operation.complete = request.complete;
  return owned.owner == UcxRequests::Owner::persistent ? fill_persistent(owned.handle, operation) : Status();
}

Status UcxOperations::fill_persistent(Address handle, Operation &operation) {
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().ucx_persistent_request, handle));
  operation.request = handle;
  operation.persistent = true;
  operation.count = view.get(&UcxPersistentRequestLayout::count);
  if ((view.get(&UcxPersistentRequestLayout::flags) & constants::ucx_persistent_send) != 0) {
    const std::int32_t mode = view.get(&UcxPersistentRequestLayout::send_mode);
    operation.send_mode = send_mode(mode);
    if (operation.send_mode == SendMode::unknown) {
      note(handle, "mca_pml_ucx_persistent_request_t at " + hex(handle) + " has send.mode " + std::to_string(mode));
    }
  }
  const bool was_ok = fault_.ok();
  MPIDBG_ASSIGN(size, fill_datatype(view.get(&UcxPersistentRequestLayout::ompi_datatype), operation));
  const bool has_size = was_ok == fault_.ok();
  std::uint64_t bytes = 0;
  const bool fits = !__builtin_mul_overflow(*operation.count, size, &bytes) && bytes < limits::message_bytes &&
                    *operation.count < limits::message_bytes;
  if (!fits) {
    operation.count.reset();
    note(handle, "mca_pml_ucx_persistent_request_t at " + hex(handle) + " has count " +
                     std::to_string(view.get(&UcxPersistentRequestLayout::count)) + " of " + std::to_string(size) +
                     " bytes");
  } else if (has_size) {
    operation.bytes = bytes;
  }
  return {};
}

// Fills in a datatype. If it cannot be read, its size is unknown, and so is the number of elements.
Result<std::uint64_t> UcxOperations::fill_datatype(Address datatype, Operation &operation) {
  operation.datatype = datatype;
  const auto type = handles_.datatypes.summary(datatype);
  operation.datatype_named = type && !(*type)->name.empty();
  operation.datatype_name = operation.datatype_named ? (*type)->name : "datatype " + hex(datatype);
  if (type) return (*type)->size;
  note(datatype, "the datatype of a request: " + type.error().message);
  return 0;
}

Status UcxOperations::take_fault() {
  return std::exchange(fault_, Status());
}

}  // namespace mpidbg::model::openmpi
