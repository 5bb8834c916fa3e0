#include "mpidbg/model/mpich/datatypes/type_map_source.h"

#include "mpidbg/base/checked.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/datatypes/constructor_calls.h"
#include "mpidbg/model/mpich/datatypes/pair_types.h"
#include "mpidbg/model/mpich/objects/predefined.h"

namespace mpidbg::model::mpich {

ArrayConstants array_constants(const HeaderValues &header) {
  return {header.order_c,           header.order_fortran,   header.distribute_block,
          header.distribute_cyclic, header.distribute_none, header.distribute_default};
}

Result<const ConstructedType *> TypeMapSource::read(Handle handle) {
  MPIDBG_ASSIGN(record, records_.read(handle));
  return record;
}

Result<std::string> TypeMapSource::basic_name(const ConstructedType &type) {
  const auto name = predefined_name(HandleKind::datatype, static_cast<std::uint32_t>(type.handle.value()));
  if (!name.empty()) return std::string(name);
  if (const auto record = records_.read(type.handle); record && (*record)->combiner == Combiner::named) {
    return records_.name(**record);
  }
  // The type was made by MPI_Type_create_f90_real or a similar function.
  return describe_call(records_, array_constants(), type, [](Handle part) { return hex(part); });
}

Result<std::uint32_t> TypeMapSource::basic(ConstructorRules &rules, std::uint32_t handle) {
  MPIDBG_ASSIGN(record, records_.read(int_handle(handle)));
  return rules.basic(*record);
}

// Adds the two parts of a pair type. The second part ends where the data of the pair ends.
Status TypeMapSource::put_other(const ConstructedType &type, std::int64_t at, ConstructorRules &rules) {
  const auto pair = pair_type(static_cast<std::uint32_t>(type.handle.value()));
  if (!pair) {
    return Error{ErrorCode::not_supported, "the library keeps no arguments of the datatype " + hex(type.handle),
                 type.handle.address()};
  }
  MPIDBG_ASSIGN(record, records_.read(type.handle));
  MPIDBG_ASSIGN(first, basic(rules, pair->first));
  MPIDBG_ASSIGN(second, basic(rules, pair->second));
  const std::uint64_t first_size = rules.basics()[first].size, second_size = rules.basics()[second].size;
  std::int64_t offset = 0;
  const auto place = __builtin_sub_overflow(record->true_ub, static_cast<std::int64_t>(second_size), &offset)
                         ? std::nullopt
                         : checked_add(at, offset);
  if (!place) {
    return Error{ErrorCode::corrupt,
                 "the datatype " + hex(type.handle) + " has displacements that do not fit into 64 bits",
                 type.handle.address()};
  }
  rules.builder().run(first, first_size, at, 1, 0);
  rules.builder().run(second, second_size, *place, 1, 0);
  return {};
}

}  // namespace mpidbg::model::mpich
