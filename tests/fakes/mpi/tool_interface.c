/* The toy MPI library's MPI_T: variables, categories, enumerations. See toy_mpit.h; sources and events are in events.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fakes/mpi/toy_mpi.h"
#include "tests/fakes/mpi/toy_mpit.h"
#include "tests/fakes/mpi/toy_texts.h"

struct MPI_ABI_T_cvar_handle {
  int index;
};
struct MPI_ABI_T_pvar_handle {
  int index, is_started;
};
struct MPI_ABI_T_pvar_session {
  int unused;
};

static const unsigned limits[] = {65536, 4};
static const unsigned long long bytes_sent = 41;
static const double waited[] = {0.5, 1.5};
enum { CVARS = 320 }; /* the first two are others */
static char names[CVARS][24];
static struct toy_variable some_cvars[CVARS] = {{.name = "toy_limits",
                                                 .description = "Limits.",
                                                 .datatype = MPI_UNSIGNED,
                                                 .values = limits,
                                                 .count = 2,
                                                 .verbosity = MPI_T_VERBOSITY_USER_BASIC,
                                                 .bind = MPI_T_BIND_NO_OBJECT,
                                                 .scope = MPI_T_SCOPE_READONLY},
                                                {.name = "toy_protocol",
                                                 .description = "",
                                                 .datatype = MPI_CHAR,
                                                 .values = "eager",
                                                 .count = 16,
                                                 .verbosity = MPI_T_VERBOSITY_TUNER_ALL,
                                                 .bind = MPI_T_BIND_NO_OBJECT,
                                                 .scope = MPI_T_SCOPE_ALL_EQ}};

__attribute__((constructor)) static void name_cvars(void) {
  for (int i = 2; i < CVARS; ++i) {
    some_cvars[i] = some_cvars[0];
    snprintf(names[i], sizeof names[i], "toy_limits_%d", i);
    some_cvars[i].name = names[i];
    some_cvars[i].description = "One of many, so that all of them do not fit into the smallest record.";
  }
}

static const struct toy_variable some_pvars[] = {{.name = "toy_bytes",
                                                  .description = "Sent.",
                                                  .datatype = MPI_UNSIGNED_LONG_LONG,
                                                  .values = &bytes_sent,
                                                  .count = 1,
                                                  .verbosity = MPI_T_VERBOSITY_USER_DETAIL,
                                                  .bind = MPI_T_BIND_NO_OBJECT,
                                                  .variable_class = MPI_T_PVAR_CLASS_COUNTER},
                                                 {.name = "toy_waited",
                                                  .description = "Seconds.",
                                                  .datatype = MPI_DOUBLE,
                                                  .values = waited,
                                                  .count = 2,
                                                  .verbosity = MPI_T_VERBOSITY_MPIDEV_ALL,
                                                  .bind = MPI_T_BIND_MPI_COMM,
                                                  .variable_class = MPI_T_PVAR_CLASS_TIMER,
                                                  .is_readonly = 1,
                                                  .is_continuous = 1}};
static const int members[] = {0, 1};
static const struct toy_category some_categories[] = {
    {.name = "toy", .description = "All.", .counts = {2, 1, 0, 0}, .members = {members, members, NULL, NULL}}};

struct toy_mpit toy_mpit = {.cvars = some_cvars,
                            .pvars = some_pvars,
                            .categories = some_categories,
                            .cvar_count = CVARS,
                            .pvar_count = 2,
                            .category_count = 1,
                            .category_update = 7};
void (*toy_on_read)(void);

int PMPI_T_init_thread(int required, int *provided) {
  ++toy_mpit.init_calls;
  toy_mpit.init_required = required;
  if (toy_mpit.init_error == MPI_SUCCESS) *provided = required;
  return toy_mpit.init_error;
}

int PMPI_T_finalize(void) {
  --toy_mpit.init_calls;
  return MPI_SUCCESS;
}

static int give_count(int count, int *place) {
  *place = count;
  return toy_mpit.count_error;
}

