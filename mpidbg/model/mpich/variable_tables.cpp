#include "mpidbg/model/mpich/variable_tables.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/mpich/static_data.h"

namespace mpidbg::model::mpich {

namespace {

constexpr std::string_view name_of_any = "MPIR_CVAR_";
// Symbols that every build exports. Their variables are in the static data, close to the pointers to the tables. Builds
// with the standard ABI have only the last one.
constexpr const char *exported_beside[] = {"MPI_F_STATUS_IGNORE", "MPIR_F08_MPI_BOTTOM", "MPIR_fortran_true"};
constexpr std::uint64_t searched_bytes = 4096;
// If one of the pointers to the arrays is known, the others are sought in this number of words on either side of it.
// All of them are close to each other in memory, because one source file defines them.
constexpr unsigned neighbours = 8;

}  // namespace

Result<Table> VariableTables::read(Address array, std::uint32_t element_bytes, std::uint64_t limit,
                                   const char *what) const {
  const auto &layouts = process_.layouts;
  MPIDBG_ASSIGN(view, layout::View<ArrayLayout>::read(process_.memory, layouts.array, array));
  const std::uint32_t count = view.get(&ArrayLayout::i);
  Table table;
  table.address = view.get(&ArrayLayout::d);
  table.element_bytes = element_bytes;
  if (count > view.get(&ArrayLayout::n) || count > limit || (count != 0 && table.address.is_null())) {
    return Error{ErrorCode::corrupt,
                 "UT_array.i of " + std::string(what) + " at " + hex(array) + " is " + std::to_string(count) +
                     ", with room for " + std::to_string(view.get(&ArrayLayout::n)) + " at " + hex(table.address),
                 array};
  }
  if (layouts.element_kind.resolved()) {
    MPIDBG_ASSIGN(kind, layout::View<ElementKindLayout>::read(process_.memory, layouts.element_kind,
                                                              view.get(&ArrayLayout::icd)));
    if (kind.get(&ElementKindLayout::sz) != element_bytes) {
      return Error{ErrorCode::corrupt,
                   "UT_icd.sz of " + std::string(what) + " at " + hex(array) + " is " +
                       std::to_string(kind.get(&ElementKindLayout::sz)) + " and not " + std::to_string(element_bytes),
                   array};
    }
  }
  table.count = static_cast<int>(count);
  table.bytes.resize(std::size_t{count} * element_bytes);
  if (count != 0) MPIDBG_TRY(process_.memory.read(table.address, table.bytes, what));
  return table;
}

Result<Table> VariableTables::read_through(Address place, const layout::StructLayout &element, const char *what) const {
  if (!element.resolved()) return Error{ErrorCode::layout, element.problem};
  MPIDBG_ASSIGN(array, process_.memory.read_pointer(place, what));
  if (array.is_null()) {
    return Error{ErrorCode::unavailable,
                 "there is no table of " + std::string(what) +
                     ": MPI_Init has not completed, or MPI_Finalize or MPI_T_finalize has been called"};
  }
  return read(array, element.byte_size, limits::tool_variables, what);
}

bool VariableTables::holds_control_variables(const Table &table) const {
  const auto first = table.view(process_.memory, process_.layouts.control_variable, 0);
  if (!first) return false;
  const auto name =
      process_.memory.read_string(first->get(&ControlVariableLayout::name), 64, "cvar_table_entry_t.name");
  return name && name->starts_with(name_of_any);
}

// Returns the address of a pointer to an array with elements of this size, near the pointer at `place`; null if none or
// several are found.
Address VariableTables::neighbour(Address place, const layout::StructLayout &element, const char *what) const {
  const unsigned width = process_.memory.pointer_size();
  Address found{};
  for (unsigned i = 0; i <= 2 * neighbours; ++i) {
    const Address candidate(place + std::uint64_t{i} * width - std::uint64_t{neighbours} * width);
    if (candidate == place || !read_through(candidate, element, what)) continue;
    if (!found.is_null()) return Address();  // there are several candidates
    found = candidate;
  }
  return found;
}

std::optional<VariableTables::Places> VariableTables::search(Address begin) const {
  const unsigned width = process_.memory.pointer_size();
  const auto &layouts = process_.layouts;
  std::vector<std::byte> page(searched_bytes);
  const Address first(begin.value() & ~(searched_bytes - 1));
  for (std::uint64_t into = 0; into < limits::static_data_bytes; into += searched_bytes) {
    if (!process_.memory.read(first + into, page, "static data") || begins_module(page)) break;
    for (std::size_t at = 0; at + width <= page.size(); at += width) {
      const std::uint64_t word = decode_unsigned(std::span(page).subspan(at, width), process_.memory.byte_order());
      if (word < searched_bytes || word % width != 0) continue;
      const auto table = read(Address(word), layouts.control_variable.byte_size, limits::tool_variables, "candidate");
      if (!table || !holds_control_variables(*table)) continue;
      const Address place = first + into + at;
      return Places{place, neighbour(place, layouts.performance_variable, "performance variables"),
                    neighbour(place, layouts.category, "categories")};
    }
  }
  return std::nullopt;
}

Result<VariableTables::Places> VariableTables::find() const {
  if (const auto control = process_.variable("cvar_table")) {
    const auto table = read_through(*control, process_.layouts.control_variable, "control variables");
    if (!table) return table.error();
    if (table->count == 0 || !holds_control_variables(*table)) {
      return Error{ErrorCode::corrupt, "cvar_table at " + hex(*control) + " holds no variables of MPICH", *control};
    }
    return Places{*control, process_.variable("pvar_table").value_or(Address{}),
                  process_.variable("cat_table").value_or(Address{})};
  }
  for (const char *landmark : exported_beside) {
    const auto begin = process_.image.find_symbol(landmark);
    if (!begin) continue;
    if (const auto found = search(*begin)) return *found;
  }
  return Error{ErrorCode::not_supported,
               "the table of control variables was not found in the static data of the library: this build of MPICH is "
               "not known, or MPI_Init has not completed"};
}

Result<const VariableTables::Places *> VariableTables::places() {
  if (!places_) {
    MPIDBG_ASSIGN(found, find());
    places_ = found;
  }
  return &*places_;
}

Result<const Table *> VariableTables::table(std::optional<Table> &kept, Address Places::*place,
                                            const layout::StructLayout &element, const char *what) {
  if (!kept) {
    MPIDBG_ASSIGN(all, places());
    const Address pointer = (*all).*place;
    if (pointer.is_null()) {
      return Error{ErrorCode::not_supported,
                   "the table of " + std::string(what) + " was not found in the static data of the library"};
    }
    MPIDBG_ASSIGN(found, read_through(pointer, element, what));
    kept = std::move(found);
  }
  return &*kept;
}

Result<const Table *> VariableTables::control_variables() {
  return table(control_, &Places::control, process_.layouts.control_variable, "control variables");
}
Result<const Table *> VariableTables::performance_variables() {
  return table(performance_, &Places::performance, process_.layouts.performance_variable, "performance variables");
}
Result<const Table *> VariableTables::categories() {
  return table(categories_, &Places::categories, process_.layouts.category, "categories");
}

Result<std::vector<int>> VariableTables::members(Address array, const char *field) const {
  MPIDBG_ASSIGN(table, read(array, sizeof(std::int32_t), limits::category_members, field));
  std::vector<int> result;
  result.reserve(static_cast<std::size_t>(table.count));
  for (std::size_t at = 0; at < table.bytes.size(); at += sizeof(std::int32_t)) {
    result.push_back(static_cast<int>(decode_signed(
        std::span<const std::byte>(table.bytes).subspan(at, sizeof(std::int32_t)), process_.memory.byte_order())));
  }
  return result;
}

}  // namespace mpidbg::model::mpich
