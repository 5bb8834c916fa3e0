#include "mpidbg/model/mpich/p2p/noted_envelope.h"

#include "mpidbg/layout/mpich/constants.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

Result<NotedEnvelope> read_noted_envelope(const Attachment &process, const layout::View<RequestLayout> &request) {
  MPIDBG_ASSIGN(words, process.memory.read_int32s(request.address_of(&RequestLayout::status), constants::status_words,
                                                  "MPIR_Request.status"));
  return NotedEnvelope{words[constants::status_source], words[constants::status_tag]};
}

}  // namespace mpidbg::model::mpich
