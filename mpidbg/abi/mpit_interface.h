/* The MPI tool information interface (MPI_T) of a process, mpidbg_cvar_*, mpidbg_pvar_*, mpidbg_category_*,
 * mpidbg_enum_*.
 *
 * Each function is the MPI_T function of the same name with the process in front, and answers as that one would answer
 * in the process now. Nothing in the process is changed or called. Set up as for mpihandles_interface.h.
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Texts. As in MPI: `length` says how much room the buffer has. At most that many characters are written, the last of
 * them a NUL, and *length becomes the length of the whole text with its NUL. With a null buffer or a room of 0 no text
 * is written and *length is set all the same; with a null `length` the buffer is left alone. No description is an empty
 * text.
 *
 * Null pointers for what would be returned are ignored, and everything else is returned. On any result but success
 * nothing is written.
 *
 * Indices are those that MPI_T functions in the process have. They stay the same as long as the process lives, and
 * their number may grow. Where a component of the library was unloaded there are indices of inactive variables and
 * categories.
 *
 * Results are mpidbg_return_codes_t, MPIDBG_ERR_UNAVAILABLE outside of MPI_Init..MPI_Finalize for instance, and
 * mpidbg_t_return_codes_t; mpidbg_error_string knows both, and mpidbg_error_detail says more.
 *
 * Usable from C and C++.
 */
#ifndef MPIDBG_ABI_MPIT_INTERFACE_H
#define MPIDBG_ABI_MPIT_INTERFACE_H

#include <stdint.h>

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_t_return_codes_t {
  MPIDBG_T_ERR_INVALID = 100, /* an argument is missing or makes no sense */
  MPIDBG_T_ERR_INVALID_INDEX, /* no such index, or what it was is inactive */
  MPIDBG_T_ERR_INVALID_NAME,  /* no variable (of the class) or category has the name now */
  MPIDBG_T_ERR_INVALID_HANDLE /* no such enumeration */
};

/* The MPI datatypes that variables have. */
enum mpidbg_t_datatype_t {
  MPIDBG_T_INT,
  MPIDBG_T_UNSIGNED,
  MPIDBG_T_UNSIGNED_LONG,
  MPIDBG_T_UNSIGNED_LONG_LONG,
  MPIDBG_T_CHAR, /* a text */
  MPIDBG_T_C_BOOL,
  MPIDBG_T_DOUBLE,
  MPIDBG_T_LONG,
  MPIDBG_T_INT32_T,
  MPIDBG_T_UINT32_T,
  MPIDBG_T_INT64_T,
  MPIDBG_T_UINT64_T,
  MPIDBG_T_DATATYPE_MAX
};
/* "MPI_UNSIGNED_LONG"; null for an unknown value. */
MPIDBG_EXPORT const char *mpidbg_t_datatype_name(enum mpidbg_t_datatype_t datatype);

/* MPI_T_VERBOSITY_*. */
enum mpidbg_t_verbosity_t {
  MPIDBG_T_VERBOSITY_USER_BASIC,
  MPIDBG_T_VERBOSITY_USER_DETAIL,
  MPIDBG_T_VERBOSITY_USER_ALL,
  MPIDBG_T_VERBOSITY_TUNER_BASIC,
  MPIDBG_T_VERBOSITY_TUNER_DETAIL,
  MPIDBG_T_VERBOSITY_TUNER_ALL,
  MPIDBG_T_VERBOSITY_MPIDEV_BASIC,
  MPIDBG_T_VERBOSITY_MPIDEV_DETAIL,
  MPIDBG_T_VERBOSITY_MPIDEV_ALL
};

