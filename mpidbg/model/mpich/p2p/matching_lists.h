#pragma once
// Walks the lists in which MPICH itself matches messages, for all virtual interfaces. The lists contain active
// messages, and messages between processes on the same node if the build passes them through shared memory (ch4:ofi;
// any device with the module "posix").
//
// A list is accepted if each item is a request in the table of requests and has a correct pointer to its predecessor,
// and if the first item points to the last. Items before a place where a list is damaged are kept.

#include <optional>
#include <vector>

#include "mpidbg/model/mpich/objects/pools.h"

namespace mpidbg::model::mpich {

// Holds the facts about a posted receive, or about a message that has not matched a receive.
struct ListedRequest {
  // The address of the MPIR_Request.
  Address request{};
  // The address of the MPIDIG_req_ext_t with the state of the request.
  Address state{};
  Address buffer{};
  // The number of elements; for a message, its size in bytes.
  std::int64_t count = 0;
  std::uint32_t datatype = 0;
  // The context id, including the bit of collective operations.
  std::uint32_t context_id = 0;
  std::int32_t source = 0, tag = 0;
};

// Holds a list that has been read.
struct MatchingList {
  // The entries of each virtual interface, in the order of posting or arrival.
  std::vector<ListedRequest> entries;
  // The reason why entries are missing; empty if the list is complete.
  std::optional<Error> problem;
};

class MatchingLists {
 public:
  // Both arguments must outlive this object.
  MatchingLists(const Attachment &process, Pools &pools);

  // Explains why the lists cannot be found; empty if they can.
  const std::string &problem() const { return problem_; }

  // Discards the lists at a new stop.
  void clear();

  // These functions return the lists of posted receives and of unexpected messages. Each list is walked when it is
  // first needed, at most once until clear().
  const MatchingList &posted() { return read(posted_, &InterfaceLayout::posted_list, "posted_list"); }
  const MatchingList &unexpected() { return read(unexpected_, &InterfaceLayout::unexp_list, "unexp_list"); }

  // Returns for each virtual interface the number of requests that were freed; empty if this version does not count
  // them. Errors: those of reading.
  Result<std::vector<std::uint64_t>> freed_requests() const;

  // Decodes the part of a request that belongs to active messages. Errors: layout.
  Result<ListedRequest> decode(const layout::View<RequestLayout> &request) const;

 private:
  using Head = layout::Slot<Address> InterfaceLayout::*;

  // Looks for the library's variable MPIDI_global. Returns why the lists cannot be found, or an empty text.
  std::string find();
  // Walks a list unless that was done since clear(). `head` is the field that points to the first item of the list, and
  // `name` is the name of that field.
  const MatchingList &read(std::optional<MatchingList> &list, Head head, const char *name);
  // Returns the virtual interfaces. Errors: corrupt for an implausible number.
  Result<std::vector<layout::View<InterfaceLayout>>> interfaces() const;
  // Appends the lists of all virtual interfaces.
  Status walk_all(Head head, const char *name, MatchingList &list);
  // Appends the items of one list. Errors: corrupt where the list is damaged; the items before that place have been
  // appended.
  Status walk(Address first, const char *name, MatchingList &list);

  const Attachment &process_;
  Pools &pools_;
  std::string problem_;
  // The address of MPIDI_global.
  Address global_{};
  std::optional<MatchingList> posted_, unexpected_;
};

}  // namespace mpidbg::model::mpich
