#pragma once
// Decodes the fields that MPICH packs into a tag of libfabric: context id, MPI tag and, with some providers, the
// sender's rank in the communicator. The widths of the fields depend on the provider, and the process has them.

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/ucx/envelope.h"

namespace mpidbg::model::mpich {

class OfiTag {
 public:
  // Checks the widths in bits of the fields. `source_bits` is 0 if the tags do not contain the rank. Errors: corrupt.
  static Result<OfiTag> with(std::int32_t context_bits, std::int32_t source_bits, std::int32_t tag_bits);

  // Decodes the tag of a message or a send, or the tag of a receive that ignores the bits of `ignore`. If tags do not
  // contain the rank, Envelope::source is empty.
  ucx::Envelope decode(std::uint64_t tag, std::uint64_t ignore = 0) const;
  std::uint64_t context_of(std::uint64_t tag) const;
  bool has_source() const { return source_bits_ != 0; }

  // Returns true for the acknowledgement of a synchronous message.
  bool is_acknowledgement(std::uint64_t tag) const;
  bool is_synchronous(std::uint64_t tag) const;
  // Returns true for messages of the library itself to the leader of another group, as in UCX's tags (ucx_tag.h).
  bool is_of_leaders(std::uint64_t tag) const;
  // Returns true for the message that starts a huge message; only a part of the data is in it.
  bool is_huge(std::uint64_t tag) const;
  // Returns true if MPICH makes receives with these ignored bits: it compares the context id, and the tag and the rank
  // each completely or not at all.
  bool is_ignored_by_receives(std::uint64_t ignore) const;

 private:
  OfiTag(unsigned context_bits, unsigned source_bits, unsigned tag_bits)
      : context_bits_(context_bits), source_bits_(source_bits), tag_bits_(tag_bits) {}
  unsigned protocol_shift() const { return context_bits_ + source_bits_ + tag_bits_; }

  unsigned context_bits_, source_bits_, tag_bits_;
};

}  // namespace mpidbg::model::mpich
