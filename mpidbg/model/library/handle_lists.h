#pragma once
// HandleLists lists the handles that exist in a process, and converts their representations in other languages.

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/part.h"

namespace mpidbg::model {

class HandleLists {
 public:
  static constexpr Part part = Part::handles;

  virtual ~HandleLists() = default;

  // Returns the live handles in the order of the library's table, followed by those that are in no table, in ascending
  // order of addresses. Errors: not_supported for kinds that the library does not list.
  virtual Result<std::vector<Handle>> live(HandleKind kind) = 0;
  // Explains why objects of the kind cannot be seen or are incomplete; empty if all can be seen.
  virtual std::string problem(HandleKind kind) = 0;
  // Explains the same as problem(), but without reading the objects, so it does not detect damage in them.
  virtual std::string why_unseen(HandleKind kind) = 0;
  // Returns predefined handles with their names in the standard; empty if they cannot be found.
  virtual std::vector<PredefinedHandle> predefined(HandleKind kind) = 0;

  // Converts a Fortran INTEGER to the C handle. Errors: out_of_range beyond the library's table, not_found for a free
  // slot.
  virtual Result<Handle> from_fortran(HandleKind kind, std::int64_t index) = 0;
  // Returns the handle in an object of the C++ bindings; for a status, the address of the MPI_Status in it. Errors:
  // not_supported if the bindings have no such class, not_found if the object does not contain a live handle.
  virtual Result<Handle> from_cxx(HandleKind kind, Address object) = 0;

  // Sets the memory to be searched for objects that are in no table. If it is not set, the surroundings of known
  // objects are searched. This has no effect for libraries that keep all objects in tables.
  virtual void set_memory_ranges(const std::vector<AddressRange> & /*ranges*/) {}
};

}  // namespace mpidbg::model
