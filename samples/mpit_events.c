/* Events, levels, counters and timers of MPI_T, as a library has them that was built with them (MPICH with
 * --enable-mpit-events=yes --enable-mpit-pvars=all).
 *
 *   mpit_events         is a tool that uses only MPI_T, without MPI_Init: lists types and sources of events, the
 *                       events that its callbacks get, and the variables; starts, stops and resets these
 *   mpit_events job     is an MPI program of two ranks. Rank 1 sends messages to rank 0, which receives some of them.
 *                       Rank 0 writes the same list to the file PID.events, before and after it the values of the
 *                       variables, has the recorder take a snapshot at each of these places, and hangs
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sample.h"

enum { room = 1024, most_types = 16, most_events = 4096, most_variables = 256, sent = 5, received = 3 };

static struct raised {
  int count;
  int has_values;
  int values[most_events]; /* the first element of each event, an int */
  MPI_Count last_time;
  int ordered; /* whether timestamps have never decreased */
  long dropped;
} raised[most_types];

static void on_event(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety safety,
                     void *user) {
  struct raised *type = user;
  MPI_Count time = -1;
  (void)registration, (void)safety;
  if (type->count == most_events) return;
  if (type->has_values) MPI_T_event_read(instance, 0, &type->values[type->count]);
  ++type->count;
  MPI_T_event_get_timestamp(instance, &time);
  if (time < type->last_time) type->ordered = 0;
  type->last_time = time;
}

static void on_dropped(MPI_Count count, MPI_T_event_registration registration, int source, MPI_T_cb_safety safety,
                       void *user) {
  (void)registration, (void)source, (void)safety;
  ((struct raised *)user)->dropped += (long)count;
}

/* MPICH refuses null pointers. */
static int get_type(int index, char *name, int *verbosity, MPI_Datatype *datatypes, MPI_Aint *places, int *elements,
                    char *description, int *bind) {
  int name_length = room, description_length = room;
  MPI_T_enum enumeration;
  return MPI_T_event_get_info(index, name, &name_length, verbosity, datatypes, places, elements, &enumeration, NULL,
                              description, &description_length, bind);
}

/* Registers at the lowest level that the library may use within a call. */
static int register_for_all(void) {
  int types = 0, i;
  MPI_T_event_get_num(&types);
  if (types > most_types) types = most_types;
  for (i = 0; i < types; ++i) {
    MPI_T_event_registration registration;
    char name[room] = "", description[room];
    int verbosity, bind, elements = 0;
    if (get_type(i, name, &verbosity, NULL, NULL, &elements, description, &bind) != MPI_SUCCESS) return -1;
    raised[i].ordered = 1;
    /* Reading the data of the other type ends the process: MPICH takes their address from a null pointer. */
    raised[i].has_values = strcmp(name, "unexp_message_enqueued") == 0;
    if (MPI_T_event_handle_alloc(i, NULL, MPI_INFO_NULL, &registration) != MPI_SUCCESS) return -1;
    MPI_T_event_set_dropped_handler(registration, on_dropped);
    if (MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_INFO_NULL, &raised[i],
                                      on_event) != MPI_SUCCESS)
      return -1;
  }
  return types;
}

static void list_sources(FILE *out) {
  int count = 0, i;
  MPI_T_source_get_num(&count);
  for (i = 0; i < count; ++i) {
    char name[room] = "", description[room] = "";
    int name_length = room, description_length = room;
    MPI_T_source_order order;
    MPI_Count ticks = 0, most = 0;
    if (MPI_T_source_get_info(i, name, &name_length, description, &description_length, &order, &ticks, &most, NULL) !=
        MPI_SUCCESS)
      continue;
    fprintf(out, "source %d %s: %s ticks %lld most %lld \"%s\"\n", i, name,
            order == MPI_T_SOURCE_ORDERED ? "ordered" : "unordered", (long long)ticks, (long long)most, description);
  }
}

static void list_types(FILE *out, int types) {
  int i, k;
  for (i = 0; i < types; ++i) {
    char name[room] = "", description[room] = "";
    int verbosity = -1, elements = 8, bind = -1, index = -1;
    MPI_Datatype datatypes[8];
    MPI_Aint places[8];
    if (get_type(i, name, &verbosity, datatypes, places, &elements, description, &bind) != MPI_SUCCESS) continue;
    MPI_T_event_get_index(name, &index);
    fprintf(out, "event %d %s: index %d verbosity %d bind %d \"%s\"", i, name, index, verbosity, bind, description);
    for (k = 0; k < elements && k < 8; ++k)
      fprintf(out, " %s at %ld", datatypes[k] == MPI_INT ? "int" : "other", (long)places[k]);
    fprintf(out, "\n");
  }
}

static void list_categories(FILE *out) {
  int count = 0, i, k;
  MPI_T_category_get_num(&count);
  for (i = 0; i < count; ++i) {
    int members[most_types] = {0}, events = 0;
    if (MPI_T_category_get_num_events(i, &events) != MPI_SUCCESS || events == 0 || events > most_types) continue;
    MPI_T_category_get_events(i, events, members);
    fprintf(out, "category %d events", i);
    for (k = 0; k < events; ++k) fprintf(out, " %d", members[k]);
    fprintf(out, "\n");
  }
}

