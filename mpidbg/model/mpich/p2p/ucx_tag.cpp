#include "mpidbg/model/mpich/p2p/ucx_tag.h"

#include "mpidbg/layout/mpich/p2p/constants.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

ucx::Envelope decode_ucx_tag(std::uint64_t tag, std::uint64_t mask) {
  ucx::Envelope envelope;
  envelope.context_id = tag >> constants::ucx_context_shift;
  if ((mask >> constants::ucx_source_shift & constants::ucx_source_mask) != 0) {
    envelope.source = static_cast<std::int32_t>(tag >> constants::ucx_source_shift & constants::ucx_source_mask);
  }
  if ((mask & constants::ucx_any_tag_mask) != 0) {
    envelope.tag = static_cast<std::int32_t>(tag & constants::ucx_tag_mask);
  }
  return envelope;
}

}  // namespace mpidbg::model::mpich
