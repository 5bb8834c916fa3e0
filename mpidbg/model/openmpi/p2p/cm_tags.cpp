#include "mpidbg/model/openmpi/p2p/cm_tags.h"

#include <bit>

#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::model::openmpi {

namespace {

constexpr unsigned protocol_bits = 2;

std::uint64_t low_bits(unsigned count) {
  return (std::uint64_t{1} << count) - 1;
}

}  // namespace

Result<CmTags> CmTags::read(const View<OfiModuleLayout> &module) {
  const std::uint64_t tag_mask = module.get(&OfiModuleLayout::mpi_tag_mask);
  const auto tag_bits = static_cast<unsigned>(std::bit_width(tag_mask));
  CmTags tags;
  tags.directed_ = module.get(&OfiModuleLayout::fi_cq_data);
  const std::int32_t source_bits = tags.directed_ ? 0 : module.get(&OfiModuleLayout::num_bits_source_rank);
  const std::uint64_t source_mask = tags.directed_ ? 0 : module.get(&OfiModuleLayout::source_rank_tag_mask);
  tags.synchronous_ = module.get(&OfiModuleLayout::sync_send);
  tags.acknowledgement_ = module.get(&OfiModuleLayout::sync_send_ack);
  const auto wrong = [&](const std::string &what) {
    return Error{ErrorCode::corrupt, "mca_mtl_ofi_module_t at " + hex(module.address()) + " has " + what,
                 module.address()};
  };
  if (tag_bits < 8 || tag_bits > 32 || tag_mask != low_bits(tag_bits)) return wrong("mpi_tag_mask " + hex(tag_mask));
  tags.tag_bits_ = tag_bits;
  tags.any_tag_ = tag_mask >> 1;
  const std::uint64_t first = std::uint64_t{1} << tags.tag_bits_;
  if (tags.synchronous_ != first || tags.acknowledgement_ != first << 1 ||
      module.get(&OfiModuleLayout::sync_proto_mask) != (tags.synchronous_ | tags.acknowledgement_)) {
    return wrong("the bits " + hex(tags.synchronous_) + " and " + hex(tags.acknowledgement_) + " of the protocol");
  }
  if (source_bits < 0 || source_bits > 28 ||
      source_mask != low_bits(static_cast<unsigned>(source_bits)) << (tags.tag_bits_ + protocol_bits)) {
    return wrong(std::to_string(source_bits) + " bits of rank and the mask " + hex(source_mask));
  }
  tags.source_bits_ = static_cast<unsigned>(source_bits);
  tags.source_mask_ = source_mask;
  return tags;
}

CmEnvelope CmTags::decode(std::uint64_t bits, std::uint64_t ignore) const {
  const unsigned source_at = tag_bits_ + protocol_bits;
  CmEnvelope envelope;
  envelope.context_id = bits >> (source_at + source_bits_);
  if (!directed_ && (ignore & source_mask_) == 0) {
    envelope.source = static_cast<std::int32_t>((bits & source_mask_) >> source_at);
  }
  if ((ignore & any_tag_) == 0) {
    const unsigned above = 64 - tag_bits_;
    envelope.tag = static_cast<std::int32_t>(static_cast<std::int64_t>(bits << above) >> above);
  }
  envelope.synchronous = (bits & synchronous_) != 0;
  envelope.acknowledgement = (bits & acknowledgement_) != 0;
  return envelope;
}

// Receives of 4.1.0 and 4.1.1 ignore the bit of acknowledgements, too.
bool CmTags::is_ignored_by_receives(std::uint64_t ignore) const {
  const std::uint64_t of_tag = ignore & any_tag_, of_source = ignore & source_mask_;
  const std::uint64_t of_protocol = ignore & ~(any_tag_ | source_mask_);
  return (of_protocol == synchronous_ || of_protocol == (synchronous_ | acknowledgement_)) &&
         (of_tag == 0 || of_tag == any_tag_) && (of_source == 0 || of_source == source_mask_);
}

}  // namespace mpidbg::model::openmpi
