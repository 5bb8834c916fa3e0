/* All control variables, performance variables and categories, as the MPI tool information interface describes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "info_text.h"
#include "sample.h"

enum { text_room = 8192 };

static char name[text_room], description[text_room];

/* Returns a string as JSON. It is valid until the function has been called twice more. */
static const char *quoted(const char *text) {
  static char *kept[2];
  static int next;
  next = !next;
  free(kept[next]);
  return kept[next] = json_string(text);
}

/* Returns the number of the level, from 0 to 8. Only the standard ABI does not number them consecutively. */
static int verbosity_index(int verbosity) {
  const int all[] = {MPI_T_VERBOSITY_USER_BASIC,   MPI_T_VERBOSITY_USER_DETAIL,   MPI_T_VERBOSITY_USER_ALL,
                     MPI_T_VERBOSITY_TUNER_BASIC,  MPI_T_VERBOSITY_TUNER_DETAIL,  MPI_T_VERBOSITY_TUNER_ALL,
                     MPI_T_VERBOSITY_MPIDEV_BASIC, MPI_T_VERBOSITY_MPIDEV_DETAIL, MPI_T_VERBOSITY_MPIDEV_ALL};
  for (int i = 0; i < 9; ++i)
    if (all[i] == verbosity) return i;
  return -1;
}