int PMPI_T_enum_get_info(MPI_T_enum enumeration, int *count, char *name, int *length) {
  *count = enumeration->count;
  toy_give(enumeration->name, name, length);
  return enumeration->name == NULL ? MPI_T_ERR_INVALID_HANDLE : MPI_SUCCESS;
}

int PMPI_T_enum_get_item(MPI_T_enum enumeration, int index, int *value, char *name, int *length) {
  if (index >= enumeration->count || (enumeration->first_error != 0 && index >= enumeration->first_error))
    return MPI_T_ERR_INVALID_INDEX;
  *value = enumeration->values[index];
  toy_give(enumeration->names[index], name, length);
  return MPI_SUCCESS;
}

static size_t bytes_of(const struct toy_variable *variable) {
  return variable->datatype == MPI_CHAR ? strlen(variable->values) + 1 : toy_bytes(variable->count, variable->datatype);
}

/* ---- control variables ---- */

static int cvar_handles;

int toy_cvar_handles(void) {
  return cvar_handles;
}

int PMPI_T_cvar_get_num(int *count) {
  return give_count(toy_mpit.cvar_count, count);
}

int PMPI_T_cvar_get_info(int index, char *name, int *length, int *verbosity, MPI_Datatype *datatype,
                         MPI_T_enum *enumeration, char *description, int *description_length, int *bind, int *scope) {
  if (index < 0 || index >= toy_mpit.cvar_count) return MPI_T_ERR_INVALID_INDEX;
  const struct toy_variable *variable = &toy_mpit.cvars[index];
  toy_give(variable->name, name, length);
  toy_give(variable->description, description, description_length);
  *verbosity = variable->verbosity;
  *datatype = variable->datatype;
  *enumeration = variable->enumeration;
  *bind = variable->bind;
  *scope = variable->scope;
  return variable->info_error;
}

int PMPI_T_cvar_handle_alloc(int index, void *object, MPI_T_cvar_handle *handle, int *count) {
  const struct toy_variable *variable = &toy_mpit.cvars[index];
  if ((object == NULL) != (variable->bind == MPI_T_BIND_NO_OBJECT)) return MPI_T_ERR_INVALID_HANDLE;
  if (variable->alloc_error != MPI_SUCCESS) return variable->alloc_error;
  if (object != NULL) toy_mpit.cvar_object = *(MPI_Comm *)object;
  ++cvar_handles;
  *handle = malloc(sizeof **handle);
  (*handle)->index = index;
  *count = variable->count;
  return MPI_SUCCESS;
}

