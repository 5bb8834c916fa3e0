// This file implements queue_details_interface.h.

#include <cstring>

#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/entry/errors.h"
#include "mpidbg/entry/iteration.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/model/library/detect.h"

using namespace mpidbg;
using namespace mpidbg::entry;

static_assert(static_cast<int>(model::MpiState::finalizing) == MPIDBG_MPI_FINALIZING);
static_assert(static_cast<int>(model::ThreadLevel::single) == MPIDBG_THREAD_SINGLE);
static_assert(static_cast<int>(model::ThreadLevel::multiple) == MPIDBG_THREAD_MULTIPLE);
static_assert(model::handle_kinds <= sizeof mpidbg_process_info_t::handle_width);
static_assert(static_cast<int>(model::MpiState::unknown) == MPIDBG_MPI_UNKNOWN);
static_assert(static_cast<int>(model::MpiState::not_initialized) == MPIDBG_MPI_NOT_INITIALIZED);
static_assert(static_cast<int>(model::MpiState::initialized) == MPIDBG_MPI_INITIALIZED);
static_assert(static_cast<int>(model::MpiState::finalized) == MPIDBG_MPI_FINALIZED);

namespace {

// Returns the state of MPI according to the recorder, for use if the library is unknown.
int recorded_state(ProcessState &process) {
  const auto recorder = process.recorder();
  const auto record = recorder ? (*recorder)->record() : Result<model::recorded::Record *>(recorder.error());
  const std::uint32_t state = record ? (*record)->header().state : 0;
  return state == MPIDBG_RECORD_BEFORE_INIT || state == MPIDBG_RECORD_FINALIZED ? static_cast<int>(state)
                                                                                : MPIDBG_MPI_UNKNOWN;
}

}  // namespace

extern "C" {

int mpidbg_process_query(mqs_process *process, mpidbg_process_info_t *info) {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr || info == nullptr) return MPIDBG_ERR_NOT_FOUND;
    mpidbg_process_info_t packed{};
    packed.struct_size = info->struct_size;
    packed.world_rank = -1;
    packed.world_size = -1;
    if (!state->held) state->forget_record();
    const auto library = state->library();
    if (library) {
      model::Identity &identity = (*library)->identity();
      packed.mpi_state = static_cast<int>(identity.state());
      packed.thread_level = static_cast<int>(identity.thread_level());
      const bool ends = packed.mpi_state == MPIDBG_MPI_FINALIZING || packed.mpi_state == MPIDBG_MPI_FINALIZED;
      packed.callbacks_over = ends && identity.callbacks_over() ? 1 : 0;
      copy_text(packed.library, sizeof packed.library, identity.name());
      if (const model::Queues *queues = (*library)->queues(); queues != nullptr) {
        copy_text(packed.point_to_point, sizeof packed.point_to_point, queues->layer());
      }
      copy_text(packed.layout_source, sizeof packed.layout_source, (*library)->layout_source());
      packed.world_rank = identity.world_rank();
      packed.world_size = identity.world_size();
      packed.recorder_alone = (*library)->objects() == nullptr ? 1 : 0;
      if ((*library)->handles() == nullptr) {
        copy_text(packed.handle_problem, sizeof packed.handle_problem, (*library)->why_missing(model::Part::handles));
      }
      for (std::size_t kind = 0; kind < model::handle_kinds; ++kind) {
        packed.handle_width[kind] =
            static_cast<std::uint8_t>(identity.handle_width(static_cast<model::HandleKind>(kind)));
      }
      packed.job = identity.own_name().job;
      packed.local_job = identity.job_number(packed.job);
      for (int queue = 0; queue < MPIDBG_QUEUE_COUNT; ++queue) {
        copy_text(packed.queue_problem[queue], sizeof packed.queue_problem[queue],
                  queue_problem(**library, static_cast<model::Queue>(queue)));
      }
    } else {
      const auto image = state->image();
      const auto memory = state->memory();
      if (image && memory) packed.mpi_state = static_cast<int>(model::mpi_state((*image)->image, **memory));
      if (packed.mpi_state == MPIDBG_MPI_UNKNOWN) packed.mpi_state = recorded_state(*state);
      if (packed.mpi_state == MPIDBG_MPI_FINALIZING) packed.mpi_state = MPIDBG_MPI_FINALIZED;
      for (auto &problem : packed.queue_problem) copy_text(problem, sizeof problem, library.error().message);
    }
    std::memcpy(info, &packed, std::min<std::size_t>(info->struct_size, sizeof packed));
    // If MPI is not running, the state alone is a successful answer.
    const bool answered =
        library || packed.mpi_state == MPIDBG_MPI_NOT_INITIALIZED || packed.mpi_state == MPIDBG_MPI_FINALIZED;
    return answered ? static_cast<int>(MPIDBG_SUCCESS) : mpidbg_failure(state, library.error());
  });
}

int mpidbg_setup_operation_iterator(mqs_process *process, int queue) {
  return guard_mqs([&]() -> int {
    if (queue < 0 || queue >= MPIDBG_QUEUE_COUNT) return mqs_error_bad_request;
    return set_up_operations(process, static_cast<model::Queue>(queue));
  });
}

int mpidbg_next_operation(mqs_process *process, mpidbg_operation_info_t *info) {
  return guard_mqs([&]() -> int {
    model::Operation operation;
    const int code = next_operation(process, operation);
    if (code == mqs_ok) pack(operation, *info);
    return code;
  });
}

int mpidbg_setup_channel_iterator(mqs_process *process) {
  return guard_mqs([&]() -> int {
    const Attachment attachment = attach(process);
    if (attachment.library == nullptr) return attachment.code;
    ProcessState &state = *attachment.state;
    state.channels.clear();
    state.next_channel = 0;
    int code = mqs_ok;
    const model::Communicator *const communicator = current_communicator(attachment, code);
    if (communicator == nullptr) return code;
    model::Queues *const queues = attachment.library->queues();
    if (queues == nullptr) {
      state.error = attachment.library->why_missing(model::Part::queues);
      return mqs_no_information;
    }
    auto channels = queues->channels(*communicator);
    if (!channels && channels.error().code == ErrorCode::not_supported) {
      state.error = channels.error().message;
      return mqs_no_information;
    }
    if (!channels) return mqs_failure(&state, channels.error());
    state.channels = std::move(*channels);
    return state.channels.empty() ? mqs_end_of_list : mqs_ok;
  });
}

int mpidbg_next_channel(mqs_process *process, mpidbg_channel_info_t *info) {
  return guard_mqs([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr) return mqs_error_no_setup;
    if (state->next_channel >= state->channels.size()) return mqs_end_of_list;
    const model::Channel &channel = state->channels[state->next_channel++];
    mpidbg_channel_info_t packed{};
    packed.struct_size = info->struct_size;
    packed.comm_rank = channel.comm_rank;
    packed.world_rank = channel.world_rank;
    packed.peer_job = channel.peer.job;
    packed.peer_job_rank = channel.peer.rank;
    packed.sent = channel.sent;
    packed.received = channel.taken;
    std::memcpy(info, &packed, std::min<std::size_t>(info->struct_size, sizeof packed));
    return mqs_ok;
  });
}

mqs_taddr_t mpidbg_current_comm(mqs_process *process) {
  const ProcessState *state = process_state(process);
  return state == nullptr || state->at >= state->communicators.size() ? 0 : state->communicators[state->at].value();
}

}  // extern "C"
