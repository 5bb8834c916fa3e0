#include "mpidbg/model/openmpi/datatypes/datatypes.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/datatypes/constructor_calls.h"
#include "mpidbg/model/datatypes/constructors.h"
#include "mpidbg/model/datatypes/datatype_tree.h"
#include "mpidbg/model/datatypes/describe_record.h"
#include "mpidbg/model/datatypes/type_map_query.h"
#include "mpidbg/model/openmpi/datatypes/predefined_datatypes.h"
#include "mpidbg/model/openmpi/datatypes/type_map_source.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

namespace {

constexpr const char *class_symbol = "ompi_datatype_t_class";

std::string unresolved(const Layouts &layouts) {
  std::string why = Attachment::unresolved({&layouts.datatype, &layouts.opal_datatype});
  if (why.empty() && !has_large_counts(layouts)) why = Attachment::unresolved({&layouts.datatype_arguments});
  return why;
}

}  // namespace

void Datatypes::clear() {
  records_.clear();
  TableReader::clear();
  all_.reset();
  search_problem_.clear();
  known_.clear();
}

std::string Datatypes::why_unseen() {
  const Layouts &all = layouts();
  if (std::string why = unresolved(all); !why.empty()) {
    return why;
  }
  if (const auto found = fortran_table(); !found) return found.error().message;
  static_cast<void>(live());
  return search_problem_;
}

std::span<const Address> Datatypes::by_index() {
  const auto &all = table();
  return all ? std::span<const Address>(all->slots) : std::span<const Address>();
}

std::vector<PredefinedHandle> Datatypes::predefined() const {
  std::vector<PredefinedHandle> handles;
  const auto array = fortran_table();
  if (!array) return handles;
  const auto slots = read_pointer_array(objects_, *array);
  if (!slots) return handles;
  const auto names = predefined_datatype_names();
  for (std::size_t i = 0; i < std::min(names.size(), slots->size()); ++i) {
    if (!(*slots)[i].is_null()) handles.push_back({names[i], (*slots)[i]});
  }
  return handles;
}

// Returns all objects of the class of datatypes. Errors: corrupt if the class is damaged.
Result<std::vector<Address>> Datatypes::search() {
  MPIDBG_ASSIGN(object_class, process_.symbol(class_symbol));
  MPIDBG_ASSIGN(found, handles_.search.find(class_symbol));
  const auto &base = layouts().opal_datatype;
  if (objects_.classes().check(object_class, base.type_name, base.byte_size, object_class)) return found;
  return Error{ErrorCode::corrupt,
               "the opal_class_t at " + hex(object_class) + " is not derived from that of " + base.type_name,
               object_class};
}

Result<std::vector<Address>> Datatypes::live() {
  if (all_) return *all_;
  MPIDBG_ASSIGN(listed, TableReader::live());
  search_problem_.clear();
  const auto found = search();
  if (!found) {
    search_problem_ = "datatypes without a Fortran handle are not listed: " + found.error().message;
    return listed;
  }
  search_problem_ = handles_.search.problem();
  const std::unordered_set<Address> in_table(listed.begin(), listed.end());
  for (const Address candidate : *found) {
    if (in_table.contains(candidate)) continue;
    const auto record = records_.read(candidate);
    if (record && (*record)->extended) listed.push_back(candidate);
  }
  all_ = std::move(listed);
  return *all_;
}

// Returns the record of a live datatype. Objects that are in no table are accepted if their class fits and their
// members are plausible.
Result<const DatatypeRecord *> Datatypes::live_record(Address handle) {
  const auto read = records_.read(handle);
  if (!read) {
    // Where no object can be read, only the library's table states that there is one. Its free slots are null.
    const bool is_listed = !handle.is_null() && std::ranges::find(by_index(), handle) != by_index().end();
    const bool is_garbage =
        read.error().code == ErrorCode::unreadable && !is_listed && !objects_.read(layouts().datatype, handle);
    if (!is_garbage) return read.error();
    return Error{ErrorCode::not_found, "no live datatype is at " + hex(handle) + ": " + read.error().message, handle};
  }
  const DatatypeRecord *const record = *read;
  const auto index = static_cast<std::uint32_t>(record->fortran_index);
  const bool listed = index < by_index().size() && by_index()[index] == handle;
  if ((!record->extended || record->fortran_index >= 0) && !listed) {
    return Error{ErrorCode::not_found, "the object at " + hex(handle) + " is not in the library's table of datatypes",
                 handle};
  }
  return record;
}

