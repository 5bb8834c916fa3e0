/* The extended plugin with functions of MPI_T that lie: about numbers, lengths and what they have written. */
#include <limits.h>

#include "mpidbg/abi/mpit_interface.h"
#include "tests/shim/plugins/extended_plugin.c"

static int lie(char *text, int *length, int claimed) {
  if (text != 0 && length != 0 && *length > 0) memset(text, 'x', (size_t)*length); /* no NUL */
  if (length != 0) *length = claimed;
  return MPIDBG_SUCCESS;
}

MPIDBG_EXPORT int mpidbg_cvar_get_num(mqs_process *process, int *num) {
  (void)process;
  *num = 4;
  return MPIDBG_SUCCESS;
}
MPIDBG_EXPORT int mpidbg_cvar_get_info(mqs_process *process, int index, char *name, int *name_len, int *verbosity,
                                       enum mpidbg_t_datatype_t *datatype, mpidbg_enum_t *enumtype, char *desc,
                                       int *desc_len, int *bind, int *scope) {
  (void)process;
  static const int claims[] = {INT_MIN, 0, INT_MAX, 2};
  if (verbosity != 0) *verbosity = -5;
  if (datatype != 0) *datatype = (enum mpidbg_t_datatype_t)99;
  if (enumtype != 0) *enumtype = 0xffff;
  if (bind != 0) *bind = 1000;
  if (scope != 0) *scope = -1;
  lie(desc, desc_len, 5);
  return lie(name, name_len, claims[index]);
}
MPIDBG_EXPORT int mpidbg_cvar_read(mqs_process *process, int index, int len, struct mpidbg_t_value_t *values,
                                   int *count, char *text, int *text_len) {
  static const int claims[] = {0, 1, 0, INT_MAX};
  (void)process;
  if (values != 0 && len > 0) values->datatype = MPIDBG_T_CHAR, values->is_null = 0;
  if (count != 0) *count = claims[index];
  return lie(text, text_len, 1 << 13);
}
MPIDBG_EXPORT int mpidbg_cvar_get_origin(mqs_process *process, int index, struct mpidbg_cvar_origin_t *origin,
                                         char *file, int *file_len) {
  (void)process, (void)index;
  if (origin != 0) memset(origin, 0x7f, origin->struct_size);
  return lie(file, file_len, 3);
}
MPIDBG_EXPORT int mpidbg_pvar_get_num(mqs_process *process, int *num) {
  (void)process;
  *num = 1;
  return MPIDBG_SUCCESS;
}
MPIDBG_EXPORT int mpidbg_pvar_get_info(mqs_process *process, int index, char *name, int *name_len, int *verbosity,
                                       int *var_class, enum mpidbg_t_datatype_t *datatype, mpidbg_enum_t *enumtype,
                                       char *desc, int *desc_len, int *bind, int *readonly, int *continuous,
                                       int *atomic) {
  (void)process, (void)index, (void)enumtype, (void)verbosity;
  if (var_class != 0) *var_class = MPIDBG_PVAR_CLASS_COUNTER;
  if (datatype != 0) *datatype = MPIDBG_T_INT;
  if (bind != 0) *bind = MPIDBG_T_BIND_NO_OBJECT;
  if (readonly != 0) *readonly = 77;
  (void)continuous, (void)atomic;
  lie(desc, desc_len, 2);
  return lie(name, name_len, 3);
}
MPIDBG_EXPORT int mpidbg_pvar_current(mqs_process *process, int index, mqs_taddr_t object, int len,
                                      struct mpidbg_t_value_t values[], int *count) {
  (void)process, (void)index, (void)object, (void)len, (void)values;
  static int calls;
  *count = ++calls % 2 != 0 ? 7 : -3; /* another number each time */
  return MPIDBG_SUCCESS;
}
MPIDBG_EXPORT int mpidbg_category_get_num(mqs_process *process, int *num) {
  (void)process;
  *num = INT_MAX;
  return MPIDBG_SUCCESS;
}
MPIDBG_EXPORT int mpidbg_category_get_info(mqs_process *process, int index, char *name, int *name_len, char *desc,
                                           int *desc_len, int *cvars, int *pvars, int *categories) {
  (void)process, (void)index, (void)cvars, (void)pvars, (void)categories;
  lie(desc, desc_len, 1);
  return lie(name, name_len, 1);
}
static int no_members(mqs_process *process, int index, int len, int indices[]) {
  (void)process, (void)index, (void)len, (void)indices;
  return MPIDBG_SUCCESS;
}
MPIDBG_EXPORT int mpidbg_category_get_cvars(mqs_process *p, int i, int len, int in[]) {
  return no_members(p, i, len, in);
}
MPIDBG_EXPORT int mpidbg_category_get_pvars(mqs_process *p, int i, int len, int in[]) {
  return no_members(p, i, len, in);
}
MPIDBG_EXPORT int mpidbg_category_get_categories(mqs_process *p, int i, int len, int in[]) {
  return no_members(p, i, len, in);
}
MPIDBG_EXPORT int mpidbg_category_changed(mqs_process *process, int *number) {
  (void)process, (void)number;
  return MPIDBG_SUCCESS;
}
MPIDBG_EXPORT int mpidbg_enum_get_info(mqs_process *process, mpidbg_enum_t enumtype, int *num, char *name,
                                       int *name_len) {
  (void)process, (void)enumtype;
  *num = INT_MAX;
  return lie(name, name_len, 4);
}
MPIDBG_EXPORT int mpidbg_enum_get_item(mqs_process *process, mpidbg_enum_t enumtype, int index, int *value, char *name,
                                       int *name_len) {
  (void)process, (void)enumtype, (void)index, (void)value;
  return lie(name, name_len, 4);
}
MPIDBG_EXPORT int mpidbg_snapshot_get_num(mqs_process *process, int *num) {
  (void)process;
  *num = 2;
  return MPIDBG_SUCCESS;
}
MPIDBG_EXPORT int mpidbg_snapshot_get_info(mqs_process *process, int index, struct mpidbg_snapshot_info_t *info) {
  (void)process, (void)index;
  info->reason = -9;
  info->realtime = INT64_MIN;
  return MPIDBG_SUCCESS;
}
MPIDBG_EXPORT const char *mpidbg_snapshot_problem(mqs_process *process) {
  (void)process;
  return 0;
}
MPIDBG_EXPORT int mpidbg_snapshot_select(mqs_process *process, int index) {
  (void)process, (void)index;
  return MPIDBG_SUCCESS;
}
