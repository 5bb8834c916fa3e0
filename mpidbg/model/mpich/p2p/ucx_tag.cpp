#include "mpidbg/model/mpich/p2p/ucx_tag.h"

#include <algorithm>
#include <iterator>

#include "mpidbg/layout/mpich/p2p/constants.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

ucx::Envelope decode_ucx_tag(std::uint64_t tag, std::uint64_t mask) {
  ucx::Envelope envelope;
  envelope.context_id = tag >> constants::ucx_context_shift;
  if (is_of_leaders(tag)) envelope.context_id |= std::uint64_t{1} << (64 - constants::ucx_context_shift);
  if ((mask >> constants::ucx_source_shift & constants::ucx_source_mask) != 0) {
    envelope.source = static_cast<std::int32_t>(tag >> constants::ucx_source_shift & constants::ucx_source_mask);
  }
  if ((mask & constants::ucx_any_tag_mask) != 0) {
    envelope.tag = static_cast<std::int32_t>(tag & constants::ucx_tag_mask);
  }
  return envelope;
}

bool is_of_leaders(std::uint64_t tag) {
  return (tag & constants::ucx_of_leaders) != 0;
}

bool is_receive_mask(std::uint64_t mask) {
  const std::uint64_t source = mask >> constants::ucx_source_shift & constants::ucx_source_mask;
  const auto tag = static_cast<std::uint32_t>(mask);
  const bool is_known_tag = std::find(std::begin(constants::ucx_tag_masks), std::end(constants::ucx_tag_masks), tag) !=
                            std::end(constants::ucx_tag_masks);
  return mask >> constants::ucx_context_shift == 0xffff && (source == 0 || source == constants::ucx_source_mask) &&
         is_known_tag;
}

Collective collective_of(std::int32_t tag) {
  switch (tag) {
    case constants::tag_barrier:
      return Collective::barrier;
    case constants::tag_bcast:
      return Collective::bcast;
    case constants::tag_gather:
      return Collective::gather;
    case constants::tag_gatherv:
      return Collective::gatherv;
    case constants::tag_scatter:
      return Collective::scatter;
    case constants::tag_scatterv:
      return Collective::scatterv;
    case constants::tag_allgather:
      return Collective::allgather;
    case constants::tag_allgatherv:
      return Collective::allgatherv;
    case constants::tag_alltoall:
      return Collective::alltoall;
    case constants::tag_alltoallv:
      return Collective::alltoallv;
    case constants::tag_reduce:
      return Collective::reduce;
    case constants::tag_allreduce:
      return Collective::allreduce;
    case constants::tag_reduce_scatter:
      return Collective::reduce_scatter;
    case constants::tag_scan:
      return Collective::scan;
    case constants::tag_exscan:
      return Collective::exscan;
    case constants::tag_alltoallw:
      return Collective::alltoallw;
    case constants::tag_reduce_scatter_block:
      return Collective::reduce_scatter_block;
    default:
      return is_of_nonblocking_collective(tag) ? Collective::nonblocking : Collective::unknown;
  }
}

bool is_of_nonblocking_collective(std::int32_t tag) {
  return tag >= constants::first_nonblocking_tag && tag < constants::tag_of_program;
}

}  // namespace mpidbg::model::mpich
