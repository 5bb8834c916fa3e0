#include "mpidbg/model/mpich/objects/communicator_checks.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/objects/object_kinds.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

using CommunicatorView = layout::View<CommunicatorLayout>;

Error corrupt_communicator(const CommunicatorView &communicator, const std::string &what) {
  return {ErrorCode::corrupt, "MPIR_Comm at " + hex(communicator.address()) + " " + what, communicator.address()};
}

// Context ids of predefined communicators are 0, 1, 2 and so on, shifted left by this number of bits (*_CTXID in
// src/mpi/comm/builtin_comms.c). Other context ids start at 0x30.
constexpr unsigned predefined_context_shift = 4;

// Checks the communicator's place in the hierarchy of nodes that MPICH uses for collective operations. Two bits of the
// context id state which part of another communicator this one is, and the field hierarchy_kind states the same. While
// MPI_Intercomm_merge makes a communicator, both bits are set.
Status check_hierarchy(const CommunicatorView &communicator, std::uint32_t context) {
  const auto place = communicator.get(&CommunicatorLayout::hierarchy_kind);
  if (!place) return {};
  const std::uint32_t part = context & constants::context_subcommunicator;
  const bool is_node = *place == constants::hierarchy_node, is_roots = *place == constants::hierarchy_node_roots;
  const std::uint32_t expected = is_node    ? constants::context_within_node
                                 : is_roots ? constants::context_among_nodes
                                            : 0;
  const bool is_being_merged = !is_node && !is_roots && part == constants::context_subcommunicator;
  if (*place <= constants::hierarchy_node && (part == expected || is_being_merged)) return {};
  return corrupt_communicator(
      communicator, "has the hierarchy_kind " + std::to_string(*place) + " and the context_id " + hex(context));
}

// Checks everything that check_communicator() checks. Errors: corrupt, also for a communicator that is being made.
Status check_fields(const CommunicatorView &communicator, std::uint32_t handle) {
  const bool is_predefined = place_of_handle(handle) == constants::handle_builtin;
  const std::uint32_t kind = communicator.get(&CommunicatorLayout::comm_kind);
  const bool is_inter = kind == constants::communicator_inter;
  if (kind > constants::communicator_inter || (is_predefined && is_inter)) {
    return corrupt_communicator(communicator, "has the comm_kind " + std::to_string(kind));
  }
  const std::int32_t rank = communicator.get(&CommunicatorLayout::rank),
                     size = communicator.get(&CommunicatorLayout::local_size);
  if (size <= 0 || static_cast<std::uint64_t>(size) > limits::group_members || rank < 0 || rank >= size) {
    return corrupt_communicator(communicator, "has the rank " + std::to_string(rank) + " of " + std::to_string(size));
  }
  const std::uint32_t sent = communicator.get(&CommunicatorLayout::context_id),
                      received = communicator.get(&CommunicatorLayout::recvcontext_id);
  const auto wrong_context = [&](const char *why) {
    return corrupt_communicator(communicator,
                                "has the context_id " + hex(sent) + " and the recvcontext_id " + hex(received) + why);
  };
  if (((sent | received) & constants::context_collective) != 0) return wrong_context(", which are of messages");
  if (!is_inter && sent != received) return wrong_context(", which are to be the same");
  if (is_predefined && sent != (handle & constants::handle_index_mask) << predefined_context_shift) {
    return wrong_context(", which are not those of its handle");
  }
  MPIDBG_TRY(check_hierarchy(communicator, received));
  const Address local = communicator.get(&CommunicatorLayout::local_comm);
  if (is_inter || local.is_null()) return {};
  return corrupt_communicator(communicator, "has the local_comm " + hex(local) + " and is not an intercommunicator");
}

// Returns true if both sizes are still those that MPII_Comm_init() sets.
bool has_no_sizes(const CommunicatorView &communicator) {
  return communicator.get(&CommunicatorLayout::local_size) == -1 &&
         communicator.get(&CommunicatorLayout::remote_size) == -1 &&
         communicator.get(&CommunicatorLayout::local_group).is_null() &&
         communicator.get(&CommunicatorLayout::remote_group).is_null() &&
         communicator.get(&CommunicatorLayout::attributes).is_null() &&
         communicator.get(&CommunicatorLayout::errhandler).is_null();
}

// Returns true if the context ids are still those that MPII_Comm_copy_data() sets for MPI_Comm_idup. The one that the
// processes agree on first is set to 0 when they begin to.
bool has_no_contexts(const CommunicatorView &communicator) {
  constexpr std::uint32_t unset = 0x7fff;
  const std::uint32_t sent = communicator.get(&CommunicatorLayout::context_id),
                      received = communicator.get(&CommunicatorLayout::recvcontext_id);
  const bool is_inter = communicator.get(&CommunicatorLayout::comm_kind) == constants::communicator_inter;
  const std::uint32_t first = is_inter ? received : sent, second = is_inter ? sent : received;
  return second == unset && (first == unset || first == 0) &&
         communicator.get(&CommunicatorLayout::local_comm).is_null();
}

}  // namespace

bool is_being_made(const CommunicatorView &communicator, std::uint32_t handle) {
  if (place_of_handle(handle) == constants::handle_builtin) return false;
  if (!has_no_sizes(communicator) && !has_no_contexts(communicator)) return false;
  return communicator.get(&CommunicatorLayout::node_comm).is_null() &&
         communicator.get(&CommunicatorLayout::node_roots_comm).is_null() &&
         communicator.get(&CommunicatorLayout::hierarchy_kind).value_or(std::uint32_t{constants::hierarchy_flat}) ==
             constants::hierarchy_flat &&
         communicator.get(&CommunicatorLayout::next_sched_tag) == constants::first_nonblocking_tag &&
         communicator.text(&CommunicatorLayout::name).value_or("?").empty();
}

Status check_communicator(const CommunicatorView &communicator, std::uint32_t handle) {
  Status checked = check_fields(communicator, handle);
  if (checked || !is_being_made(communicator, handle)) return checked;
  return Error{ErrorCode::being_made, hex(handle) + " is a communicator that the library is making at this moment",
               communicator.address()};
}

void CommunicatorContexts::add(const CommunicatorView &communicator) {
  const std::uint32_t received = communicator.get(&CommunicatorLayout::recvcontext_id);
  const auto [other, is_new] = by_context_.emplace(received, communicator.address());
  if (!is_new && status_) {
    status_ = corrupt_communicator(
        communicator, "and MPIR_Comm at " + hex(other->second) + " have one recvcontext_id, " + hex(received));
  }
  contexts_.emplace(communicator.address(), received);
  const Address local = communicator.get(&CommunicatorLayout::local_comm);
  const bool is_inter = communicator.get(&CommunicatorLayout::comm_kind) == constants::communicator_inter;
  if (is_inter && !local.is_null()) {
    expected_[local] = {communicator.address(), received | constants::context_local};
  }
}

const Status &CommunicatorContexts::check() {
  for (const auto &[local, expected] : expected_) {
    const auto found = contexts_.find(local);
    if (found != contexts_.end() && found->second == expected.received) {
      local_.insert(local);
    } else if (status_) {
      status_ = Error{ErrorCode::corrupt,
                      "MPIR_Comm.local_comm at " + hex(expected.intercommunicator) + " is " + hex(local) +
                          ", which is not the communicator over its local group",
                      expected.intercommunicator};
    }
  }
  expected_.clear();
  return status_;
}

}  // namespace mpidbg::model::mpich
