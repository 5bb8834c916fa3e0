#pragma once
// Finds the three tables in which Open MPI keeps the variables and categories of the tool information interface. They
// are tables of pointers in the static data of libopen-pal, and no symbol names them. They are recognised by their
// contents: an opal_pointer_array_t not far behind the class descriptors (which have symbols and are in the same static
// data) whose first entry is an object of the right class.

#include <array>
#include <optional>
#include <vector>

#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

enum class VariableTable { control, performance, categories };

class VariableTables {
 public:
  explicit VariableTables(const Attachment &process) : process_(process) {}

  // Discards the entries at a new stop. The tables themselves never move.
  void clear() { entries_ = {}; }

  // Returns the number of slots. Errors: not_supported if the table is not found; those of reading.
  Result<int> count(VariableTable table);

  // Returns the address of the object with the index. Errors: out_of_range beyond the table.
  Result<Address> entry(VariableTable table, int index);

  // Returns the entry as a checked object. Errors: out_of_range; corrupt if the entry is another kind of object.
  template <class Layout>
  Result<layout::View<Layout>> object(VariableTable table, int index, const Layout &layout) {
    MPIDBG_ASSIGN(address, entry(table, index));
    auto view = process_.objects.read_object(layout, address);
    if (!view && view.error().code == ErrorCode::not_found) {
      return Error{ErrorCode::corrupt, view.error().message, address};
    }
    return view;
  }

 private:
  static constexpr std::size_t tables = 3;

  // Returns the slots of a table without the empty ones at its end. They are read once until clear(). Errors:
  // not_supported if the table is not found; corrupt for an implausible number.
  Result<const std::vector<Address> *> entries(VariableTable table);
  // Looks for the tables in the static data behind the class descriptors. Errors: not_supported without these symbols.
  Status find();
  // Takes the candidate as a table if its first entry is an object of one of the classes.
  void try_table(Address candidate, const std::array<std::optional<Address>, tables> &classes);

  const Attachment &process_;
  // Null if a table has not been found yet.
  std::array<Address, tables> places_{};
  std::array<std::optional<std::vector<Address>>, tables> entries_;
};

// Returns the int in static data that a library function without arguments returns. Errors: not_supported unless the
// code of the function is what compilers for x86-64 make of such a function.
Result<std::int32_t> static_value(const Attachment &process, const char *function);

}  // namespace mpidbg::model::openmpi
