// This file implements recorded_interface.h.

#include <cstring>

#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/abi/recorded_interface.h"
#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/model/recorded/memory_doubts.h"

using namespace mpidbg;
using namespace mpidbg::entry;
using model::recorded::RecordedEvent;
using model::recorded::RecordedObject;
using model::recorded::RecordedThread;
using model::recorded::Recorder;

static_assert(int{MPIDBG_RECORDED_FORTRAN} == int{MPIDBG_RECORD_FORTRAN});
static_assert(int{MPIDBG_RECORDED_REPLACED} == int{MPIDBG_RECORD_REPLACED});
static_assert(static_cast<int>(MPIDBG_MPI_INITIALIZED) == 2);

namespace {

// Returns the result of `answer(recorder, library)`. `library` is null if it cannot be inspected.
template <class Answer>
int run(mqs_process *process, Answer &&answer) noexcept {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr)
      return mpidbg_failure(nullptr, Error{ErrorCode::unavailable, "the process was not set up with this plugin"});
    state->error.clear();
    if (!state->held) state->forget_record();
    const auto recorder = state->recorder();
    if (!recorder) return mpidbg_failure(state, recorder.error());
    const auto library = state->library();
    const Status answered = answer(**recorder, library && (*library)->objects() != nullptr ? *library : nullptr);
    return answered ? static_cast<int>(MPIDBG_SUCCESS) : mpidbg_failure(state, answered.error());
  });
}

mpidbg_handle_reference_t pack_reference(const std::optional<model::HandleReference> &reference) {
  if (!reference) return {MPIDBG_KIND_COMM, 0};
  return {static_cast<mpidbg_handle_kind_t>(reference->kind), reference->handle.value()};
}

mpidbg_recorded_t *pack_recorded(Allocations &memory, const RecordedObject &object) {
  auto *packed = memory.make<mpidbg_recorded_t>();
  packed->kind = static_cast<mpidbg_handle_kind_t>(object.kind);
  packed->flags = object.flags & 0xff;
  if (object.count) packed->flags |= MPIDBG_RECORDED_COUNT_KNOWN;
  if (object.peer) packed->flags |= MPIDBG_RECORDED_PEER_KNOWN;
  if (object.tag) packed->flags |= MPIDBG_RECORDED_TAG_KNOWN;
  packed->handle = object.handle.value();
  packed->created_by = memory.copy(object.created_by);
  packed->call = memory.copy(object.call);
  packed->created_at = object.created_at.value();
  packed->created = object.created;
  packed->freed_by = memory.copy(object.freed_by);
  packed->freed_at = object.freed_at.value();
  packed->ended = object.ended;
  packed->parent = pack_reference(object.parent);
  packed->name = memory.copy(object.name);
  packed->given = object.given;
  packed->last_call = memory.copy(object.last_call_text);
  packed->last_used = object.last_used;
  packed->owner = pack_reference(object.owner);
  packed->datatype = object.datatype.value();
  packed->op = object.op.value();
  packed->buffer = object.buffer.value();
  packed->count = object.count.value_or(-1);
  packed->peer = object.peer.value_or(-1);
  packed->tag = object.tag.value_or(-1);
  packed->num_users = static_cast<std::uint32_t>(object.users.size());
  packed->users = pack_references(memory, object.users);
  packed->num_calls = static_cast<std::uint32_t>(object.calls_in_progress.size());
  packed->calls = memory.make<char *>(object.calls_in_progress.size());
  for (std::size_t i = 0; i < object.calls_in_progress.size(); ++i)
    packed->calls[i] = memory.copy(object.calls_in_progress[i]);
  packed->earlier = object.earlier;
  packed->doubt = memory.copy(object.doubt);
  packed->num_locks = static_cast<std::uint32_t>(object.locks.size());
  packed->locks = memory.make<mpidbg_recorded_lock_t>(object.locks.size());
  for (std::size_t i = 0; i < object.locks.size(); ++i) {
    const model::recorded::RecordedLock &lock = object.locks[i];
    packed->locks[i] = {lock.target, lock.exclusive ? 1 : 0, lock.site.value(), lock.time};
  }
  packed->num_callers = static_cast<std::uint32_t>(object.callers.size());
  packed->callers = memory.make<mqs_taddr_t>(object.callers.size());
  for (std::size_t i = 0; i < object.callers.size(); ++i) packed->callers[i] = object.callers[i].value();
  packed->kept = object.kept ? 1 : 0;
  packed->more_datatypes = object.more_datatypes ? 1 : 0;
  packed->second_datatype = object.second_datatype.value();
  return packed;
}

// Returns true if the number denotes a kind of handles.
bool is_kind(mpidbg_handle_kind_t kind) {
  return find_kind(kind) != nullptr;
}

}  // namespace

