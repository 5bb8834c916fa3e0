#include "mpidbg/model/mpich/datatypes/datatype_records.h"

#include <algorithm>
#include <span>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/model/mpich/datatypes/pair_types.h"
#include "mpidbg/model/mpich/objects/predefined.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

// The combiners in the order of their numbers, which start at HeaderValues::combiner_named.
constexpr Combiner own_combiners[] = {
    Combiner::named,           Combiner::dup,           Combiner::contiguous,     Combiner::vector,
    Combiner::hvector_integer, Combiner::hvector,       Combiner::indexed,        Combiner::hindexed_integer,
    Combiner::hindexed,        Combiner::indexed_block, Combiner::struct_integer, Combiner::structure,
    Combiner::subarray,        Combiner::darray,        Combiner::f90_real,       Combiner::f90_complex,
    Combiner::f90_integer,     Combiner::resized,       Combiner::hindexed_block};
constexpr Combiner standard_combiners[] = {
    Combiner::named,          Combiner::dup,         Combiner::contiguous,  Combiner::vector,
    Combiner::hvector,        Combiner::indexed,     Combiner::hindexed,    Combiner::indexed_block,
    Combiner::hindexed_block, Combiner::structure,   Combiner::subarray,    Combiner::darray,
    Combiner::f90_real,       Combiner::f90_complex, Combiner::f90_integer, Combiner::resized};

}  // namespace

Result<const DatatypeRecord *> DatatypeRecords::read(Handle handle) {
  if (const auto known = records_.find(handle); known != records_.end()) return &known->second;
  if (records_.size() >= limits::table_entries) {
    return Error{ErrorCode::corrupt, "an implausible number of datatypes", handle.address()};
  }
  MPIDBG_ASSIGN(record, read_record(value_of(handle)));
  return &records_.emplace(handle, record).first->second;
}

Result<std::string> DatatypeRecords::name(const DatatypeRecord &record) const {
  if (!record.object.is_null()) {
    MPIDBG_ASSIGN(name,
                  View::text_at(process_.memory, process_.layouts.datatype, record.object, &DatatypeLayout::name));
    if (!name.empty() || !record.predefined) return std::move(name);
  }
  return std::string(predefined_name(HandleKind::datatype, static_cast<std::uint32_t>(record.handle.value())));
}

Result<DatatypeRecord> DatatypeRecords::read_record(std::uint32_t handle) {
  DatatypeRecord record;
  record.handle = int_handle(handle);
  record.predefined = !predefined_name(HandleKind::datatype, handle).empty();
  record.is_null = record.predefined && place_of_handle(handle) == constants::handle_null;
  if (record.predefined && place_of_handle(handle) != constants::handle_direct) return read_predefined(record);
  MPIDBG_ASSIGN(object, pools_.find(ObjectKind::datatype, handle));
  if (place_of_handle(handle) == constants::handle_builtin) return read_predefined(record);
  MPIDBG_TRY(read_object(object, record));
  return record;
}

// Completes the record of a predefined type. The type's object is read only because the library or the program may have
// given the type a name.
DatatypeRecord DatatypeRecords::read_predefined(DatatypeRecord record) {
  const auto handle = static_cast<std::uint32_t>(record.handle.value());
  record.predefined = true;
  if (const auto object = pools_.find(ObjectKind::datatype, handle)) record.object = *object;
  record.size = record.is_null ? 0 : handle >> constants::datatype_size_shift & 0xff;
  record.ub = record.true_ub = static_cast<std::int64_t>(record.size);
  record.combiner = Combiner::named;
  record.form = pair_type(handle) ? ConstructedType::Form::other : ConstructedType::Form::basic;
  return record;
}

