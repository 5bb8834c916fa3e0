#pragma once
// Builds the type map of a datatype by the rules of MPI, from the arguments of the call that made the datatype.
//
// The distances between copies of a type are multiples of the extent that the library has stored. The DatatypeSource
// supplies the arguments, and the maps of types without arguments.

#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/datatypes/datatype_source.h"
#include "mpidbg/model/datatypes/type_map_builder.h"

namespace mpidbg::model {

class ConstructorRules {
 public:
  // `source` must outlive this object.
  explicit ConstructorRules(DatatypeSource &source) : source_(source), constants_(source.array_constants()) {}

  // Passes the entries of the datatype's map to `sink`. Errors: corrupt if the arguments contradict each other,
  // out_of_range if the map has more parts than limits::type_map_steps.
  Status write(Handle datatype, TypeMapSink &sink);

  // Returns the predefined types that the maps written so far contain.
  const std::vector<BasicType> &basics() const { return basics_; }

  // These functions are for DatatypeSource::put_other(), which write() calls. builder() receives the entries of the
  // map, and basic() returns the index of a type in basics(), after adding the type if it is new.
  TypeMapBuilder &builder() { return *builder_; }
  Result<std::uint32_t> basic(const ConstructedType &type);

 private:
  // Holds the map of a type. Maps are cached because a type may occur in many places. `entries` is empty if the map is
  // too long to be cached.
  struct Short {
    bool too_long = false;
    std::vector<TypeMapEntry> entries;
  };

  Status put(const ConstructedType &type, std::int64_t at, unsigned depth);
  Status put_made(const ConstructedType &type, std::int64_t at, unsigned depth);
  Status put_subarray(const ConstructedType &type, std::int64_t at, unsigned depth);
  Status put_darray(const ConstructedType &type, std::int64_t at, unsigned depth);
  // Describes a block: `count` consecutive copies of a type, the first of them at displacement `at`.
  struct Block {
    const ConstructedType *type = nullptr;
    // The count as it was passed to the call.
    std::int64_t count = 0;
    std::int64_t at = 0;
  };
  // Adds many blocks to the map. block_of(k, block) sets `block` to the k-th block and returns a Status.
  template <class BlockOf>
  Status put_blocks(const ConstructedType &type, std::uint64_t blocks, unsigned depth, BlockOf &&block_of);
  // Adds `count` copies of a type, each displaced from the previous one by the type's extent.
  Status put_copies(const ConstructedType &type, std::uint64_t count, std::int64_t at, unsigned depth);

  Result<const ConstructedType *> part(const ConstructedType &type);
  // Returns the cached map of a type; null if it is too long to be cached.
  Result<const Short *> short_map(const ConstructedType &type, unsigned depth);

  DatatypeSource &source_;
  const ArrayConstants constants_;
  TypeMapBuilder *builder_ = nullptr;
  std::vector<BasicType> basics_;
  std::unordered_map<Handle, std::uint32_t> basic_indices_;
  std::unordered_map<Handle, Short> short_maps_;
  // The types whose maps are being written, to detect cycles.
  std::unordered_set<Handle> within_;
};

}  // namespace mpidbg::model
