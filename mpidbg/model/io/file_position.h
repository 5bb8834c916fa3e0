#pragma once
// Computes the position of a file pointer from the blocks of a file type.

#include <cstdint>
#include <optional>
#include <vector>

#include "mpidbg/model/objects/file.h"

namespace mpidbg::model {

// Describes a flattened file type: its blocks of data, ordered by their position in the file. The pattern repeats every
// `extent` bytes. Offsets are relative to the start of the type.
struct FlatType {
  struct Block {
    std::int64_t offset;
    std::int64_t bytes;
  };
  std::vector<Block> blocks;
  // The number of bytes of data in one repetition.
  std::int64_t size = 0;
  // The distance between repetitions in bytes.
  std::int64_t extent = 0;
};

// Returns the position of the byte that follows `data` bytes of data. The position counts from the view's displacement.
// Returns nullopt if the type has no data, if its blocks contradict its size, or if an offset exceeds 63 bits.
std::optional<std::int64_t> byte_after_data(const FlatType &type, std::int64_t data);

// Returns the number of bytes of data before the byte at `offset`. The offset counts from the view's displacement. For
// an offset within a gap, these are the bytes of data before the gap.
std::optional<std::int64_t> data_before_byte(const FlatType &type, std::int64_t offset);

// Fills in the position and the byte offset of `access`. `byte` is the position of the individual file pointer, counted
// in bytes from the start of the file. Members that cannot be determined stay unchanged. `blocks` and `extent` describe
// the file type; no blocks mean that it is contiguous.
void set_position(std::int64_t byte, std::vector<FlatType::Block> blocks, std::int64_t extent, FileAccess &access);

}  // namespace mpidbg::model
