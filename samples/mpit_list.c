/* Lists every control variable, performance variable and category of MPI_T, one per line.
 *
 *   mpit_list         is a tool that uses only MPI_T, without MPI_Init
 *   mpit_list job     is an MPI program that writes its own list to the file PID.list, and then hangs
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sample.h"

enum { room = 4096 };

static const char *datatype_name(MPI_Datatype datatype) {
  return datatype == MPI_INT                  ? "int"
         : datatype == MPI_UNSIGNED           ? "unsigned"
         : datatype == MPI_UNSIGNED_LONG      ? "unsigned long"
         : datatype == MPI_UNSIGNED_LONG_LONG ? "unsigned long long"
         : datatype == MPI_CHAR               ? "char"
         : datatype == MPI_C_BOOL             ? "bool"
         : datatype == MPI_DOUBLE             ? "double"
                                              : "other";
}

static void print_value(FILE *out, MPI_Datatype datatype, const void *value) {
  if (datatype == MPI_INT) fprintf(out, " %d", *(const int *)value);
  if (datatype == MPI_UNSIGNED) fprintf(out, " %u", *(const unsigned *)value);
  if (datatype == MPI_UNSIGNED_LONG) fprintf(out, " %lu", *(const unsigned long *)value);
  if (datatype == MPI_UNSIGNED_LONG_LONG) fprintf(out, " %llu", *(const unsigned long long *)value);
  if (datatype == MPI_CHAR) fprintf(out, " \"%s\"", (const char *)value);
  if (datatype == MPI_C_BOOL) fprintf(out, " %d", *(const char *)value);
  if (datatype == MPI_DOUBLE) fprintf(out, " %.17g", *(const double *)value);
}

static size_t size_of(MPI_Datatype datatype) {
  return datatype == MPI_INT || datatype == MPI_UNSIGNED ? sizeof(int) : datatype == MPI_C_BOOL ? 1 : sizeof(long);
}

static void print_values(FILE *out, MPI_Datatype datatype, const char *values, int count) {
  print_value(out, datatype, values);
  for (int i = 1; i < count && datatype != MPI_CHAR; ++i)
    print_value(out, datatype, values + (size_t)i * size_of(datatype));
}

static void list_enumeration(FILE *out, MPI_T_enum enumeration) {
  int items = 0, length = room, i;
  char name[room] = "";
  if (enumeration == MPI_T_ENUM_NULL) return;
  if (MPI_T_enum_get_info(enumeration, &items, name, &length) != MPI_SUCCESS) return;
  fprintf(out, " enum %s:", name);
  for (i = 0; i < items; ++i) {
    int value = 0;
    length = room;
    MPI_T_enum_get_item(enumeration, i, &value, name, &length);
    fprintf(out, " %s=%d", name, value);
  }
}

static void list_cvars(FILE *out) {
  static char value[1 << 17];
  int count = 0, i;
  MPI_T_cvar_get_num(&count);
  fprintf(out, "cvars %d\n", count);
  for (i = 0; i < count; ++i) {
    char name[room] = "", description[room] = "";
    int name_length = room, description_length = room, verbosity, bind, scope, elements = 0, again = -1;
    MPI_Datatype datatype;
    MPI_T_enum enumeration;
    MPI_T_cvar_handle handle;
    int code = MPI_T_cvar_get_info(i, name, &name_length, &verbosity, &datatype, &enumeration, description,
                                   &description_length, &bind, &scope);
    if (code != MPI_SUCCESS) {
      fprintf(out, "cvar %d: none\n", i);
      continue;
    }
    MPI_T_cvar_get_index(name, &again);
    fprintf(out, "cvar %d %s: %s verbosity %d bind %d scope %d index %d \"%s\"", i, name, datatype_name(datatype),
            verbosity, bind, scope, again, description);
    list_enumeration(out, enumeration);
    memset(value, 0, sizeof value);
    if (MPI_T_cvar_handle_alloc(i, NULL, &handle, &elements) == MPI_SUCCESS) {
      fprintf(out, " count %d value", elements);
      if (MPI_T_cvar_read(handle, value) == MPI_SUCCESS) print_values(out, datatype, value, elements);
      MPI_T_cvar_handle_free(&handle);
    }
    fprintf(out, "\n");
  }
}

static void list_pvars(FILE *out) {
  static char value[1 << 17];
  MPI_T_pvar_session session;
  int count = 0, i;
  MPI_T_pvar_get_num(&count);
  fprintf(out, "pvars %d\n", count);
  MPI_T_pvar_session_create(&session);
  for (i = 0; i < count; ++i) {
    char name[room] = "", description[room] = "";
    int name_length = room, description_length = room, verbosity, bind, class, readonly, continuous, atomic,
        elements = 0, again = -1;
    MPI_Datatype datatype;
    MPI_T_enum enumeration;
    MPI_T_pvar_handle handle;
    int code = MPI_T_pvar_get_info(i, name, &name_length, &verbosity, &class, &datatype, &enumeration, description,
                                   &description_length, &bind, &readonly, &continuous, &atomic);
    if (code != MPI_SUCCESS) {
      fprintf(out, "pvar %d: none\n", i);
      continue;
    }
    MPI_T_pvar_get_index(name, class, &again);
    fprintf(out, "pvar %d %s: class %d %s verbosity %d bind %d flags %d%d%d index %d \"%s\"\n", i, name, class,
            datatype_name(datatype), verbosity, bind, readonly, continuous, atomic, again, description);
    /* Open MPI 4.1 crashes on the variables of psm2 if that is loaded and not used. */
    if (bind != MPI_T_BIND_NO_OBJECT || strncmp(name, "mtl_psm2", strlen("mtl_psm2")) == 0) continue;
    memset(value, 0, sizeof value);
    if (MPI_T_pvar_handle_alloc(session, i, NULL, &handle, &elements) == MPI_SUCCESS) {
      fprintf(out, "pvar %d count %d value", i, elements);
      if (MPI_T_pvar_read(session, handle, value) == MPI_SUCCESS) print_values(out, datatype, value, elements);
      fprintf(out, "\n");
      MPI_T_pvar_handle_free(session, &handle);
    }
  }
  MPI_T_pvar_session_free(&session);
}

