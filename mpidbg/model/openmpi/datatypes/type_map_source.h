#pragma once
// Open MPI's datatypes for the rules of model/datatypes/constructor_rules.h.
//
// A type that the library made for itself has no arguments; its map comes from the data description that the library
// works with.

#include <vector>

#include "mpidbg/model/datatypes/constructor_rules.h"
#include "mpidbg/model/openmpi/datatypes/datatype_records.h"

namespace mpidbg::model::openmpi {

// Of mpi.h.
ArrayConstants array_constants();

class TypeMapSource final : public DatatypeSource {
 public:
  // `table`: the handles by Fortran index, null where free. All outlive it.
  TypeMapSource(const Attachment &process, DatatypeRecords &records, std::span<const Address> table)
      : process_(process), records_(records), table_(table) {}

  Result<const ConstructedType *> read(Handle handle) override;
  Status read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                        std::vector<std::int64_t> &values) override {
    return records_.read_arguments(type, kind, first, values);
  }
  Result<std::string> basic_name(const ConstructedType &type) override;
  Status put_other(const ConstructedType &type, std::int64_t at, ConstructorRules &rules) override;
  ArrayConstants array_constants() const override { return openmpi::array_constants(); }

 private:
  Status put_pair(const DatatypeRecord &record, std::int64_t at, ConstructorRules &rules);
  Status put_description(const DatatypeRecord &record, std::int64_t at, ConstructorRules &rules);
  Result<std::uint32_t> basic_by_index(ConstructorRules &rules, std::int32_t fortran_index);

  const Attachment &process_;
  DatatypeRecords &records_;
  std::span<const Address> table_;
};

}  // namespace mpidbg::model::openmpi
