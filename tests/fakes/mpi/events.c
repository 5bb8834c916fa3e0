/* The toy MPI library's MPI_T: sources and events. See toy_mpit.h. */
#include <stdlib.h>
#include <string.h>

#include "tests/fakes/mpi/toy_mpit.h"
#include "tests/fakes/mpi/toy_texts.h"

int PMPI_T_source_get_num(int *count) {
  *count = toy_mpit.source_count;
  return toy_mpit.count_error;
}

int PMPI_T_source_get_info(int index, char *name, int *length, char *description, int *description_length,
                           MPI_T_source_order *order, MPI_Count *ticks_per_second, MPI_Count *most_ticks,
                           MPI_Info *info) {
  if (index < 0 || index >= toy_mpit.source_count) return MPI_T_ERR_INVALID_INDEX;
  const struct toy_source *source = &toy_mpit.sources[index];
  toy_give(source->name, name, length);
  toy_give(source->description, description, description_length);
  *order = source->order;
  *ticks_per_second = source->ticks_per_second;
  *most_ticks = source->most_ticks;
  if (info != NULL) *info = MPI_INFO_NULL;
  return source->info_error;
}

int PMPI_T_source_get_timestamp(int index, MPI_Count *time) {
  *time = toy_mpit.sources[index].time;
  return toy_mpit.sources[index].time_error;
}

struct MPI_ABI_T_event_instance {
  const void *data;
  size_t size;
  int source;
  MPI_Count time;
};
enum { LEVELS = 64 };
struct MPI_ABI_T_event_registration {
  int type;
  MPI_Comm comm;
  MPI_T_event_cb_function *functions[LEVELS];
  void *data[LEVELS];
  MPI_T_event_dropped_cb_function *dropped;
  MPI_T_event_registration next;
};
static MPI_T_event_registration registrations;

int PMPI_T_event_get_num(int *count) {
  *count = toy_mpit.event_count;
  return toy_mpit.count_error;
}

int PMPI_T_event_get_info(int index, char *name, int *length, int *verbosity, MPI_Datatype *datatypes,
                          MPI_Aint *displacements, int *elements, MPI_T_enum *enumeration, MPI_Info *info,
                          char *description, int *description_length, int *bind) {
  if (index < 0 || index >= toy_mpit.event_count) return MPI_T_ERR_INVALID_INDEX;
  /* As MPICH does. */
  if (length == NULL || verbosity == NULL || enumeration == NULL || description_length == NULL || bind == NULL)
    return MPI_T_ERR_INVALID;
  const struct toy_event_type *type = &toy_mpit.events[index];
  toy_give(type->name, name, length);
  toy_give(type->description, description, description_length);
  *verbosity = type->verbosity;
  for (int i = 0; i < type->element_count && i < *elements; ++i) {
    datatypes[i] = type->datatypes[i];
    displacements[i] = type->displacements[i];
  }
  *elements = type->element_count;
  *enumeration = type->enumeration;
  if (info != NULL) *info = MPI_INFO_NULL;
  *bind = type->bind;
  return type->info_error;
}

int PMPI_T_event_handle_alloc(int index, void *object, MPI_Info info, MPI_T_event_registration *registration) {
  if (info != MPI_INFO_NULL || (object == NULL) != (toy_mpit.events[index].bind == MPI_T_BIND_NO_OBJECT))
    return MPI_T_ERR_INVALID;
  if (toy_mpit.events[index].alloc_error != MPI_SUCCESS) return toy_mpit.events[index].alloc_error;
  *registration = calloc(1, sizeof **registration);
  (*registration)->type = index;
  (*registration)->comm = object == NULL ? MPI_COMM_NULL : *(MPI_Comm *)object;
  (*registration)->next = registrations;
  registrations = *registration;
  return MPI_SUCCESS;
}

int PMPI_T_event_handle_free(MPI_T_event_registration registration, void *data,
                             MPI_T_event_free_cb_function *function) {
  MPI_T_event_registration *place = &registrations;
  while (*place != registration) place = &(*place)->next;
  *place = registration->next;
  function(registration, MPI_T_CB_REQUIRE_NONE, data);
  free(registration);
  return MPI_SUCCESS;
}

int PMPI_T_event_register_callback(MPI_T_event_registration registration, MPI_T_cb_safety safety, MPI_Info info,
                                   void *data, MPI_T_event_cb_function *function) {
  (void)info;
  registration->functions[safety] = function;
  registration->data[safety] = data;
  return MPI_SUCCESS;
}

int PMPI_T_event_set_dropped_handler(MPI_T_event_registration registration, MPI_T_event_dropped_cb_function *function) {
  registration->dropped = function;
  return MPI_SUCCESS;
}

int PMPI_T_event_copy(MPI_T_event_instance instance, void *buffer) {
  memcpy(buffer, instance->data, instance->size);
  return MPI_SUCCESS;
}

int PMPI_T_event_get_timestamp(MPI_T_event_instance instance, MPI_Count *time) {
  *time = instance->time;
  return MPI_SUCCESS;
}

int PMPI_T_event_get_source(MPI_T_event_instance instance, int *index) {
  *index = instance->source;
  return MPI_SUCCESS;
}

int toy_registrations(int type) {
  int count = 0;
  for (MPI_T_event_registration r = registrations; r != NULL; r = r->next) count += r->type == type;
  return count;
}

int toy_raise(int type, MPI_Comm comm, MPI_T_cb_safety safety, int source, MPI_Count time, const void *data,
              size_t bytes) {
  struct MPI_ABI_T_event_instance instance = {data, bytes, source, time};
  int called = 0;
  for (MPI_T_event_registration r = registrations; r != NULL; r = r->next) {
    if (r->type != type || r->comm != comm || r->functions[safety] == NULL) continue;
    r->functions[safety](&instance, r, safety, r->data[safety]);
    ++called;
  }
  return called;
}

void toy_drop(int type, MPI_Count count, int source) {
  for (MPI_T_event_registration r = registrations; r != NULL; r = r->next)
    if (r->type == type && r->dropped != NULL) r->dropped(count, r, source, MPI_T_CB_REQUIRE_NONE, r->data[0]);
}
