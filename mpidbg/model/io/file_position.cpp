#include "mpidbg/model/io/file_position.h"

#include <algorithm>

namespace mpidbg::model {

namespace {

std::optional<std::int64_t> multiply_add(std::int64_t factor, std::int64_t times, std::int64_t more) {
  std::int64_t product = 0, sum = 0;
  if (__builtin_mul_overflow(factor, times, &product) || __builtin_add_overflow(product, more, &sum)) {
    return std::nullopt;
  }
  return sum;
}

bool usable(const FlatType &type) {
  return type.size > 0 && type.extent > 0;
}

}  // namespace

std::optional<std::int64_t> byte_after_data(const FlatType &type, std::int64_t data) {
  if (!usable(type) || data < 0) return std::nullopt;
  std::int64_t rest = data % type.size;
  for (const FlatType::Block &block : type.blocks) {
    if (block.bytes < 0) return std::nullopt;
    std::int64_t offset = 0;
    if (rest < block.bytes) {
      if (__builtin_add_overflow(block.offset, rest, &offset)) return std::nullopt;
      return multiply_add(data / type.size, type.extent, offset);
    }
    rest -= block.bytes;
  }
  return std::nullopt;
}

std::optional<std::int64_t> data_before_byte(const FlatType &type, std::int64_t offset) {
  if (!usable(type) || offset < 0) return std::nullopt;
  const std::int64_t within = offset % type.extent;
  std::int64_t data = 0;
  for (const FlatType::Block &block : type.blocks) {
    std::int64_t bytes = 0;
    if (block.bytes < 0 || __builtin_sub_overflow(within, block.offset, &bytes)) return std::nullopt;
    if (__builtin_add_overflow(data, std::clamp<std::int64_t>(bytes, 0, block.bytes), &data)) return std::nullopt;
  }
  return multiply_add(offset / type.extent, type.size, data);
}

void set_position(std::int64_t byte, std::vector<FlatType::Block> blocks, std::int64_t extent, FileAccess &access) {
  std::int64_t from_view = 0, data = 0, result = 0;
  if (access.etype_size == 0 || __builtin_sub_overflow(byte, access.displacement, &from_view)) return;
  const auto etype_size = static_cast<std::int64_t>(access.etype_size);
  if (blocks.empty()) {
    access.position = from_view / etype_size;
    access.byte_offset = byte;
    return;
  }
  FlatType type{std::move(blocks), 0, extent};
  for (const FlatType::Block &block : type.blocks) {
    if (block.bytes < 0 || __builtin_add_overflow(type.size, block.bytes, &type.size)) return;
  }
  const auto before = data_before_byte(type, from_view);
  if (!before) return;
  access.position = *before / etype_size;
  data = *access.position * etype_size;
  const auto after = byte_after_data(type, data);
  if (after && !__builtin_add_overflow(*after, access.displacement, &result)) access.byte_offset = result;
}

}  // namespace mpidbg::model