extern "C" {

int mpidbg_recorder_query(mqs_process *process, struct mpidbg_recorder_info_t *info) {
  return run(process, [&](Recorder &recorder, model::MpiLibrary *) -> Status {
    MPIDBG_ASSIGN(record, recorder.record());
    MPIDBG_ASSIGN(latest, recorder.latest_time());
    const mpidbg_record_header &header = record->header();
    mpidbg_recorder_info_t packed{};
    packed.struct_size = info->struct_size;
    packed.pid = header.pid;
    packed.address = record->address().value();
    packed.mpi_state = header.state <= MPIDBG_RECORD_FINALIZED ? static_cast<std::int32_t>(header.state) : 0;
    packed.thread_level = recorder.thread_level();
    packed.pcontrol_level = header.pcontrol_level;
    packed.forked_from = header.forked_from;
    packed.realtime_offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(header.realtime_base) -
                                                       static_cast<std::uint64_t>(header.monotonic_base));
    packed.latest = latest;
    packed.snapshot_interval = header.mpit_interval;
    copy_text(packed.library, sizeof packed.library, record->library());
    copy_text(packed.problem, sizeof packed.problem, recorder.problem());
    std::memcpy(info, &packed, std::min<std::size_t>(info->struct_size, sizeof packed));
    return {};
  });
}

int mpidbg_recorded_query(mqs_process *process, enum mpidbg_handle_kind_t kind, mqs_taddr_t handle,
                          struct mpidbg_recorded_t **recorded) {
  return run(process, [&](Recorder &recorder, model::MpiLibrary *library) -> Status {
    if (!is_kind(kind)) return Error{ErrorCode::not_supported, "no such kind of handle"};
    MPIDBG_ASSIGN(object, recorder.object(static_cast<model::HandleKind>(kind), Handle(handle), library));
    if (library != nullptr && recorder.has_handles_of(*library))
      object.doubt = model::recorded::doubt_of(object, *library);
    Allocations memory;
    *recorded = pack_recorded(memory, object);
    memory.hand_over();
    return {};
  });
}

int mpidbg_recorded_list(mqs_process *process, enum mpidbg_handle_kind_t kind, uint32_t flags, int *count,
                         struct mpidbg_recorded_t ***recorded) {
  return run(process, [&](Recorder &recorder, model::MpiLibrary *library) -> Status {
    if (!is_kind(kind)) return Error{ErrorCode::not_supported, "no such kind of handle"};
    MPIDBG_ASSIGN(objects, recorder.objects(static_cast<model::HandleKind>(kind), flags & 0xff, library));
    Allocations memory;
    auto **list = memory.make<mpidbg_recorded_t *>(objects.size());
    for (std::size_t i = 0; i < objects.size(); ++i) list[i] = pack_recorded(memory, objects[i]);
    *count = static_cast<int>(objects.size());
    *recorded = list;
    memory.hand_over();
    return {};
  });
}

void mpidbg_recorded_free(struct mpidbg_recorded_t *recorded) {
  if (recorded == nullptr) return;
  for (std::uint32_t i = 0; i < recorded->num_calls; ++i) debugger::release(recorded->calls[i]);
  release_all(recorded->locks, recorded->callers, recorded->calls, recorded->users, recorded->created_by,
              recorded->call, recorded->freed_by, recorded->name, recorded->last_call, recorded->doubt, recorded);
}

void mpidbg_recorded_free_list(int count, struct mpidbg_recorded_t **recorded) {
  if (recorded == nullptr) return;
  for (int i = 0; i < count; ++i) mpidbg_recorded_free(recorded[i]);
  debugger::release(recorded);
}

int mpidbg_recorded_threads(mqs_process *process, int *count, struct mpidbg_recorded_thread_t **threads) {
  return run(process, [&](Recorder &recorder, model::MpiLibrary *library) -> Status {
    MPIDBG_ASSIGN(all, recorder.threads(library));
    Allocations memory;
    auto *list = memory.make<mpidbg_recorded_thread_t>(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const RecordedThread &thread = all[i];
      list[i] = {.tid = thread.tid,
                 .alive = thread.alive,
                 .in_call = thread.in_call,
                 .name = memory.copy(thread.name),
                 .call = memory.copy(thread.call),
                 .site = thread.site.value(),
                 .since = thread.since,
                 .calls = thread.calls};
    }
    *count = static_cast<int>(all.size());
    *threads = list;
    memory.hand_over();
    return {};
  });
}

int mpidbg_recorded_collectives(mqs_process *process, mqs_taddr_t communicator, uint64_t *begun) {
  return run(process, [&](Recorder &recorder, model::MpiLibrary *) -> Status {
    MPIDBG_ASSIGN(count, recorder.collectives_on(Handle(communicator)));
    *begun = count;
    return {};
  });
}

void mpidbg_recorded_free_threads(int count, struct mpidbg_recorded_thread_t *threads) {
  if (threads == nullptr) return;
  for (int i = 0; i < count; ++i) release_all(threads[i].name, threads[i].call);
  debugger::release(threads);
}

int mpidbg_recorded_events(mqs_process *process, int *count, struct mpidbg_recorded_event_t **events) {
  return run(process, [&](Recorder &recorder, model::MpiLibrary *) -> Status {
    MPIDBG_ASSIGN(all, recorder.events(*count < 0 ? 0 : static_cast<std::size_t>(*count)));
    Allocations memory;
    auto *list = memory.make<mpidbg_recorded_event_t>(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const RecordedEvent &event = all[i];
      copy_text(list[i].name, sizeof list[i].name, event.call);
      list[i].tid = event.tid;
      list[i].site = event.site.value();
      list[i].time = event.time;
      list[i].subject = event.subject.value();
      list[i].result = event.result;
    }
    *count = static_cast<int>(all.size());
    *events = list;
    memory.hand_over();
    return {};
  });
}

void mpidbg_recorded_free_events(struct mpidbg_recorded_event_t *events) {
  debugger::release(events);
}

}  // extern "C"
