#pragma once
// Finds requests of blocking calls. Open MPI keeps these requests on the stack of the caller. UCX holds no pointer to
// such a request while a send waits for the receiver, or while a matched receive waits for data.
//
// A request contains the address of an endpoint or of the worker, so each word of the stack with such an address may be
// part of a request. Such a place is accepted if the flags are those of a pending request and the endpoint belongs to
// the worker. Requests left behind by earlier calls are complete and are ignored.

#include "mpidbg/model/ucx/request_reader.h"

namespace mpidbg::model::ucx {

struct StackRequests {
  std::vector<Send> sends;
  // The receives that were found, including those that are posted.
  std::vector<Receive> receives;
};

// Searches the stack from its top, `stack_top`, towards lower addresses until memory is unreadable. Errors: unreadable.
Result<StackRequests> find_stack_requests(const debugger::Memory &memory, const Layouts &layouts, Address worker,
                                          Address stack_top);

}  // namespace mpidbg::model::ucx
