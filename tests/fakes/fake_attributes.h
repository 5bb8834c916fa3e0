#pragma once
// Hash tables and attributes of a fake process.

#include <vector>

#include "tests/fakes/fake_open_mpi.h"

namespace fakes {

struct FakeHashEntry {
  std::uint32_t key = 0;
  Address value{};
};
// An object at `table` or, if that is null, a new one.
Address new_hash_table(FakeOpenMpi &mpi, const std::vector<FakeHashEntry> &entries, Address table = {});

// `origin` is av_set_from, `width` that of the union's member; 0: a pointer's.
struct FakeAttribute {
  int keyval = 0;
  std::int64_t value = 0;
  int origin = 0;
  unsigned width = 0;
};
Address new_attribute(FakeOpenMpi &mpi, const FakeAttribute &attribute, int sequence);
Address new_attributes(FakeOpenMpi &mpi, const std::vector<FakeAttribute> &attributes);

}  // namespace fakes
