#pragma once
// Target memory through the host's fetch and byte-order callbacks.
//
// Reads are whole structs or arrays, because a host may need a round trip for each. Nothing is cached here: hosts stop
// and continue their processes without telling.

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

class Memory {
 public:
  // Learns the target's byte order from the host's target_to_host: its answer for a known pattern tells whether it
  // reverses. Fails if the answer is neither the pattern nor its reverse, or a callback is missing.
  static Result<Memory> open(mqs_process *process, const mqs_process_callbacks *callbacks, unsigned pointer_size);

  unsigned pointer_size() const { return pointer_size_; }
  ByteOrder byte_order() const { return byte_order_; }
  mqs_process *process() const { return process_; }

  // Fills `buffer` from `address` on; all of it or an error naming `what`.
  Status read(Address address, std::span<std::byte> buffer, std::string_view what) const;

  Result<Address> read_pointer(Address address, std::string_view what) const;
  Result<std::int32_t> read_int32(Address address, std::string_view what) const;

  // Arrays of `count` elements; the caller has limited the count.
  Result<std::vector<Address>> read_pointers(Address address, std::uint64_t count, std::string_view what) const;
  Result<std::vector<std::int32_t>> read_int32s(Address address, std::uint64_t count, std::string_view what) const;

  // A NUL-terminated string of less than `limit` bytes; one without NUL is cut there. Bytes are delivered as they are.
  Result<std::string> read_string(Address address, std::size_t limit, std::string_view what) const;
  // The same of a string that a pointer leads to: one without NUL is an error.
  Result<std::string> read_text(Address address, std::size_t limit, std::string_view what) const;

  // The rank the host knows the process by, or -1.
  int host_rank() const;

 private:
  Memory() = default;

  mqs_process *process_ = nullptr;
  const mqs_process_callbacks *callbacks_ = nullptr;
  unsigned pointer_size_ = 0;
  ByteOrder byte_order_ = ByteOrder::little;
};

}  // namespace mpidbg::debugger
