#pragma once
// Finds where MPICH keeps the objects of each kind: the tables, and the arrays of predefined objects.
//
// Three sources are tried in this order: the library's symbols, which a stripped library lacks; the addresses in the
// profile of exactly this build; and a search of the library's static data for data that can only be such a table. A
// table from any source is used only if it is of the right kind and its objects have the size of the layout.

#include <map>
#include <optional>
#include <vector>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/objects/object_kinds.h"

namespace mpidbg::model::mpich {

class ObjectTables {
 public:
  // `process` must outlive this object.
  explicit ObjectTables(const Attachment &process) : process_(process) {}

  // Returns the MPIR_Object_alloc_t of a kind: one table, or for requests all pools. The result is kept. Errors:
  // not_supported if it is not found; layout if its objects have another size than the layout; corrupt if a symbol or
  // the profile refers to something that is not a table.
  Result<std::vector<Address>> of(ObjectKind kind);
  // Returns true if the tables show that no object of the kind was ever in use; false if one was or if the tables
  // cannot be seen.
  bool had_none(ObjectKind kind);
  // Returns the first object of the array of predefined ones. Errors: not_supported.
  Result<Address> predefined(ObjectKind kind);
  // Returns the first of the library's own datatypes with direct handles that are in no table, as in 5.0: pair types,
  // followed by those of MPI_Type_create_f90_*. Errors: not_supported.
  Result<Address> direct_datatypes();

 private:
  using TableView = layout::View<ObjectTableLayout>;
  struct FirstHandle {
    std::uint32_t handle;
    // The place of the object in the static data.
    std::size_t place;
  };

  // Succeeds if it is a table. Errors: the reason why it is not; layout if only the size of the objects differs.
  Status check(const TableView &table, ObjectKind kind) const;
  // Finds the table of a kind, or the first pool of requests. Errors: as those of of().
  Result<Address> find(ObjectKind kind);
  // Returns the pools of requests, of which the first is at this address. Errors: the reason why one between two others
  // is not a pool.
  Result<std::vector<Address>> pools(Address first) const;
  // Returns true if the members are plausible for a table of the kind. In an unknown build nothing else identifies a
  // table.
  bool can_be(const TableView &table, ObjectKind kind) const;
  // Returns true if the first place of the table has an object with the handle of that place.
  bool has_first_object(const TableView &table, ObjectKind kind) const;
  // Fills `candidates_` from the static data of the library, once.
  void search();
  // Returns true if static data at a place of the search is a table.
  bool is_table(const TableView &table, ObjectKind kind) const;
  // Returns each place of the static data that has the handle of the first object of an array.
  const std::vector<FirstHandle> &first_handles();
  // Returns the place with two consecutive objects of which the first has this handle; nullopt if there are several.
  std::optional<Address> search_two(std::uint32_t handle, const layout::StructLayout &object);

  const Attachment &process_;
  bool searched_ = false;
  std::optional<std::vector<FirstHandle>> first_handles_;
  std::map<ObjectKind, std::vector<Address>> candidates_;
  std::map<ObjectKind, Result<std::vector<Address>>> known_;
};

}  // namespace mpidbg::model::mpich
