#include "mpidbg/model/openmpi/p2p/ucx_tag.h"

namespace mpidbg::model::openmpi {

namespace {

constexpr unsigned rank_bits = 20, context_bits = 20;
constexpr std::uint64_t context_mask = (std::uint64_t{1} << context_bits) - 1;
constexpr std::uint64_t rank_mask = ((std::uint64_t{1} << rank_bits) - 1) << context_bits;
// Without the sign, which keeps messages of the library itself from receives for any tag.
constexpr std::uint64_t tag_mask = std::uint64_t{0x7fffff} << (rank_bits + context_bits);

}  // namespace

ucx::Envelope decode_ucx_tag(std::uint64_t tag, std::uint64_t mask) {
  ucx::Envelope envelope;
  envelope.context_id = tag & context_mask;
  if ((mask & rank_mask) != 0) envelope.source = static_cast<std::int32_t>((tag & rank_mask) >> context_bits);
  if ((mask & tag_mask) != 0) {
    envelope.tag = static_cast<std::int32_t>(static_cast<std::int64_t>(tag) >> (rank_bits + context_bits));
  }
  return envelope;
}

}  // namespace mpidbg::model::openmpi
