#include "mpidbg/model/mpich/p2p/operation_request.h"

#include "mpidbg/model/mpich/handles.h"

namespace mpidbg::model::mpich {

Result<bool> fill_own_request(Handles &handles, Address object, Operation &operation) {
  if (const auto plain = handles.request_index.plain(object)) {
    operation.request = int_handle(plain->handle);
    operation.record = object;
    operation.freed = !plain->is_held;
    return true;
  }
  const Handle owner = handles.request_index.owner_of(object);
  if (owner.is_null()) return false;
  MPIDBG_ASSIGN(record, handles.pools.find(ObjectKind::request, static_cast<std::uint32_t>(owner.value())));
  MPIDBG_ASSIGN(head, handles.requests.read_head(owner));
  operation.request = owner;
  operation.record = record;
  operation.freed = head.freed;
  if (!head.persistent) return true;
  operation.persistent = true;
  operation.count = head.count;
  operation.datatype = head.datatype;
  operation.datatype_name = head.datatype_name;
  operation.datatype_named = head.datatype_named;
  if (operation.buffer.is_null()) operation.buffer = head.buffer;
  if (!operation.is_send) return true;
  operation.send_mode = head.send_mode;
  if (!head.peer) return true;
  operation.comm_rank = head.peer->comm_rank;
  operation.world_rank = head.peer->world_rank;
  operation.peer = head.peer->name;
  return true;
}

}  // namespace mpidbg::model::mpich
