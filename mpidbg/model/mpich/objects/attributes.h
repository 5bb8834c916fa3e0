#pragma once
// Attributes of MPICH's objects, and their keys. The library itself keeps topologies, and what ROMIO needs, as
// attributes; those are not shown as the program's.

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
  // Both outlive it.
  Attributes(const Attachment &process, Pools &pools) : process_(process), pools_(pools) {}

  // The program's, of an object whose first one is at the address; null: none. Errors: corrupt if the list loops or has
  // a value of no known origin; those of reading.
  Result<std::vector<Attribute>> read(Address first) const;
  // The predefined attributes of MPI_COMM_WORLD, as far as they have a value.
  void add_predefined(std::vector<Attribute> &attributes) const;

  // The communicator's topology, if one of its attributes is one.
  Status read_topology(Address first, Communicator &communicator) const;

  // Predefined ones first, then the program's. Errors: not_supported if the table is not found.
  Result<std::vector<Keyval>> keyvals() const;

 private:
  using View = layout::View<AttributeLayout>;
  using KeyvalView = layout::View<KeyvalLayout>;

  // Calls visit(attribute, keyval), a Status, for each; both are views.
  template <class Visitor>
  Status for_each(Address first, Visitor &&visit) const;
  Result<Attribute> decode(const View &view, std::uint32_t key) const;
  // What a static variable of the library holds; nothing if it is not known.
  std::optional<std::uint32_t> variable(const char *name) const;
  bool is_of_library(std::uint32_t key) const;
  Result<bool> is_topology(const View &view, const KeyvalView &keyval, std::uint32_t key, int size) const;
  Result<Keyval> read_keyval(const PooledObject &object) const;

  const Attachment &process_;
  Pools &pools_;
};

}  // namespace mpidbg::model::mpich
