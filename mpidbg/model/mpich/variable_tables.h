#pragma once
// Where MPICH keeps the variables and categories of the tool information interface: three growing arrays, to which
// pointers in the static data of the library lead. Of builds whose symbols do not name these, and that no profile was
// made from, they are searched for by what they are.
//
// An array is trusted if its elements are as large as the layout says, and control variables have names that begin as
// all of MPICH's do.

#include <optional>
#include <span>
#include <vector>

#include "mpidbg/layout/view.h"
#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

// A copy of one.
struct Table {
  Address address{};  // of its elements
  std::uint32_t element_bytes = 0;
  int count = 0;
  std::vector<std::byte> bytes;  // as many as the elements have

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

  // Forgets the contents; where they are stays known.
  void clear() { control_.reset(), categories_.reset(), performance_.reset(); }

  // Errors of all: unavailable before MPI_Init (or MPI_T_init_thread) and after MPI_Finalize, when there are no tables;
  // not_supported where they cannot be found.
  Result<const Table *> control_variables();
  Result<const Table *> performance_variables();
  Result<const Table *> categories();

  // The ints of one of a category's arrays.
  Result<std::vector<int>> members(Address array, const char *field) const;

 private:
  struct Places {  // of the pointers
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
