#include "tests/fakes/fake_pool.h"

#include <stdexcept>

namespace fakes {

namespace {

constexpr std::uint32_t most_blocks = 64;

}  // namespace

FakePool::FakePool(FakeMemory &memory, const mpidbg::layout::mpich::Layouts &layouts,
                   mpidbg::model::mpich::ObjectKind kind, std::uint32_t object_bytes, Address table, Address direct,
                   std::uint32_t direct_size, std::uint32_t objects_of_block)
    : memory_(&memory),
      layouts_(&layouts),
      kind_(kind),
      object_bytes_(object_bytes),
      table_(table),
      direct_(direct),
      direct_size_(direct_size),
      objects_of_block_(objects_of_block) {
  const auto &layout = layouts.object_table;
  set(layout.kind, static_cast<std::uint32_t>(kind));
  set(layout.size, object_bytes);
  set(layout.direct, direct.value());
  set(layout.direct_size, direct_size);
}

// The new objects become the list of free ones, which was empty.
void FakePool::add_block(Address begin, std::uint32_t count, std::uint32_t first_handle) {
  const auto &object = layouts_->object;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Address place = begin + std::uint64_t{i} * object_bytes_;
    const Address next = i + 1 == count ? Address() : place + object_bytes_;
    memory_->write_integer(place + object.handle.offset, first_handle + i, 4);
    memory_->write_pointer(place + object.next.offset, next);
    all_.push_back(place);
  }
  const auto &layout = layouts_->object_table;
  set(layout.avail, begin.value());
  set(layout.num_allocated, get(layout.num_allocated) + count);
  set(layout.num_avail, get(layout.num_avail) + count);
}

Address FakePool::take() {
  const auto &layout = layouts_->object_table;
  const std::uint32_t kind_bits = static_cast<std::uint32_t>(kind_) << 26;
  if (get(layout.initialized) == 0) {
    set(layout.initialized, 1);
    add_block(direct_, direct_size_, 0x80000000 | kind_bits);
  }
  if (get(layout.avail) == 0) {
    if (blocks_ == 0) {
      block_pointers_ = memory_->allocate(std::uint64_t{most_blocks} * memory_->pointer_size());
      set(layout.indirect, block_pointers_.value());
    }
    if (blocks_ == most_blocks) throw std::logic_error("too many objects for a fake pool");
    const Address block = memory_->allocate(std::uint64_t{object_bytes_} * objects_of_block_);
    memory_->write_pointer(block_pointers_ + std::uint64_t{blocks_} * memory_->pointer_size(), block);
    add_block(block, objects_of_block_, 0xc0000000 | kind_bits | blocks_ << 12);
    set(layout.indirect_size, ++blocks_);
  }
  const Address object(get(layout.avail));
  set(layout.avail, memory_->read_integer(object + layouts_->object.next.offset, memory_->pointer_size()));
  set(layout.num_avail, get(layout.num_avail) - 1);
  // What is left of the list is part of the object.
  memory_->write_integer(object + layouts_->object.next.offset, 0x5a5a5a5a, memory_->pointer_size());
  memory_->write_integer(object + layouts_->object.ref_count.offset, 1, 4);
  return object;
}

void FakePool::give_back(Address object) {
  const auto &layout = layouts_->object_table;
  memory_->write_integer(object + layouts_->object.next.offset, get(layout.avail), memory_->pointer_size());
  set(layout.avail, object.value());
  set(layout.num_avail, get(layout.num_avail) + 1);
}

std::uint32_t FakePool::handle(Address object) const {
  return static_cast<std::uint32_t>(memory_->read_integer(object + layouts_->object.handle.offset, 4));
}

}  // namespace fakes