static const char *datatype_name(MPI_Datatype datatype) {
  static char result[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Type_get_name(datatype, result, &length);
  return result;
}

static unsigned long bits(const void *handle, size_t size) {
  unsigned long value = 0;
  memcpy(&value, handle, size);
  return value;
}

/* Open MPI sets the length to 0 if the item lacks a description. Only a text with a length was written. */
static const char *quoted_description(int length) {
  return length > 0 ? quoted(description) : "null";
}

/* The value as JSON: a number, or a text. */
static const char *value_text(MPI_Datatype datatype, const void *value, int count) {
  static char result[text_room];
  static char *text;
  if (datatype == MPI_CHAR) {
    free(text);
    return text = json_string(value);
  }
  int size;
  MPI_Type_size(datatype, &size);
  size_t length = 0;
  if (count != 1) result[length++] = '[';
  for (int i = 0; i < count; ++i) {
    const char *at = (const char *)value + (ptrdiff_t)i * size;
    if (i) result[length++] = ',';
    size_t room = sizeof result - length;
    int n = -1;
    if (datatype == MPI_INT) n = snprintf(result + length, room, "%d", *(const int *)at);
    if (datatype == MPI_UNSIGNED) n = snprintf(result + length, room, "%u", *(const unsigned *)at);
    if (datatype == MPI_UNSIGNED_LONG) n = snprintf(result + length, room, "%lu", *(const unsigned long *)at);
    if (datatype == MPI_UNSIGNED_LONG_LONG)
      n = snprintf(result + length, room, "%llu", *(const unsigned long long *)at);
    if (datatype == MPI_DOUBLE) n = snprintf(result + length, room, "%.17g", *(const double *)at);
    if (datatype == MPI_C_BOOL) n = snprintf(result + length, room, "%s", *(const _Bool *)at ? "true" : "false");
    if (datatype == MPI_LONG) n = snprintf(result + length, room, "%ld", *(const long *)at);
    if (datatype == MPI_INT32_T) n = snprintf(result + length, room, "%ld", (long)*(const int *)at);
    if (datatype == MPI_UINT32_T) n = snprintf(result + length, room, "%lu", (unsigned long)*(const unsigned *)at);
    if (datatype == MPI_INT64_T) n = snprintf(result + length, room, "%ld", *(const long *)at);
    if (datatype == MPI_UINT64_T) n = snprintf(result + length, room, "%lu", *(const unsigned long *)at);
    if (n < 0 || (size_t)n >= room - 2) abort();
    length += (size_t)n;
  }
  if (count != 1) result[length++] = ']';
  result[length] = '\0';
  return result;
}

static void control_variables(void) {
  int count;
  MPI_T_cvar_get_num(&count);
  sample_fact("cvar_count", "\"count\":%d", count);
  for (int i = 0; i < count; ++i) {
    int name_length = text_room, description_length = text_room, verbosity, bind, scope, elements, found = -1;
    MPI_Datatype datatype;
    MPI_T_enum enumeration;
    int code = MPI_T_cvar_get_info(i, name, &name_length, &verbosity, &datatype, &enumeration, description,
                                   &description_length, &bind, &scope);
    if (code != MPI_SUCCESS) {
      sample_fact("cvar", "\"index\":%d,\"inactive\":true", i);
      continue;
    }
    char *value = NULL;
    MPI_T_cvar_handle handle;
    if (MPI_T_cvar_handle_alloc(i, NULL, &handle, &elements) == MPI_SUCCESS) {
      value = calloc((size_t)elements + 1, 64);
      if (MPI_T_cvar_read(handle, value) != MPI_SUCCESS) {
        free(value);
        value = NULL;
      }
      MPI_T_cvar_handle_free(&handle);
    }
    MPI_T_cvar_get_index(name, &found);
    sample_fact("cvar",
                "\"index\":%d,\"inactive\":false,\"name\":%s,\"verbosity\":%d,\"datatype\":\"%s\",\"enum\":\"0x%lx\","
                "\"description\":%s,\"bind\":%d,\"scope\":%d,\"index_of_name\":%d,\"value\":%s",
                i, quoted(name), verbosity_index(verbosity), datatype_name(datatype),
                enumeration == MPI_T_ENUM_NULL ? 0 : bits(&enumeration, sizeof enumeration),
                quoted_description(description_length), bind - MPI_T_BIND_NO_OBJECT, scope - MPI_T_SCOPE_CONSTANT,
                found, value ? value_text(datatype, value, elements) : "null");
    free(value);
  }
}

static void enumeration(MPI_T_enum which) {
  int items, length = text_room;
  if (MPI_T_enum_get_info(which, &items, name, &length) != MPI_SUCCESS) return;
  sample_fact("enum", "\"handle\":\"0x%lx\",\"name\":%s,\"items\":%d", bits(&which, sizeof which), quoted(name), items);
  for (int i = 0; i < items; ++i) {
    int value;
    length = text_room;
    if (MPI_T_enum_get_item(which, i, &value, name, &length) != MPI_SUCCESS) continue;
    sample_fact("enum_item", "\"handle\":\"0x%lx\",\"index\":%d,\"value\":%d,\"name\":%s", bits(&which, sizeof which),
                i, value, quoted(name));
  }
}

/* Writes each control variable once. */
static void enumerations(void) {
  int count, seen = 0;
  MPI_T_cvar_get_num(&count);
  MPI_T_enum *known = malloc(sizeof *known * (size_t)(count + 1));
  for (int i = 0; i < count; ++i) {
    MPI_T_enum which = MPI_T_ENUM_NULL;
    if (MPI_T_cvar_get_info(i, NULL, NULL, NULL, NULL, &which, NULL, NULL, NULL, NULL) != MPI_SUCCESS) continue;
    int j = 0;
    while (j < seen && known[j] != which) ++j;
    if (which == MPI_T_ENUM_NULL || j < seen) continue;
    known[seen++] = which;
    enumeration(which);
  }
  free(known);
}

/* Returns the variable's value, for MPI_COMM_WORLD if it is bound to a communicator. Returns null for a variable of a
 * network's library: Open MPI 4.1.4 crashes in these on a machine without such a network. */
static const char *performance_value(int index, MPI_Datatype datatype, int bind) {
  const char *result = "null";
  if (strncmp(name, "mtl_", 4) == 0) return result;
  MPI_Comm world = MPI_COMM_WORLD;
  MPI_T_pvar_session session;
  MPI_T_pvar_handle handle;
  int count;
  if (bind != MPI_T_BIND_NO_OBJECT && bind != MPI_T_BIND_MPI_COMM) return result;
  MPI_T_pvar_session_create(&session);
  if (MPI_T_pvar_handle_alloc(session, index, &world, &handle, &count) == MPI_SUCCESS) {
    char *value = calloc((size_t)count + 1, 64);
    if (MPI_T_pvar_read(session, handle, value) == MPI_SUCCESS) result = value_text(datatype, value, count);
    free(value);
    MPI_T_pvar_handle_free(session, &handle);
  }
  MPI_T_pvar_session_free(&session);
  return result;
}

static void performance_variables(void) {
  int count;
  MPI_T_pvar_get_num(&count);
  sample_fact("pvar_count", "\"count\":%d", count);
  for (int i = 0; i < count; ++i) {
    int name_length = text_room, description_length = text_room, verbosity, variable_class, bind, readonly, continuous,
        atomic, found = -1;
    MPI_Datatype datatype;
    MPI_T_enum enumeration;
    int code = MPI_T_pvar_get_info(i, name, &name_length, &verbosity, &variable_class, &datatype, &enumeration,
                                   description, &description_length, &bind, &readonly, &continuous, &atomic);
    if (code != MPI_SUCCESS) {
      sample_fact("pvar", "\"index\":%d,\"inactive\":true", i);
      continue;
    }
    MPI_T_pvar_get_index(name, variable_class, &found);
    sample_fact("pvar",
                "\"index\":%d,\"inactive\":false,\"name\":%s,\"verbosity\":%d,\"class\":%d,\"datatype\":\"%s\","
                "\"enum\":\"0x%lx\",\"description\":%s,\"bind\":%d,\"readonly\":%s,\"continuous\":%s,\"atomic\":%s,"
                "\"index_of_name\":%d,\"value\":%s",
                i, quoted(name), verbosity_index(verbosity), variable_class - MPI_T_PVAR_CLASS_STATE,
                datatype_name(datatype), enumeration == MPI_T_ENUM_NULL ? 0 : bits(&enumeration, sizeof enumeration),
                quoted_description(description_length), bind - MPI_T_BIND_NO_OBJECT, readonly ? "true" : "false",
                continuous ? "true" : "false", atomic ? "true" : "false", found, performance_value(i, datatype, bind));
  }
}

static void members(int category, const char *what, int count, int (*get)(int, int, int[])) {
  int *indices = malloc(sizeof *indices * (size_t)(count + 1));
  char *text = malloc((size_t)count * 12 + 1);
  size_t length = 0;
  text[0] = '\0';
  get(category, count, indices);
  for (int i = 0; i < count; ++i) length += (size_t)sprintf(text + length, "%s%d", i ? "," : "", indices[i]);
  sample_fact("members", "\"category\":%d,\"what\":\"%s\",\"indices\":[%s]", category, what, text);
  free(text);
  free(indices);
}

static void categories(void) {
  int count, stamp;
  MPI_T_category_get_num(&count);
  MPI_T_category_changed(&stamp);
  sample_fact("category_count", "\"count\":%d,\"update_number\":%d", count, stamp);
  for (int i = 0; i < count; ++i) {
    int name_length = text_room, description_length = text_room, cvars, pvars, inner, found = -1;
    if (MPI_T_category_get_info(i, name, &name_length, description, &description_length, &cvars, &pvars, &inner) !=
        MPI_SUCCESS) {
      sample_fact("category", "\"index\":%d,\"inactive\":true", i);
      continue;
    }
    MPI_T_category_get_index(name, &found);
    sample_fact("category", "\"index\":%d,\"inactive\":false,\"name\":%s,\"description\":%s,\"index_of_name\":%d", i,
                quoted(name), quoted_description(description_length), found);
    members(i, "cvars", cvars, MPI_T_category_get_cvars);
    members(i, "pvars", pvars, MPI_T_category_get_pvars);
    members(i, "categories", inner, MPI_T_category_get_categories);
  }
}

int main(int argc, char **argv) {
  int provided, rank, size, message = 0;
  sample_init(&argc, &argv);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  /* There is something to count: receives that stay posted, and messages without a receive. */
  MPI_Request request;
  MPI_Irecv(&message, 1, MPI_INT, sample_next(MPI_COMM_WORLD), 7, MPI_COMM_WORLD, &request);
  for (int tag = 11; tag < 13; ++tag) MPI_Send(&rank, 1, MPI_INT, sample_next(MPI_COMM_WORLD), tag, MPI_COMM_WORLD);
  sample_await_message(MPI_COMM_WORLD, sample_previous(MPI_COMM_WORLD), 12);
  control_variables();
  enumerations();
  performance_variables();
  categories();
  sample_ready();
  for (;;) {
    int flag;
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  }
}
