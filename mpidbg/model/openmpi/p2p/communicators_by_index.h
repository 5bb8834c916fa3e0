#pragma once
// Finds communicators by the index that messages to this process carry.

#include <optional>
#include <unordered_map>

#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class CommunicatorsByIndex {
 public:
  CommunicatorsByIndex(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  void clear() { known_.reset(); }

  // Returns the communicator with an index, except for MPI_COMM_NULL; null if this process has none (any more). Reads
  // all communicators at most once until clear().
  Result<Address> find(std::uint64_t index);

 private:
  const Attachment &process_;
  Handles &handles_;
  std::optional<std::unordered_map<std::uint64_t, Address>> known_;
};

}  // namespace mpidbg::model::openmpi
