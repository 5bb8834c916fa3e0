#pragma once
// A worker's pool of requests. Every request that UCX has allocated is in it; those that are free are marked so.

#include <functional>
#include <span>
#include <vector>

#include "mpidbg/model/ucx/request_reader.h"

namespace mpidbg::model::ucx {

class RequestPool {
 public:
  // `pool`: the worker's req_mp. All outlive it.
  RequestPool(const debugger::Memory &memory, const Layouts &layouts, Address pool)
      : memory_(memory), layouts_(layouts), pool_(pool) {}

  // Whether its elements have the size that requests with `user_bytes` behind them need. Errors: corrupt.
  Status check(std::uint64_t user_bytes) const;

  // The pool's memory, by address.
  class Chunks {
   public:
    std::uint64_t requests() const;  // in use or free
    bool contains(Address request) const;

   private:
    friend class RequestPool;
    struct Chunk {
      Address elements{};
      std::uint64_t count = 0;
      std::uint64_t pitch = 0;  // bytes from one element to the next

      Address end() const { return elements + count * pitch; }
    };
    std::vector<Chunk> chunks_;
  };
  // Reads no request. Errors: corrupt; unreadable.
  Result<Chunks> chunks() const;

  // Calls `found` with each request in use, by address, and a copy of its bytes that lives for the call. Errors, after
  // all that can be read: the first that `found` returns; corrupt and unreadable; corrupt if the other elements are not
  // those of the list of free ones, so that some in use may be among them.
  using Found = std::function<Status(Address request, std::span<const std::byte> copy)>;
  Status walk(const Chunks &chunks, const Found &found) const;

 private:
  using Run = std::span<const Chunks::Chunk>;

  // Both add the elements that are not in use, and what they point to, to the exclusive or in `free`. Errors as walk().
  Status walk_run(Run run, std::vector<std::byte> &bytes, const Found &found, std::uint64_t &free) const;
  Status walk_elements(const Chunks::Chunk &elements, std::span<const std::byte> bytes, const Found &found,
                       std::uint64_t &free) const;
  Status check_free(std::uint64_t free) const;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  Address pool_;
};

}  // namespace mpidbg::model::ucx
