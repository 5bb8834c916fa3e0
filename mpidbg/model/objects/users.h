#pragma once
// Users answers which objects refer to an object, for example the requests on a communicator, the datatypes made from
// another one, or the windows of a group.
//
// Each kind declares which kinds its objects refer to, and lists the references. The references of a kind are collected
// at most once per stop, when a question needs them.

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

// References between objects, indexed by the object that is referred to.
class References {
 public:
  // Adds the fact that `user` refers to `object`.
  void add(HandleReference user, HandleReference object) { users_[object.handle].push_back({user, object.kind}); }
  // Appends all users of `object` in the order in which they were added.
  void append_users_of(HandleReference object, std::vector<HandleReference> &users) const;

 private:
  struct Use {
    HandleReference user;
    // Objects of two kinds can have the same handle.
    HandleKind of;
  };
  std::unordered_map<Handle, std::vector<Use>> users_;
};

// The objects of one kind, as users of other objects and as used objects. A library implements it once for each kind it
// reads.
class ReferringObjects {
 public:
  virtual ~ReferringObjects() = default;

  // Explains why objects of the kind cannot be seen or are incomplete; empty if all can be seen.
  virtual std::string problem() { return {}; }
  // Like problem(), but without reading the objects, so damage in them is not detected.
  virtual std::string why_unseen() { return problem(); }
  // Explains why an object of the kind may have users that no collect_references() lists; empty if the lists are
  // complete.
  virtual std::string users_problem() { return {}; }
  // The kinds that objects of this kind refer to.
  virtual std::vector<HandleKind> refers_to() const { return {}; }
  // Adds each such reference of each live object.
  virtual Status collect_references(References &) { return {}; }
  // Adds references to objects of kind `object` whose collection requires a search of memory. It is called only if a
  // question is about that kind, which refers_to() must contain.
  virtual Status search_references([[maybe_unused]] HandleKind object, References &) { return {}; }
};

// Answers questions about users for all kinds of a library.
class Users {
 public:
  // The kinds, indexed by HandleKind; null for kinds that the library does not have. The objects must outlive Users.
  using Kinds = std::array<ReferringObjects *, handle_kinds>;
  explicit Users(const Kinds &kinds) : kinds_(kinds) {}

  // Discards all collected references. Must be called at a new stop.
  void clear();

  // Returns the users of `object`, by kind and within a kind in the order of the library. Errors: those of collecting;
  // unavailable if called for a kind while the references of that kind are being collected.
  Result<std::vector<HandleReference>> of(HandleReference object);
  // Explains why of() may miss users of objects of the kind; empty if it is complete.
  std::string problem(HandleKind kind);
  // Like problem(), but without reading the objects.
  std::string why_unseen(HandleKind kind);

  // Returns true if the known users account for all references, which means that the program has freed its handle while
  // the users keep the object. Returns nullopt if not all users are known.
  std::optional<bool> are_all_references(HandleReference object, int reference_count,
                                         const std::vector<HandleReference> &users);

 private:
  std::string first_problem(HandleKind kind, std::string (ReferringObjects::*problem_of)());

  // The references from objects of one kind, collected when they are first needed.
  struct Collected {
    std::optional<References> listed;
    // Indexed by the kind that is referred to.
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