int PMPI_T_cvar_handle_free(MPI_T_cvar_handle *handle) {
  --cvar_handles;
  free(*handle);
  *handle = MPI_T_CVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_cvar_read(MPI_T_cvar_handle handle, void *buffer) {
  const struct toy_variable *variable = &toy_mpit.cvars[handle->index];
  if (variable->read_error == MPI_SUCCESS) memcpy(buffer, variable->values, bytes_of(variable));
  return variable->read_error;
}

/* ---- performance variables ---- */

const MPI_T_pvar_handle MPI_T_PVAR_ALL_HANDLES = (MPI_T_pvar_handle)-1;

enum { MOST_PVARS = 8192 };
static int pvar_handles[MOST_PVARS];
static struct MPI_ABI_T_pvar_session the_session;

int toy_pvar_handles(int pvar) {
  return pvar_handles[pvar];
}

int PMPI_T_pvar_get_num(int *count) {
  return give_count(toy_mpit.pvar_count, count);
}

int PMPI_T_pvar_get_info(int index, char *name, int *length, int *verbosity, int *variable_class,
                         MPI_Datatype *datatype, MPI_T_enum *enumeration, char *description, int *description_length,
                         int *bind, int *read_only, int *continuous, int *atomic) {
  if (index < 0 || index >= toy_mpit.pvar_count) return MPI_T_ERR_INVALID_INDEX;
  const struct toy_variable *variable = &toy_mpit.pvars[index];
  toy_give(variable->name, name, length);
  toy_give(variable->description, description, description_length);
  *verbosity = variable->verbosity;
  *variable_class = variable->variable_class;
  *datatype = variable->datatype;
  *enumeration = variable->enumeration;
  *bind = variable->bind;
  *read_only = variable->is_readonly;
  *continuous = variable->is_continuous;
  *atomic = variable->is_atomic;
  return variable->info_error;
}

int PMPI_T_pvar_session_create(MPI_T_pvar_session *session) {
  *session = &the_session;
  return toy_mpit.session_error;
}

int PMPI_T_pvar_session_free(MPI_T_pvar_session *session) {
  *session = MPI_T_PVAR_SESSION_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int index, void *object, MPI_T_pvar_handle *handle,
                             int *count) {
  const struct toy_variable *variable = &toy_mpit.pvars[index];
  if (session != &the_session) return MPI_T_ERR_INVALID_SESSION;
  if ((object == NULL) != (variable->bind == MPI_T_BIND_NO_OBJECT)) return MPI_T_ERR_INVALID_HANDLE;
  if (variable->alloc_error != MPI_SUCCESS) return variable->alloc_error;
  if (object != NULL) toy_mpit.pvar_object = *(MPI_Comm *)object;
  ++pvar_handles[index];
  *handle = calloc(1, sizeof **handle);
  (*handle)->index = index;
  *count = variable->count;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle) {
  if (session != &the_session) return MPI_T_ERR_INVALID_SESSION;
  --pvar_handles[(*handle)->index];
  free(*handle);
  *handle = MPI_T_PVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  if (session != &the_session) return MPI_T_ERR_INVALID_SESSION;
  if (toy_mpit.pvars[handle->index].is_continuous) abort(); /* nobody may */
  handle->is_started = 1;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buffer) {
  const struct toy_variable *variable = &toy_mpit.pvars[handle->index];
  if (session != &the_session) return MPI_T_ERR_INVALID_SESSION;
  if (toy_on_read != NULL) toy_on_read();
  if (variable->read_error != MPI_SUCCESS) return variable->read_error;
  if (handle->is_started || variable->is_continuous)
    memcpy(buffer, variable->values, bytes_of(variable));
  else
    memset(buffer, 0, bytes_of(variable));
  return MPI_SUCCESS;
}

/* ---- categories ---- */

int PMPI_T_category_get_num(int *count) {
  return give_count(toy_mpit.category_count, count);
}

int PMPI_T_category_changed(int *stamp) {
  return give_count(toy_mpit.category_update, stamp);
}

int PMPI_T_category_get_info(int index, char *name, int *length, char *description, int *description_length, int *cvars,
                             int *pvars, int *categories) {
  if (index < 0 || index >= toy_mpit.category_count) return MPI_T_ERR_INVALID_INDEX;
  const struct toy_category *category = &toy_mpit.categories[index];
  toy_give(category->name, name, length);
  toy_give(category->description, description, description_length);
  *cvars = category->counts[TOY_CVARS];
  *pvars = category->counts[TOY_PVARS];
  *categories = category->counts[TOY_CATEGORIES];
  return category->info_error;
}

static int give_members(int index, int list, int room, int *indices) {
  const struct toy_category *category = &toy_mpit.categories[index];
  for (int i = 0; i < category->counts[list] && i < room; ++i) indices[i] = category->members[list][i];
  return category->members_error;
}

int PMPI_T_category_get_cvars(int index, int room, int *indices) {
  return give_members(index, TOY_CVARS, room, indices);
}

int PMPI_T_category_get_pvars(int index, int room, int *indices) {
  return give_members(index, TOY_PVARS, room, indices);
}

int PMPI_T_category_get_categories(int index, int room, int *indices) {
  return give_members(index, TOY_CATEGORIES, room, indices);
}

int PMPI_T_category_get_num_events(int index, int *count) {
  *count = toy_mpit.categories[index].counts[TOY_EVENTS];
  return toy_mpit.categories[index].members_error;
}

int PMPI_T_category_get_events(int index, int room, int *indices) {
  return give_members(index, TOY_EVENTS, room, indices);
}

TOY_ALIAS(T_finalize)
extern __typeof__(PMPI_T_init_thread) MPI_T_init_thread __attribute__((alias("PMPI_T_init_thread")));
