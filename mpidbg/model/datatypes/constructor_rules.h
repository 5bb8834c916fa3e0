#pragma once
// The type map of a datatype, from the arguments that it was made with and by the rules of MPI.
//
// The distances between copies of a type are multiples of its extent as the library keeps it. Where a type has no
// arguments, its source puts the map in.

#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/datatypes/datatype_source.h"
#include "mpidbg/model/datatypes/type_map_builder.h"

namespace mpidbg::model {

class ConstructorRules {
 public:
  // The source outlives them.
  explicit ConstructorRules(DatatypeSource &source) : source_(source), constants_(source.array_constants()) {}

  // Delivers the entries. Errors: corrupt where the arguments contradict themselves, out_of_range for a map that takes
  // more steps than limits::type_map_steps.
  Status write(Handle datatype, TypeMapSink &sink);

  // The predefined types met so far.
  const std::vector<BasicType> &basics() const { return basics_; }

  // For the source, while write() runs: where maps go, and the index of a basic type in basics().
  TypeMapBuilder &builder() { return *builder_; }
  Result<std::uint32_t> basic(const ConstructedType &type);

 private:
  // A short map, kept because it occurs in many places.
  struct Short {
    bool too_long = false;
    std::vector<TypeMapEntry> entries;
  };

  Status put(const ConstructedType &type, std::int64_t at, unsigned depth);
  Status put_made(const ConstructedType &type, std::int64_t at, unsigned depth);
  Status put_subarray(const ConstructedType &type, std::int64_t at, unsigned depth);
  Status put_darray(const ConstructedType &type, std::int64_t at, unsigned depth);
  // Many blocks of types: block_of(k, block) makes `block` the k-th, a Status.
  struct Block {
    const ConstructedType *type = nullptr;
    std::int64_t count = 0;  // as given
    std::int64_t at = 0;
  };
  template <class BlockOf>
  Status put_blocks(const ConstructedType &type, std::uint64_t blocks, unsigned depth, BlockOf &&block_of);
  // `count` copies, one after the other by the type's extent.
  Status put_copies(const ConstructedType &type, std::uint64_t count, std::int64_t at, unsigned depth);

  Result<const ConstructedType *> part(const ConstructedType &type);
  // A map that is worth keeping; null if it is not.
  Result<const Short *> short_map(const ConstructedType &type, unsigned depth);

  DatatypeSource &source_;
  const ArrayConstants constants_;
  TypeMapBuilder *builder_ = nullptr;
  std::vector<BasicType> basics_;
  std::unordered_map<Handle, std::uint32_t> basic_indices_;
  std::unordered_map<Handle, Short> short_maps_;
  std::unordered_set<Handle> within_;  // the types that are being put, against cycles
};

}  // namespace mpidbg::model
