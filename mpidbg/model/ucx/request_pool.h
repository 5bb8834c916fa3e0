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

  // Calls `found` with each request in use that is not among `left_out`, which are sorted, in the order of the pool.
  // Errors, after all that can be read: the first of those of requests; corrupt and unreadable; corrupt if the other
  // elements are not those of the list of free ones, so that some in use may be among them.
  Status walk(std::span<const Address> left_out, const std::function<void(const AnyRequest &)> &found) const;

  // Whether a request is in the pool's memory. Reads the pool's chunks, not the requests.
  class Extent {
   public:
    bool contains(Address request) const;

   private:
    friend class RequestPool;
    std::vector<std::pair<Address, Address>> chunks_;  // [first, second), by address
  };
  Result<Extent> extent() const;

 private:
  struct Chunk {
    Address elements{};
    std::uint64_t count = 0;
    std::uint64_t pitch = 0;  // bytes from one element to the next
  };
  using Found = std::function<void(const AnyRequest &)>;
  Result<std::vector<Chunk>> chunks() const;
  // Adds the elements that are not in use, and what they point to, to the exclusive or in `free`.
  Status walk_chunk(const Chunk &chunk, std::span<const Address> left_out, const Found &found,
                    std::uint64_t &free) const;
  Status check_free(std::uint64_t free) const;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  Address pool_;
};

}  // namespace mpidbg::model::ucx
