#pragma once
// HandleReader is the common base of the readers of all kinds of handles.

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/live_set.h"
#include "mpidbg/model/objects/users.h"
#include "mpidbg/model/openmpi/attach.h"
#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

// Refers to the process that all readers read, and to its layouts. All members must outlive the readers.
struct Attachment {
  debugger::Image image;
  const debugger::Memory &memory;
  const Symbols &symbols;
  Objects &objects;
  // The layouts of UCX, if it is the point-to-point layer; otherwise null.
  const ucx::Attachment *ucx = nullptr;
  // The layouts of libfabric, if the point-to-point layer is cm; otherwise null.
  const ofi::Attachment *ofi = nullptr;

  const Layouts &layouts() const { return objects.layouts(); }
  // Returns the address of a symbol. Errors: not_supported, naming the symbol.
  Result<Address> symbol(const char *name) const;
  // Explains in a sentence which of the layouts are unknown; empty if all can be used.
  static std::string unresolved(std::initializer_list<const layout::StructLayout *> layouts);
};

// Reads the objects of one kind in one process. Data may be cached until clear().
class HandleReader : public ReferringObjects {
 public:
  explicit HandleReader(const Attachment &attachment) : process_(attachment) {}
  HandleReader(const HandleReader &) = delete;
  HandleReader &operator=(const HandleReader &) = delete;

  // Discards all cached data. Must be called at a new stop.
  virtual void clear() {}

  // Returns the live handles in the order of the library's table, followed by those that are in no table, in ascending
  // order of addresses.
  virtual Result<std::vector<Address>> live() = 0;

  // Succeeds if there is a live object at the address. Errors: those of reading the object.
  virtual Status check(Address handle) = 0;

  // Returns the address of the opal_pointer_array_t that Fortran handles index. Errors: not_supported.
  virtual Result<Address> fortran_table() const = 0;

  // Returns predefined handles with their names in the standard; those that cannot be found are omitted.
  virtual std::vector<PredefinedHandle> predefined() const { return {}; }

 protected:
  Objects &objects() const { return process_.objects; }
  const Layouts &layouts() const { return process_.layouts(); }
  const debugger::Memory &memory() const { return process_.memory; }
  // Returns the entry with this index of the Fortran table as a predefined handle; nullopt if it cannot be read.
  std::optional<PredefinedHandle> predefined_at(const char *name, std::int64_t index) const;
  // Returns true if a freed info or file exists only because the library was configured to keep freed handles
  // (mpi_no_free_handles). With that setting, the library takes an additional reference to each new object. Returns
  // false if the setting cannot be read.
  bool is_kept(bool freed, std::int32_t reference_count) const;

  const Attachment &process_;
};

}  // namespace mpidbg::model::openmpi
