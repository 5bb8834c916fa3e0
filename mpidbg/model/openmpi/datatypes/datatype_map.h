#pragma once
// The type map of a datatype, from the arguments that it was made with and by the rules of MPI.
//
// The distances between copies of a type are multiples of its extent as the library keeps it. A type that the library
// made for itself has no arguments; its map comes from the data description that the library works with.

#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/datatypes/type_map_builder.h"
#include "mpidbg/model/openmpi/datatypes/datatype_records.h"

namespace mpidbg::model::openmpi {

class DatatypeMap {
 public:
  // `table`: the handles by Fortran index, null where free.
  DatatypeMap(const Attachment &process, DatatypeRecords &records, const std::vector<Address> &table)
      : process_(process), records_(records), table_(table) {}

  // Delivers the entries. Errors: corrupt where the arguments contradict themselves, out_of_range for a map that takes
  // more steps than limits::type_map_steps.
  Status write(Address datatype, TypeMapSink &sink);

  // The predefined types met so far.
  const std::vector<BasicType> &basics() const { return basics_; }

 private:
  // A short map, kept because it occurs in many places.
  struct Short {
    bool too_long = false;
    std::vector<TypeMapEntry> entries;
  };

  Status put(const DatatypeRecord &record, std::int64_t at, unsigned depth);
  Status put_made(const DatatypeRecord &record, std::int64_t at, unsigned depth);
  Status put_pair(const DatatypeRecord &record, std::int64_t at);
  Status put_subarray(const DatatypeRecord &record, std::int64_t at, unsigned depth);
  Status put_darray(const DatatypeRecord &record, std::int64_t at, unsigned depth);
  Status put_description(const DatatypeRecord &record, std::int64_t at);
  // Many blocks of types: block_of(k, block) makes `block` the k-th, a Status.
  struct Block {
    const DatatypeRecord *type = nullptr;
    std::int64_t count = 0;  // as given
    std::int64_t at = 0;
  };
  template <class BlockOf>
  Status put_blocks(const DatatypeRecord &record, std::uint64_t blocks, unsigned depth, BlockOf &&block_of);
  // `count` copies, one after the other by the type's extent.
  Status put_copies(const DatatypeRecord &type, std::uint64_t count, std::int64_t at, unsigned depth);

  Result<const DatatypeRecord *> part(const DatatypeRecord &record);
  Result<std::uint32_t> basic(const DatatypeRecord &record);
  Result<std::uint32_t> basic_by_index(std::int32_t fortran_index);
  // A map that is worth keeping; null if it is not.
  Result<const Short *> short_map(const DatatypeRecord &record, unsigned depth);

  const Attachment &process_;
  DatatypeRecords &records_;
  const std::vector<Address> &table_;
  TypeMapBuilder *builder_ = nullptr;
  std::vector<BasicType> basics_;
  std::unordered_map<Address, std::uint32_t> basic_indices_;
  std::unordered_map<Address, Short> short_maps_;
  std::unordered_set<Address> within_;  // the types that are being put, against cycles
};

}  // namespace mpidbg::model::openmpi
