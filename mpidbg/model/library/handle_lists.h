#pragma once
// Which handles there are in a process, and how other languages spell them.

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/base/result.h"
#include "mpidbg/model/library/part.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

class HandleLists {
 public:
  static constexpr Part part = Part::handles;

  virtual ~HandleLists() = default;

  // Live handles, in the order of the library's table; those that no table lists follow by address. Errors:
  // not_supported for kinds that the library does not list.
  virtual Result<std::vector<Handle>> live(HandleKind kind) = 0;
  // Why objects of the kind cannot be seen, or not all of them; empty if they can.
  virtual std::string problem(HandleKind kind) = 0;
  // Likewise, without a look at the objects: damage is not sought.
  virtual std::string why_unseen(HandleKind kind) = 0;
  // Predefined handles with the names of the standard; none if they cannot be found.
  virtual std::vector<PredefinedHandle> predefined(HandleKind kind) = 0;

  // The C handle of a Fortran INTEGER. Errors: out_of_range beyond the table, not_found for a free slot.
  virtual Result<Handle> from_fortran(HandleKind kind, std::int64_t index) = 0;
  // The handle in an object of the C++ bindings, or the address of a status in one. Errors: not_supported if they have
  // no such class, not_found if what the object holds is not a live handle.
  virtual Result<Handle> from_cxx(HandleKind kind, Address object) = 0;

  // Where objects can be that no table lists. Without it they are searched for around the known ones; libraries that
  // list all of them have no use for it.
  virtual void set_memory_ranges(const std::vector<AddressRange> & /*ranges*/) {}
};

}  // namespace mpidbg::model
