#pragma once
// The lists in which MPICH itself matches messages, of all virtual interfaces: those of processes on the same node,
// where a build passes them through shared memory (ch4:ofi; any device with the module "posix"), and active messages.
//
// A list is believed if each of its items is a request in the table of requests, knows the one before it, and the first
// one knows the last. What was read before a list breaks is kept.

#include <optional>
#include <vector>

#include "mpidbg/model/mpich/objects/pools.h"

namespace mpidbg::model::mpich {

// A posted receive, or a message that none has matched.
struct ListedRequest {
  Address request{};  // MPIR_Request
  Address state{};    // MPIDIG_req_ext_t
  Address buffer{};
  std::int64_t count = 0;  // of a message: its bytes
  std::uint32_t datatype = 0;
  std::uint32_t context_id = 0;  // with the bit of collective operations
  std::int32_t source = 0, tag = 0;
};

struct MatchingList {
  std::vector<ListedRequest> entries;  // of each virtual interface in order of posting or arrival
  std::optional<Error> problem;        // why there are no more; empty: complete
};

class MatchingLists {
 public:
  // Both outlive it.
  MatchingLists(const Attachment &process, Pools &pools);

  // Why the lists cannot be found; empty if they can.
  const std::string &problem() const { return problem_; }

  void clear();

  // Each is walked when it is first asked for, at most once until clear().
  const MatchingList &posted() { return read(posted_, &InterfaceLayout::posted_list, "posted_list"); }
  const MatchingList &unexpected() { return read(unexpected_, &InterfaceLayout::unexp_list, "unexp_list"); }

  // Of each virtual interface, how many requests were freed; empty if this version does not count. Errors: those of
  // reading.
  Result<std::vector<std::uint64_t>> freed_requests() const;

  // What a request has as an active message. Errors: layout.
  Result<ListedRequest> decode(const layout::View<RequestLayout> &request) const;

 private:
  using Head = layout::Slot<Address> InterfaceLayout::*;

  std::string find();
  const MatchingList &read(std::optional<MatchingList> &list, Head head, const char *name);
  Result<std::vector<layout::View<InterfaceLayout>>> interfaces() const;
  Status walk_all(Head head, const char *name, MatchingList &list);
  Status walk(Address first, const char *name, MatchingList &list);

  const Attachment &process_;
  Pools &pools_;
  std::string problem_;
  Address global_{};  // MPIDI_global
  std::optional<MatchingList> posted_, unexpected_;
};

}  // namespace mpidbg::model::mpich
