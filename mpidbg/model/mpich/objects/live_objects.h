#pragma once
// Stores the list of objects of a kind that are in use. To save memory, the list contains only the handle of each
// object; the object's address is computed from the handle.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/layout/mpich/objects/constants.h"

namespace mpidbg::model::mpich {

// Describes an object in use.
struct PooledObject {
  std::uint32_t handle = 0;
  // The number that the Glance has extracted from the object; see object_table.h.
  std::uint8_t seen = 0;
  Address address{};
};

class LiveObjects {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = PooledObject;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = PooledObject;

    Iterator() = default;
    Iterator(const LiveObjects &objects, std::size_t at) : objects_(&objects), at_(at) { find_block(); }
    PooledObject operator*() const { return objects_->in_block(at_, block_); }
    Iterator &operator++() {
      ++at_;
      find_block();
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator &other) const { return at_ == other.at_; }

   private:
    void find_block() {
      const auto &blocks = objects_->blocks_;
      while (block_ + 1 < blocks.size() && blocks[block_ + 1].first <= at_) ++block_;
    }

    const LiveObjects *objects_ = nullptr;
    std::size_t at_ = 0, block_ = 0;
  };

  // Reserves memory for this number of objects.
  void reserve(std::size_t objects) {
    handles_.reserve(objects);
    seen_.reserve(objects);
  }
  // Starts a block. The objects that are added next belong to this block. If `object_bytes` is 0, the block has a
  // single object at `begin`, whatever its handle.
  void add_block(Address begin, std::uint32_t object_bytes) {
    blocks_.push_back({handles_.size(), begin, object_bytes});
  }
  void add(std::uint32_t handle, std::uint8_t seen = 0) {
    handles_.push_back(handle);
    seen_.push_back(seen);
  }
  void append(const LiveObjects &others);

  std::size_t size() const { return handles_.size(); }
  bool empty() const { return handles_.empty(); }
  const std::vector<std::uint32_t> &handles() const { return handles_; }
  PooledObject operator[](std::size_t place) const;
  PooledObject front() const { return (*this)[0]; }
  // Returns the object at an address without reading memory; nullopt if no object in use is there. The search starts at
  // the block with index `block`; if the object is found, `block` is set to the index of its block.
  std::optional<PooledObject> at(Address object, std::size_t &block) const;
  // Must be called before at(), after all objects have been added.
  void index_blocks();
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  struct Block {
    // The index of the first object in use that belongs to the block.
    std::size_t first = 0;
    Address begin{};
    std::uint32_t object_bytes = 0;
  };

  std::optional<PooledObject> at_in(Address object, std::size_t block) const;

  PooledObject in_block(std::size_t place, std::size_t block) const {
    const std::uint32_t handle = handles_[place];
    const std::uint64_t number = handle & layout::mpich::handle_index_mask;
    return {handle, seen_[place], blocks_[block].begin + number * blocks_[block].object_bytes};
  }

  std::vector<std::uint32_t> handles_;
  std::vector<std::uint8_t> seen_;
  std::vector<Block> blocks_;
  // The indices of the blocks, ordered by address.
  std::vector<std::uint32_t> by_address_;
};

}  // namespace mpidbg::model::mpich
