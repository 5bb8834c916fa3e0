#pragma once
// Memory reads the target through the host's fetch and byte-order callbacks.
//
// Callers read complete structs or arrays at once, because a host may need a round trip for each read. Nothing is
// cached here: hosts stop and continue their processes without notice.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/abi/msgq_interface.h"
#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/handle.h"
#include "mpidbg/base/result.h"

namespace mpidbg::debugger {

// Gives access to the memory of one process. It is cheap to copy; process and callbacks belong to the host and outlive
// it. Unless stated otherwise, a failed read returns `unreadable` with a message that contains `what`, the name of the
// field or table to be read.
class Memory {
 public:
  // Determines the target's byte order by passing a known pattern to the host's target_to_host. Fails if the answer is
  // neither the pattern nor its reverse, or if a callback is missing.
  static Result<Memory> open(mqs_process *process, const mqs_process_callbacks *callbacks, unsigned pointer_size);

  // Returns the size of a pointer in the target, in bytes.
  unsigned pointer_size() const { return pointer_size_; }
  ByteOrder byte_order() const { return byte_order_; }
  mqs_process *process() const { return process_; }

  // Reads bytes starting at `address` until `buffer` is full. Partial reads count as failures.
  Status read(Address address, std::span<std::byte> buffer, std::string_view what) const;

  // Read a pointer, or an int of 32 bits, in the byte order of the target.
  Result<Address> read_pointer(Address address, std::string_view what) const;
  Result<std::int32_t> read_int32(Address address, std::string_view what) const;

  // Read arrays of `count` elements. The caller has to compare `count` with a limit before.
  Result<std::vector<Address>> read_pointers(Address address, std::uint64_t count, std::string_view what) const;
  Result<std::vector<std::int32_t>> read_int32s(Address address, std::uint64_t count, std::string_view what) const;

  // Reads a NUL-terminated string, as bytes without any conversion. A string without NUL is cut off after `limit`
  // bytes.
  Result<std::string> read_string(Address address, std::size_t limit, std::string_view what) const;
  // Reads a NUL-terminated string outside of a struct, which a pointer of the target refers to. A missing NUL within
  // `limit` bytes is an error.
  Result<std::string> read_text(Address address, std::size_t limit, std::string_view what) const;

  // Returns the rank that the host assigns to the process, or -1.
  int host_rank() const;

 private:
  Memory() = default;

  mqs_process *process_ = nullptr;
  const mqs_process_callbacks *callbacks_ = nullptr;
  unsigned pointer_size_ = 0;
  ByteOrder byte_order_ = ByteOrder::little;
};

}  // namespace mpidbg::debugger
