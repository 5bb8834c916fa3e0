#include "mpidbg/recorder/mpit_objects.h"

#include <cstring>

#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/table_lock.h"

namespace recorder {

namespace {

struct Ending {
  int kind;  // 0 if the entry is unused
  std::uint64_t handle;
};
constexpr std::size_t most_endings = 256;
Ending endings[most_endings];
bool too_many_endings;

bool is_ending(int kind, std::uint64_t handle) {
  for (const Ending &ending : endings)
    if (ending.kind == kind && ending.handle == handle) return true;
  return too_many_endings;
}

unsigned bound_kinds, new_kinds;  // bit sets of kinds
bool first_is_over;

BoundObject objects[most_objects];
std::size_t object_count;

void list(int kind, std::uint64_t handle, std::uint64_t identity) {
  if (is_ending(kind, handle)) return;
  if (object_count == most_objects)
    ++record.header->samples_lost;
  else
    objects[object_count++] = {.handle = handle, .identity = identity};
}

void list_predefined(int kind) {
  if (kind != MPIDBG_RECORD_COMM) return;
  for (const std::uint64_t communicator : predefined_communicators())
    if (communicator != 0) list(kind, communicator, 0);
}

bool is_valid_at_once(const mpidbg_record_handle &entry) {
  const mpidbg_record_header &header = *record.header;
  const auto *calls =
      reinterpret_cast<const mpidbg_record_call *>(header.self + header.tables[MPIDBG_RECORD_CALLS].offset);
  return std::strncmp(calls[entry.created_by].name, "Comm_idup", 9) != 0;
}

}  // namespace

bool may_bind_to(int kind) {
  if (!first_is_over)
    __atomic_fetch_or(&bound_kinds, 1u << kind, __ATOMIC_RELAXED);
  else
    new_kinds |= 1u << kind;
  return is_bound_kind(kind);
}

void allow_new_kinds() {
  __atomic_fetch_or(&bound_kinds, new_kinds, __ATOMIC_RELAXED);
  first_is_over = true;
}

bool is_bound_kind(int kind) {
  return (__atomic_load_n(&bound_kinds, __ATOMIC_RELAXED) >> kind & 1) != 0;
}

ObjectList live_objects(int kind) {
  object_count = 0;
  list_predefined(kind);
  const LockedTables locked;
  for (std::uint32_t i = 0; i < record.handles.count(); ++i) {
    const mpidbg_record_handle &entry = record.handles[i];
    if (entry.kind == kind && (entry.flags & MPIDBG_RECORD_LIVE) != 0 && is_valid_at_once(entry))
      list(kind, entry.handle, static_cast<std::uint64_t>(entry.created) ^ entry.created_at ^ std::uint64_t{i} << 48);
  }
  return {.objects = objects, .count = object_count};
}

void object_is_ending(int kind, std::uint64_t handle) {
  for (Ending &ending : endings) {
    if (ending.kind != 0) continue;
    ending = {.kind = kind, .handle = handle};
    return;
  }
  too_many_endings = true;
}

void object_has_ended(int kind, std::uint64_t handle) {
  for (Ending &ending : endings) {
    if (ending.kind != kind || ending.handle != handle) continue;
    ending.kind = 0;
    return;
  }
}

bool is_safe_to_bind(int kind, std::uint64_t handle) {
  if (!is_open_mpi()) return true;
  using TestInter = int (*)(std::uintptr_t, int *);
  static const auto test_inter = reinterpret_cast<TestInter>(find_symbol("PMPI_Comm_test_inter"));
  int inter = 1;
  return kind == MPIDBG_RECORD_COMM && test_inter != nullptr && test_inter(handle, &inter) == MPI_SUCCESS && inter == 0;
}

}  // namespace recorder
