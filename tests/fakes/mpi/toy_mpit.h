#ifndef TOY_MPIT_H
#define TOY_MPIT_H
/* The toy MPI library's MPI_T: what there is, and what fails, is in tables that a test can replace before MPI_Init, or
 * change. */

#include "tests/fakes/mpi/mpi.h"

#ifdef __cplusplus
extern "C" {
#endif

struct MPI_ABI_T_enum {
  const char *name;
  int count;
  const int *values;
  const char *const *names;
  int first_error; /* of items from this index on; 0: of none */
};

/* Control and performance variables. */
struct toy_variable {
  const char *name, *description;
  MPI_Datatype datatype;
  const void *values; /* of a text: the text */
  int count;          /* of the values; of a variable that is bound each object has as many */
  MPI_T_enum enumeration;
  int verbosity, bind, scope, variable_class;
  int is_readonly, is_continuous, is_atomic; /* one that is not continuous has zeros until it is started */
  int info_error, alloc_error, read_error;
};

enum { TOY_CVARS, TOY_PVARS, TOY_EVENTS, TOY_CATEGORIES, TOY_LISTS };
struct toy_category {
  const char *name, *description;
  int counts[TOY_LISTS];
  const int *members[TOY_LISTS];
  int info_error, members_error;
};

struct toy_event_type {
  const char *name, *description;
  int verbosity, bind;
  int element_count;
  const MPI_Datatype *datatypes;
  const MPI_Aint *displacements;
  MPI_T_enum enumeration;
  int info_error, alloc_error;
};

struct toy_source {
  const char *name, *description;
  MPI_T_source_order order;
  MPI_Count ticks_per_second, most_ticks, time;
  int info_error, time_error;
};

extern struct toy_mpit {
  const struct toy_variable *cvars, *pvars;
  const struct toy_category *categories;
  const struct toy_event_type *events;
  const struct toy_source *sources;
  int cvar_count, pvar_count, category_count, event_count, source_count;
  int category_update;
  int init_error, session_error, count_error; /* MPI_SUCCESS: none */
  int init_calls, init_required;
  MPI_Comm cvar_object, pvar_object; /* that the last handle of a bound variable is for */
} toy_mpit;

/* Called when a performance variable is read. */
extern void (*toy_on_read)(void);

/* Live handles of the performance variable; live handles of control variables; live registrations of the event type. */
int toy_pvar_handles(int pvar);
int toy_cvar_handles(void);
int toy_registrations(int type);

/* The library raises an event of that type now: at that level, with so many bytes of data, to the callbacks of the
 * registrations for that communicator (MPI_COMM_NULL: unbound). How many callbacks ran. */
int toy_raise(int type, MPI_Comm comm, MPI_T_cb_safety safety, int source, MPI_Count time, const void *data,
              size_t bytes);

/* It could not raise so many; the dropped handlers are told. */
void toy_drop(int type, MPI_Count count, int source);

#ifdef __cplusplus
}
#endif
#endif
