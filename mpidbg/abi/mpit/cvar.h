/* Declares the functions for control variables of the MPI tool information interface; see mpit_interface.h.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_MPIT_CVAR_H
#define MPIDBG_ABI_MPIT_CVAR_H

#include "mpidbg/abi/mpit/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* MPI_T_SCOPE_*: the way in which a control variable may be changed. */
enum mpidbg_t_scope_t {
  MPIDBG_T_SCOPE_CONSTANT,
  MPIDBG_T_SCOPE_READONLY,
  MPIDBG_T_SCOPE_LOCAL,
  MPIDBG_T_SCOPE_GROUP,
  MPIDBG_T_SCOPE_GROUP_EQ,
  MPIDBG_T_SCOPE_ALL,
  MPIDBG_T_SCOPE_ALL_EQ
};

MPIDBG_EXPORT int mpidbg_cvar_get_num(mqs_process *process, int *num_cvar);

/* `enumtype` is the enumeration that the library declares, even for variables that are not MPI_INT. */
MPIDBG_EXPORT int mpidbg_cvar_get_info(mqs_process *process, int cvar_index, char *name, int *name_len, int *verbosity,
                                       enum mpidbg_t_datatype_t *datatype, mpidbg_enum_t *enumtype, char *desc,
                                       int *desc_len, int *bind, int *scope);

MPIDBG_EXPORT int mpidbg_cvar_get_index(mqs_process *process, const char *name, int *cvar_index);

/* Sets *count to the number of elements and writes at most `len` of them. A variable of MPIDBG_T_CHAR has one element,
 * whose text is written to `text`; for all others *text_len becomes 0. */
MPIDBG_EXPORT int mpidbg_cvar_read(mqs_process *process, int cvar_index, int len, struct mpidbg_t_value_t values[],
                                   int *count, char *text, int *text_len);

/* The origin of a control variable's value. */
enum mpidbg_cvar_source_t {
  MPIDBG_CVAR_DEFAULT,
  MPIDBG_CVAR_COMMAND_LINE, /* the command line of the launcher */
  MPIDBG_CVAR_ENVIRONMENT,
  MPIDBG_CVAR_FILE,
  MPIDBG_CVAR_SET,           /* a call such as MPI_T_cvar_write */
  MPIDBG_CVAR_OVERRIDE,      /* the administrator's file, which overrides all other origins */
  MPIDBG_CVAR_SOURCE_UNKNOWN /* the library does not store the origin, or the recorder did not record it */
};

/* Holds the facts that the library has about a control variable beyond MPI_T. Members are only appended. */
struct mpidbg_cvar_origin_t {
  uint32_t struct_size; /* set by the caller; at most this many bytes are written */
  enum mpidbg_cvar_source_t source;
  int source_line;  /* line in the file; -1 if unknown */
  int synonym_of;   /* index of the variable of which this is another name; -1 if it is no synonym */
  int deprecated;   /* nonzero if the name is deprecated */
  int internal;     /* nonzero if the variable is not meant for users */
  int default_only; /* nonzero if the variable can never be set */
};

/* Sets `file` to the path of the file that gave the value; it is empty if no file did. */
MPIDBG_EXPORT int mpidbg_cvar_get_origin(mqs_process *process, int cvar_index, struct mpidbg_cvar_origin_t *origin,
                                         char *file, int *file_len);

/* For a variable that is a synonym, returns the name of the original variable. If the original is inactive,
 * mpidbg_cvar_get_info() does not know it. The name is empty if the variable is not a synonym, or if the library does
 * not keep that name. */
MPIDBG_EXPORT int mpidbg_cvar_get_original_name(mqs_process *process, int cvar_index, char *name, int *name_len);

/* A handle names a variable and the object that the variable is bound to. (No known library binds control variables.)
 * The numbers are never reused. */
typedef uint64_t mpidbg_cvar_handle_t;
#define MPIDBG_CVAR_HANDLE_NULL 0

/* Makes a handle of a variable. `obj_handle` is ignored unless the variable is bound. *count becomes the number of
 * elements; for MPIDBG_T_CHAR it is the number of characters of the text that the variable holds now, with the NUL. */
MPIDBG_EXPORT int mpidbg_cvar_handle_alloc(mqs_process *process, int cvar_index, const mqs_taddr_t *obj_handle,
                                           mpidbg_cvar_handle_t *handle, int *count);
/* Frees a handle. *handle becomes MPIDBG_CVAR_HANDLE_NULL. */
MPIDBG_EXPORT int mpidbg_cvar_handle_free(mqs_process *process, mpidbg_cvar_handle_t *handle);
/* Works as mpidbg_cvar_read does for the handle's variable. `values` has room for the count that
 * mpidbg_cvar_handle_alloc returned, and that many elements are written; for MPIDBG_T_CHAR, one element. Returns
 * MPIDBG_ERR_UNAVAILABLE if the variable has fewer in the selected state. */
MPIDBG_EXPORT int mpidbg_cvar_handle_read(mqs_process *process, mpidbg_cvar_handle_t handle,
                                          struct mpidbg_t_value_t values[], char *text, int *text_len);
/* Never writes, because a process is only read: returns MPIDBG_T_ERR_CVAR_SET_NEVER for any existing handle. */
MPIDBG_EXPORT int mpidbg_cvar_write(mqs_process *process, mpidbg_cvar_handle_t handle,
                                    const struct mpidbg_t_value_t *value);

#ifdef __cplusplus
}
#endif
#endif
