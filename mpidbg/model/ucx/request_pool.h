#pragma once
// RequestPool reads a worker's pool of requests. The pool contains every request that UCX has allocated; free ones are
// marked.

#include <functional>
#include <span>
#include <vector>

#include "mpidbg/model/ucx/request_reader.h"

namespace mpidbg::model::ucx {

class RequestPool {
 public:
  // `pool` is the address of the worker's req_mp. `memory` and `layouts` must outlive this object.
  RequestPool(const debugger::Memory &memory, const Layouts &layouts, Address pool)
      : memory_(memory), layouts_(layouts), pool_(pool) {}

  // Checks that the pool's elements have the size of a request followed by `user_bytes`. Errors: corrupt.
  Status check(std::uint64_t user_bytes) const;

  // Holds the memory of the pool, ordered by address.
  class Chunks {
   public:
    // Returns the number of elements, in use or free.
    std::uint64_t requests() const;
    bool contains(Address request) const;

   private:
    friend class RequestPool;
    struct Chunk {
      Address elements{};
      std::uint64_t count = 0;
      // The distance between elements in bytes.
      std::uint64_t pitch = 0;

      Address end() const { return elements + count * pitch; }
    };
    std::vector<Chunk> chunks_;
  };
  // Finds the memory of the pool without reading any request. Errors: corrupt; unreadable.
  Result<Chunks> chunks() const;

  // Calls `found` with each request in use, ordered by address, and with a copy of its bytes that is valid during the
  // call. Continues after errors and returns the first one. Errors: those returned by `found`; unreadable; corrupt. The
  // error is also corrupt if the elements that are not in use differ from the pool's list of free elements, because
  // requests may be missing then.
  using Found = std::function<Status(Address request, std::span<const std::byte> copy)>;
  Status walk(const Chunks &chunks, const Found &found) const;

 private:
  using Run = std::span<const Chunks::Chunk>;

  // walk_run() and walk_elements() do the work of walk() for a part of the pool. For each element that is not in use,
  // both combine two addresses with `free` by exclusive or: the element's own address, and the address of the element
  // that it points to. Errors: those of walk().
  Status walk_run(Run run, std::vector<std::byte> &bytes, const Found &found, std::uint64_t &free) const;
  Status walk_elements(const Chunks::Chunk &elements, std::span<const std::byte> bytes, const Found &found,
                       std::uint64_t &free) const;
  Status check_free(std::uint64_t free) const;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  Address pool_;
};

}  // namespace mpidbg::model::ucx
