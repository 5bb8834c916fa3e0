#pragma once
// Finds where MPICH keeps the variables and categories of the tool information interface: three growing arrays, to
// which pointers in the library's static data lead. If neither symbols nor a profile name these pointers, the static
// data is searched for arrays with the right contents.
//
// An array is trusted if its elements have the size of the layout and control variables have names with MPICH's prefix.

#include <optional>
#include <span>
#include <vector>

#include "mpidbg/layout/view.h"
#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

// A copy of one array.
struct Table {
  // The address of the elements.
  Address address{};
  std::uint32_t element_bytes = 0;
  int count = 0;
  // The bytes of all elements.
  std::vector<std::byte> bytes;

  // Errors: out_of_range beyond the table.
  template <class Layout>
  Result<layout::View<Layout>> view(const debugger::Memory &memory, const Layout &layout, int index) const {
    if (index < 0 || index >= count) {
      return Error{ErrorCode::out_of_range,
                   "index " + std::to_string(index) + " is beyond the " + std::to_string(count) + " there are"};
    }
    const std::size_t into = static_cast<std::size_t>(index) * element_bytes;
    return layout::View<Layout>::decode(memory, layout, address + into, std::span(bytes).subspan(into, element_bytes));
  }
};

class VariableTables {
 public:
  // `process` must outlive this object.
  explicit VariableTables(const Attachment &process) : process_(process) {}

  // Discards the contents at a new stop, but keeps where the arrays are.
  void clear() { control_.reset(), categories_.reset(), performance_.reset(); }

  // Errors of all three: unavailable before MPI_Init (or MPI_T_init_thread) and after MPI_Finalize, when the tables do
  // not exist; not_supported if they cannot be found.
  Result<const Table *> control_variables();
  Result<const Table *> performance_variables();
  Result<const Table *> categories();

  // Returns the ints in one of a category's arrays.
  Result<std::vector<int>> members(Address array, const char *field) const;

 private:
  // The addresses of the pointers to the arrays.
  struct Places {
    Address control{}, performance{}, categories{};
  };

  // Copies the UT_array at an address. Errors: corrupt if it has more than `limit` elements or elements of another
  // size.
  Result<Table> read(Address array, std::uint32_t element_bytes, std::uint64_t limit, const char *what) const;
  // Copies the UT_array that the pointer at `place` leads to. Errors: unavailable if that pointer is null.
  Result<Table> read_through(Address place, const layout::StructLayout &element, const char *what) const;
  // Returns true if the first element is a variable with a name of MPICH.
  bool holds_control_variables(const Table &table) const;
  // Finds the pointers by their symbols, or else by search(). Errors: corrupt, not_supported.
  Result<Places> find() const;
  // Looks for the pointers in the static data from `begin` to the end of the module; nullopt if they are not found.
  std::optional<Places> search(Address begin) const;
  Address neighbour(Address place, const layout::StructLayout &element, const char *what) const;
  // Returns what find() has found, which is looked for once.
  Result<const Places *> places();
  // Returns one array, which is copied once until clear().
  Result<const Table *> table(std::optional<Table> &kept, Address Places::*place, const layout::StructLayout &element,
                              const char *what);

  const Attachment &process_;
  std::optional<Places> places_;
  std::optional<Table> control_, performance_, categories_;
};

}  // namespace mpidbg::model::mpich
