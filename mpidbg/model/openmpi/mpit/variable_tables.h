#pragma once
// Finds the three tables in which Open MPI keeps the variables and categories of the MPI tool information interface.
// They are tables of pointers in the static data of libopen-pal, and no symbol names them. A table is recognised by its
// contents and place: it is an opal_pointer_array_t whose first entry is an object of the right class, and it is a
// little after the class descriptors. The class descriptors have symbols and are in the same static data.

#include <array>
#include <optional>
#include <vector>

#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

enum class VariableTable { control, performance, categories };

class VariableTables {
 public:
  explicit VariableTables(const Attachment &process) : process_(process) {}

  // Discards the cached entries. Must be called at a new stop. The tables themselves never move.
  void clear() { entries_ = {}; }

  // Returns the number of slots of a table. Errors: not_supported if the table is not found; those of reading.
  Result<int> count(VariableTable table);

  // Returns the address of the object with this index. Errors: out_of_range if the index is beyond the table.
  Result<Address> entry(VariableTable table, int index);

  // Returns the object with this index after checking it. Errors: out_of_range; corrupt if it is of another kind.
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

  // Returns the slots of a table without the empty ones at its end. The table is read once until clear(). Errors:
  // not_supported if it is not found; corrupt for an implausible number.
  Result<const std::vector<Address> *> entries(VariableTable table);
  // Searches the static data after the class descriptors for the tables. Errors: not_supported if the class descriptors
  // have no symbols.
  Status find();
  // Records `candidate` as the place of a table if its first entry is an object of one of the classes.
  void try_table(Address candidate, const std::array<std::optional<Address>, tables> &classes);

  const Attachment &process_;
  // The addresses of the tables; null for those that have not been found yet.
  std::array<Address, tables> places_{};
  std::array<std::optional<std::vector<Address>>, tables> entries_;
};

// Returns the value of an int in static data. `function` returns this value in the process and has no arguments.
// Errors: not_supported if the code of the function is not what compilers for x86-64 make of such a function.
Result<std::int32_t> static_value(const Attachment &process, const char *function);

}  // namespace mpidbg::model::openmpi
