#include "mpidbg/model/openmpi/datatypes/datatype_records.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/datatypes/constants.h"
#include "mpidbg/model/openmpi/datatypes/predefined_datatypes.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

constexpr std::int32_t reference_limit = 100'000'000;

// The combiners in the order of their numbers in Open MPI's mpi.h.
constexpr Combiner combiners[] = {
    Combiner::named,           Combiner::dup,           Combiner::contiguous,     Combiner::vector,
    Combiner::hvector_integer, Combiner::hvector,       Combiner::indexed,        Combiner::hindexed_integer,
    Combiner::hindexed,        Combiner::indexed_block, Combiner::struct_integer, Combiner::structure,
    Combiner::subarray,        Combiner::darray,        Combiner::f90_real,       Combiner::f90_complex,
    Combiner::f90_integer,     Combiner::resized,       Combiner::hindexed_block};
static_assert(std::size(combiners) == constants::combiners);

// Holds the constructor arguments of a datatype, and their places.
struct Construction {
  std::int32_t references = 0, combiner = -1;
  struct Array {
    std::int64_t count = 0;
    Address begin{};
  };
  Array integers, addresses, datatypes, large_counts;
};

Result<Construction> read_counts(const Attachment &process, Address arguments) {
  const Layouts &layouts = process.layouts();
  const auto of = []<class Layout>(const View<Layout> &view) {
    const auto array = [&](auto count, auto begin) {
      return Construction::Array{static_cast<std::int64_t>(view.get(count)), view.get(begin)};
    };
    return Construction{view.get(&Layout::ref_count),   view.get(&Layout::create_type), array(&Layout::ci, &Layout::i),
                        array(&Layout::ca, &Layout::a), array(&Layout::cd, &Layout::d), {}};
  };
  if (!has_large_counts(layouts)) {
    MPIDBG_ASSIGN(view, process.objects.read(layouts.datatype_arguments, arguments));
    return of(view);
  }
  MPIDBG_ASSIGN(view, process.objects.read(layouts.large_datatype_arguments, arguments));
  Construction found = of(view);
  found.large_counts = {static_cast<std::int64_t>(view.get(&LargeDatatypeArgumentsLayout::cl).value_or(0)),
                        view.get(&LargeDatatypeArgumentsLayout::l).value_or(Address())};
  return found;
}

}  // namespace

Status DatatypeRecords::read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                                       std::vector<std::int64_t> &values) {
  MPIDBG_ASSIGN(record, read(type.handle.address()));
  const auto read_bytes = [this](Address address, std::span<std::byte> bytes) {
    return process_.memory.read(address, bytes, "the arguments of a datatype");
  };
  return read_segment(read_bytes, process_.memory.byte_order(), record->arguments, kind, first, values);
}

Result<const DatatypeRecord *> DatatypeRecords::read(Address handle) {
  if (const auto known = records_.find(handle); known != records_.end()) return &known->second;
  if (records_.size() >= limits::table_entries) {
    return Error{ErrorCode::corrupt, "an implausible number of datatypes", handle};
  }
  MPIDBG_ASSIGN(record, read_record(handle));
  return &records_.emplace(handle, record).first->second;
}

Result<std::string> DatatypeRecords::name(Address handle) const {
  return View<DatatypeLayout>::text_at(process_.memory, process_.layouts().datatype, handle, &DatatypeLayout::name);
}

