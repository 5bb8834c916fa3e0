#pragma once
// Where Open MPI keeps the variables and categories of the tool information interface: three tables of pointers in the
// static data of libopen-pal, which no symbol names. They are found by what they are: an opal_pointer_array_t not far
// behind the classes, which have symbols and are in the same static data, whose first entry is of the class.

#include <array>
#include <optional>
#include <vector>

#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

enum class VariableTable { control, performance, categories };

class VariableTables {
 public:
  explicit VariableTables(const Attachment &process) : process_(process) {}

  // Forgets the entries; the tables themselves stay where they are.
  void clear() { entries_ = {}; }

  Result<int> count(VariableTable table);

  // The object with the index. Errors: out_of_range beyond the table.
  Result<Address> entry(VariableTable table, int index);

  // The entry as a checked object. Errors: out_of_range; corrupt if it is something else.
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

  Result<const std::vector<Address> *> entries(VariableTable table);
  Status find();
  void try_table(Address candidate, const std::array<std::optional<Address>, tables> &classes);

  const Attachment &process_;
  std::array<Address, tables> places_{};  // null: not found yet
  std::array<std::optional<std::vector<Address>>, tables> entries_;
};

// The int that a function of the library without arguments returns from static data. Errors: not_supported unless the
// function's code is the one that compilers make of that for x86-64.
Result<std::int32_t> static_value(const Attachment &process, const char *function);

}  // namespace mpidbg::model::openmpi