/* MPI_T_BIND_*: the kind of object that a variable belongs to. */
enum mpidbg_t_bind_t {
  MPIDBG_T_BIND_NO_OBJECT,
  MPIDBG_T_BIND_MPI_COMM,
  MPIDBG_T_BIND_MPI_DATATYPE,
  MPIDBG_T_BIND_MPI_ERRHANDLER,
  MPIDBG_T_BIND_MPI_FILE,
  MPIDBG_T_BIND_MPI_GROUP,
  MPIDBG_T_BIND_MPI_OP,
  MPIDBG_T_BIND_MPI_REQUEST,
  MPIDBG_T_BIND_MPI_WIN,
  MPIDBG_T_BIND_MPI_MESSAGE,
  MPIDBG_T_BIND_MPI_INFO
};

/* MPI_T_SCOPE_*: how a control variable may be changed. */
enum mpidbg_t_scope_t {
  MPIDBG_T_SCOPE_CONSTANT,
  MPIDBG_T_SCOPE_READONLY,
  MPIDBG_T_SCOPE_LOCAL,
  MPIDBG_T_SCOPE_GROUP,
  MPIDBG_T_SCOPE_GROUP_EQ,
  MPIDBG_T_SCOPE_ALL,
  MPIDBG_T_SCOPE_ALL_EQ
};

/* MPI_T_PVAR_CLASS_*. */
enum mpidbg_pvar_class_t {
  MPIDBG_PVAR_CLASS_STATE,
  MPIDBG_PVAR_CLASS_LEVEL,
  MPIDBG_PVAR_CLASS_SIZE,
  MPIDBG_PVAR_CLASS_PERCENTAGE,
  MPIDBG_PVAR_CLASS_HIGHWATERMARK,
  MPIDBG_PVAR_CLASS_LOWWATERMARK,
  MPIDBG_PVAR_CLASS_COUNTER,
  MPIDBG_PVAR_CLASS_AGGREGATE,
  MPIDBG_PVAR_CLASS_TIMER,
  MPIDBG_PVAR_CLASS_GENERIC
};

/* An MPI_T_enum: its value in the process; 0: MPI_T_ENUM_NULL. */
typedef mqs_taddr_t mpidbg_enum_t;

/* One element of a variable, whatever the process's byte order and widths. */
struct mpidbg_t_value_t {
  enum mpidbg_t_datatype_t datatype;
  int is_null; /* MPIDBG_T_CHAR: there is no text, not even an empty one */
  union {
    int64_t as_signed;    /* MPIDBG_T_INT, _LONG, _INT32_T, _INT64_T */
    uint64_t as_unsigned; /* unsigned types; MPIDBG_T_C_BOOL: 0 or 1 */
    double as_double;     /* MPIDBG_T_DOUBLE */
  } number;
};

/* ---- control variables ---- */

MPIDBG_EXPORT int mpidbg_cvar_get_num(mqs_process *process, int *num_cvar);

/* `enumtype` is given as the library declares it, for variables that are not MPI_INT too. */
MPIDBG_EXPORT int mpidbg_cvar_get_info(mqs_process *process, int cvar_index, char *name, int *name_len, int *verbosity,
                                       enum mpidbg_t_datatype_t *datatype, mpidbg_enum_t *enumtype, char *desc,
                                       int *desc_len, int *bind, int *scope);

MPIDBG_EXPORT int mpidbg_cvar_get_index(mqs_process *process, const char *name, int *cvar_index);

/* Of MPIDBG_T_CHAR the text goes to `text`; of all others *text_len becomes 0. */
MPIDBG_EXPORT int mpidbg_cvar_read(mqs_process *process, int cvar_index, struct mpidbg_t_value_t *value, char *text,
                                   int *text_len);

/* Where a value came from. */
enum mpidbg_cvar_source_t {
  MPIDBG_CVAR_DEFAULT,
  MPIDBG_CVAR_COMMAND_LINE, /* of the launcher */
  MPIDBG_CVAR_ENVIRONMENT,
  MPIDBG_CVAR_FILE,
  MPIDBG_CVAR_SET,     /* by a call, MPI_T_cvar_write for instance */
  MPIDBG_CVAR_OVERRIDE /* the file of the machine's administrator, which nothing outdoes */
};

