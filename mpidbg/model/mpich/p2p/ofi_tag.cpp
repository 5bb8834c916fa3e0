#include "mpidbg/model/mpich/p2p/ofi_tag.h"

#include <algorithm>

#include "mpidbg/layout/mpich/p2p/constants.h"

namespace mpidbg::model::mpich {

namespace {

// The bits above the context id.
constexpr unsigned protocol_bits = 4;

constexpr std::uint64_t lowest(unsigned bits) {
  return (std::uint64_t{1} << bits) - 1;
}

}  // namespace

Result<OfiTag> OfiTag::with(std::int32_t context_bits, std::int32_t source_bits, std::int32_t tag_bits) {
  constexpr std::int32_t fewest_context_bits = 14, fewest_tag_bits = 15, most = 32;
  const bool are_possible = context_bits >= fewest_context_bits && context_bits <= most && source_bits >= 0 &&
                            source_bits <= most && tag_bits >= fewest_tag_bits && tag_bits <= most &&
                            context_bits + source_bits + tag_bits + static_cast<std::int32_t>(protocol_bits) <= 64;
  if (are_possible) {
    return OfiTag(static_cast<unsigned>(context_bits), static_cast<unsigned>(source_bits),
                  static_cast<unsigned>(tag_bits));
  }
  return Error{ErrorCode::corrupt, "MPIDI_OFI_capabilities_t has " + std::to_string(context_bits) + " context_bits, " +
                                       std::to_string(source_bits) + " source_bits and " + std::to_string(tag_bits) +
                                       " tag_bits"};
}

std::uint64_t OfiTag::context_of(std::uint64_t tag) const {
  return tag >> (source_bits_ + tag_bits_) & lowest(context_bits_);
}

ucx::Envelope OfiTag::decode(std::uint64_t tag, std::uint64_t ignore) const {
  // The library's own bits in MPI's tag are the same as in a tag of UCX.
  const std::uint64_t tags = std::min(lowest(tag_bits_), layout::mpich::ucx_tag_mask);
  ucx::Envelope envelope;
  envelope.context_id = context_of(tag);
  const std::uint64_t ranks = lowest(source_bits_) << tag_bits_;
  if (has_source() && (ignore & ranks) == 0) envelope.source = static_cast<std::int32_t>((tag & ranks) >> tag_bits_);
  if ((ignore & tags) == 0) envelope.tag = static_cast<std::int32_t>(tag & tags);
  return envelope;
}

bool OfiTag::is_acknowledgement(std::uint64_t tag) const {
  return (tag >> protocol_shift() & layout::mpich::ofi_is_acknowledgement) != 0;
}

bool OfiTag::is_synchronous(std::uint64_t tag) const {
  return (tag >> protocol_shift() & layout::mpich::ofi_is_synchronous) != 0;
}

bool OfiTag::is_of_leaders(std::uint64_t tag) const {
  return (tag >> protocol_shift() & layout::mpich::ofi_is_of_leaders) != 0;
}

bool OfiTag::is_huge(std::uint64_t tag) const {
  return (tag >> protocol_shift() & layout::mpich::ofi_is_huge) != 0;
}

bool OfiTag::is_ignored_by_receives(std::uint64_t ignore) const {
  const std::uint64_t rest = ignore & lowest(protocol_shift());
  const std::uint64_t ranks = lowest(source_bits_) << tag_bits_, tags = lowest(tag_bits_);
  return rest == 0 || rest == tags || (has_source() && (rest == ranks || rest == (ranks | tags)));
}

}  // namespace mpidbg::model::mpich
