#pragma once
// Reads the datatypes of a process with MPICH.

#include <string>
#include <unordered_map>

#include "mpidbg/model/library/datatype_details.h"
#include "mpidbg/model/mpich/datatypes/datatype_records.h"
#include "mpidbg/model/mpich/handle_reader.h"

namespace mpidbg::model::mpich {

class Datatypes final : public HandleReader, public DatatypeDetails {
 public:
  // All arguments must outlive this object.
  Datatypes(const Attachment &process, Pools &pools, Users &users)
      : process_(process), pools_(pools), users_(users), records_(process, pools) {}

  void clear() override {
    records_.clear();
    contained_.clear();
  }

  std::string problem() override;
  std::string why_unseen() override;
  std::string users_problem() override { return "MPICH does not keep which datatypes pending operations use"; }
  // Returns the kinds of objects to which datatypes refer. Derived types refer to the types from which they were made.
  std::vector<HandleKind> refers_to() const override { return {HandleKind::datatype}; }
  Status collect_references(References &references) override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return records_.read(handle).status(); }

  // Reads a datatype. Errors: not_found if the handle does not belong to a datatype in use.
  Result<Datatype> read(Handle handle);
  // Reads only sizes, bounds and arguments. The result is valid until clear().
  Result<const DatatypeRecord *> record(Handle handle) { return records_.read(handle); }
  // Returns the name; empty if the datatype has none or is not in use.
  std::string name(Handle handle);
  // Describes a contiguous block of the type map, in bytes. Neighbouring blocks that touch are joined.
  struct Block {
    std::int64_t begin = 0, bytes = 0;
  };
  // Returns the blocks in the order of the type map. Errors: out_of_range for more than limits::file_blocks; those of
  // the type map.
  Result<std::vector<Block>> blocks(Handle handle);

  Result<TypeMap> type_map(Handle datatype, std::uint64_t first, std::uint64_t count, bool measured) override;
  Result<std::vector<TypeMapElement>> type_map_elements(Handle datatype, std::uint64_t first, std::uint64_t count,
                                                        std::vector<BasicType> &basics) override;
  Result<std::vector<std::int64_t>> arguments(Handle datatype, ArgumentKind kind, std::uint64_t first,
                                              std::uint64_t count) override;
  Result<DatatypeTree> tree(Handle datatype, std::size_t limit) override;

 private:
  std::optional<bool> freed(const DatatypeRecord &record);
  std::string label(Handle handle);

  const Attachment &process_;
  Pools &pools_;
  Users &users_;
  DatatypeRecords records_;
  // For each datatype, the number of other types that were made from it.
  std::unordered_map<Handle, std::uint64_t> contained_;
};

}  // namespace mpidbg::model::mpich
