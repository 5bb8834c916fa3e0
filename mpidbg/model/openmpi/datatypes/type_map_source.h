#pragma once
// Supplies Open MPI's datatypes to the rules in model/datatypes/constructor_rules.h.
//
// Datatypes that the library made for itself have no arguments. Their type map is built from the data description that
// the library uses for communication.

#include <vector>

#include "mpidbg/model/datatypes/constructor_rules.h"
#include "mpidbg/model/openmpi/datatypes/datatype_records.h"

namespace mpidbg::model::openmpi {

// Returns the values of MPI_ORDER_* and MPI_DISTRIBUTE_* in Open MPI's mpi.h.
ArrayConstants array_constants();

class TypeMapSource final : public DatatypeSource {
 public:
  // `table` has the handles by Fortran index, null for free slots. `process`, `records` and `table` must outlive this
  // object.
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
