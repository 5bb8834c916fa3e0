#pragma once
// Which objects refer to which: the requests on a communicator, the datatypes made of another, the windows of a group.
//
// Each kind says which kinds its objects refer to and names the references; all of them are collected once per stop,
// kind by kind, when an object of such a kind is asked about.

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

class References {
 public:
  void add(HandleReference user, HandleReference object) { users_[object.handle].push_back({user, object.kind}); }
  void append_users_of(HandleReference object, std::vector<HandleReference> &users) const;

 private:
  struct Use {
    HandleReference user;
    HandleKind of;  // objects of two kinds can have the same handle
  };
  std::unordered_map<Handle, std::vector<Use>> users_;
};

// The objects of one kind, as far as they refer to others and are referred to.
class ReferringObjects {
 public:
  virtual ~ReferringObjects() = default;

  // Why objects of the kind cannot be seen, or not all of them; empty if they can.
  virtual std::string problem() { return {}; }
  // Likewise, without a look at the objects: damage is not sought.
  virtual std::string why_unseen() { return problem(); }
  // Why an object of the kind might be referred to by ones that collect_references does not name; empty if none is.
  virtual std::string users_problem() { return {}; }
  // The kinds of objects that those of this kind refer to, and each such reference of a live object.
  virtual std::vector<HandleKind> refers_to() const { return {}; }
  virtual Status collect_references(References &) { return {}; }
  // References to objects of kind `object` that cost a search of memory: asked for only when one of these is asked
  // about. refers_to() names the kind.
  virtual Status search_references([[maybe_unused]] HandleKind object, References &) { return {}; }
};

class Users {
 public:
  // By HandleKind; null for kinds that the library does not have. They outlive it.
  using Kinds = std::array<ReferringObjects *, handle_kinds>;
  explicit Users(const Kinds &kinds) : kinds_(kinds) {}

  // Forgets what was read.
  void clear();

  // By kind and in the order in which the kind names them. Errors: those of collecting; unavailable if asked about a
  // kind while its references are being collected.
  Result<std::vector<HandleReference>> of(HandleReference object);
  // Why of() does not name all users of objects of the kind; empty if it does.
  std::string problem(HandleKind kind);
  // Likewise, without a look at the objects.
  std::string why_unseen(HandleKind kind);

  // Whether the program has let go of its handle while others keep the object: whether the users that are known account
  // for all references. Empty where not all users are known.
  std::optional<bool> are_all_references(HandleReference object, int reference_count,
                                         const std::vector<HandleReference> &users);

 private:
  std::string first_problem(HandleKind kind, std::string (ReferringObjects::*problem_of)());

  // What objects of one kind refer to; filled on first need.
  struct Collected {
    std::optional<References> listed;
    std::array<std::optional<References>, handle_kinds> searched;  // by the kind that is referred to
    bool collecting = false;
  };

  bool may_refer(std::size_t user, HandleKind object) const;
  Status collect(std::size_t user, HandleKind object);

  const Kinds kinds_;
  std::array<Collected, handle_kinds> collected_;  // by the kind of the referring object
};

}  // namespace mpidbg::model
