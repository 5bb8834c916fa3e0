#pragma once
// Copies the bytes of one struct of the target. View decodes the fields in them.

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout {

// Holds the bytes of a struct that the slots of its layout need.
class StructBytes {
 public:
  // Reads the bytes of the struct at `address`. Fails if the layout is unresolved or the memory is unreadable. `memory`
  // and `layout` must outlive the result.
  static Result<StructBytes> read(const debugger::Memory &memory, const StructLayout &layout, Address address);
  // Takes the bytes from `all`, which begins where the struct begins. copy() copies them; borrow() refers to
  // them, so that `all` must outlive its result. Errors: layout if the layout is unresolved; corrupt if `all` is
  // shorter than the slots need.
  static Result<StructBytes> copy(const debugger::Memory &memory, const StructLayout &layout, Address address,
                                  std::span<const std::byte> all);
  static Result<StructBytes> borrow(const debugger::Memory &memory, const StructLayout &layout, Address address,
                                    std::span<const std::byte> all);

  // Returns the bytes of another struct that begins `offset` bytes after this one. They are taken from this object if
  // it has enough bytes; otherwise they are read.
  Result<StructBytes> nested(std::uint32_t offset, const StructLayout &other) const;

  const debugger::Memory &memory() const { return *memory_; }
  Address address() const { return address_; }

  // Returns the bytes of a field. Throws std::logic_error if the slot is not resolved or not within these bytes.
  template <class T>
  std::span<const std::byte> field(const Slot<T> &slot, std::uint32_t width) const {
    if (!slot.resolved || slot.offset < begin_ || std::uint64_t{slot.offset} + width > std::uint64_t{begin_} + size_)
      fail();
    return {bytes_.get() + (slot.offset - begin_), width};
  }

 private:
  using Bytes = std::shared_ptr<const std::byte[]>;

  StructBytes(const debugger::Memory &memory, const StructLayout &layout, Address address, Bytes bytes)
      : memory_(&memory),
        layout_(&layout),
        address_(address),
        begin_(layout.span_begin),
        size_(layout.span_end - layout.span_begin),
        bytes_(std::move(bytes)) {}

  [[noreturn]] void fail() const;

  const debugger::Memory *memory_;
  const StructLayout *layout_;
  Address address_;
  std::uint32_t begin_;  // the offset of `bytes_` in the struct
  std::uint32_t size_;
  Bytes bytes_;
};

}  // namespace mpidbg::layout
