#include "mpidbg/model/mpich/p2p/request_arguments.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/objects/live_handles.h"

namespace mpidbg::model::mpich {

Status check_data(Handles &handles, const char *struct_name, Address place, std::uint32_t datatype,
                  std::int64_t count) {
  const auto corrupt = [&](const char *field, const std::string &is) {
    return Error{ErrorCode::corrupt, std::string(struct_name) + '.' + field + " at " + hex(place) + " is " + is, place};
  };
  if (static_cast<std::uint64_t>(count) >= limits::message_bytes) {  // also true for negative numbers
    return corrupt("count", std::to_string(count));
  }
  const auto record = handles.datatypes.record(int_handle(datatype));
  if (!record && record.error().code == ErrorCode::not_found) {
    return corrupt("datatype", hex(datatype) + ", which is not a datatype in use");
  }
  if (!record || (*record)->size == 0) return {};
  const bool fits = static_cast<std::uint64_t>(count) < limits::message_bytes / (*record)->size;
  return fits ? Status()
              : corrupt("count", std::to_string(count) + " of " + std::to_string((*record)->size) + " bytes");
}

void fill_data(Handles &handles, std::uint32_t datatype, std::int64_t count, Address buffer, Request &request) {
  request.buffer = buffer;
  request.datatype = int_handle(datatype);
  request.count = static_cast<std::uint64_t>(count);
  request.datatype_name = handles.datatypes.name(request.datatype);
  request.datatype_named = !request.datatype_name.empty();
  if (const auto record = handles.datatypes.record(request.datatype)) request.bytes = *request.count * (*record)->size;
}

Status fill_envelope(Handles &handles, std::int32_t peer, std::int32_t tag, Request &request) {
  request.any_tag = tag == handles.process.header->any_tag;
  if (!request.any_tag) request.tag = tag;
  request.any_source = peer == handles.process.header->any_source;
  if (request.any_source || peer == handles.process.header->proc_null || request.communicator.is_null()) return {};
  MPIDBG_ASSIGN(peers, handles.communicators.members(request.communicator, true));
  if (peer < 0 || static_cast<std::size_t>(peer) >= peers->size()) {
    return Error{ErrorCode::corrupt, "the request " + hex(request.handle) + " is with rank " + std::to_string(peer) +
                                         " of " + std::to_string(peers->size())};
  }
  const ProcessName &name = (*peers)[static_cast<std::size_t>(peer)];
  request.peer = RequestPeer{peer, handles.world.rank_of(name), name};
  return {};
}

}  // namespace mpidbg::model::mpich
