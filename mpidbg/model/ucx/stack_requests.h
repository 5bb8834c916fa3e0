#pragma once
// Finds requests of blocking calls. Open MPI keeps them on the stack of the caller; while a send waits for the
// receiver, or a receive for the data of a message that it has matched, UCX holds no pointer to them.
//
// A request names its endpoint or its worker. Each word of the stack that is one of these addresses may therefore be
// part of a request. It is accepted if the flags are those of a pending request and the endpoint names the worker in
// turn. Requests left behind by earlier calls are complete and are ignored.

#include "mpidbg/model/ucx/request_reader.h"

namespace mpidbg::model::ucx {

struct StackRequests {
  std::vector<Send> sends;
  // Receives, including those that are posted.
  std::vector<Receive> receives;
};

// Searches the stack from `stack_top` downward until it becomes unreadable. Errors: unreadable.
Result<StackRequests> find_stack_requests(const debugger::Memory &memory, const Layouts &layouts, Address worker,
                                          Address stack_top);

}  // namespace mpidbg::model::ucx
