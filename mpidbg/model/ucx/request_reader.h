#pragma once
// One request of UCX, decoded.

#include <span>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ucx/layouts.h"
#include "mpidbg/model/ucx/operations.h"

namespace mpidbg::model::ucx {

using layout::ucx::Layouts;

// At most one of the two: UCX has requests of its own, too.
struct AnyRequest {
  std::optional<Send> send;
  std::optional<Receive> receive;
};

// The part of a pooled receive that determines its position among the posted receives.
struct PooledReceive {
  Address request{};
  Address next{};  // the element behind its own, if it is in a queue
  std::uint64_t tag = 0, mask = 0, sequence = 0;
  bool offloaded = false;
  bool posted = false;  // whether a queue has it
  bool complete = false;
};

class RequestReader {
 public:
  // Both outlive it. All layouts are resolved.
  RequestReader(const debugger::Memory &memory, const Layouts &layouts) : memory_(memory), layouts_(layouts) {}

  std::uint32_t bytes() const { return layouts_.request.byte_size; }

  // Errors: unreadable.
  Result<AnyRequest> read(Address request) const;
  // The same of a copy of its bytes.
  Result<AnyRequest> decode(Address request, std::span<const std::byte> copy) const;
  // Empty for what is not a receive.
  std::optional<PooledReceive> decode_pooled(Address request, std::span<const std::byte> copy) const;
  // Without its kind, which decode() and decode_pooled() know. `behind`, `completion`: as WorkerPlace.
  Result<PooledRequest> decode_named(Address request, std::span<const std::byte> copy, std::uint32_t behind,
                                     std::optional<std::uint32_t> completion) const;
  // Of a request that is a receive because of where it was found. Errors: corrupt if it says otherwise.
  Result<Receive> read_receive(Address request) const;

 private:
  Result<Receive> decode_receive(const Request &common, std::span<const std::byte> copy) const;
  Result<std::optional<Send>> decode_send(const Request &common, std::uint32_t flags,
                                          std::span<const std::byte> copy) const;
  // From an iterator over what is transferred, at `address`; `done`: its position.
  Result<Payload> iterated(Address address, std::span<const std::byte> copy, std::uint64_t &done) const;
  Result<Payload> described(Address buffer, std::uint64_t datatype, std::uint64_t bytes) const;
  Result<Address> generic_context(Address generic) const;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
};

}  // namespace mpidbg::model::ucx