Result<DatatypeRecord> DatatypeRecords::read_record(Address handle) {
  Objects &objects = process_.objects;
  const Layouts &layouts = process_.layouts();
  const auto &extended = layouts.datatype;
  // The class is checked below, because predefined datatypes have the class opal_datatype_t, the base of
  // ompi_datatype_t.
  MPIDBG_ASSIGN(view, objects.read(extended, handle));
  MPIDBG_ASSIGN(header, view.as(layouts.object));
  const Address object_class = header.get(&ObjectLayout::obj_class);
  MPIDBG_ASSIGN(opal, objects.base_of(view, layouts.opal_datatype));
  MPIDBG_ASSIGN(is_extended, objects.classes().is(object_class, extended.type_name));
  if (is_extended) MPIDBG_TRY(objects.classes().check(object_class, extended.type_name, extended.byte_size, handle));

  DatatypeRecord record;
  record.handle = handle;
  record.extended = is_extended;
  record.reference_count = header.get(&ObjectLayout::obj_reference_count);
  const std::uint32_t flags = opal.get(&OpalDatatypeLayout::flags);
  MPIDBG_ASSIGN(predefined, layouts.numbers.datatype_predefined.get());
  record.predefined = (flags & static_cast<std::uint32_t>(predefined)) != 0;
  record.committed = (flags & constants::datatype_committed) != 0;
  record.size = opal.get(&OpalDatatypeLayout::size);
  record.elements = opal.get(&OpalDatatypeLayout::nbElems);
  record.lb = opal.get(&OpalDatatypeLayout::lb);
  record.ub = opal.get(&OpalDatatypeLayout::ub);
  record.true_lb = opal.get(&OpalDatatypeLayout::true_lb);
  record.true_ub = opal.get(&OpalDatatypeLayout::true_ub);
  record.fortran_index = view.get(&DatatypeLayout::d_f_to_c_index);

  const auto none = [&](const std::string &why) {
    return Error{ErrorCode::not_found, "no live datatype is at " + hex(handle) + ": " + why, handle};
  };
  if (record.reference_count <= 0 || record.reference_count > reference_limit) {
    return none("its reference count is " + std::to_string(record.reference_count));
  }
  if (record.fortran_index < -1) return none("its Fortran index is " + std::to_string(record.fortran_index));
  if (!record.predefined && !record.extended) return none("it is neither predefined nor made by MPI");

  const auto &description = layouts.data_description;
  if (description.resolved()) {
    MPIDBG_ASSIGN(described, objects.read(description, opal.address_of(&OpalDatatypeLayout::desc)));
    record.description_length = described.get(&DataDescriptionLayout::used);
    record.description = described.get(&DataDescriptionLayout::desc);
    const std::uint64_t room = described.get(&DataDescriptionLayout::length);
    // Datatypes that the library made have room for at least one record, except for copies of MPI_DATATYPE_NULL.
    if (record.extended && record.size > 0 && (room == 0 || record.description.is_null()))
      return none("it has no description");
    if (record.description_length > room) {
      return none("its description has " + std::to_string(record.description_length) + " records in room for " +
                  std::to_string(room));
    }
  }
  const Address arguments = view.get(&DatatypeLayout::args);
  if (arguments.is_null()) {
    record.combiner = record.predefined ? Combiner::named : Combiner::unknown;
  } else {
    MPIDBG_TRY(read_construction(arguments, record));
  }
  const bool is_pair = record.predefined && !record.has_arguments && pair_type(record.fortran_index);
  record.form = record.predefined && !is_pair                ? ConstructedType::Form::basic
                : record.predefined || !record.has_arguments ? ConstructedType::Form::other
                                                             : ConstructedType::Form::constructed;
  return record;
}

Status DatatypeRecords::read_construction(Address arguments, DatatypeRecord &record) const {
  MPIDBG_ASSIGN(found, read_counts(process_, arguments));
  const auto implausible = [](const Construction::Array &array) {
    return array.count < 0 || static_cast<std::uint64_t>(array.count) > limits::datatype_arguments;
  };
  if (found.combiner < 0 || found.combiner >= constants::combiners || found.references <= 0 ||
      implausible(found.integers) || implausible(found.addresses) || implausible(found.datatypes) ||
      implausible(found.large_counts)) {
    return Error{
        ErrorCode::not_found,
        "no live datatype is at " + hex(record.handle) + ": its arguments at " + hex(arguments) + " make no sense",
        record.handle.address()};
  }
  record.has_arguments = true;
  record.arguments_address = arguments;
  record.combiner = combiners[found.combiner];
  const unsigned word = process_.memory.pointer_size();
  const auto segment = [](const Construction::Array &array, unsigned width) {
    return ArgumentSegment{array.begin, width, static_cast<std::uint64_t>(array.count)};
  };
  record.arguments = arrange_arguments(record.combiner, segment(found.integers, 4), segment(found.addresses, word),
                                       segment(found.datatypes, word), segment(found.large_counts, word));
  for (const auto kind : {ArgumentKind::integers, ArgumentKind::addresses, ArgumentKind::datatypes})
    record.counts[static_cast<std::size_t>(kind)] = count_of(record.arguments, kind);
  return {};
}

}  // namespace mpidbg::model::openmpi
