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

  Result<Table> read(Address array, std::uint32_t element_bytes, std::uint64_t limit, const char *what) const;
  Result<Table> read_through(Address place, const layout::StructLayout &element, const char *what) const;
  bool holds_control_variables(const Table &table) const;
  Result<Places> find() const;
  std::optional<Places> search(Address begin) const;
  Address neighbour(Address place, const layout::StructLayout &element, const char *what) const;
  Result<const Places *> places();
  Result<const Table *> table(std::optional<Table> &kept, Address Places::*place, const layout::StructLayout &element,
                              const char *what);

  const Attachment &process_;
  std::optional<Places> places_;
  std::optional<Table> control_, performance_, categories_;
};

}  // namespace mpidbg::model::mpich
