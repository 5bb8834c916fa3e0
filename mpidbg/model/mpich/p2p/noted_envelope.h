#pragma once
// Reads the source and tag of a receive. Since 5.0, the library stores them in the status of the receive's request if
// it matches messages itself. Source: src/mpid/ch4/src/mpidig_recv.h, mpidig_recv_utils.h and mpidig_part.c, 5.0.

#include <cstdint>

#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

// Holds the source and tag of a receive; -1 stands for any source or any tag.
struct NotedEnvelope {
  std::int32_t source = -1, tag = -1;
};

// Reads source and tag. Valid for a receive of MPI_Precv_init, and for receives and messages in the lists of
// matching_lists.h.
Result<NotedEnvelope> read_noted_envelope(const Attachment &process, const layout::View<RequestLayout> &request);

}  // namespace mpidbg::model::mpich
