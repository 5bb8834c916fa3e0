#pragma once
// Reads the requests of psm3: receives, messages and sends, their lists and their pools.

#include <functional>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/operations.h"

namespace mpidbg::model::ofi {

using layout::ofi::Layouts;

class PsmRequests {
 public:
  using Request = layout::View<layout::ofi::PsmRequestLayout>;
  using Found = std::function<Status(const Request &request)>;

  // `queues` is the address of the psm2_mq. `memory` and `layouts` must outlive this object.
  PsmRequests(const debugger::Memory &memory, const Layouts &layouts, Address queues)
      : memory_(memory), layouts_(layouts), queues_(queues) {}

  // Returns the number of hash tables, which the room for links in each request says.
  std::uint64_t tables() const;

  // Visits the list at `list`, an mqq, which is linked by the links with number `links`: tables() for lists without
  // hashes. Returns the number of requests. Errors: corrupt if a request is of other queues, or does not lead back to
  // the one before; unreadable; those of `found`.
  Result<std::uint64_t> walk(Address list, std::uint64_t links, const char *what, const Found &found) const;

  // Visits the requests in use in the pool at `pool`, an mpool. Reads the header of every element. Errors: corrupt if
  // the pool has another number of them than it counts; unreadable; those of `found`.
  Status walk_pool(Address pool, const Found &found) const;

  // Checks the pool at `pool`. Errors: corrupt; unreadable.
  Status check_pool(Address pool) const;

  // Return what a request says. Addresses of processes are those of psm3: see PsmRequestLayout::peer. Untagged
  // messages, of which libfabric has receives and messages in the same lists, are empty. Errors: corrupt.
  Result<std::optional<Receive>> receive(const Request &request) const;
  Result<std::optional<Message>> message(const Request &request) const;
  Result<std::optional<Send>> send(const Request &request) const;

 private:
  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const Address queues_;
};

}  // namespace mpidbg::model::ofi
