#pragma once
// Unpacks the tags that Open MPI passes to libfabric. The component "ofi" has three ways to pack them and keeps the
// masks of the chosen one in its module, so no version and no option matters here.

#include <cstdint>
#include <optional>

#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

// Holds the fields of a tag.
struct CmEnvelope {
  std::uint64_t context_id = 0;
  // The rank of the sender in the communicator; empty for any, and if it is not in the tag.
  std::optional<std::int32_t> source;
  // The tag in MPI; empty for MPI_ANY_TAG.
  std::optional<std::int32_t> tag;
  // True for the message of a synchronous send.
  bool synchronous = false;
  // True for the acknowledgement that the receiver of a synchronous send returns, and for the receive that waits for
  // it.
  bool acknowledgement = false;
};

class CmTags {
 public:
  // Reads the masks from the module. Errors: corrupt if the masks cannot be those of a module.
  static Result<CmTags> read(const View<OfiModuleLayout> &module);

  // Unpacks a tag. `ignore` has the bits that a receive does not compare: none for a message or a send.
  CmEnvelope decode(std::uint64_t bits, std::uint64_t ignore = 0) const;
  // Returns true if a receive of Open MPI can have these bits in `ignore`.
  bool is_ignored_by_receives(std::uint64_t ignore) const;

  // True if the rank of the sender is not in the tag but in the data for the receiver's completion, and receives name
  // the sender's address.
  bool has_directed_receives() const { return directed_; }

 private:
  unsigned tag_bits_ = 0, source_bits_ = 0;
  std::uint64_t source_mask_ = 0;  // in its place
  std::uint64_t any_tag_ = 0;      // the bits that a receive with MPI_ANY_TAG ignores: all of the tag but its sign
  std::uint64_t synchronous_ = 0, acknowledgement_ = 0;
  bool directed_ = false;
};

}  // namespace mpidbg::model::openmpi
