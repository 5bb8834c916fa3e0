#pragma once
// MPICH's datatypes for the rules of model/datatypes/constructor_rules.h.

#include "mpidbg/model/datatypes/constructor_rules.h"
#include "mpidbg/model/mpich/datatypes/datatype_records.h"

namespace mpidbg::model::mpich {

ArrayConstants array_constants(const HeaderValues &header);

class TypeMapSource final : public DatatypeSource {
 public:
  // It outlives it.
  explicit TypeMapSource(DatatypeRecords &records) : records_(records) {}

  Result<const ConstructedType *> read(Handle handle) override;
  Status read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                        std::vector<std::int64_t> &values) override {
    return records_.read_arguments(type, kind, first, values);
  }
  Result<std::string> basic_name(const ConstructedType &type) override;
  // Pairs alone: of other types without arguments the map is not known.
  Status put_other(const ConstructedType &type, std::int64_t at, ConstructorRules &rules) override;
  ArrayConstants array_constants() const override { return mpich::array_constants(records_.header()); }

 private:
  Result<std::uint32_t> basic(ConstructorRules &rules, std::uint32_t handle);

  DatatypeRecords &records_;
};

}  // namespace mpidbg::model::mpich
