#pragma once
// Requests of blocking calls. Open MPI puts them onto the stack of the caller; while a send waits for the receiver, or
// a receive for the data of a message that it has matched, nothing of UCX points to them.
//
// A request names its endpoint or its worker. So each word of the stack that is one is looked at as a part of a
// request: whose flags have to be those of a pending one, and whose endpoint has to name the worker in turn. What a
// call that has returned left behind is complete.

#include "mpidbg/model/ucx/request_reader.h"

namespace mpidbg::model::ucx {

struct StackRequests {
  std::vector<Send> sends;
  std::vector<Receive> receives;  // those that are posted among them
};

// On the stack that begins at `stack_top`, down to where it cannot be read. Errors: unreadable.
Result<StackRequests> find_stack_requests(const debugger::Memory &memory, const Layouts &layouts, Address worker,
                                          Address stack_top);

}  // namespace mpidbg::model::ucx
