#pragma once
// Finds the tables in which MPICH keeps the variables and categories of MPI_T: three growing arrays. The library's
// static data contains a pointer to each of them. If neither symbols nor a profile state where these pointers are, the
// static data is searched for pointers to arrays with the right contents.
//
// An array is accepted if its elements have the size of the layout and, for control variables, the first one has a name
// with MPICH's prefix.

#include <optional>
#include <span>
#include <vector>

#include "mpidbg/layout/view.h"
#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

// Holds a copy of one array.
struct Table {
  // The address of the elements in the target.
  Address address{};
  std::uint32_t element_bytes = 0;
  int count = 0;
  // The bytes of all elements.
  std::vector<std::byte> bytes;

  // Returns the element with this index. Errors: out_of_range beyond the last element.
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

  // Discards the contents at a new stop, but keeps the addresses of the arrays.
  void clear() { control_.reset(), categories_.reset(), performance_.reset(); }

  // These functions return the tables of variables and categories. Errors: unavailable before MPI_Init (or
  // MPI_T_init_thread) and after MPI_Finalize, when the tables do not exist; not_supported if they cannot be found.
  Result<const Table *> control_variables();
  Result<const Table *> performance_variables();
  Result<const Table *> categories();

  // Returns the integers in one of the arrays of a category.
  Result<std::vector<int>> members(Address array, const char *field) const;

 private:
  // Holds the addresses of the pointers to the three arrays.
  struct Places {
    Address control{}, performance{}, categories{};
  };

  // Copies the array (a UT_array) at an address. Errors: corrupt if it has more than `limit` elements or elements of
  // another size.
  Result<Table> read(Address array, std::uint32_t element_bytes, std::uint64_t limit, const char *what) const;
  // Follows the pointer at address `place`, and copies the array that it points to. Errors: unavailable if the pointer
  // is null.
  Result<Table> read_through(Address place, const layout::StructLayout &element, const char *what) const;
  // Returns true if the first element is a variable whose name starts like those of MPICH.
  bool holds_control_variables(const Table &table) const;
  // Finds the pointers to the arrays by their symbols or by search(). Errors: corrupt, not_supported.
  Result<Places> find() const;
  // Looks for the pointers to the arrays in the static data from `begin` to the end of the module; nullopt if they are
  // not found.
  std::optional<Places> search(Address begin) const;
  Address neighbour(Address place, const layout::StructLayout &element, const char *what) const;
  // Returns the result of find(), which is called only once.
  Result<const Places *> places();
  // Returns a copy of one array, which is made at most once until clear().
  Result<const Table *> table(std::optional<Table> &kept, Address Places::*place, const layout::StructLayout &element,
                              const char *what);

  const Attachment &process_;
  std::optional<Places> places_;
  std::optional<Table> control_, performance_, categories_;
};

}  // namespace mpidbg::model::mpich
