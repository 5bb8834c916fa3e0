#include "mpidbg/entry/pack_operation.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/mpi_calls.h"

namespace mpidbg::entry {

using model::Operation;
using model::Queue;

static_assert(static_cast<int>(model::Protocol::rendezvous) == MPIDBG_PROTOCOL_RENDEZVOUS &&
              static_cast<int>(model::SendMode::ready) == MPIDBG_SEND_READY);

namespace {

#define MPIDBG_COLLECTIVE_OPERATION(word, WORD) \
  static_assert(static_cast<int>(CollectiveOperation::word) == MPIDBG_COLLECTIVE_##WORD);
#include "mpidbg/base/collective_operations.def"

std::int64_t number(const std::optional<std::uint64_t> &value) {
  return value ? static_cast<std::int64_t>(std::min<std::uint64_t>(*value, INT64_MAX)) : -1;
}

const char *mode_text(model::SendMode mode) {
  switch (mode) {
    case model::SendMode::standard:
      return "standard";
    case model::SendMode::synchronous:
      return "synchronous";
    case model::SendMode::buffered:
      return "buffered";
    case model::SendMode::ready:
      return "ready";
    case model::SendMode::unknown:
      break;
  }
  return "unknown mode";
}

// Returns lines of text about the operation, for users of debuggers that show only the struct of the historical
// interface.
std::vector<std::string> extra_lines(const Operation &operation) {
  std::vector<std::string> lines;
  if (operation.queue == Queue::unexpected || operation.queue == Queue::unclaimed) {
    lines.push_back(std::string("Protocol: ") +
                    (operation.protocol == model::Protocol::eager ? "eager" : "rendezvous, data is at the sender"));
    if (operation.out_of_order) lines.push_back("Out of order: an earlier message is missing");
    lines.push_back("Fragment: " + hex(operation.record));
    return lines;
  }
  if (operation.is_probe) {
    lines.push_back("Probe: " + hex(operation.record));
  } else {
    lines.push_back((operation.is_send ? std::string("Send: ") + mode_text(operation.send_mode) + ", request "
                                       : std::string("Receive: request ")) +
                    hex(operation.request));
    if (operation.is_send && operation.comm_rank < 0 && !operation.tag_known)
      lines.push_back("Peer, tag: not kept by the MPI library");
    if (!operation.bytes) lines.push_back("Size: unknown");
    if (!operation.datatype_name.empty()) {
      lines.push_back("Data: " + (operation.count ? std::to_string(*operation.count) + " * " : std::string()) +
                      operation.datatype_name);
    } else if (operation.bytes) {
      lines.push_back("Data: " + std::to_string(*operation.bytes) + " bytes");
    }
  }
  if (operation.matched || (operation.is_send && operation.bytes_done.value_or(0) != 0)) {
    lines.push_back("Transferred: " + std::to_string(operation.bytes_done.value_or(0)) + " of " +
                    std::to_string(operation.bytes.value_or(0)) + " bytes");
  }
  std::string state;
  if (operation.partitions) {
    state += ", " + std::to_string(operation.partitions->count) + " partitions";
    if (const auto ready = operation.partitions->ready) {
      state += ", " + std::to_string(*ready);
      if (operation.partitions->perhaps_one_more) state += " or " + std::to_string(*ready + 1);
      state += " ready";
    }
  }
  if (operation.persistent) state += ", persistent";
  if (operation.freed) state += ", freed by MPI_Request_free";
  if (!operation.waiter.is_null()) state += ", a thread waits for it";
  if (!state.empty()) lines.push_back("State: " + state.substr(2));
  return lines;
}

}  // namespace

void copy_text(char *destination, std::size_t size, const std::string &text) {
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(destination, text.data(), length);
  std::memset(destination + length, 0, size - length);
}

void pack(const std::optional<model::Partitions> &partitions, int &count, int &ready) {
  count = partitions ? static_cast<int>(partitions->count) : 0;
  ready = partitions && partitions->ready ? static_cast<int>(*partitions->ready) : -1;
}

void pack(const Operation &operation, mqs_pending_operation &packed) {
  std::memset(&packed, 0, sizeof packed);
  packed.status = mqs_st_pending;
  if (operation.matched) packed.status = mqs_st_matched;
  if (operation.complete) packed.status = mqs_st_complete;
  packed.desired_local_rank = operation.any_source ? -1 : operation.comm_rank;
  packed.desired_global_rank = operation.any_source ? -1 : operation.world_rank;
  packed.tag_wild = operation.any_tag ? 1 : 0;
  packed.desired_tag = operation.tag;
  packed.desired_length = operation.is_probe ? 0 : number(operation.bytes);
  packed.system_buffer = operation.buffer_is_library_memory ? 1 : 0;
  packed.buffer = operation.buffer.value();
  packed.actual_local_rank = packed.desired_local_rank;
  packed.actual_global_rank = packed.desired_global_rank;
  packed.actual_tag = packed.desired_tag;
  packed.actual_length = packed.desired_length;
  const auto lines = extra_lines(operation);
  for (std::size_t i = 0; i < lines.size() && i < 5; ++i) copy_text(packed.extra_text[i], 64, lines[i]);
}

void pack(const Operation &operation, mpidbg_operation_info_t &packed) {
  mpidbg_operation_info_t whole{};
  const auto flag = [&](bool set, mpidbg_operation_flags_t bit) {
    if (set) whole.flags |= bit;
  };
  whole.struct_size = packed.struct_size;
  whole.queue = static_cast<int>(operation.queue);
  flag(operation.any_source, MPIDBG_OP_ANY_SOURCE);
  flag(operation.any_tag, MPIDBG_OP_ANY_TAG);
  flag(operation.internal, MPIDBG_OP_INTERNAL);
  flag(operation.persistent, MPIDBG_OP_PERSISTENT);
  flag(!operation.waiter.is_null() || !operation.blocking_call.empty(), MPIDBG_OP_WAITED_ON);
  flag(operation.complete, MPIDBG_OP_COMPLETE);
  flag(operation.matched, MPIDBG_OP_MATCHED);
  flag(operation.freed, MPIDBG_OP_FREED);
  flag(operation.out_of_order, MPIDBG_OP_OUT_OF_ORDER);
  flag(operation.is_probe, MPIDBG_OP_PROBE);
  flag(!operation.tag_known, MPIDBG_OP_TAG_UNKNOWN);
  flag(operation.partitions && operation.partitions->perhaps_one_more, MPIDBG_OP_MAYBE_READY);
  flag(operation.partitions && operation.partitions->met_none, MPIDBG_OP_MET_NONE);
  whole.protocol = static_cast<int>(operation.protocol);
  whole.send_mode = static_cast<int>(operation.send_mode);
  whole.is_send = operation.is_send ? 1 : 0;
  whole.collective = static_cast<int>(operation.collective);
  whole.context_id = static_cast<std::int64_t>(operation.context_id);
  whole.comm_rank = operation.comm_rank;
  whole.world_rank = operation.world_rank;
  whole.peer_job = operation.peer.job;
  whole.peer_job_rank = operation.peer.rank;
  whole.tag = operation.tag;
  whole.datatype_named = operation.datatype_named ? 1 : 0;
  whole.bytes = number(operation.bytes);
  whole.bytes_done = number(operation.bytes_done);
  whole.count = number(operation.count);
  whole.sequence = number(operation.sequence);
  whole.request = operation.request.value();
  whole.record = operation.record.value();
  whole.sender_record = operation.sender_record.value();
  whole.buffer = operation.buffer.value();
  whole.datatype = operation.datatype.value();
  whole.waiter = operation.waiter.value();
  copy_text(whole.datatype_name, sizeof whole.datatype_name, operation.datatype_name);
  copy_text(whole.blocking_call, sizeof whole.blocking_call, operation.blocking_call);
  pack(operation.partitions, whole.partitions, whole.partitions_ready);
  std::memcpy(&packed, &whole, std::min<std::size_t>(packed.struct_size, sizeof whole));
}

}  // namespace mpidbg::entry
