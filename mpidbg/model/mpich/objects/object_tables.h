#pragma once
// Finds the places where MPICH keeps the objects of each kind: its tables, and arrays of predefined objects.
//
// Three sources are tried in this order: the library's symbols, which a stripped library lacks; the addresses in a
// profile of exactly this build; and a search of the library's static data for data that can only be such a table. A
// table is used only if it is for the right kind and its objects have the size of the layout.

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

  // Returns the addresses of the tables (MPIR_Object_alloc_t) of a kind: one table or, for requests, all pools. The
  // result is cached. Errors: not_supported if none is found; layout if the objects do not have the size of the layout;
  // corrupt if a symbol or the profile states an address that is not that of a table.
  Result<std::vector<Address>> of(ObjectKind kind);
  // Returns true if the tables show that no object of the kind was ever in use. Returns false if one was, or if the
  // tables cannot be seen.
  bool had_none(ObjectKind kind);
  // Returns the address of the first predefined object of a kind; the others follow in an array. Errors: not_supported.
  Result<Address> predefined(ObjectKind kind);
  // Returns the address of the first datatype of the library that has a direct handle but is in no table. In 5.0 such
  // datatypes follow each other in memory: pair types, then the types of MPI_Type_create_f90_*. Errors: not_supported.
  Result<Address> direct_datatypes();

 private:
  using TableView = layout::View<ObjectTableLayout>;
  struct FirstHandle {
    std::uint32_t handle;
    // The offset of the object in the static data.
    std::size_t place;
  };

  // Succeeds if the struct is a table of the kind. Errors: the reason why it is not; layout if only the size of the
  // objects differs.
  Status check(const TableView &table, ObjectKind kind) const;
  // Finds the table of a kind, or the first pool of requests. Errors: those of of().
  Result<Address> find(ObjectKind kind);
  // Returns the pools of requests. `first` is the address of the first pool. Errors: the reason why a table between two
  // pools is not a pool.
  Result<std::vector<Address>> pools(Address first) const;
  // Returns true if the struct's members are plausible for a table of the kind. In an unknown build nothing else
  // identifies a table.
  bool can_be(const TableView &table, ObjectKind kind) const;
  // Returns true if the first object of the table has the handle that belongs to the first place.
  bool has_first_object(const TableView &table, ObjectKind kind) const;
  // Fills `candidates_` from the static data of the library, once.
  void search();
  // Returns true if data that the search has found is a table of the kind.
  bool is_table(const TableView &table, ObjectKind kind) const;
  // Returns all places in the static data that contain the handle of the first object of an array.
  const std::vector<FirstHandle> &first_handles();
  // Finds two consecutive objects of which the first has this handle, and returns their address; nullopt unless there
  // is exactly one such place.
  std::optional<Address> search_two(std::uint32_t handle, const layout::StructLayout &object);

  const Attachment &process_;
  bool searched_ = false;
  std::optional<std::vector<FirstHandle>> first_handles_;
  std::map<ObjectKind, std::vector<Address>> candidates_;
  std::map<ObjectKind, Result<std::vector<Address>>> known_;
};

}  // namespace mpidbg::model::mpich
