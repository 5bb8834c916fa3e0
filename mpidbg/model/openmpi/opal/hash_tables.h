#pragma once
// opal_hash_table_t with 32-bit keys, read completely, within limits.

#include <vector>

#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

struct HashEntry {
  std::uint32_t key = 0;
  Address value{};
};

// The entries of the table at `table`, by key. Errors: no hash table there, or one that is corrupt.
Result<std::vector<HashEntry>> read_hash_table(Objects &objects, Address table);

}  // namespace mpidbg::model::openmpi
