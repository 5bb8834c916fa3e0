#include "mpidbg/model/mpich/p2p/noted_envelope.h"

namespace mpidbg::model::mpich {

Result<NotedEnvelope> read_noted_envelope(const Attachment &process, const layout::View<RequestLayout> &request) {
  MPIDBG_ASSIGN(words, process.memory.read_int32s(request.address_of(&RequestLayout::status),
                                                  process.header->status_words, "MPIR_Request.status"));
  return NotedEnvelope{words[process.header->status_source], words[process.header->status_tag]};
}

}  // namespace mpidbg::model::mpich
