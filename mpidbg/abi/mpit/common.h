/* This header has the definitions that the functions of mpit_interface.h share: results, numbers of the standard,
 * values and hints.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIDBG_ABI_MPIT_COMMON_H
#define MPIDBG_ABI_MPIT_COMMON_H

#include <stdint.h>

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Results beyond mpidbg_return_codes_t. Each is the MPI_T_ERR_* of the same name. */
enum mpidbg_t_return_codes_t {
  MPIDBG_T_ERR_INVALID = 100,   /* an argument is missing or makes no sense; or a value cannot be read */
  MPIDBG_T_ERR_INVALID_INDEX,   /* the index does not exist, or the item is inactive */
  MPIDBG_T_ERR_INVALID_NAME,    /* no variable (of the class), category or event type has the name now */
  MPIDBG_T_ERR_INVALID_HANDLE,  /* no such enumeration, handle, registration, instance or object; or of another session
                                 */
  MPIDBG_T_ERR_INVALID_SESSION, /* no such session */
  MPIDBG_T_ERR_OUT_OF_HANDLES,  /* too many handles */
  MPIDBG_T_ERR_OUT_OF_SESSIONS, /* too many sessions */
  MPIDBG_T_ERR_CVAR_SET_NEVER,  /* mpidbg never writes to a process */
  MPIDBG_T_ERR_PVAR_NO_STARTSTOP, /* the variable is continuous */
  MPIDBG_T_ERR_PVAR_NO_WRITE,     /* the variable cannot be written, or reset */
  MPIDBG_T_ERR_PVAR_NO_ATOMIC,    /* the variable cannot be read and reset atomically */
  MPIDBG_T_ERR_NOT_ACCESSIBLE     /* the function cannot be called from a callback */
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
/* Returns the name of the datatype, such as "MPI_UNSIGNED_LONG"; null for an unknown value. */
MPIDBG_EXPORT const char *mpidbg_t_datatype_name(enum mpidbg_t_datatype_t datatype);

/* The verbosity of an item: MPI_T_VERBOSITY_* without the prefix. */
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

/* The value of an MPI_T_enum in the process; 0 for MPI_T_ENUM_NULL. */
typedef mqs_taddr_t mpidbg_enum_t;

/* Holds one element of a variable, converted from the process's byte order and width. */
struct mpidbg_t_value_t {
  enum mpidbg_t_datatype_t datatype;
  int is_null; /* for MPIDBG_T_CHAR: nonzero if there is no text, not even an empty one */
  union {
    int64_t as_signed;    /* MPIDBG_T_INT, _LONG, _INT32_T, _INT64_T */
    uint64_t as_unsigned; /* unsigned types; MPIDBG_T_C_BOOL: 0 or 1 */
    double as_double;     /* MPIDBG_T_DOUBLE */
  } number;
};

/* Hints: the pairs of an info object. A function returns hints as a new allocation (mqs_malloc), to be freed with
 * mpidbg_hints_free; it may have no pairs. A null argument means no hints. */
struct mpidbg_t_hints_t {
  int count;
  struct mpidbg_info_pair_t *pairs; /* null if there are none */
};
/* Frees hints. Null is allowed. */
MPIDBG_EXPORT void mpidbg_hints_free(struct mpidbg_t_hints_t *hints);

/* ---- enumerations ---- */

/* Sets `num` to the number of items of the enumeration. */
MPIDBG_EXPORT int mpidbg_enum_get_info(mqs_process *process, mpidbg_enum_t enumtype, int *num, char *name,
                                       int *name_len);
MPIDBG_EXPORT int mpidbg_enum_get_item(mqs_process *process, mpidbg_enum_t enumtype, int index, int *value, char *name,
                                       int *name_len);

#ifdef __cplusplus
}
#endif
#endif