static void list_raised(FILE *out, int types) {
  int i, k;
  for (i = 0; i < types; ++i) {
    fprintf(out, "raised %d: %d dropped %ld %s", i, raised[i].count, raised[i].dropped,
            raised[i].ordered ? "in order" : "in no order");
    for (k = 0; raised[i].has_values && k < raised[i].count; ++k) fprintf(out, " %d", raised[i].values[k]);
    fprintf(out, "\n");
  }
}

static MPI_T_pvar_session session;
static int variables;
static MPI_T_pvar_handle handles[most_variables];

/* All variables of MPICH are continuous, and count from here. */
static void start_variables(void) {
  int i, elements;
  MPI_T_pvar_session_create(&session);
  MPI_T_pvar_get_num(&variables);
  if (variables > most_variables) variables = most_variables;
  for (i = 0; i < variables; ++i)
    if (MPI_T_pvar_handle_alloc(session, i, NULL, &handles[i], &elements) != MPI_SUCCESS || elements != 1)
      handles[i] = MPI_T_PVAR_HANDLE_NULL;
}

static void list_variables(FILE *out, const char *when) {
  int i;
  for (i = 0; i < variables; ++i) {
    char name[room] = "";
    int name_length = room, verbosity, class, bind, readonly, continuous, atomic, none = 0;
    MPI_Datatype datatype;
    union {
      unsigned number;
      unsigned long long large;
      double real;
    } value = {0};
    if (handles[i] == MPI_T_PVAR_HANDLE_NULL || MPI_T_pvar_read(session, handles[i], &value) != MPI_SUCCESS) continue;
    MPI_T_pvar_get_info(i, name, &name_length, &verbosity, &class, &datatype, NULL, NULL, &none, &bind, &readonly,
                        &continuous, &atomic);
    fprintf(out, "%s %d %s: class %d flags %d%d%d ", when, i, name, class, readonly != 0, continuous != 0, atomic != 0);
    if (datatype == MPI_UNSIGNED) fprintf(out, "%u\n", value.number);
    if (datatype == MPI_UNSIGNED_LONG_LONG) fprintf(out, "%llu\n", value.large);
    if (datatype == MPI_DOUBLE) fprintf(out, "%.17g\n", value.real);
  }
}

static const char *outcome(int code) {
  if (code == MPI_T_ERR_PVAR_NO_STARTSTOP) return "always runs";
  if (code == MPI_T_ERR_PVAR_NO_WRITE) return "cannot be written";
  return code == MPI_SUCCESS ? "done" : "failed";
}

static void control_variables(FILE *out) {
  int i;
  for (i = 0; i < variables; ++i) {
    if (handles[i] == MPI_T_PVAR_HANDLE_NULL) continue;
    fprintf(out, "start %d: %s\n", i, outcome(MPI_T_pvar_start(session, handles[i])));
    fprintf(out, "stop %d: %s\n", i, outcome(MPI_T_pvar_stop(session, handles[i])));
    fprintf(out, "reset %d: %s\n", i, outcome(MPI_T_pvar_reset(session, handles[i])));
  }
}

static void exchange(int rank) {
  int i, number = 0, arrived = 0;
  if (rank == 1) {
    for (i = 0; i <= sent; ++i) MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    return;
  }
  /* Messages of a rank arrive in their order, and the last of them is matched. */
  while (!arrived) MPI_Iprobe(1, sent, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
  MPI_Recv(&number, 1, MPI_INT, 1, sent, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (i = 0; i < received; ++i) MPI_Recv(&number, 1, MPI_INT, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int run_job(int argc, char **argv) {
  int rank, provided, types = 0;
  char name[64];
  FILE *out = NULL;
  sample_init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  start_variables();
  types = register_for_all();
  snprintf(name, sizeof name, "%ld.events", (long)getpid());
  out = types < 0 ? NULL : fopen(name, "w");
  if (out == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  list_variables(out, "before");
  MPI_Pcontrol(2);
  exchange(rank);
  list_variables(out, "after");
  MPI_Pcontrol(2);
  list_sources(out);
  list_types(out, types);
  list_categories(out);
  list_raised(out, types);
  if (fclose(out) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
  sample_hang_in_recv();
  return 0;
}

int main(int argc, char **argv) {
  int provided, types;
  if (argc > 1 && strcmp(argv[1], "job") == 0) return run_job(argc, argv);
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return 1;
  types = register_for_all();
  if (types < 0) return 1;
  list_sources(stdout);
  list_types(stdout, types);
  list_categories(stdout);
  list_raised(stdout, types);
  start_variables();
  list_variables(stdout, "now");
  control_variables(stdout);
  list_variables(stdout, "reset");
  MPI_T_finalize();
  return 0;
}
