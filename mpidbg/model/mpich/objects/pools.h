#pragma once
// Determines which objects of MPICH are in use, and converts handles to addresses and back.
//
// A handle has 32 bits: its kind, the place of its object, and the object's number there. Objects that are not in use
// keep their handle and all other contents; only the list of free objects shows which ones those are. Reference counts
// do not, since objects of some kinds are never counted.
//
// The tables of a kind are read when it is first asked about, at most once until clear().

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

  // Sets the glance of a kind. Must be called before anything is read, at most once for each kind.
  void set_glance(ObjectKind kind, Glance glance) { glances_[static_cast<std::uint32_t>(kind)] = std::move(glance); }

  // Discards which objects are in use, but keeps where the tables are.
  void clear() { contents_.clear(); }

  // Returns objects in use: predefined ones, followed by those of the tables in their order. The objects of a table
  // that cannot be read or has a damaged list of free objects are omitted, and problem() says so. Predefined
  // communicators that do not have their handles are also omitted.
  const LiveObjects &live(ObjectKind kind) { return contents(kind).objects; }
  // Explains why live() is incomplete; nullopt if it is complete.
  const std::optional<Error> &problem(ObjectKind kind) { return contents(kind).problem; }

  // Checks only that the tables exist, without reading the objects.
  Status find_tables(ObjectKind kind) { return tables_.of(kind).status(); }
  // See ObjectTables::had_none(). Predefined objects do not count.
  bool had_none(ObjectKind kind) { return tables_.had_none(kind); }

  // Returns the object of a handle. Errors: not_found if it is not in use or not a handle of the kind; the problem, if
  // it may be among the objects that live() lacks.
  Result<Address> find(ObjectKind kind, std::uint32_t handle);
  // Returns the handle of the object at an address; nullopt if it is not in use.
  std::optional<std::uint32_t> handle_of(ObjectKind kind, Address object);

 private:
  struct Contents {
    LiveObjects objects;
    std::optional<Error> problem;
    // Indices of the objects ordered by handle; empty if the objects are in this order.
    std::vector<std::uint32_t> by_handle;
    // The index of the object found last. The next question is often about its neighbour.
    std::size_t recent = 0;
  };

  // Returns which objects of a kind are in use, and reads that when it is first needed.
  Contents &contents(ObjectKind kind);
  // Returns nullopt if no object with the handle is in use, and the first one if several have it.
  static std::optional<PooledObject> find(Contents &contents, std::uint32_t handle);
  // Adds the predefined objects that the process uses.
  void add_predefined(ObjectKind kind, Contents &contents);
  // Adds the library's own datatypes that are in no table.
  void add_direct_datatypes(Contents &contents);
  // Returns a predefined datatype that only some versions have; nullopt if the handle is not one of these.
  std::optional<Address> find_unnamed(ObjectKind kind, std::uint32_t handle);
  // Adds an object if its memory has this handle.
  void add_if_there(std::uint32_t handle, Address object, Contents &contents) const;
  // Returns whether the memory at `object` has this handle. Errors: those of reading, for communicators alone.
  Result<bool> is_predefined(std::uint32_t handle, Address object) const;

  const Attachment &process_;
  ObjectTables tables_;
  std::unordered_map<std::uint32_t, Glance> glances_;
  std::unordered_map<std::uint32_t, Contents> contents_;
};

}  // namespace mpidbg::model::mpich