/* What the library knows of a control variable beyond MPI_T. Members are only appended. */
struct mpidbg_cvar_origin_t {
  uint32_t struct_size; /* set by the caller: as many bytes are written at most */
  enum mpidbg_cvar_source_t source;
  int source_line;  /* in the file; -1 not known */
  int synonym_of;   /* the index of the variable that it is another name of; -1: of none */
  int deprecated;   /* its name */
  int internal;     /* not meant for users */
  int default_only; /* can never be set */
};

/* `file`: the path of the file that gave the value, empty if none did. */
MPIDBG_EXPORT int mpidbg_cvar_get_origin(mqs_process *process, int cvar_index, struct mpidbg_cvar_origin_t *origin,
                                         char *file, int *file_len);

/* ---- performance variables ---- */

MPIDBG_EXPORT int mpidbg_pvar_get_num(mqs_process *process, int *num_pvar);

/* `var_class` is an mpidbg_pvar_class_t; `enumtype` 0 unless the datatype is MPI_INT. */
MPIDBG_EXPORT int mpidbg_pvar_get_info(mqs_process *process, int pvar_index, char *name, int *name_len, int *verbosity,
                                       int *var_class, enum mpidbg_t_datatype_t *datatype, mpidbg_enum_t *enumtype,
                                       char *desc, int *desc_len, int *bind, int *readonly, int *continuous,
                                       int *atomic);

MPIDBG_EXPORT int mpidbg_pvar_get_index(mqs_process *process, const char *name, int var_class, int *pvar_index);

/* What the library keeps for the variable now, of the object with this C handle if it is bound to one; without
 * sessions, so that of counters, timers and aggregates it is the sum since the beginning. *count becomes the number of
 * elements, of which at most `len` are written. MPIDBG_ERR_UNAVAILABLE: no memory holds it, but a function of the
 * library works it out. */
MPIDBG_EXPORT int mpidbg_pvar_current(mqs_process *process, int pvar_index, mqs_taddr_t object, int len,
                                      struct mpidbg_t_value_t values[], int *count);

/* ---- categories ---- */

MPIDBG_EXPORT int mpidbg_category_get_num(mqs_process *process, int *num_cat);

/* MPIDBG_ERR_UNAVAILABLE, here and below, for a category that contains itself or another that does, which only a
 * corrupt process has. */
MPIDBG_EXPORT int mpidbg_category_get_info(mqs_process *process, int cat_index, char *name, int *name_len, char *desc,
                                           int *desc_len, int *num_cvars, int *num_pvars, int *num_categories);

MPIDBG_EXPORT int mpidbg_category_get_index(mqs_process *process, const char *name, int *cat_index);

/* The first `len` members, in the library's order, which is always the same; if there are less, the rest of the array
 * stays as it is. Members may be inactive. */
MPIDBG_EXPORT int mpidbg_category_get_cvars(mqs_process *process, int cat_index, int len, int indices[]);
MPIDBG_EXPORT int mpidbg_category_get_pvars(mqs_process *process, int cat_index, int len, int indices[]);
MPIDBG_EXPORT int mpidbg_category_get_categories(mqs_process *process, int cat_index, int len, int indices[]);

/* MPIDBG_ERR_NOT_SUPPORTED: the number cannot be found in the process. */
MPIDBG_EXPORT int mpidbg_category_changed(mqs_process *process, int *update_number);

/* ---- enumerations ---- */

/* `num`: how many items it has. */
MPIDBG_EXPORT int mpidbg_enum_get_info(mqs_process *process, mpidbg_enum_t enumtype, int *num, char *name,
                                       int *name_len);
MPIDBG_EXPORT int mpidbg_enum_get_item(mqs_process *process, mpidbg_enum_t enumtype, int index, int *value, char *name,
                                       int *name_len);

#ifdef __cplusplus
}
#endif
#endif
