#pragma once
// What a queue line says of a datatype: its name and the bytes of one element.

#include <string>
#include <unordered_map>

#include "mpidbg/model/openmpi/objects.h"

namespace mpidbg::model::openmpi {

struct DatatypeSummary {
  std::string name;  // empty if neither the library nor the program named it
  std::uint64_t size = 0;
};

class Datatypes {
 public:
  explicit Datatypes(Objects &objects) : objects_(objects) {}
  void clear() { known_.clear(); }

  // Kept until clear(): messages share a handful of types.
  Result<const DatatypeSummary *> summary(Address handle);

 private:
  Objects &objects_;
  std::unordered_map<Address, DatatypeSummary> known_;
};

}  // namespace mpidbg::model::openmpi
