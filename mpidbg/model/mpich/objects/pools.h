#pragma once
// Which objects of MPICH are in use, and from handles to addresses and back.
//
// A handle is 32 bits: its kind, where its object is, and which one it is there. Objects that are not in use keep the
// handle and all else that was in them; the list of free objects alone says which those are. Reference counts do not:
// objects of some kinds are never counted.
//
// The tables of a kind are read when somebody first asks about it, and not again before clear().

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mpidbg/model/mpich/objects/object_table.h"
#include "mpidbg/model/mpich/objects/object_tables.h"

namespace mpidbg::model::mpich {

class Pools {
 public:
  // `process` outlives it.
  explicit Pools(const Attachment &process) : process_(process), tables_(process) {}

  // To be called before anything is read. One for each kind.
  void set_glance(ObjectKind kind, Glance glance) { glances_[static_cast<std::uint32_t>(kind)] = std::move(glance); }

  // Forgets which objects are in use, but not where the tables are.
  void clear() { contents_.clear(); }

  // Objects in use: predefined ones first, then those of the tables in their order. Those of a table that cannot be
  // read or whose list of free objects is damaged are left out, and problem() says so; so are predefined communicators
  // that do not have their handles.
  const LiveObjects &live(ObjectKind kind) { return contents(kind).objects; }
  // Why live() does not have all objects; empty if it does.
  const std::optional<Error> &problem(ObjectKind kind) { return contents(kind).problem; }

  // Likewise, without a look at the objects: whether the tables are there at all.
  Status find_tables(ObjectKind kind) { return tables_.of(kind).status(); }
  // As ObjectTables::had_none; predefined objects do not count.
  bool had_none(ObjectKind kind) { return tables_.had_none(kind); }

  // The object of a handle. Errors: not_found if it is not in use, or not a handle of the kind; the problem if it
  // may be one of those that live() does not have.
  Result<Address> find(ObjectKind kind, std::uint32_t handle);
  // The handle of the object at an address, if it is in use.
  std::optional<std::uint32_t> handle_of(ObjectKind kind, Address object);

 private:
  struct Contents {
    LiveObjects objects;
    std::optional<Error> problem;
    std::vector<std::uint32_t> by_handle;  // places of the objects; empty if they are in this order
    std::size_t recent = 0;  // place of the one found last: the next question is often about its neighbour
  };

  Contents &contents(ObjectKind kind);
  // Nothing if it is not in use. Of several with a handle the first.
  static std::optional<PooledObject> find(Contents &contents, std::uint32_t handle);
  void add_predefined(ObjectKind kind, Contents &contents);
  void add_direct_datatypes(Contents &contents);
  std::optional<Address> find_unnamed(ObjectKind kind, std::uint32_t handle);
  void add_if_there(std::uint32_t handle, Address object, Contents &contents) const;
  Result<bool> is_predefined(std::uint32_t handle, Address object) const;

  const Attachment &process_;
  ObjectTables tables_;
  std::unordered_map<std::uint32_t, Glance> glances_;
  std::unordered_map<std::uint32_t, Contents> contents_;
};

}  // namespace mpidbg::model::mpich
