#include "mpidbg/recorder/mpit_snapshots.h"

#include <sys/mman.h>

#include <cstring>

#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/mpit_catalogue.h"
#include "mpidbg/recorder/mpit_describe.h"
#include "mpidbg/recorder/mpit_events.h"
#include "mpidbg/recorder/mpit_handles.h"
#include "mpidbg/recorder/mpit_numbers.h"
#include "mpidbg/recorder/mpit_objects.h"
#include "mpidbg/recorder/mpit_snapshot_ring.h"
#include "mpidbg/recorder/record.h"

namespace recorder {

TableLock sampling_lock;

namespace {

// The memory for the values of one variable. Open MPI writes strings completely, whatever size it is given. Strings may
// come from environment variables, which have up to 128 KiB.
constexpr std::size_t value_room = 144 << 10;
char *values;

constexpr std::size_t most_words = value_room / 8;
std::uint64_t *words;

MpitCounts counts;
bool described;

mpidbg_record_snapshot about(mpidbg_record_snapshot_reason reason, std::int32_t detail) {
  return {.number = 0,
          .time = now(),
          .offset = 0,
          .size = 0,
          .checksum = 0,
          .next_mpit_event = __atomic_load_n(&record.header->next_mpit_event, __ATOMIC_RELAXED),
          .category_update_number = counts.category_update,
          .cvar_count = counts.cvars,
          .pvar_count = counts.pvars,
          .category_count = counts.categories,
          .event_count = counts.events,
          .source_count = counts.sources,
          .reason = static_cast<std::uint16_t>(reason),
          .unused = 0,
          .detail = detail};
}

mpidbg_record_sample head(mpidbg_record_sample_kind kind, std::int32_t index, std::uint64_t object) {
  return {.kind = static_cast<std::uint8_t>(kind),
          .flags = 0,
          .unused = 0,
          .index = index,
          .object = object,
          .error = 0,
          .count = 0};
}

bool have_room(ElementType type, int count) {
  return count >= 0 && static_cast<std::uint64_t>(count) <= most_words &&
         static_cast<std::uint64_t>(count) * element_size(type) <= value_room;
}

// Adds to the snapshot the elements that the library has written to `values`.
void add_values(NewSnapshot &snapshot, mpidbg_record_sample sample, ElementType type, int count) {
  if (type == ElementType::text) {
    sample.flags = MPIDBG_RECORD_SAMPLE_TEXT;
    sample.count = static_cast<std::uint32_t>(strnlen(values, value_room - 8));
    std::memset(values + sample.count, 0, 8);
    std::memcpy(words, values, sample_bytes(sample));
  } else {
    sample.count = static_cast<std::uint32_t>(count);
    for (int i = 0; i < count; ++i) words[i] = element_word(type, values, static_cast<std::size_t>(i));
  }
  snapshot.add(sample, words);
}

void add_error(NewSnapshot &snapshot, mpidbg_record_sample sample, int error) {
  sample.error = error;
  snapshot.add(sample, nullptr);
}

void add_pvar(NewSnapshot &snapshot, const PvarHandle &handle) {
  mpidbg_record_sample sample = head(MPIDBG_RECORD_SAMPLE_PVAR, handle.pvar, handle.object);
  const mpidbg_record_item *item = active_item(MPIDBG_RECORD_ITEM_PVAR, handle.pvar);
  const auto type = item == nullptr ? ElementType::unknown : static_cast<ElementType>(item->datatype);
  if (handle.state == PvarHandle::State::refused) return add_error(snapshot, sample, handle.error);
  if (type == ElementType::unknown) return add_error(snapshot, sample, MPI_ERR_TYPE);
  if (!have_room(type, handle.count)) {
    sample.flags = MPIDBG_RECORD_SAMPLE_CUT;
    return snapshot.add(sample, nullptr);
  }
  values[0] = '\0';
  const int result = read_pvar(handle, values);
  if (result != MPI_SUCCESS) return add_error(snapshot, sample, result);
  add_values(snapshot, sample, type, handle.count);
}

void add_pvars(NewSnapshot &snapshot) {
  for_each_pvar_handle([&snapshot](const PvarHandle &handle) { add_pvar(snapshot, handle); });
}

void add_sources(NewSnapshot &snapshot) {
#if MPI_VERSION >= 4
  for (int i = 0; i < counts.sources; ++i) {
    mpidbg_record_sample sample = head(MPIDBG_RECORD_SAMPLE_SOURCE, i, 0);
    MPI_Count time = 0;
    const int result = mpit.source_get_timestamp == nullptr ? -1 : mpit.source_get_timestamp(i, &time);
    if (result != MPI_SUCCESS) {
      add_error(snapshot, sample, result);
      continue;
    }
    const auto word = static_cast<std::uint64_t>(time);
    sample.count = 1;
    snapshot.add(sample, &word);
  }
#else
  static_cast<void>(snapshot);
#endif
}

void add_cvar(NewSnapshot &snapshot, const mpidbg_record_item &item, std::uint64_t object) {
  mpidbg_record_sample sample = head(MPIDBG_RECORD_SAMPLE_CVAR, item.index, object);
  const auto type = static_cast<ElementType>(item.datatype);
  if (type == ElementType::unknown) return add_error(snapshot, sample, MPI_ERR_TYPE);
  auto half = static_cast<std::uint32_t>(object);
  void *bound = object == 0 ? nullptr : handle_size == 4 ? static_cast<void *>(&half) : &object;
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  int result = mpit.cvar_handle_alloc(item.index, bound, &handle, &count);
  if (result != MPI_SUCCESS) return add_error(snapshot, sample, result);
  if (have_room(type, count)) {
    values[0] = '\0';
    result = mpit.cvar_read(handle, values);
    if (result != MPI_SUCCESS)
      add_error(snapshot, sample, result);
    else
      add_values(snapshot, sample, type, count);
  } else {
    sample.flags = MPIDBG_RECORD_SAMPLE_CUT;
    snapshot.add(sample, nullptr);
  }
  mpit.cvar_handle_free(&handle);
}

void add_cvars(NewSnapshot &snapshot) {
  for (std::int32_t i = 0; i < counts.cvars; ++i) {
    const mpidbg_record_item *item = active_item(MPIDBG_RECORD_ITEM_CVAR, i);
    if (item == nullptr) continue;
    const int kind = kind_of_binding(item->bind);
    if (kind == 0) add_cvar(snapshot, *item, 0);
    if (kind <= 0 || !may_bind_to(kind)) continue;
    const ObjectList list = live_objects(kind);
    for (std::size_t k = 0; k < list.count; ++k)
      if (is_safe_to_bind(kind, list.objects[k].handle)) add_cvar(snapshot, *item, list.objects[k].handle);
  }
}

void *map(std::size_t size) {
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

bool prepare_snapshots() {
  values = static_cast<char *>(map(value_room));
  words = static_cast<std::uint64_t *>(map(value_room));
  return values != nullptr && words != nullptr;
}

void write_snapshot(mpidbg_record_snapshot_reason reason, std::int32_t detail) {
  const MpitCounts fresh = count_all();
  // If the library lacks a number that changes with each update, changes are found only by comparing all items.
  if (!described || fresh != counts || fresh.category_update < 0) describe_all(fresh);
  described = true;
  counts = fresh;
  renew_pvar_handles(counts.pvars);
  renew_registrations(counts.events);
  NewSnapshot snapshot(about(reason, detail));
  add_pvars(snapshot);
  add_sources(snapshot);
  add_cvars(snapshot);
  snapshot.end();
  allow_new_kinds();
}

void write_snapshot_in_haste(mpidbg_record_snapshot_reason reason, std::int32_t detail) {
  NewSnapshot snapshot(about(reason, detail));
  add_pvars(snapshot);
  add_sources(snapshot);
  snapshot.repeat(MPIDBG_RECORD_SAMPLE_CVAR, MPIDBG_RECORD_SAMPLE_REPEATED);
  snapshot.end();
}

}  // namespace recorder
