#pragma once
// Where MPICH keeps the objects of each kind: the tables, and the arrays of predefined objects.
//
// Three ways lead to them, in this order: the library's symbols, which a stripped library lacks; the addresses that the
// profile of this very build has; and a search of the library's static data for what can only be such a table.
// Whichever way led there, a table is used only if it is one: of the kind, and with objects as large as the layout
// says.

#include <map>
#include <optional>
#include <vector>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/objects/object_kinds.h"

namespace mpidbg::model::mpich {

class ObjectTables {
 public:
  // `process` outlives it.
  explicit ObjectTables(const Attachment &process) : process_(process) {}

  // MPIR_Object_alloc_t of a kind: one, or of requests all pools; found once and kept. Errors: not_supported if it is
  // not found; layout if its objects are not as large as the layout says; corrupt if what a symbol or the profile names
  // is not a table.
  Result<std::vector<Address>> of(ObjectKind kind);
  // True if the tables show that no object of the kind was ever in use; false if one was, or if it cannot be seen.
  bool had_none(ObjectKind kind);
  // The first object of the array of predefined ones. Errors: not_supported.
  Result<Address> predefined(ObjectKind kind);
  // The first of the library's own datatypes with direct handles where no table has them, as in 5.0: the pair types,
  // then those of MPI_Type_create_f90_*. Errors: not_supported.
  Result<Address> direct_datatypes();

 private:
  using TableView = layout::View<ObjectTableLayout>;
  struct FirstHandle {
    std::uint32_t handle;
    std::size_t place;  // in the static data, of the object
  };

  // Errors: why it is none; layout if the objects alone are of another size.
  Status check(const TableView &table, ObjectKind kind) const;
  Result<Address> find(ObjectKind kind);
  Result<std::vector<Address>> pools(Address first) const;
  bool can_be(const TableView &table, ObjectKind kind) const;
  bool has_first_object(const TableView &table, ObjectKind kind) const;
  void search();
  bool is_table(const TableView &table, ObjectKind kind) const;
  const std::vector<FirstHandle> &first_handles();
  std::optional<Address> search_two(std::uint32_t handle, const layout::StructLayout &object);

  const Attachment &process_;
  bool searched_ = false;
  std::optional<std::vector<FirstHandle>> first_handles_;
  std::map<ObjectKind, std::vector<Address>> candidates_;
  std::map<ObjectKind, Result<std::vector<Address>>> known_;
};

}  // namespace mpidbg::model::mpich
