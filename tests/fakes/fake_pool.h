#pragma once
// The objects of one kind in a FakeMpich: a table with its list of free objects, used as the library uses it.

#include <cstdint>
#include <vector>

#include "mpidbg/layout/mpich/layouts.h"
#include "mpidbg/model/mpich/objects/object_kinds.h"
#include "tests/fakes/fake_memory.h"

namespace fakes {

class FakePool {
 public:
  // `table`: an MPIR_Object_alloc_t; `direct`: room for `direct_size` objects of `object_bytes` each.
  FakePool(FakeMemory &memory, const mpidbg::layout::mpich::Layouts &layouts, mpidbg::model::mpich::ObjectKind kind,
           std::uint32_t object_bytes, Address table, Address direct, std::uint32_t direct_size,
           std::uint32_t objects_of_block);

  // An object in use: the first free one, or the first of a new block.
  Address take();
  void give_back(Address object);

  std::uint32_t handle(Address object) const;
  // Of every object, free or not.
  const std::vector<Address> &all() const { return all_; }
  Address table() const { return table_; }

  template <class T>
  void set(const mpidbg::layout::Slot<T> &slot, std::uint64_t value) {
    memory_->write_integer(table_ + slot.offset, value, mpidbg::layout::slot_width<T>(memory_->pointer_size()));
  }
  template <class T>
  std::uint64_t get(const mpidbg::layout::Slot<T> &slot) const {
    return memory_->read_integer(table_ + slot.offset, mpidbg::layout::slot_width<T>(memory_->pointer_size()));
  }

 private:
  void add_block(Address begin, std::uint32_t count, std::uint32_t first_handle);

  FakeMemory *memory_;
  const mpidbg::layout::mpich::Layouts *layouts_;
  mpidbg::model::mpich::ObjectKind kind_;
  std::uint32_t object_bytes_;
  Address table_, direct_;
  std::uint32_t direct_size_, objects_of_block_;
  std::uint32_t blocks_ = 0;
  Address block_pointers_{};
  std::vector<Address> all_;
};

}  // namespace fakes
