#pragma once
// The source and the tag that a receive notes in the status of its request, from 5.0 on, where the library matches
// messages itself. Source: src/mpid/ch4/src/mpidig_recv.h, mpidig_recv_utils.h and mpidig_part.c, 5.0.

#include <cstdint>

#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

struct NotedEnvelope {
  std::int32_t source = -1, tag = -1;
};

// Of a receive of MPI_Precv_init, one in the library's own lists, or a message there.
Result<NotedEnvelope> read_noted_envelope(const Attachment &process, const layout::View<RequestLayout> &request);

}  // namespace mpidbg::model::mpich
