#pragma once
// Reads the endpoints in the records of processes. A record has one pointer for each layer or component that
// communicates with the process.

#include <functional>
#include <span>

#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

// Calls visit(endpoint, rank) for each endpoint that is not null of the group's members, until it fails. Processes that
// this one has not communicated with are skipped: the group has a name in place of a pointer to them. Errors: those of
// reading; those of `visit`.
Status visit_endpoints(const Attachment &attachment, std::span<const Address> members,
                       const std::function<Status(Address endpoint, std::int32_t rank)> &visit);

}  // namespace mpidbg::model::openmpi
