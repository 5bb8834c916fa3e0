#include "mpidbg/model/openmpi/p2p/ucx_tag.h"

namespace mpidbg::model::openmpi {

namespace {

constexpr unsigned rank_bits = 20, context_bits = 20;
constexpr std::uint64_t context_mask = (std::uint64_t{1} << context_bits) - 1;
constexpr std::uint64_t rank_mask = ((std::uint64_t{1} << rank_bits) - 1) << context_bits;
// The bits of the MPI tag without its sign: receives for any tag compare the sign, so that they do not match messages
// of the library itself.
constexpr std::uint64_t tag_mask = std::uint64_t{0x7fffff} << (rank_bits + context_bits);

constexpr std::uint64_t sign_mask = std::uint64_t{1} << 63;

}  // namespace

bool is_receive_mask(std::uint64_t mask) {
  if ((mask & ~(rank_mask | tag_mask)) != (sign_mask | context_mask)) return false;
  const std::uint64_t of_rank = mask & rank_mask, of_tag = mask & tag_mask;
  return (of_rank == 0 || of_rank == rank_mask) && (of_tag == 0 || of_tag == tag_mask);
}

// Returns true if the ignored fields contain the wildcards: if any source matches, the tag must have the bits of rank
// -1; if any MPI tag matches, the tag must have no bits in its field.
bool is_tag_of_mask(std::uint64_t tag, std::uint64_t mask) {
  if (!is_receive_mask(mask)) return false;
  const std::uint64_t of_rank = mask & rank_mask, of_tag = mask & tag_mask;
  if (of_rank == 0 && (tag & rank_mask) != rank_mask) return false;
  return of_tag != 0 ? (tag & sign_mask) == 0 : (tag & (tag_mask | sign_mask)) == 0;
}

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