Result<Datatype> Datatypes::read(Address handle) {
  if (std::string why = unresolved(layouts()); !why.empty()) {
    return Error{ErrorCode::layout, std::move(why), handle};
  }
  MPIDBG_ASSIGN(record, live_record(handle));
  MPIDBG_ASSIGN(name, records_.name(handle));
  Datatype datatype =
      describe_record(*record, [this](const char *function) { return process_.image.has_function(function); });
  datatype.handle = handle;
  datatype.name = std::move(name);
  datatype.is_null = record->predefined && record->fortran_index == 0;
  datatype.fortran_index = record->fortran_index;
  if (!record->predefined && record->combiner != Combiner::unknown) {
    datatype.freed = handles_.users.hold_all({HandleKind::datatype, handle}, record->reference_count);
  }
  return datatype;
}

Status Datatypes::collect_references(References &references) {
  MPIDBG_ASSIGN(all, live());
  std::unordered_set<Address> counted;
  for (const Address user : all) {
    const auto record = records_.read(user);
    if (!record || (*record)->count(ArgumentKind::datatypes) == 0) continue;
    ArgumentArray parts(records_, **record, ArgumentKind::datatypes);
    std::unordered_map<Address, std::uint64_t> times;
    for (std::uint64_t i = 0; i < (*record)->count(ArgumentKind::datatypes); ++i) {
      const auto part = parts.at(i);
      if (!part) break;
      ++times[Address(static_cast<std::uint64_t>(*part))];
    }
    // Copies of a datatype share its arguments, which hold one reference for all copies.
    const bool holds = counted.insert((*record)->arguments_address).second;
    for (const auto &[part, number] : times) {
      references.add({HandleKind::datatype, user}, {HandleKind::datatype, part}, Held::exactly(holds ? number : 0));
    }
  }
  return {};
}

Result<std::vector<std::int64_t>> Datatypes::arguments(Address handle, ArgumentKind kind, std::uint64_t first,
                                                       std::uint64_t count) {
  MPIDBG_ASSIGN(record, live_record(handle));
  return read_arguments(records_, *record, kind, first, count);
}

Result<TypeMap> Datatypes::type_map(Address handle, std::uint64_t first, std::uint64_t count, bool measured) {
  MPIDBG_ASSIGN(record, live_record(handle));
  const KeptTotals kept{record->true_lb, record->true_ub, record->elements};
  TypeMapSource source(process_, records_, by_index());
  return read_type_map(source, *record, measured ? &kept : nullptr, first, count);
}

Result<std::vector<TypeMapElement>> Datatypes::elements(Address handle, std::uint64_t first, std::uint64_t count,
                                                        std::vector<BasicType> &basics) {
  MPIDBG_TRY(live_record(handle));
  TypeMapSource source(process_, records_, by_index());
  return read_type_map_elements(source, handle, first, count, basics);
}

// Returns the text for a datatype in a call: its constructor if it has no name but was made by MPI_Type_create_f90_*,
// otherwise its name, otherwise its handle. "Dup ..." is the library's name for intermediate copies.
std::string Datatypes::label(Address handle) {
  const auto record = records_.read(handle);
  if (!record) return hex(handle);
  if ((*record)->predefined && (*record)->has_arguments)
    return describe_call(records_, array_constants(), **record, [](Handle part) { return hex(part); });
  const std::string name = records_.name(handle).value_or({});
  return name.empty() || name.starts_with("Dup ") ? hex(handle) : name;
}

Result<DatatypeTree> Datatypes::tree(Address handle, std::size_t limit) {
  MPIDBG_TRY(live_record(handle));
  TypeMapSource source(process_, records_, by_index());
  return datatype_tree(source, handle, limit,
                       {[this](Handle part) { return records_.name(part.address()).value_or({}); },
                        [this](Handle part) { return label(part.address()); }});
}

Result<const DatatypeSummary *> Datatypes::summary(Address handle) {
  if (const auto known = known_.find(handle); known != known_.end()) return &known->second;
  const auto &layout = objects_.layouts().datatype;
  // The class is checked below, because predefined datatypes have the class opal_datatype_t, the base of
  // ompi_datatype_t.
  MPIDBG_ASSIGN(view, objects_.read(layout, handle));
  MPIDBG_ASSIGN(header, view.as(objects_.layouts().object));
  const Address object_class = header.get(&ObjectLayout::obj_class);
  MPIDBG_ASSIGN(base, objects_.base_of(view, objects_.layouts().opal_datatype));
  MPIDBG_ASSIGN(is_extended, objects_.classes().is(object_class, layout.type_name));
  if (is_extended) {
    MPIDBG_TRY(objects_.classes().check(object_class, layout.type_name, layout.byte_size, handle));
  }
  DatatypeSummary summary;
  MPIDBG_ASSIGN(name, records_.name(handle));
  summary.name = std::move(name);
  summary.size = base.get(&OpalDatatypeLayout::size);
  return &known_.emplace(handle, std::move(summary)).first->second;
}

}  // namespace mpidbg::model::openmpi
