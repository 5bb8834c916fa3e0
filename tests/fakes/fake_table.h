#pragma once
// A table of handles of a FakeOpenMpi, for the kinds that it does not make itself: an opal_pointer_array_t behind an
// exported symbol.

#include <algorithm>
#include <string>
#include <vector>

#include "tests/fakes/fake_open_mpi.h"

namespace fakes {

class FakeTable {
 public:
  // With `through_pointer` the symbol is a pointer to the table.
  FakeTable(FakeOpenMpi &mpi, const std::string &symbol, bool through_pointer = false)
      : mpi_(mpi), table_(mpi.new_object("opal_pointer_array_t", mpi.layouts.pointer_array.byte_size)) {
    mpi.host.symbols[symbol] = table_;
    if (through_pointer) {
      mpi.host.symbols[symbol] = mpi.memory.allocate(mpi.memory.pointer_size());
      mpi.memory.write_pointer(mpi.host.symbols[symbol], table_);
    }
    write();
  }

  // Its index. A null object is a free slot.
  std::size_t add(Address object) {
    slots_.push_back(object);
    write();
    return slots_.size() - 1;
  }
  void remove(std::size_t index) {
    slots_[index] = Address();
    write();
  }
  std::size_t size() const { return slots_.size(); }
  Address address() const { return table_; }

 private:
  void write() {
    const unsigned width = mpi_.memory.pointer_size();
    const Address entries = mpi_.memory.allocate((slots_.size() + 1) * width);
    for (std::size_t i = 0; i < slots_.size(); ++i) mpi_.memory.write_pointer(entries + i * width, slots_[i]);
    mpi_.set(table_, mpi_.layouts.pointer_array.size, slots_.size());
    mpi_.set(table_, mpi_.layouts.pointer_array.number_free,
             static_cast<std::uint64_t>(std::count(slots_.begin(), slots_.end(), Address())));
    mpi_.set(table_, mpi_.layouts.pointer_array.addr, entries);
  }

  FakeOpenMpi &mpi_;
  Address table_;
  std::vector<Address> slots_;
};

}  // namespace fakes
