#pragma once
// Lets the rules in model/datatypes/constructor_rules.h read MPICH's datatypes.

#include "mpidbg/model/datatypes/constructor_rules.h"
#include "mpidbg/model/mpich/datatypes/datatype_records.h"

namespace mpidbg::model::mpich {

// Returns the values of the constants MPI_ORDER_* and MPI_DISTRIBUTE_* in a version of mpi.h.
ArrayConstants array_constants(const HeaderValues &header);

class TypeMapSource final : public DatatypeSource {
 public:
  // `records` must outlive this object.
  explicit TypeMapSource(DatatypeRecords &records) : records_(records) {}

  Result<const ConstructedType *> read(Handle handle) override;
  Status read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                        std::vector<std::int64_t> &values) override {
    return records_.read_arguments(type, kind, first, values);
  }
  Result<std::string> basic_name(const ConstructedType &type) override;
  // Adds the type map of a type without arguments. Errors: not_supported unless the type is a pair type, because other
  // maps are not known.
  Status put_other(const ConstructedType &type, std::int64_t at, ConstructorRules &rules) override;
  ArrayConstants array_constants() const override { return mpich::array_constants(records_.header()); }

 private:
  Result<std::uint32_t> basic(ConstructorRules &rules, std::uint32_t handle);

  DatatypeRecords &records_;
};

}  // namespace mpidbg::model::mpich