Status DatatypeRecords::read_object(Address object, DatatypeRecord &record) const {
  MPIDBG_ASSIGN(view, View::read(process_.memory, process_.layouts.datatype, object));
  MPIDBG_ASSIGN(header, view.as(process_.layouts.object));
  record.object = object;
  record.reference_count = header.get(&ObjectLayout::ref_count);
  record.committed = view.get(&DatatypeLayout::is_committed) != 0;
  const std::int64_t size = view.get(&DatatypeLayout::size);
  if (size < 0) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Datatype.size of " + hex(record.handle) + " at " + hex(object) + " is " + std::to_string(size),
                 object};
  }
  record.size = static_cast<std::uint64_t>(size);
  record.lb = view.get(&DatatypeLayout::lb);
  record.ub = view.get(&DatatypeLayout::ub);
  record.true_lb = view.get(&DatatypeLayout::true_lb);
  record.true_ub = view.get(&DatatypeLayout::true_ub);
  if (record.extent() != view.get(&DatatypeLayout::extent)) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Datatype.extent of " + hex(record.handle) + " at " + hex(object) + " is " +
                     std::to_string(view.get(&DatatypeLayout::extent)) + ", and its bounds are " +
                     std::to_string(record.lb) + " and " + std::to_string(record.ub),
                 object};
  }
  const Address contents = view.get(&DatatypeLayout::contents);
  if (contents.is_null() || record.predefined) {
    record.combiner = record.predefined ? Combiner::named : Combiner::unknown;
    return {};
  }
  return read_contents(contents, record);
}

Status DatatypeRecords::read_contents(Address contents, DatatypeRecord &record) const {
  using Layout = DatatypeContentsLayout;
  const auto &layout = process_.layouts.datatype_contents;
  MPIDBG_ASSIGN(view, layout::View<Layout>::read(process_.memory, layout, contents));
  const std::span<const Combiner> combiners =
      header().standard_abi ? std::span<const Combiner>(standard_combiners) : std::span<const Combiner>(own_combiners);
  const std::int64_t combiner = std::int64_t{view.get(&Layout::combiner)} - header().combiner_named;
  const std::int64_t numbers[] = {view.get(&Layout::nr_types), view.get(&Layout::nr_ints), view.get(&Layout::nr_aints),
                                  view.get(&Layout::nr_counts)};
  const auto implausible = [](std::int64_t number) {
    return number < 0 || static_cast<std::uint64_t>(number) > limits::datatype_arguments;
  };
  if (combiner < 0 || combiner >= static_cast<std::int64_t>(combiners.size()) ||
      std::any_of(std::begin(numbers), std::end(numbers), implausible)) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Datatype_contents of " + hex(record.handle) + " at " + hex(contents) + " has combiner " +
                     std::to_string(view.get(&Layout::combiner)) + " and " + std::to_string(numbers[0]) +
                     " datatypes, " + std::to_string(numbers[1]) + " integers, " + std::to_string(numbers[2]) +
                     " addresses, " + std::to_string(numbers[3]) + " counts",
                 contents};
  }
  record.combiner = combiners[static_cast<std::size_t>(combiner)];
  // The types of MPI_Type_create_f90_... belong to the library and have no constituent types.
  const bool is_f90 = record.combiner == Combiner::f90_real || record.combiner == Combiner::f90_complex ||
                      record.combiner == Combiner::f90_integer;
  record.form = is_f90 ? ConstructedType::Form::basic : ConstructedType::Form::constructed;
  record.predefined = is_f90;

  const unsigned address_bytes = process_.memory.pointer_size();
  const unsigned widths[] = {4, 4, address_bytes, address_bytes};
  const auto align = [](std::uint64_t bytes) {
    return (bytes + constants::contents_alignment - 1) / constants::contents_alignment * constants::contents_alignment;
  };
  ArgumentSegment segments[4];
  Address at = contents + align(layout.byte_size);
  for (std::size_t i = 0; i < std::size(segments); ++i) {
    segments[i] = {at, widths[i], static_cast<std::uint64_t>(numbers[i])};
    at = at + align(segments[i].count * widths[i]);
  }
  const auto &[types, integers, addresses, counts] = segments;
  record.arguments = arrange_arguments(record.combiner, integers, addresses, types, counts);
  for (const auto kind : {ArgumentKind::integers, ArgumentKind::addresses, ArgumentKind::datatypes})
    record.counts[static_cast<std::size_t>(kind)] = count_of(record.arguments, kind);
  return {};
}

Status DatatypeRecords::read_arguments(const ConstructedType &type, ArgumentKind kind, std::uint64_t first,
                                       std::vector<std::int64_t> &values) {
  MPIDBG_ASSIGN(record, read(type.handle));
  const auto read_bytes = [this](Address address, std::span<std::byte> bytes) {
    return process_.memory.read(address, bytes, "the arguments of a datatype");
  };
  return read_segment(read_bytes, process_.memory.byte_order(), record->arguments, kind, first, values);
}

}  // namespace mpidbg::model::mpich
