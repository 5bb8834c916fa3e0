#pragma once
// Reads attributes of MPICH's objects, and their keys. The library also stores topologies and data of ROMIO as
// attributes. Those are not shown as attributes of the program.

#include <optional>
#include <vector>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/attribute.h"
#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/keyval.h"

namespace mpidbg::model::mpich {

class Attributes {
 public:
  // Both arguments must outlive this object.
  Attributes(const Attachment &process, Pools &pools) : process_(process), pools_(pools) {}

  // Returns the program's attributes of an object whose first attribute is at address `first`; null is an empty list.
  // Errors: corrupt if the list loops or has a value of unknown origin; those of reading.
  Result<std::vector<Attribute>> read(Address first) const;
  // Appends the predefined attributes of MPI_COMM_WORLD that have a value.
  void add_predefined(std::vector<Attribute> &attributes) const;

  // Fills the communicator's topology if one of its attributes is a topology.
  Status read_topology(Address first, Communicator &communicator) const;

  // Returns predefined keys followed by the program's. Errors: not_supported if the table is not found.
  Result<std::vector<Keyval>> keyvals() const;

 private:
  using View = layout::View<AttributeLayout>;
  using KeyvalView = layout::View<KeyvalLayout>;

  // Calls visit(attribute, keyval), which returns a Status, for each attribute. Both arguments are views.
  template <class Visitor>
  Status for_each(Address first, Visitor &&visit) const;
  // Reads an attribute's value, and who set it. Errors: corrupt for an unknown type of attribute.
  Result<Attribute> decode(const View &view, std::uint32_t key) const;
  // Returns the value of a static variable of the library; nullopt if its address is unknown.
  std::optional<std::uint32_t> variable(const char *name) const;
  // Returns true for a key that the library uses for its own attributes.
  bool is_of_library(std::uint32_t key) const;
  // Returns whether the attribute is a topology of a communicator with `size` processes. Without the library's variable
  // that is concluded from the key's functions and from the value.
  Result<bool> is_topology(const View &view, const KeyvalView &keyval, std::uint32_t key, int size) const;
  // Reads a key of the program. Errors: corrupt if it is for objects that have no attributes.
  Result<Keyval> read_keyval(const PooledObject &object) const;

  const Attachment &process_;
  Pools &pools_;
};

}  // namespace mpidbg::model::mpich
