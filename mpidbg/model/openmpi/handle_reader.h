#pragma once
// What the readers of all kinds of handles have in common.

#include <initializer_list>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/openmpi/attach.h"
#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

// The process, as every reader sees it. All members outlive the readers.
struct Attachment {
  debugger::Image image;
  const debugger::Memory &memory;
  const Symbols &symbols;
  Objects &objects;

  const Layouts &layouts() const { return objects.layouts(); }
  // Errors: not_supported, naming the symbol.
  Result<Address> symbol(const char *name) const;
  // Why one of the layouts cannot be used; empty if all can.
  static std::string unresolved(std::initializer_list<const layout::StructLayout *> layouts);
};

// Who refers to whom.
class References {
 public:
  void add(HandleReference user, HandleReference object) { users_[object.handle].push_back(user); }
  void append_users_of(Address object, std::vector<HandleReference> &users) const;

 private:
  std::unordered_map<Address, std::vector<HandleReference>> users_;
};

// The objects that a table lists, for checks of membership.
class LiveSet {
 public:
  void clear() { handles_.reset(); }
  // `list()` is asked once until clear().
  template <class List>
  Result<bool> contains(Address handle, List &&list) {
    if (!handles_) {
      MPIDBG_ASSIGN(live, list());
      handles_.emplace(live.begin(), live.end());
    }
    return handles_->contains(handle);
  }

 private:
  std::optional<std::unordered_set<Address>> handles_;
};

// The objects of one kind in one process. What it reads it may keep until clear().
class HandleReader {
 public:
  explicit HandleReader(const Attachment &attachment) : process_(attachment) {}
  virtual ~HandleReader() = default;
  HandleReader(const HandleReader &) = delete;
  HandleReader &operator=(const HandleReader &) = delete;

  // Forgets what was read.
  virtual void clear() {}

  // Why objects of the kind cannot be seen, or not all of them; empty if they can.
  virtual std::string problem() { return {}; }

  // Live handles, in the order of the library's table; those that no table lists follow by address.
  virtual Result<std::vector<Address>> live() = 0;

  // The opal_pointer_array_t that Fortran handles index. Errors: not_supported.
  virtual Result<Address> fortran_table() const = 0;

  virtual std::vector<PredefinedHandle> predefined() const { return {}; }

  // Why an object of the kind might be referred to by ones that collect_references does not name; empty if none is.
  virtual std::string users_problem() { return {}; }

  // The kinds of objects that those of this kind refer to, and each such reference of a live object.
  virtual std::vector<HandleKind> refers_to() const { return {}; }
  virtual Status collect_references(References &) { return {}; }

 protected:
  Objects &objects() const { return process_.objects; }
  const Layouts &layouts() const { return process_.layouts(); }
  const debugger::Memory &memory() const { return process_.memory; }
  // The entry of the Fortran table, as a predefined handle; nothing if it cannot be read.
  std::optional<PredefinedHandle> predefined_at(const char *name, std::int64_t index) const;

  const Attachment &process_;
};

}  // namespace mpidbg::model::openmpi
