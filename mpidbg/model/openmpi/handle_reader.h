#pragma once
// What the readers of all kinds of handles have in common.

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/live_set.h"
#include "mpidbg/model/objects/users.h"
#include "mpidbg/model/openmpi/attach.h"
#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

// The process, as every reader sees it. All members outlive the readers.
struct Attachment {
  debugger::Image image;
  const debugger::Memory &memory;
  const Symbols &symbols;
  Objects &objects;
  const ucx::Attachment *ucx = nullptr;  // of a process whose point-to-point layer is ucx

  const Layouts &layouts() const { return objects.layouts(); }
  // Errors: not_supported, naming the symbol.
  Result<Address> symbol(const char *name) const;
  // Why one of the layouts cannot be used; empty if all can.
  static std::string unresolved(std::initializer_list<const layout::StructLayout *> layouts);
};

// The objects of one kind in one process. What it reads it may keep until clear().
class HandleReader : public ReferringObjects {
 public:
  explicit HandleReader(const Attachment &attachment) : process_(attachment) {}
  HandleReader(const HandleReader &) = delete;
  HandleReader &operator=(const HandleReader &) = delete;

  // Forgets what was read.
  virtual void clear() {}

  // Live handles, in the order of the library's table; those that no table lists follow by address.
  virtual Result<std::vector<Address>> live() = 0;

  // Whether there is a live object at the address. Errors: those of reading it.
  virtual Status check(Address handle) = 0;

  // The opal_pointer_array_t that Fortran handles index. Errors: not_supported.
  virtual Result<Address> fortran_table() const = 0;

  virtual std::vector<PredefinedHandle> predefined() const { return {}; }

 protected:
  Objects &objects() const { return process_.objects; }
  const Layouts &layouts() const { return process_.layouts(); }
  const debugger::Memory &memory() const { return process_.memory; }
  // The entry of the Fortran table, as a predefined handle; nothing if it cannot be read.
  std::optional<PredefinedHandle> predefined_at(const char *name, std::int64_t index) const;
  // Whether a freed info or file is there only because the library was told to keep freed handles
  // (mpi_no_free_handles): it takes one reference more to each of these that it makes. False if that cannot be read.
  bool is_kept(bool freed, std::int32_t reference_count) const;

  const Attachment &process_;
};

}  // namespace mpidbg::model::openmpi
