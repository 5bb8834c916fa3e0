#pragma once
// Datatypes of MPICH.

#include <string>
#include <unordered_map>

#include "mpidbg/model/library/datatype_details.h"
#include "mpidbg/model/mpich/datatypes/datatype_records.h"
#include "mpidbg/model/mpich/handle_reader.h"

namespace mpidbg::model::mpich {

class Datatypes final : public HandleReader, public DatatypeDetails {
 public:
  // All outlive it.
  Datatypes(const Attachment &process, Pools &pools, Users &users)
      : process_(process), pools_(pools), users_(users), records_(process, pools) {}

  void clear() override {
    records_.clear();
    contained_.clear();
  }

  std::string problem() override;
  std::string why_unseen() override;
  std::string users_problem() override { return "MPICH does not keep which datatypes pending operations use"; }
  // Derived types contain others.
  std::vector<HandleKind> refers_to() const override { return {HandleKind::datatype}; }
  Status collect_references(References &references) override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return records_.read(handle).status(); }

  Result<Datatype> read(Handle handle);
  // Size and bounds, without the rest. Lives until clear().
  Result<const DatatypeRecord *> record(Handle handle) { return records_.read(handle); }
  // Empty if it has none, or is not in use.
  std::string name(Handle handle);
  // Blocks of bytes of the map, in its order and joined where they touch. Errors: out_of_range for more than
  // limits::file_blocks; those of the map.
  struct Block {
    std::int64_t begin = 0, bytes = 0;
  };
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
  std::unordered_map<Handle, std::uint64_t> contained_;  // how often others were made from it
};

}  // namespace mpidbg::model::mpich
