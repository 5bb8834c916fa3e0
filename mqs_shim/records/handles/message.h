#pragma once
// Holds what a plugin reported about a matched message (MPI_Message).

#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

// Describes a matched message. mpidbg_message_info_t documents the members.
struct MessageRecord : HandleRecord {
  Address communicator{};
  int source = -1;
  int source_world_rank = -1;
  std::uint32_t source_job = 0;
  std::uint32_t source_job_rank = 0;
  int tag = -1;
  std::int64_t bytes = 0;
  int protocol = MPIDBG_MESSAGE_PROTOCOL_UNKNOWN;
  Address payload{};
  Address request{};
};

template <>
struct KindOf<MessageRecord> {
  using Info = mpidbg_message_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_MESSAGE;
  static constexpr std::string_view noun = "message";    // `mpidbg show message`
  static constexpr std::string_view nouns = "messages";  // `mpidbg messages`
};

// Copies the plugin's result to `record`.
void take(const mpidbg_message_info_t &info, MessageRecord &record);

}  // namespace mqs_shim
