#include "mpidbg/recorder/mpit_events.h"

#include "mpidbg/recorder/mpit_functions.h"

#if MPI_VERSION >= 4

#include <cstring>
#include <initializer_list>

#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/mpit_catalogue.h"
#include "mpidbg/recorder/mpit_numbers.h"
#include "mpidbg/recorder/mpit_objects.h"
#include "mpidbg/recorder/record.h"

namespace recorder {

namespace {

enum State : std::uint8_t { unused, registered, freeing };

struct Registration {
  MPI_T_event_registration handle;
  std::uint64_t object;  // handle of the object; 0 if the event type is not bound to one
  std::uint64_t identity;
  std::int32_t type;
  std::uint32_t visited;
  std::uint32_t data_size;
  std::uint8_t kind;   // kind of the object
  std::uint8_t state;  // one of enum State
};
// Returns the state of a registration. The state is read atomically, because the library may free a registration in any
// thread, and then calls on_freed() in that thread.
State state_of(const Registration &registration) {
  return static_cast<State>(__atomic_load_n(&registration.state, __ATOMIC_ACQUIRE));
}
void set_state(Registration &registration, State state) {
  __atomic_store_n(&registration.state, static_cast<std::uint8_t>(state), __ATOMIC_RELEASE);
}

constexpr int most_registrations = 512;
Registration registrations[most_registrations];
std::uint32_t visit_number;

constexpr std::size_t most_data = MPIDBG_RECORD_MPIT_EVENT_COPIED;

int safety_number(MPI_T_cb_safety safety) {
  switch (safety) {
    case MPI_T_CB_REQUIRE_NONE:
      return 0;
    case MPI_T_CB_REQUIRE_MPI_RESTRICTED:
      return 1;
    case MPI_T_CB_REQUIRE_THREAD_SAFE:
      return 2;
    default:
      return 3;
  }
}

// Returns true if the library raises events of the type with a pointer to data that is not valid: MPICH passes the
// place that its source has in a request, of a request that is null.
bool has_invalid_data(const char *type) {
  return is_mpich() && std::strcmp(type, "unexp_message_dequeued") == 0;
}

// Returns the number of bytes up to the end of the type's last element. MPI_T_event_copy writes that many bytes.
// Returns UINT32_MAX if the number is unknown, or the data cannot be copied.
std::uint32_t size_of_type(int type) {
  constexpr int most_elements = 64;
  static const auto type_size = reinterpret_cast<decltype(&::PMPI_Type_size)>(find_symbol("PMPI_Type_size"));
  MPI_Datatype datatypes[most_elements];
  MPI_Aint displacements[most_elements];
  // MPICH refuses null pointers.
  char name[64] = "";
  MPI_T_enum enumeration = MPI_T_ENUM_NULL;
  int verbosity = 0, bind = 0, elements = most_elements, name_length = sizeof name, no_description = 0;
  if (type_size == nullptr ||
      mpit.event_get_info(type, name, &name_length, &verbosity, datatypes, displacements, &elements, &enumeration,
                          nullptr, nullptr, &no_description, &bind) != MPI_SUCCESS ||
      elements > most_elements || has_invalid_data(name))
    return UINT32_MAX;
  MPI_Aint end = 0;
  for (int i = 0; i < elements; ++i) {
    int size = 0;
    if (type_size(datatypes[i], &size) != MPI_SUCCESS) return UINT32_MAX;
    if (displacements[i] + size > end) end = displacements[i] + size;
  }
  return static_cast<std::uint32_t>(end);
}

// Writes an entry of the ring. The entry becomes valid at the end of the object's scope. Callbacks in several threads
// may write entries at the same time.
class NewEntry {
 public:
  NewEntry(const Registration &registration, int source, MPI_T_cb_safety safety)
      : number_(__atomic_fetch_add(&record.header->next_mpit_event, 1, __ATOMIC_RELAXED)),
        entry_(record.mpit_events[number_ & record.mpit_event_mask]) {
    __atomic_store_n(&entry_.number, 0, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    entry_.timestamp = 0;
    entry_.time = now();
    entry_.object = registration.object;
    entry_.dropped = 0;
    entry_.type = registration.type;
    entry_.source = source;
    entry_.safety = static_cast<std::uint16_t>(safety_number(safety));
    entry_.data_size = 0;
    entry_.is_loss = 0;
    std::memset(entry_.data, 0, sizeof entry_.data);
  }
  NewEntry(const NewEntry &) = delete;
  NewEntry &operator=(const NewEntry &) = delete;
  ~NewEntry() { __atomic_store_n(&entry_.number, number_, __ATOMIC_RELEASE); }
  mpidbg_record_mpit_event *operator->() const { return &entry_; }

 private:
  const std::uint64_t number_;
  mpidbg_record_mpit_event &entry_;
};

void on_event(MPI_T_event_instance instance, MPI_T_event_registration, MPI_T_cb_safety safety, void *user_data) {
  auto &registration = *static_cast<Registration *>(user_data);
  alignas(16) unsigned char data[most_data] = {};
  MPI_Count timestamp = 0;
  int source = -1;
  mpit.event_get_timestamp(instance, &timestamp);
  mpit.event_get_source(instance, &source);
  if (registration.data_size <= most_data) mpit.event_copy(instance, data);
  const std::uint32_t kept = registration.data_size <= MPIDBG_RECORD_MPIT_EVENT_BYTES ? registration.data_size
                                                                                      : MPIDBG_RECORD_MPIT_EVENT_BYTES;

  const NewEntry made(registration, source, safety);
  made->timestamp = static_cast<std::uint64_t>(timestamp);
  made->data_size =
      static_cast<std::uint16_t>(registration.data_size < UINT16_MAX ? registration.data_size : UINT16_MAX);
  std::memcpy(made->data, data, kept);
}

void on_dropped(MPI_Count count, MPI_T_event_registration, int source, MPI_T_cb_safety safety, void *user_data) {
  const auto dropped = static_cast<std::uint64_t>(count < 0 ? 0 : count);
  const NewEntry made(*static_cast<Registration *>(user_data), source, safety);
  made->dropped = dropped;
  made->is_loss = 1;
  __atomic_fetch_add(&record.header->mpit_events_dropped, dropped, __ATOMIC_RELAXED);
}

// The library calls this when a registration is freed. No events arrive for the registration afterwards.
void on_freed(MPI_T_event_registration, MPI_T_cb_safety, void *user_data) {
  set_state(*static_cast<Registration *>(user_data), unused);
}

Registration *find(std::int32_t type, std::uint64_t object, std::uint64_t identity) {
  for (Registration &known : registrations)
    if (state_of(known) == registered && known.type == type && known.object == object && known.identity == identity)
      return &known;
  return nullptr;
}

Registration *find_unused() {
  for (Registration &entry : registrations)
    if (state_of(entry) == unused) return &entry;
  return nullptr;
}

void enter(Registration &entry, std::int32_t type, int kind, const BoundObject &object) {
  entry = {.handle = {},
           .object = object.handle,
           .identity = object.identity,
           .type = type,
           .visited = visit_number,
           .data_size = size_of_type(type),
           .kind = static_cast<std::uint8_t>(kind),
           .state = unused};
  auto half = static_cast<std::uint32_t>(object.handle);
  std::uint64_t whole = object.handle;
  void *bound = kind == 0 ? nullptr : handle_size == 4 ? static_cast<void *>(&half) : &whole;
  MPI_Info no_hints{};
  std::memcpy(&no_hints, &null_handle[MPIDBG_RECORD_INFO], sizeof no_hints);
  if (mpit.event_handle_alloc(type, bound, no_hints, &entry.handle) != MPI_SUCCESS) return;
  set_state(entry, registered);
  // The dropped handler is set before the callbacks, so that no loss is missed.
  mpit.event_set_dropped_handler(entry.handle, on_dropped);
  for (const MPI_T_cb_safety safety : {MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_MPI_RESTRICTED,
                                       MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE})
    mpit.event_register_callback(entry.handle, safety, no_hints, &entry, on_event);
}

void renew(std::int32_t type, int kind, const BoundObject &object) {
  if (Registration *known = find(type, object.handle, object.identity)) {
    known->visited = visit_number;
    return;
  }
  Registration *entry = find_unused();
  if (entry == nullptr)
    ++record.header->samples_lost;
  else
    enter(*entry, type, kind, object);
}

void free_registration(Registration &entry) {
  if (state_of(entry) != registered) return;
  set_state(entry, freeing);
  mpit.event_handle_free(entry.handle, &entry, on_freed);
}

bool can_register() {
  return mpit.event_get_info != nullptr && mpit.event_handle_alloc != nullptr && mpit.event_handle_free != nullptr &&
         mpit.event_register_callback != nullptr && mpit.event_set_dropped_handler != nullptr &&
         mpit.event_copy != nullptr && mpit.event_get_timestamp != nullptr && mpit.event_get_source != nullptr;
}

}  // namespace

void renew_registrations(std::int32_t event_count) {
  if (event_count <= 0 || !can_register()) return;
  ++visit_number;
  for (std::int32_t i = 0; i < event_count; ++i) {
    const mpidbg_record_item *type = active_item(MPIDBG_RECORD_ITEM_EVENT, i);
    if (type == nullptr) continue;
    const int kind = kind_of_binding(type->bind);
    if (kind == 0) renew(i, 0, {.handle = 0, .identity = 0});
    if (kind <= 0 || !may_bind_to(kind)) continue;
    const ObjectList list = live_objects(kind);
    for (std::size_t k = 0; k < list.count; ++k)
      if (is_safe_to_bind(kind, list.objects[k].handle)) renew(i, kind, list.objects[k]);
  }
  for (Registration &entry : registrations)
    if (entry.visited != visit_number) free_registration(entry);
}

void free_registrations_of(int kind, std::uint64_t object) {
  for (Registration &entry : registrations)
    if (state_of(entry) == registered && entry.kind == kind && entry.object == object) free_registration(entry);
}

void free_registrations() {
  for (Registration &entry : registrations) free_registration(entry);
}

}  // namespace recorder

#else

namespace recorder {

void renew_registrations(std::int32_t) {}
void free_registrations_of(int, std::uint64_t) {}
void free_registrations() {}

}  // namespace recorder

#endif