static void list_members(FILE *out, const char *what, int category, int count, int (*get)(int, int, int[])) {
  int *indices = calloc((size_t)count + 1, sizeof *indices), i;
  if (indices == NULL || get(category, count, indices) != MPI_SUCCESS) count = 0;
  fprintf(out, " %s", what);
  for (i = 0; i < count; ++i) fprintf(out, " %d", indices[i]);
  free(indices);
}

static void list_categories(FILE *out) {
  int count = 0, i, update = -1;
  MPI_T_category_get_num(&count);
  MPI_T_category_changed(&update);
  fprintf(out, "categories %d update %d\n", count, update);
  for (i = 0; i < count; ++i) {
    char name[room] = "", description[room] = "";
    int name_length = room, description_length = room, cvars, pvars, categories, again = -1;
    if (MPI_T_category_get_info(i, name, &name_length, description, &description_length, &cvars, &pvars, &categories) !=
        MPI_SUCCESS) {
      fprintf(out, "category %d: none\n", i);
      continue;
    }
    MPI_T_category_get_index(name, &again);
    fprintf(out, "category %d %s: index %d \"%s\"", i, name, again, description);
    list_members(out, "cvars", i, cvars, MPI_T_category_get_cvars);
    list_members(out, "pvars", i, pvars, MPI_T_category_get_pvars);
    list_members(out, "categories", i, categories, MPI_T_category_get_categories);
    fprintf(out, "\n");
  }
}

/* MPI_T stays initialised, because otherwise Open MPI unloads components that MPI_T has loaded. */
static int list(FILE *out) {
  int provided = 0;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return 1;
  list_cvars(out);
  list_pvars(out);
  list_categories(out);
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "job") == 0) {
    char name[64];
    FILE *out;
    sample_init(&argc, &argv);
    snprintf(name, sizeof name, "%ld.list", (long)getpid());
    out = fopen(name, "w");
    if (out == NULL || list(out) != 0 || fclose(out) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    sample_hang_in_recv();
  }
  if (list(stdout) != 0) return 1;
  MPI_T_finalize();
  return 0;
}
