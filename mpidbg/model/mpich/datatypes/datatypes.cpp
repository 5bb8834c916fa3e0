#include "mpidbg/model/mpich/datatypes/datatypes.h"

#include <unordered_set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/datatypes/constructor_calls.h"
#include "mpidbg/model/datatypes/constructors.h"
#include "mpidbg/model/datatypes/datatype_tree.h"
#include "mpidbg/model/datatypes/describe_record.h"
#include "mpidbg/model/datatypes/type_map_query.h"
#include "mpidbg/model/mpich/datatypes/type_map_source.h"
#include "mpidbg/model/mpich/objects/live_handles.h"

namespace mpidbg::model::mpich {

std::string Datatypes::problem() {
  const Layouts &layouts = process_.layouts;
  if (!layouts.datatype_contents.resolved()) return layouts.datatype_contents.problem;
  return table_problem(pools_, ObjectKind::datatype, layouts.datatype);
}

std::string Datatypes::why_unseen() {
  const Layouts &layouts = process_.layouts;
  if (!layouts.datatype_contents.resolved()) return layouts.datatype_contents.problem;
  return why_no_table(pools_, ObjectKind::datatype, layouts.datatype);
}

std::vector<Handle> Datatypes::live() {
  return live_handles(pools_, HandleKind::datatype, ObjectKind::datatype);
}

std::string Datatypes::name(Handle handle) {
  const auto record = records_.read(handle);
  return record ? records_.name(**record).value_or({}) : std::string();
}

Result<Datatype> Datatypes::read(Handle handle) {
  MPIDBG_ASSIGN(record, records_.read(handle));
  MPIDBG_ASSIGN(name, records_.name(*record));
  Datatype datatype =
      describe_record(*record, [this](const char *function) { return process_.image.has_function(function); });
  datatype.handle = handle;
  datatype.name = std::move(name);
  datatype.is_null = record->is_null;
  datatype.fortran_index = static_cast<int>(value_of(handle));
  datatype.freed = freed(*record);
  return datatype;
}

// Returns true if the program has freed its handle of the datatype; nullopt if this is unknown. The program's handle
// holds one reference, and each type that was made from this one holds one. If these types account for all references,
// the program has freed its handle. The opposite cannot be inferred, because pending operations may hold the remaining
// references.
std::optional<bool> Datatypes::freed(const DatatypeRecord &record) {
  if (record.predefined || !users_.of({HandleKind::datatype, record.handle})) return std::nullopt;
  const auto contained = contained_.find(record.handle);
  if (contained == contained_.end() || record.reference_count < 0) return std::nullopt;
  if (static_cast<std::uint64_t>(record.reference_count) <= contained->second) return true;
  return std::nullopt;
}

Status Datatypes::collect_references(References &references) {
  contained_.clear();
  for (const PooledObject &user : pools_.live(ObjectKind::datatype)) {
    const Handle handle = int_handle(user.handle);
    const auto record = records_.read(handle);
    if (!record || (*record)->count(ArgumentKind::datatypes) == 0) continue;
    ArgumentArray parts(records_, **record, ArgumentKind::datatypes);
    std::unordered_set<Handle> distinct;
    for (std::uint64_t i = 0; i < (*record)->count(ArgumentKind::datatypes); ++i) {
      const auto part = parts.at(i);
      if (!part) break;
      const Handle inner = handle_of(**record, *part);
      ++contained_[inner];
      if (distinct.insert(inner).second) {
        references.add({HandleKind::datatype, handle}, {HandleKind::datatype, inner});
      }
    }
  }
  return {};
}

Result<std::vector<std::int64_t>> Datatypes::arguments(Handle handle, ArgumentKind kind, std::uint64_t first,
                                                       std::uint64_t count) {
  MPIDBG_ASSIGN(record, records_.read(handle));
  return model::read_arguments(records_, *record, kind, first, count);
}

Result<TypeMap> Datatypes::type_map(Handle handle, std::uint64_t first, std::uint64_t count, bool measured) {
  MPIDBG_ASSIGN(record, records_.read(handle));
  // The library's count of elements is not used, because it counts a pair type such as MPI_2INT as one element when the
  // pair is part of another type.
  const KeptTotals kept{record->true_lb, record->true_ub, std::nullopt};
  TypeMapSource source(records_);
  return read_type_map(source, *record, measured ? &kept : nullptr, first, count);
}

Result<std::vector<TypeMapElement>> Datatypes::type_map_elements(Handle handle, std::uint64_t first,
                                                                 std::uint64_t count, std::vector<BasicType> &basics) {
  MPIDBG_ASSIGN(record, records_.read(handle));
  TypeMapSource source(records_);
  return read_type_map_elements(source, record->handle, first, count, basics);
}

Result<std::vector<Datatypes::Block>> Datatypes::blocks(Handle handle) {
  std::vector<BasicType> basics;
  MPIDBG_ASSIGN(elements, type_map_elements(handle, 0, limits::file_blocks + 1, basics));
  if (elements.size() > limits::file_blocks) {
    return Error{ErrorCode::out_of_range,
                 "the datatype " + hex(handle) + " has more than " + std::to_string(limits::file_blocks) + " elements"};
  }
  std::vector<Block> blocks;
  for (const TypeMapElement &element : elements) {
    const auto bytes = static_cast<std::int64_t>(basics[element.basic].size);
    if (bytes == 0) continue;
    if (!blocks.empty() && blocks.back().begin + blocks.back().bytes == element.displacement) {
      blocks.back().bytes += bytes;
    } else {
      blocks.push_back({element.displacement, bytes});
    }
  }
  return blocks;
}

// Returns the text for a type in a call: its name or, if it has none, its handle. For a type without a name that was
// made by MPI_Type_create_f90_*, the text is its constructor.
std::string Datatypes::label(Handle handle) {
  const auto record = records_.read(handle);
  if (!record) return hex(handle);
  const std::string name = records_.name(**record).value_or({});
  if (!name.empty()) return name;
  switch ((*record)->combiner) {
    case Combiner::f90_real:
    case Combiner::f90_complex:
    case Combiner::f90_integer:
      return describe_call(records_, array_constants(records_.header()), **record,
                           [](Handle part) { return hex(part); });
    default:
      return hex(handle);
  }
}

Result<DatatypeTree> Datatypes::tree(Handle handle, std::size_t limit) {
  MPIDBG_ASSIGN(record, records_.read(handle));
  TypeMapSource source(records_);
  return datatype_tree(source, record->handle, limit,
                       {[this](Handle part) { return name(part); }, [this](Handle part) { return label(part); }});
}

}  // namespace mpidbg::model::mpich
