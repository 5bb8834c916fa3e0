#pragma once
// BufferPool reads a pool of libfabric (ofi_bufpool). It finds the elements in use: those that are not in the list of
// free elements. Free elements keep their contents, so nothing else tells them apart.

#include <vector>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"

namespace mpidbg::model::ofi {

using layout::ofi::Layouts;

class BufferPool {
 public:
  // `pool` is the address of the ofi_bufpool. `memory` and `layouts` must outlive this object.
  BufferPool(const debugger::Memory &memory, const Layouts &layouts, Address pool)
      : memory_(memory), layouts_(layouts), pool_(pool) {}

  // Checks that the elements have `bytes` bytes, that the first region belongs to the pool, and that the header of its
  // first element names the region. Errors: corrupt; unreadable.
  Status check(std::uint64_t bytes) const;

  // Returns the addresses of the elements in use, by their numbers. Reads the header of every element, which are far
  // apart: some 5,000 reads for the pools of rxm. Errors: corrupt if the lists and headers contradict each other;
  // unreadable.
  Result<std::vector<Address>> in_use() const;

  // Returns the address of the element with a number. Errors: not_found if the pool has no such element; unreadable.
  Result<Address> element(std::uint64_t number) const;

 private:
  struct Region {
    Address region{};
    Address elements{};
  };
  struct Shape {
    std::uint64_t pitch = 0;  // the distance between elements in bytes
    std::uint64_t count = 0;  // the elements in each region
    std::vector<Region> regions;
    bool is_indexed = false;
  };
  Result<Shape> shape() const;
  // Visits the headers of free elements. Errors: corrupt; unreadable; those of `found`.
  template <class Found>
  Status walk_free(const Shape &shape, Found &&found) const;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const Address pool_;
};

}  // namespace mpidbg::model::ofi
