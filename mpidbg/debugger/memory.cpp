#include "mpidbg/debugger/memory.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::debugger {

namespace {

// The largest read passed to a host. The interface counts bytes in an int, and remote hosts have limits for packets.
constexpr std::size_t chunk_bytes = 1u << 20;
constexpr std::uint64_t page_bytes = 4096;

Error too_large(Address address, std::uint64_t count, std::string_view what) {
  return {ErrorCode::corrupt,
          std::string(what) + " at " + hex(address) + " would have " + std::to_string(count) +
              " entries, which is implausible",
          address};
}

}  // namespace

Result<Memory> Memory::open(mqs_process *process, const mqs_process_callbacks *callbacks, unsigned pointer_size) {
  if (callbacks->mqs_fetch_data_fp == nullptr || callbacks->mqs_target_to_host_fp == nullptr) {
    return Error{ErrorCode::not_supported, "the debugger offers no access to target memory"};
  }
  const std::array<unsigned char, 4> pattern{1, 2, 3, 4};
  std::array<unsigned char, 4> answer{};
  callbacks->mqs_target_to_host_fp(process, pattern.data(), answer.data(), 4);

  Memory memory;
  memory.process_ = process;
  memory.callbacks_ = callbacks;
  memory.pointer_size_ = pointer_size;
  const bool host_is_little = host_byte_order() == ByteOrder::little;
  if (answer == pattern) {
    memory.byte_order_ = host_byte_order();
  } else if (std::equal(pattern.rbegin(), pattern.rend(), answer.begin())) {
    memory.byte_order_ = host_is_little ? ByteOrder::big : ByteOrder::little;
  } else {
    return Error{ErrorCode::not_supported, "the debugger's byte order conversion neither keeps nor reverses bytes"};
  }
  return memory;
}

Status Memory::read(Address address, std::span<std::byte> buffer, std::string_view what) const {
  if (buffer.size() > limits::read_bytes) {
    return Error{ErrorCode::corrupt,
                 std::string(what) + " at " + hex(address) + " would be " + std::to_string(buffer.size()) +
                     " bytes, which is implausible",
                 address};
  }
  if (address.is_null()) {
    return Error{ErrorCode::unreadable, "null pointer where " + std::string(what) + " was expected", address};
  }
  // No process has memory in its first page. A host inside of the process may read without a check.
  if (address.value() < page_bytes) {
    return Error{ErrorCode::unreadable, "cannot read " + std::string(what) + " at " + hex(address), address};
  }
  for (std::size_t done = 0; done < buffer.size();) {
    const std::size_t size = std::min(chunk_bytes, buffer.size() - done);
    if (callbacks_->mqs_fetch_data_fp(process_, (address + done).value(), static_cast<int>(size),
                                      buffer.data() + done) != mqs_ok) {
      return Error{ErrorCode::unreadable, "cannot read " + std::string(what) + " at " + hex(address), address};
    }
    done += size;
  }
  return {};
}

Result<Address> Memory::read_pointer(Address address, std::string_view what) const {
  std::array<std::byte, 8> bytes;
  const auto field = std::span(bytes).first(pointer_size_);
  MPIDBG_TRY(read(address, field, what));
  return Address(decode_unsigned(field, byte_order_));
}

Result<std::int32_t> Memory::read_int32(Address address, std::string_view what) const {
  std::array<std::byte, 4> bytes;
  MPIDBG_TRY(read(address, bytes, what));
  return static_cast<std::int32_t>(decode_signed(bytes, byte_order_));
}

Result<std::vector<Address>> Memory::read_pointers(Address address, std::uint64_t count, std::string_view what) const {
  if (count > limits::read_bytes / pointer_size_) return too_large(address, count, what);
  std::vector<std::byte> bytes(count * pointer_size_);
  MPIDBG_TRY(read(address, bytes, what));
  std::vector<Address> pointers(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    pointers[i] = Address(decode_unsigned(std::span(bytes).subspan(i * pointer_size_, pointer_size_), byte_order_));
  }
  return pointers;
}

Result<std::vector<std::int32_t>> Memory::read_int32s(Address address, std::uint64_t count,
                                                      std::string_view what) const {
  if (count > limits::read_bytes / 4) return too_large(address, count, what);
  std::vector<std::byte> bytes(count * 4);
  MPIDBG_TRY(read(address, bytes, what));
  std::vector<std::int32_t> values(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    values[i] = static_cast<std::int32_t>(decode_signed(std::span(bytes).subspan(i * 4, 4), byte_order_));
  }
  return values;
}

Result<std::string> Memory::read_string(Address address, std::size_t limit, std::string_view what) const {
  std::string text;
  std::array<std::byte, 64> piece;
  while (text.size() < limit) {
    // Pieces end at page boundaries, because the page after the string may be unmapped.
    const Address from = address + text.size();
    const std::size_t to_page_end = page_bytes - from.value() % page_bytes;
    const std::size_t size = std::min({piece.size(), limit - text.size(), to_page_end});
    MPIDBG_TRY(read(from, std::span(piece).first(size), what));
    const char *begin = reinterpret_cast<const char *>(piece.data());
    const void *nul = std::memchr(begin, 0, size);
    if (nul != nullptr) {
      return text.append(begin, static_cast<const char *>(nul));
    }
    text.append(begin, size);
  }
  return text;
}

Result<std::string> Memory::read_text(Address address, std::size_t limit, std::string_view what) const {
  auto text = read_string(address, limit, what);
  if (!text || text->size() < limit) return text;
  return Error{ErrorCode::corrupt,
               std::string(what) + " at " + hex(address) + " does not end within " + std::to_string(limit) + " bytes",
               address};
}

int Memory::host_rank() const {
  return callbacks_->mqs_get_global_rank_fp == nullptr ? -1 : callbacks_->mqs_get_global_rank_fp(process_);
}

}  // namespace mpidbg::debugger
