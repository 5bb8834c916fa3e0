#pragma once
// One request of UCX, decoded.

#include <span>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ucx/layouts.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ucx/posted_receives.h"

namespace mpidbg::model::ucx {

using layout::ucx::Layouts;

// At most one of the two: UCX has requests of its own, too.
struct AnyRequest {
  std::optional<Send> send;
  std::optional<Receive> receive;
};

// Words in the memory behind a request, which the MPI library uses as it likes: where they are. What may be its own
// request, how it notes that it is complete, and its class. Empty: there is no such word.
struct WordsBehind {
  std::uint32_t object = 0;
  std::optional<std::uint32_t> completion{}, object_class{};
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
  // Of a request in the pool, with what is behind it. Empty for what is not a receive.
  std::optional<PooledReceive> decode_pooled(Address request, std::span<const std::byte> copy,
                                             const WordsBehind &words) const;
  // Without its kind, which decode() and decode_pooled() know.
  Result<PooledRequest> decode_named(Address request, std::span<const std::byte> copy, const WordsBehind &words) const;
  // Of a request that is a receive because of where it was found. Errors: corrupt if it says otherwise.
  Result<Receive> read_receive(Address request) const;

 private:
  std::uint64_t word_behind(std::span<const std::byte> copy, std::optional<std::uint32_t> offset) const;
  void fill_contiguous(const layout::View<layout::ucx::ReceiveRequestLayout> &view, std::span<const std::byte> copy,
                       PooledReceive &receive) const;
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
