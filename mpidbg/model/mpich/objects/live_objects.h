#pragma once
// The objects of a kind that are in use, in few bytes: of each the handle, which says where it is in its block.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/layout/mpich/objects/constants.h"

namespace mpidbg::model::mpich {

struct PooledObject {
  std::uint32_t handle = 0;
  std::uint8_t seen = 0;  // see Glance in object_table.h
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

  void reserve(std::size_t objects) {
    handles_.reserve(objects);
    seen_.reserve(objects);
  }
  // What the objects that are added next are in; `object_bytes` 0: one object, whose handle does not say where it is.
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
  // The object at an address, without a read; empty if there is none. `block`: where to look first, and where it was.
  std::optional<PooledObject> at(Address object, std::size_t &block) const;
  // To be called before at(), once nothing is added any more.
  void index_blocks();
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  struct Block {
    std::size_t first = 0;  // its first object that is in use
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
  std::vector<std::uint32_t> by_address_;  // the blocks
};

}  // namespace mpidbg::model::mpich
