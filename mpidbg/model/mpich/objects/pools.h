#pragma once
// Determines which objects of MPICH are in use, and converts between handles and addresses.
//
// A handle has 32 bits: its kind, the place of its object (static data or a block), and the object's number there.
// Objects that are not in use keep their handle and all other contents; only the list of free objects shows that they
// are free. Reference counts do not show this, since objects of some kinds are never counted.
//
// The tables of a kind are read when the kind is first requested, at most once until clear().

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mpidbg/model/mpich/objects/object_table.h"
#include "mpidbg/model/mpich/objects/object_tables.h"

namespace mpidbg::model::mpich {

class Pools {
 public:
  // `process` must outlive this object.
  explicit Pools(const Attachment &process) : process_(process), tables_(process) {}

  // Sets the function that extracts a number from each object of a kind (see Glance in object_table.h). Must be called
  // before anything is read, at most once for each kind.
  void set_glance(ObjectKind kind, Glance glance) { glances_[static_cast<std::uint32_t>(kind)] = std::move(glance); }

  // Discards the list of objects in use, but keeps the addresses of the tables.
  void clear() { contents_.clear(); }

  // Returns the objects in use: predefined ones, followed by those of the tables in their order. If a table cannot be
  // read or its list of free objects is damaged, its objects are omitted, and problem() returns the reason. Predefined
  // communicators are omitted if their memory does not contain their handles.
  const LiveObjects &live(ObjectKind kind) { return contents(kind).objects; }
  // Explains why live() is incomplete; nullopt if it is complete.
  const std::optional<Error> &problem(ObjectKind kind) { return contents(kind).problem; }

  // Checks only that the tables exist, without reading the objects.
  Status find_tables(ObjectKind kind) { return tables_.of(kind).status(); }
  // Returns true if no object of the kind was ever in use, apart from predefined ones; see ObjectTables::had_none().
  bool had_none(ObjectKind kind) { return tables_.had_none(kind); }

  // Returns the address of the object with a handle. Errors: not_found if it is not in use or not a handle of the kind;
  // the error in problem() if the object may be among those that live() omits.
  Result<Address> find(ObjectKind kind, std::uint32_t handle);
  // Returns the handle of the object at an address; nullopt if no object in use is there.
  std::optional<std::uint32_t> handle_of(ObjectKind kind, Address object);

 private:
  struct Contents {
    LiveObjects objects;
    std::optional<Error> problem;
    // The indices of the objects ordered by handle; empty if the objects already are in this order.
    std::vector<std::uint32_t> by_handle;
    // The index of the object that was found last. The next question is often about its neighbour.
    std::size_t recent = 0;
  };

  // Returns the objects of a kind that are in use, after reading them if necessary.
  Contents &contents(ObjectKind kind);
  // Returns the object in use with this handle, or the first of several; nullopt if there is none.
  static std::optional<PooledObject> find(Contents &contents, std::uint32_t handle);
  // Adds the predefined objects that exist in the process.
  void add_predefined(ObjectKind kind, Contents &contents);
  // Adds the library's own datatypes that are in no table (see ObjectTables::direct_datatypes()).
  void add_direct_datatypes(Contents &contents);
  // Returns the address of a predefined datatype that only some versions have; nullopt for all other handles.
  std::optional<Address> find_unnamed(ObjectKind kind, std::uint32_t handle);
  // Adds the object at an address if its memory contains this handle.
  void add_if_there(std::uint32_t handle, Address object, Contents &contents) const;
  // Returns true if the memory at `object` contains this handle. Errors: those of reading, but only for communicators.
  Result<bool> is_predefined(std::uint32_t handle, Address object) const;

  const Attachment &process_;
  ObjectTables tables_;
  std::unordered_map<std::uint32_t, Glance> glances_;
  std::unordered_map<std::uint32_t, Contents> contents_;
};

}  // namespace mpidbg::model::mpich
