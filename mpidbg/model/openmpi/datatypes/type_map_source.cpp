#include "mpidbg/model/openmpi/datatypes/type_map_source.h"

#include <algorithm>

#include "mpidbg/base/checked.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/datatypes/constants.h"
#include "mpidbg/model/openmpi/datatypes/predefined_datatypes.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

Error corrupt(const DatatypeRecord &record, const std::string &what) {
  return {ErrorCode::corrupt, "the datatype at " + hex(record.handle) + " " + what, record.handle.address()};
}

}  // namespace

Result<const ConstructedType *> TypeMapSource::read(Handle handle) {
  MPIDBG_ASSIGN(record, records_.read(handle.address()));
  return record;
}

Result<std::string> TypeMapSource::basic_name(const ConstructedType &type) {
  MPIDBG_ASSIGN(record, records_.read(type.handle.address()));
  const auto names = predefined_datatype_names();
  const auto index = static_cast<std::uint32_t>(record->fortran_index);
  if (!record->has_arguments && index < names.size() && index < table_.size() && table_[index] == type.handle.address())
    return std::string(names[index]);
  return records_.name(type.handle.address());
}

ArrayConstants array_constants() {
  return {constants::order_c,           constants::order_fortran,   constants::distribute_block,
          constants::distribute_cyclic, constants::distribute_none, constants::distribute_default};
}

Result<std::uint32_t> TypeMapSource::basic_by_index(ConstructorRules &rules, std::int32_t fortran_index) {
  if (fortran_index < 0 || static_cast<std::size_t>(fortran_index) >= table_.size()) {
    return Error{ErrorCode::corrupt, "a type map needs a predefined datatype that the library does not have"};
  }
  MPIDBG_ASSIGN(record, records_.read(table_[static_cast<std::size_t>(fortran_index)]));
  return rules.basic(*record);
}

Status TypeMapSource::put_other(const ConstructedType &type, std::int64_t at, ConstructorRules &rules) {
  MPIDBG_ASSIGN(record, records_.read(type.handle.address()));
  return record->predefined ? put_pair(*record, at, rules) : put_description(*record, at, rules);
}

// Adds the map of a pair type such as MPI_DOUBLE_INT. The library's description has the displacement of the second
// part.
Status TypeMapSource::put_pair(const DatatypeRecord &record, std::int64_t at, ConstructorRules &rules) {
  TypeMapBuilder &builder = rules.builder();
  const auto pair = pair_type(record.fortran_index);
  MPIDBG_ASSIGN(first, basic_by_index(rules, pair->first));
  MPIDBG_ASSIGN(second, basic_by_index(rules, pair->second));
  const std::uint64_t first_size = rules.basics()[first].size, second_size = rules.basics()[second].size;
  std::int64_t offset = static_cast<std::int64_t>(first_size);
  const Layouts &layouts = process_.layouts();
  if (record.description_length == 2 && layouts.data_element.resolved()) {
    const Address entry = record.description + std::max(layouts.data_element.byte_size, layouts.data_loop.byte_size);
    MPIDBG_ASSIGN(element, process_.objects.read(layouts.data_element, entry));
    offset = element.get(&DataElementLayout::disp);
  }
  const auto place = checked_add(at, offset);
  if (!place) return corrupt(record, "has displacements that do not fit into 64 bits");
  builder.run(first, first_size, at, 1, 0);
  builder.run(second, second_size, *place, 1, 0);
  return {};
}

Status TypeMapSource::put_description(const DatatypeRecord &record, std::int64_t at, ConstructorRules &rules) {
  const Layouts &layouts = process_.layouts();
  if (std::string why = Attachment::unresolved(
          {&layouts.data_description, &layouts.data_record, &layouts.data_element, &layouts.data_loop});
      !why.empty()) {
    return Error{ErrorCode::layout, std::move(why), record.handle.address()};
  }
  if (record.size == 0) return {};  // its description is that of MPI_DATATYPE_NULL
  const std::uint64_t bytes = std::max(layouts.data_element.byte_size, layouts.data_loop.byte_size);
  if (record.description_length > limits::type_map_steps) {
    return corrupt(record, "has a description of " + std::to_string(record.description_length) + " records");
  }
  TypeMapBuilder &builder = rules.builder();
  unsigned open = 0;
  for (std::uint64_t i = 0; i < record.description_length && !builder.stopped(); ++i) {
    const Address entry = record.description + i * bytes;
    MPIDBG_ASSIGN(head, process_.objects.read(layouts.data_record, entry));
    const std::uint16_t type = head.get(&DataRecordLayout::type);
    if (type == constants::data_loop) {
      MPIDBG_ASSIGN(loop, process_.objects.read(layouts.data_loop, entry));
      if (++open > limits::depth) return corrupt(record, "has a description with too many loops");
      const std::uint32_t rounds = loop.get(&DataLoopLayout::loops);
      if (rounds < 2) return corrupt(record, "has a description with a loop of " + std::to_string(rounds) + " rounds");
      builder.begin_loop(rounds, loop.get(&DataLoopLayout::extent));
      continue;
    }
    if (type == constants::data_end_loop) {
      if (open == 0) return corrupt(record, "has a description with a loop that ends before it begins");
      --open;
      builder.end_loop();
      continue;
    }
    MPIDBG_ASSIGN(element, process_.objects.read(layouts.data_element, entry));
    MPIDBG_ASSIGN(index, basic_by_index(rules, datatype_of_basic_type(type)));
    const std::uint64_t size = rules.basics()[index].size;
    const auto place = checked_add(element.get(&DataElementLayout::disp), at);
    if (!place) return corrupt(record, "has displacements that do not fit into 64 bits");
    builder.repeat(element.get(&DataElementLayout::count), element.get(&DataElementLayout::extent), [&] {
      builder.run(index, size, *place, element.get(&DataElementLayout::blocklen), static_cast<std::int64_t>(size));
    });
  }
  while (open-- > 0) builder.end_loop();
  return {};
}

}  // namespace mpidbg::model::openmpi
