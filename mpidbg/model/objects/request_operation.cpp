#include "mpidbg/model/objects/request_operation.h"

namespace mpidbg::model {

bool is_receive(const Request &request) {
  return request.call == RequestCall::irecv || request.call == RequestCall::recv_init ||
         request.call == RequestCall::precv_init;
}

Operation operation_of(const Request &request, const Communicator &communicator, Queue queue) {
  Operation operation;
  operation.queue = queue;
  operation.is_send = !is_receive(request);
  operation.any_source = request.any_source;
  operation.any_tag = request.any_tag;
  operation.internal = communicator.internal;
  operation.persistent = request.persistent;
  operation.complete = request.complete;
  operation.context_id = communicator.context_id;
  if (request.peer) {
    operation.comm_rank = request.peer->comm_rank;
    operation.world_rank = request.peer->world_rank;
    operation.peer = request.peer->name;
  }
  if (request.tag) operation.tag = *request.tag;
  operation.tag_known = request.tag || request.any_tag;
  operation.matched = request.transfer_started.value_or(false);
  operation.partitions = request.partitions;
  operation.send_mode = request.send_mode;
  operation.bytes = request.bytes;
  operation.count = request.count;
  operation.request = request.handle;
  operation.buffer = request.buffer;
  operation.datatype = request.datatype;
  operation.datatype_name = request.datatype_name;
  operation.datatype_named = request.datatype_named;
  return operation;
}

}  // namespace mpidbg::model
