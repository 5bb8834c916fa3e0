#include "mpidbg/model/mpich/p2p/ucx_operations.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/operation_request.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"

namespace mpidbg::model::mpich {

ucx::Envelope UcxOperations::decode_tag(std::uint64_t tag, std::uint64_t mask) const {
  return decode_ucx_tag(tag, mask);
}

bool UcxOperations::is_of_library(const ucx::Envelope &envelope) const {
  return is_of_collective(envelope.context_id);
}

Collective UcxOperations::collective(const ucx::Envelope &envelope) const {
  return is_of_library(envelope) && envelope.tag ? collective_of(*envelope.tag) : Collective::unknown;
}

int UcxOperations::world_rank(const ProcessName &process) const {
  return handles_.world.rank_of(process);
}

// Returns the address of the MPIR_Request to which a request of UCX belongs. A receive passes this address to UCX; a
// send stores it in the memory after the request of UCX.
Result<Address> UcxOperations::object_of(const ucx::Request &request) const {
  if (!request.is_send) return request.user_data;
  return process_.memory.read_pointer(request.handle, "MPIDI_UCX_ucp_request_t.req");
}

Result<std::optional<std::int32_t>> UcxOperations::receiver(Address endpoint, const ucx::CommunicatorPeers &where) {
  MPIDBG_ASSIGN(process, endpoints_.process_of(endpoint, worker_));
  if (!process && !unknown_receiver_) {
    unknown_receiver_ = Error{ErrorCode::corrupt,
                              "ucp_request.send.ep of a send is " + hex(endpoint) +
                                  ", which is the endpoint of no process that the library knows",
                              endpoint};
  }
  return process ? handles_.contexts.rank_of(*process, where) : std::nullopt;
}

Status UcxOperations::check_receive(const ucx::Receive &receive) const {
  const auto corrupt = [&receive](const std::string &what) {
    return Error{ErrorCode::corrupt, "ucp_request at " + hex(receive.request) + " " + what, receive.request};
  };
  if (receive.complete && !receive.matched) return corrupt("is posted, and complete by its flags");
  if (is_receive_mask(receive.mask)) return {};
  return corrupt("has the tag_mask " + hex(receive.mask) + ", which is of no receive of MPICH");
}

Status UcxOperations::fill_request(const ucx::Request &request, Address, Operation &operation) {
  operation.complete = request.complete;
  MPIDBG_ASSIGN(object, object_of(request));
  MPIDBG_ASSIGN(is_known, fill_own_request(handles_, object, operation));
  if (!is_known) operation.record = request.request;
  // A plain request receives into the program's buffer.
  if (!is_known || request.is_send || handles_.request_index.plain(object)) return {};
  return fill_unpacked(object, operation);
}

Result<std::uint64_t> UcxOperations::fill_datatype(Address datatype, Operation &operation) {
  const auto handle = handles_.pools.handle_of(ObjectKind::datatype, datatype);
  if (!handle && handles_.datatypes.problem().empty()) {
    return Error{ErrorCode::corrupt,
                 "ucp_dt_generic.context of an operation is " + hex(datatype) + ", which is not a datatype in use",
                 datatype};
  }
  if (!handle) {
    if (const auto &damage = handles_.pools.problem(ObjectKind::datatype); damage && !unknown_datatype_)
      unknown_datatype_ = *damage;
    return std::uint64_t{0};
  }
  name_datatype(int_handle(*handle), operation);
  MPIDBG_ASSIGN(type, handles_.datatypes.record(operation.datatype));
  return type->size;
}

void UcxOperations::name_datatype(Handle datatype, Operation &operation) const {
  operation.datatype = datatype;
  operation.datatype_name = handles_.datatypes.name(datatype);
  operation.datatype_named = !operation.datatype_name.empty();
  if (!operation.datatype_named) operation.datatype_name = "datatype " + hex(datatype);
}

// Sets the operation's buffer to the program's buffer if UCX receives into memory of the library. Since 4.2, the
// library receives data for a datatype with gaps into memory of its own, and UCX has only the address of that memory.
Status UcxOperations::fill_unpacked(Address object, Operation &operation) const {
  const UcxRequestLayout &layout = process_.layouts.ucx_request;
  if (!layout.type.present) return {};
  MPIDBG_ASSIGN(view, layout::View<RequestLayout>::read(process_.memory, process_.layouts.request, object));
  MPIDBG_ASSIGN(device, view.part(&RequestLayout::dev, process_.layouts.device_request));
  MPIDBG_ASSIGN(given, device.part(&DeviceRequestLayout::ch4, layout));
  if (given.get(&UcxRequestLayout::type) != layout::mpich::ucx_receive_to_unpack) return {};
  operation.buffer = given.get(&UcxRequestLayout::user_buffer).value_or(Address());
  const std::int64_t count = given.get(&UcxRequestLayout::count).value_or(-1);
  if (count >= 0) operation.count = static_cast<std::uint64_t>(count);
  if (const auto datatype = given.get(&UcxRequestLayout::datatype)) name_datatype(int_handle(*datatype), operation);
  return {};
}

}  // namespace mpidbg::model::mpich
