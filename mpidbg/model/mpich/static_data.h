#pragma once
// The static data of the library, which is searched in builds that are not known.

#include <vector>

#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

struct StaticData {
  Address begin{};
  std::vector<std::byte> bytes;  // none if nothing leads to it
  bool contains(Address address) const { return address - begin < bytes.size(); }
};

// As far as it can be read from the symbols on that every build exports, at most limits::static_data_bytes.
StaticData read_static_data(const Attachment &process);

}  // namespace mpidbg::model::mpich
