#pragma once
// Reads complete opal_hash_table_t with 32-bit keys, up to a fixed limit.

#include <vector>

#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

struct HashEntry {
  std::uint32_t key = 0;
  Address value{};
};

// Returns the entries of the table at address `table`, ordered by key. Errors: not_found unless there is a hash table
// at the address; corrupt.
Result<std::vector<HashEntry>> read_hash_table(Objects &objects, Address table);

}  // namespace mpidbg::model::openmpi
