#include "mpidbg/recorder/mpit_handles.h"

#include <cstring>

#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/live_table.h"
#include "mpidbg/recorder/mpit_catalogue.h"
#include "mpidbg/recorder/mpit_numbers.h"
#include "mpidbg/recorder/mpit_objects.h"
#include "mpidbg/recorder/record.h"

namespace recorder {

PvarHandle pvar_handles[most_pvar_handles];

namespace {

using State = PvarHandle::State;

MPI_T_pvar_session session;
std::uint32_t visit_number;
constexpr std::uint32_t reach = 64;  // number of table places in which a handle may be
std::int32_t known_pvars;

PvarHandle &place(std::int32_t pvar, std::uint64_t object, std::uint32_t i) {
  return pvar_handles[(spread(object * 4096 + static_cast<std::uint32_t>(pvar)) + i) & (most_pvar_handles - 1)];
}

bool is_in_use(const PvarHandle &handle) {
  return handle.state == State::allocated || handle.state == State::refused;
}

PvarHandle *find(std::int32_t pvar, std::uint64_t object) {
  for (std::uint32_t i = 0; i < reach; ++i) {
    PvarHandle &handle = place(pvar, object, i);
    if (is_in_use(handle) && handle.pvar == pvar && handle.object == object) return &handle;
    if (handle.state == State::unused) return nullptr;
  }
  return nullptr;
}

PvarHandle *claim(std::int32_t pvar, std::uint64_t object) {
  for (std::uint32_t i = 0; i < reach; ++i)
    if (PvarHandle &handle = place(pvar, object, i); !is_in_use(handle)) return &handle;
  ++record.header->samples_lost;
  return nullptr;
}

void free_handle(PvarHandle &handle) {
  if (handle.state == State::allocated) mpit.pvar_handle_free(session, &handle.handle);
  handle.state = State::freed;
}

// Allocates the library's handle. The library expects a pointer to the object's MPI handle, which is 4 or 8 bytes wide.
int allocate(PvarHandle &handle) {
  const auto word = static_cast<std::uint32_t>(handle.object);
  std::uint64_t whole = handle.object;
  std::uint32_t half = word;
  void *object = handle.kind == 0 ? nullptr : handle_size == 4 ? static_cast<void *>(&half) : &whole;
  return mpit.pvar_handle_alloc(session, handle.pvar, object, &handle.handle, &handle.count);
}

void bind(const mpidbg_record_item &pvar, int kind, const BoundObject &object) {
  PvarHandle *known = find(pvar.index, object.handle);
  if (known != nullptr && known->identity != object.identity) {
    free_handle(*known);
    known = nullptr;
  }
  if (known == nullptr) {
    known = claim(pvar.index, object.handle);
    if (known == nullptr) return;
    *known = {.handle = {},
              .object = object.handle,
              .identity = object.identity,
              .pvar = pvar.index,
              .count = 0,
              .error = 0,
              .visited = 0,
              .kind = static_cast<std::uint8_t>(kind),
              .state = State::refused};
    known->error = allocate(*known);
    if (known->error == MPI_SUCCESS) {
      known->state = State::allocated;
      if ((pvar.flags & MPIDBG_RECORD_ITEM_CONTINUOUS) == 0) mpit.pvar_start(session, known->handle);
    }
  }
  known->visited = visit_number;
}

bool is_safe_to_read(const mpidbg_record_item &pvar) {
  if (!is_open_mpi()) return pvar.size != 0;
  const char *name = reinterpret_cast<const char *>(&pvar + 1) + pvar.number_count * sizeof(std::uint64_t);
  return std::strncmp(name, "mtl_psm2_", 9) != 0 && std::strcmp(name, "pml_monitoring_flush") != 0;
}

}  // namespace

bool open_pvar_session() {
  return mpit.pvar_session_create(&session) == MPI_SUCCESS;
}

void close_pvar_session() {
  for (PvarHandle &handle : pvar_handles) free_handle(handle);
  mpit.pvar_session_free(&session);
}

void renew_pvar_handles(std::int32_t pvar_count) {
  ++visit_number;
  known_pvars = pvar_count;
  for (std::int32_t i = 0; i < pvar_count; ++i) {
    const mpidbg_record_item *pvar = active_item(MPIDBG_RECORD_ITEM_PVAR, i);
    if (pvar == nullptr || !is_safe_to_read(*pvar)) continue;
    const int kind = kind_of_binding(pvar->bind);
    if (kind == 0) bind(*pvar, 0, {.handle = 0, .identity = 0});
    if (kind <= 0 || !may_bind_to(kind)) continue;
    const ObjectList list = live_objects(kind);
    for (std::size_t k = 0; k < list.count; ++k)
      if (is_safe_to_bind(kind, list.objects[k].handle)) bind(*pvar, kind, list.objects[k]);
  }
  for (PvarHandle &handle : pvar_handles)
    if (is_in_use(handle) && handle.visited != visit_number) free_handle(handle);
}

void free_pvar_handles_of(int kind, std::uint64_t object) {
  for (std::int32_t i = 0; i < known_pvars; ++i)
    if (PvarHandle *handle = find(i, object); handle != nullptr && handle->kind == kind) free_handle(*handle);
}

int read_pvar(const PvarHandle &handle, void *values) {
  return mpit.pvar_read(session, handle.handle, values);
}

}  // namespace recorder
