#pragma once
// RequestReader decodes one request of UCX.

#include <span>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ucx/layouts.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ucx/posted_receives.h"

namespace mpidbg::model::ucx {

using layout::ucx::Layouts;

// Holds a decoded request. At most one of the members is set; requests of UCX for other purposes are neither sends nor
// receives.
struct AnyRequest {
  std::optional<Send> send;
  std::optional<Receive> receive;
};

// Holds the offsets of words in the memory that follows a request. The MPI library uses this memory for its own data:
// the pointer to its own request, the word that records completion, and the class of its request. An offset is empty if
// the library has no such word.
struct WordsBehind {
  std::uint32_t object = 0;
  std::optional<std::uint32_t> completion{}, object_class{};
};

class RequestReader {
 public:
  // `memory` and `layouts` must outlive this object, and all layouts must be resolved.
  RequestReader(const debugger::Memory &memory, const Layouts &layouts) : memory_(memory), layouts_(layouts) {}

  // The size of a request in bytes.
  std::uint32_t bytes() const { return layouts_.request.byte_size; }

  // Reads a request from memory. Errors: unreadable.
  Result<AnyRequest> read(Address request) const;
  // Decodes a copy of the bytes of a request.
  Result<AnyRequest> decode(Address request, std::span<const std::byte> copy) const;
  // Decodes a request of the pool and the words that follow it. Returns nullopt if the request is not a receive.
  std::optional<PooledReceive> decode_pooled(Address request, std::span<const std::byte> copy,
                                             const WordsBehind &words) const;
  // Decodes all members of a pooled request except for the kind, which decode() and decode_pooled() determine.
  Result<PooledRequest> decode_named(Address request, std::span<const std::byte> copy, const WordsBehind &words) const;
  // Reads a request from a place where only receives are expected. Errors: corrupt if it is not a receive.
  Result<Receive> read_receive(Address request) const;

 private:
  std::uint64_t word_behind(std::span<const std::byte> copy, std::optional<std::uint32_t> offset) const;
  void fill_contiguous(const layout::View<layout::ucx::ReceiveRequestLayout> &view, std::span<const std::byte> copy,
                       PooledReceive &receive) const;
  Result<Receive> decode_receive(const Request &common, std::span<const std::byte> copy) const;
  Result<std::optional<Send>> decode_send(const Request &common, std::uint32_t flags,
                                          std::span<const std::byte> copy) const;
  // Decodes UCX's iterator over transferred data at `address`, and sets `done` to the position of the iterator.
  Result<Payload> iterated(Address address, std::span<const std::byte> copy, std::uint64_t &done) const;
  Result<Payload> described(Address buffer, std::uint64_t datatype, std::uint64_t bytes) const;
  Result<Address> generic_context(Address generic) const;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
};

}  // namespace mpidbg::model::ucx
