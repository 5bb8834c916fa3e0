/* See mpit_provider.h. Only the functions that the recorder calls. */
#include "tests/recorder/mpit_provider.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static int grown;
void (*provider_on_read)(void);

void provider_grow(void) {
  grown = 1;
}

/* As MPI returns texts. */
static void give(const char *text, char *buffer, int *length) {
  if (length == NULL) return;
  if (buffer != NULL && *length > 0) {
    strncpy(buffer, text, (size_t)*length);
    buffer[*length - 1] = '\0';
  }
  *length = (int)strlen(text) + 1;
}

/* ---- performance variables ---- */

struct MPIR_T_pvar_session_s {
  int unused;
};
struct MPIR_T_pvar_handle_s {
  int pvar, started, count;
};
static struct MPIR_T_pvar_session_s session;
static int handles[3];

int provider_handles(int pvar) {
  return handles[pvar];
}

int PMPI_T_pvar_get_num(int *count) {
  *count = 3;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_get_info(int index, char *name, int *name_len, int *verbosity, int *class, MPI_Datatype *datatype,
                         MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous,
                         int *atomic) {
  const char *names[] = {"provided_counter", "provided_per_comm", "provided_refused"};
  if (index < 0 || index >= COUNT(names)) return MPI_T_ERR_INVALID_INDEX;
  give(names[index], name, name_len);
  give("", desc, desc_len);
  *verbosity = MPI_T_VERBOSITY_TUNER_ALL;
  *class = index == 0 ? MPI_T_PVAR_CLASS_COUNTER : MPI_T_PVAR_CLASS_LEVEL;
  *datatype = index == 0 ? MPI_UNSIGNED_LONG_LONG : MPI_DOUBLE;
  *enumtype = MPI_T_ENUM_NULL;
  *bind = index == 1 ? MPI_T_BIND_MPI_COMM : MPI_T_BIND_NO_OBJECT;
  *readonly = index != 0;
  *continuous = index != 0;
  *atomic = index == 0;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_session_create(MPI_T_pvar_session *created) {
  *created = &session;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_session_free(MPI_T_pvar_session *freed) {
  *freed = MPI_T_PVAR_SESSION_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session of, int index, void *object, MPI_T_pvar_handle *handle, int *count) {
  if (of != &session) return MPI_T_ERR_INVALID_SESSION;
  if (index == 2) return MPI_T_ERR_OUT_OF_HANDLES;
  *count = 1;
  if (index == 1 && PMPI_Comm_size(*(MPI_Comm *)object, count) != MPI_SUCCESS) return MPI_T_ERR_INVALID_HANDLE;
  *handle = malloc(sizeof **handle);
  (*handle)->pvar = index;
  (*handle)->started = index == 1;
  (*handle)->count = *count;
  ++handles[index];
  return MPI_SUCCESS;
}

int PMPI_T_pvar_handle_free(MPI_T_pvar_session of, MPI_T_pvar_handle *handle) {
  if (of != &session) return MPI_T_ERR_INVALID_SESSION;
  --handles[(*handle)->pvar];
  free(*handle);
  *handle = MPI_T_PVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_start(MPI_T_pvar_session of, MPI_T_pvar_handle handle) {
  if (of != &session) return MPI_T_ERR_INVALID_SESSION;
  if (handle->pvar == 1) return MPI_T_ERR_PVAR_NO_STARTSTOP;
  handle->started = 1;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_read(MPI_T_pvar_session of, MPI_T_pvar_handle handle, void *values) {
  if (of != &session) return MPI_T_ERR_INVALID_SESSION;
  if (provider_on_read != NULL) provider_on_read();
  if (handle->pvar == 0) *(unsigned long long *)values = handle->started ? PROVIDED_COUNTER : 0;
  for (int i = 0; handle->pvar == 1 && i < handle->count; ++i) ((double *)values)[i] = i + 0.5;
  return MPI_SUCCESS;
}

/* ---- categories ---- */

int PMPI_T_category_get_num(int *count) {
  *count = 1 + grown;
  return MPI_SUCCESS;
}

int PMPI_T_category_changed(int *number) {
  *number = 7 + grown;
  return MPI_SUCCESS;
}

int PMPI_T_category_get_info(int index, char *name, int *name_len, char *desc, int *desc_len, int *cvars, int *pvars,
                             int *categories) {
  if (index < 0 || index > grown) return MPI_T_ERR_INVALID_INDEX;
  give(index == 0 ? "provided" : "provided_later", name, name_len);
  give("of the test", desc, desc_len);
  *cvars = index == 0 ? 2 + grown : 0;
  *pvars = 0;
  *categories = index == 0 ? grown : 0;
  return MPI_SUCCESS;
}

static int give_members(const int *members, int count, int room, int *indices) {
  for (int i = 0; i < count && i < room; ++i) indices[i] = members[i];
  return MPI_SUCCESS;
}

int PMPI_T_category_get_cvars(int index, int room, int indices[]) {
  const int members[] = {1, 2, 5};
  return give_members(members, index == 0 ? 2 + grown : 0, room, indices);
}

int PMPI_T_category_get_pvars(int index, int room, int indices[]) {
  (void)index, (void)room, (void)indices;
  return MPI_SUCCESS;
}

int PMPI_T_category_get_categories(int index, int room, int indices[]) {
  const int members[] = {1};
  return give_members(members, index == 0 ? grown : 0, room, indices);
}

int PMPI_T_category_get_num_events(int index, int *count) {
  *count = index == 0 ? grown : 0;
  return MPI_SUCCESS;
}

int PMPI_T_category_get_events(int index, int room, int indices[]) {
  const int members[] = {2};
  return give_members(members, index == 0 ? grown : 0, room, indices);
}

/* ---- sources and events ---- */

int PMPI_T_source_get_num(int *count) {
  *count = 2;
  return MPI_SUCCESS;
}

int PMPI_T_source_get_info(int index, char *name, int *name_len, char *desc, int *desc_len,
                           MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks,
                           MPI_Info *info) {
  if (index < 0 || index > 1) return MPI_T_ERR_INVALID_INDEX;
  give(index == 0 ? "provided_clock" : "provided_jumble", name, name_len);
  give("", desc, desc_len);
  *ordering = index == 0 ? MPI_T_SOURCE_ORDERED : MPI_T_SOURCE_UNORDERED;
  *ticks_per_second = index == 0 ? 1000 : 3;
  *max_ticks = (MPI_Count)1 << 40;
  if (info != NULL) *info = MPI_INFO_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_source_get_timestamp(int index, MPI_Count *timestamp) {
  if (index != 0) return MPI_T_ERR_NOT_SUPPORTED;
  *timestamp = 123456789;
  return MPI_SUCCESS;
}

struct MPIR_T_event_instance_s {
  const void *data;
  size_t size;
  int source;
  MPI_Count timestamp;
};
struct MPIR_T_event_registration_s {
  int type;
  MPI_Comm comm;
  MPI_T_event_cb_function *functions[4];
  void *user_data[4];
  MPI_T_event_dropped_cb_function *dropped;
  MPI_T_event_registration next;
};
static MPI_T_event_registration registrations;

static size_t size_of(int type) {
  return type == 0 ? sizeof(struct provided_event) : type == 1 ? sizeof(int) : 120;
}

int PMPI_T_event_get_num(int *count) {
  *count = 2 + grown;
  return MPI_SUCCESS;
}

int PMPI_T_event_get_info(int index, char *name, int *name_len, int *verbosity, MPI_Datatype datatypes[],
                          MPI_Aint displacements[], int *elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc,
                          int *desc_len, int *bind) {
  const char *names[] = {"provided_message", "provided_on_comm", "provided_later"};
  const MPI_Datatype message[] = {MPI_INT, MPI_DOUBLE, MPI_UNSIGNED_LONG};
  const MPI_Aint places[] = {0, offsetof(struct provided_event, seconds), offsetof(struct provided_event, bytes)};
  if (index < 0 || index >= 2 + grown) return MPI_T_ERR_INVALID_INDEX;
  give(names[index], name, name_len);
  give("raised by the test", desc, desc_len);
  *verbosity = MPI_T_VERBOSITY_USER_BASIC;
  const int count = index == 0 ? 3 : index == 1 ? 1 : 15;
  for (int i = 0; i < count && i < *elements; ++i) {
    datatypes[i] = index == 0 ? message[i] : index == 1 ? MPI_INT : MPI_UNSIGNED_LONG;
    displacements[i] = index == 0 ? places[i] : 8 * i;
  }
  *elements = count;
  if (enumtype != NULL) *enumtype = MPI_T_ENUM_NULL;
  if (info != NULL) *info = MPI_INFO_NULL;
  *bind = index == 1 ? MPI_T_BIND_MPI_COMM : MPI_T_BIND_NO_OBJECT;
  return MPI_SUCCESS;
}

int PMPI_T_event_handle_alloc(int index, void *object, MPI_Info info, MPI_T_event_registration *registration) {
  (void)info;
  *registration = calloc(1, sizeof **registration);
  (*registration)->type = index;
  (*registration)->comm = index == 1 ? *(MPI_Comm *)object : MPI_COMM_NULL;
  (*registration)->next = registrations;
  registrations = *registration;
  return MPI_SUCCESS;
}

int PMPI_T_event_handle_free(MPI_T_event_registration registration, void *user_data,
                             MPI_T_event_free_cb_function *function) {
  MPI_T_event_registration *place = &registrations;
  while (*place != registration) place = &(*place)->next;
  *place = registration->next;
  function(registration, MPI_T_CB_REQUIRE_NONE, user_data);
  free(registration);
  return MPI_SUCCESS;
}

int PMPI_T_event_register_callback(MPI_T_event_registration registration, MPI_T_cb_safety safety, MPI_Info info,
                                   void *user_data, MPI_T_event_cb_function function) {
  (void)info;
  registration->functions[safety] = function;
  registration->user_data[safety] = user_data;
  return MPI_SUCCESS;
}

int PMPI_T_event_set_dropped_handler(MPI_T_event_registration registration, MPI_T_event_dropped_cb_function function) {
  registration->dropped = function;
  return MPI_SUCCESS;
}

int PMPI_T_event_copy(MPI_T_event_instance instance, void *buffer) {
  memcpy(buffer, instance->data, instance->size);
  return MPI_SUCCESS;
}

int PMPI_T_event_get_timestamp(MPI_T_event_instance instance, MPI_Count *timestamp) {
  *timestamp = instance->timestamp;
  return MPI_SUCCESS;
}

int PMPI_T_event_get_source(MPI_T_event_instance instance, int *source) {
  *source = instance->source;
  return MPI_SUCCESS;
}

int provider_registrations(int type) {
  int count = 0;
  for (MPI_T_event_registration r = registrations; r != NULL; r = r->next) count += r->type == type;
  return count;
}

int provider_raise(int type, MPI_Comm comm, MPI_T_cb_safety safety, int source, MPI_Count timestamp, const void *data) {
  struct MPIR_T_event_instance_s instance = {data, size_of(type), source, timestamp};
  int called = 0;
  for (MPI_T_event_registration r = registrations; r != NULL; r = r->next) {
    if (r->type != type || r->comm != comm || r->functions[safety] == NULL) continue;
    r->functions[safety](&instance, r, safety, r->user_data[safety]);
    ++called;
  }
  return called;
}

void provider_drop(int type, MPI_Count count) {
  for (MPI_T_event_registration r = registrations; r != NULL; r = r->next)
    if (r->type == type && r->dropped != NULL) r->dropped(count, r, 1, MPI_T_CB_REQUIRE_NONE, r->user_data[0]);
}
