#pragma once
// Users finds the objects that refer to an object, for example the requests on a communicator, the datatypes made from
// another datatype, or the windows of a group.
//
// Each kind declares to which kinds its objects refer, and lists the references. The references of a kind are collected
// at most once per stop, when a question needs them.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

// States how many of the references in an object's count its users hold. A user that refers to an object does not
// always hold a reference to it, and may hold several.
struct Held {
  std::uint64_t least = 1;
  // Has no value if the users may hold any number.
  std::optional<std::uint64_t> most = 1;

  static Held exactly(std::uint64_t number) { return {number, number}; }
  Held &operator+=(const Held &other);
};

// Holds references between objects, indexed by the object that is referred to.
class References {
 public:
  // Adds the fact that `user` refers to `object` and holds `held` references to it.
  void add(HandleReference user, HandleReference object, Held held = {}) {
    users_[object.handle].push_back({user, object.kind, held});
  }
  // Appends all users of `object` in the order in which they were added.
  void append_users_of(HandleReference object, std::vector<HandleReference> &users) const;
  // Returns how many references to `object` its users hold together.
  Held held(HandleReference object) const;

 private:
  struct Use {
    HandleReference user;
    // The kind of the used object, because objects of two kinds can have the same handle.
    HandleKind of;
    Held held;
  };
  std::unordered_map<Handle, std::vector<Use>> users_;
};

// Represents the objects of one kind, as users of other objects and as used objects. A library implements this
// interface once for each kind that it reads.
class ReferringObjects {
 public:
  virtual ~ReferringObjects() = default;

  // Explains why objects of this kind cannot be seen or are incomplete; empty if all can be seen.
  virtual std::string problem() { return {}; }
  // Explains the same as problem(), but without reading the objects, so it does not detect damage in them.
  virtual std::string why_unseen() { return problem(); }
  // Explains why collect_references() may miss users of objects of this kind; empty if it misses none.
  virtual std::string users_problem() { return {}; }
  // Returns the kinds of the objects that objects of this kind refer to.
  virtual std::vector<HandleKind> refers_to() const { return {}; }
  // Adds the references from each live object of this kind to objects of the kinds that refers_to() returns.
  virtual Status collect_references(References &) { return {}; }
  // Adds references to objects of kind `object` that are found only by a search of memory. It is called only for
  // questions about that kind. The result of refers_to() must contain the kind.
  virtual Status search_references([[maybe_unused]] HandleKind object, References &) { return {}; }
};

// Finds the users of objects of all kinds that a library has.
class Users {
 public:
  // The collections of references, indexed by HandleKind; null for kinds that the library does not have. These
  // collections must outlive the Users object.
  using Kinds = std::array<ReferringObjects *, handle_kinds>;
  explicit Users(const Kinds &kinds) : kinds_(kinds) {}

  // Discards all collected references. Must be called at a new stop.
  void clear();

  // Returns the users of `object`, ordered by kind and within a kind as in the library. Errors: those of collecting
  // references; unavailable if called for a kind while the references of that kind are being collected.
  Result<std::vector<HandleReference>> of(HandleReference object);
  // Explains why of() may miss users of objects of this kind; empty if it misses none.
  std::string problem(HandleKind kind);
  // Explains the same as problem(), but without reading the objects.
  std::string why_unseen(HandleKind kind);

  // Returns true if the users hold all references to `object`, of which there are `reference_count`. The program has
  // then freed its handle, and only the users keep the object. Returns nullopt if that is unknown, because users may be
  // missing or because it is unknown how many references they hold.
  std::optional<bool> hold_all(HandleReference object, int reference_count);

 private:
  // Calls `visit` with the references to objects of a kind, one collection after the other. Errors: those of of().
  template <class Visit>
  Status for_each_collection(HandleKind object, Visit &&visit);
  std::string first_problem(HandleKind kind, std::string (ReferringObjects::*problem_of)());

  // Holds the references from objects of one kind, collected when they are first needed.
  struct Collected {
    std::optional<References> listed;
    // The results of search_references(), indexed by the kind that is referred to.
    std::array<std::optional<References>, handle_kinds> searched;
    bool collecting = false;
  };

  bool may_refer(std::size_t user, HandleKind object) const;
  Status collect(std::size_t user, HandleKind object);

  const Kinds kinds_;
  // Indexed by the kind of the referring objects.
  std::array<Collected, handle_kinds> collected_;
};

}  // namespace mpidbg::model
