#pragma once
// Reads the attributes of MPICH's objects, and attribute keys. The library stores topologies and data of ROMIO as
// attributes; these are not shown as attributes of the program.

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

  // Returns the program's attributes from the list that starts with the attribute at address `first`; null is an empty
  // list. Errors: corrupt if the list loops or has a value of unknown origin; those of reading.
  Result<std::vector<Attribute>> read(Address first) const;
  // Appends the predefined attributes of MPI_COMM_WORLD that have a value.
  void add_predefined(std::vector<Attribute> &attributes) const;

  // Fills in the communicator's topology if the list of attributes that starts at `first` contains one.
  Status read_topology(Address first, Communicator &communicator) const;

  // Returns predefined keys, followed by those of the program. Errors: not_supported if the library's table of keys is
  // not found.
  Result<std::vector<Keyval>> keyvals() const;

 private:
  using View = layout::View<AttributeLayout>;
  using KeyvalView = layout::View<KeyvalLayout>;

  // Calls visit(attribute, keyval) for each attribute of a list. The arguments of visit() are views of the attribute's
  // struct and of its key's struct; it returns a Status.
  template <class Visitor>
  Status for_each(Address first, Visitor &&visit) const;
  // Reads an attribute's value, and the language in which it was set. Errors: corrupt for an unknown type of attribute.
  Result<Attribute> decode(const View &view, std::uint32_t key) const;
  // Returns the value of a static variable of the library; nullopt if its address is unknown.
  std::optional<std::uint32_t> variable(const char *name) const;
  // Returns true for a key that the library uses only internally.
  bool is_of_library(std::uint32_t key) const;
  // Returns true if the attribute is a topology of a communicator with `size` processes. If the library's variable with
  // the key of topologies is unknown, this is inferred from the key's functions and from the attribute's value.
  Result<bool> is_topology(const View &view, const KeyvalView &keyval, std::uint32_t key, int size) const;
  // Reads a key that the program has made. Errors: corrupt if it is for a kind of objects that have no attributes.
  Result<Keyval> read_keyval(const PooledObject &object) const;

  const Attachment &process_;
  Pools &pools_;
};

}  // namespace mpidbg::model::mpich
