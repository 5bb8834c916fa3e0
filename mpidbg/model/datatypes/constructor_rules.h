#pragma once
// Builds the type map of a datatype from the arguments with which it was made, by the rules of MPI.
//
// The distances between copies of a type are multiples of the extent that the library has stored. If a type has no
// arguments, its source supplies the map.

#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/datatypes/datatype_source.h"
#include "mpidbg/model/datatypes/type_map_builder.h"

namespace mpidbg::model {

class ConstructorRules {
 public:
  // `source` must outlive this object.
  explicit ConstructorRules(DatatypeSource &source) : source_(source), constants_(source.array_constants()) {}

  // Passes the entries to `sink`. Errors: corrupt if the arguments contradict themselves, out_of_range if the map takes
  // more steps than limits::type_map_steps.
  Status write(Handle datatype, TypeMapSink &sink);

  // Returns the predefined types met so far.
  const std::vector<BasicType> &basics() const { return basics_; }

  // The source may use these functions while write() runs: the builder that receives its map, and the index of a basic
  // type in basics().
  TypeMapBuilder &builder() { return *builder_; }
  Result<std::uint32_t> basic(const ConstructedType &type);

 private:
  // A short map, cached because it occurs in many places.
  struct Short {
    bool too_long = false;
    std::vector<TypeMapEntry> entries;
  };

  Status put(const ConstructedType &type, std::int64_t at, unsigned depth);
  Status put_made(const ConstructedType &type, std::int64_t at, unsigned depth);
  Status put_subarray(const ConstructedType &type, std::int64_t at, unsigned depth);
  Status put_darray(const ConstructedType &type, std::int64_t at, unsigned depth);
  // A block of `count` copies of a type.
  struct Block {
    const ConstructedType *type = nullptr;
    // The count as it was passed to the call.
    std::int64_t count = 0;
    std::int64_t at = 0;
  };
  // Puts many blocks. block_of(k, block), which returns a Status, sets `block` to the k-th one.
  template <class BlockOf>
  Status put_blocks(const ConstructedType &type, std::uint64_t blocks, unsigned depth, BlockOf &&block_of);
  // Puts `count` copies, each displaced from the previous one by the type's extent.
  Status put_copies(const ConstructedType &type, std::uint64_t count, std::int64_t at, unsigned depth);

  Result<const ConstructedType *> part(const ConstructedType &type);
  // Returns a map that is worth caching; null if it is not.
  Result<const Short *> short_map(const ConstructedType &type, unsigned depth);

  DatatypeSource &source_;
  const ArrayConstants constants_;
  TypeMapBuilder *builder_ = nullptr;
  std::vector<BasicType> basics_;
  std::unordered_map<Handle, std::uint32_t> basic_indices_;
  std::unordered_map<Handle, Short> short_maps_;
  // The types that are being put, to detect cycles.
  std::unordered_set<Handle> within_;
};

}  // namespace mpidbg::model
