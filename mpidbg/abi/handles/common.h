/* This header has the definitions that all kinds of handles of mpihandles_interface.h share: results, names, kinds,
 * references and attributes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIDBG_ABI_HANDLES_COMMON_H
#define MPIDBG_ABI_HANDLES_COMMON_H

#include <stdint.h>

#include "mpidbg/abi/msgq_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* MPIDBG_MAX_OBJECT_NAME is MPI_MAX_OBJECT_NAME in the library for which the interface was defined. Longer names are
 * truncated; the appended members *_full_name contain the complete names. */
enum { MPIDBG_MAX_OBJECT_NAME = 64 };
enum { MPIDBG_MAX_FILENAME = 1024 };
enum { MPIDBG_INTERFACE_VERSION = 1 };

/* The version of the extensions in these headers, which a plugin's mpidbg_ext_version() returns.
 *
 * The plugin allocates the results of queries and does not state their size, so a debugger may read an appended member
 * only if the plugin's version has it; memory that an older plugin allocated ends before that member. Functions are
 * looked up by name and members are never moved or removed, so a higher version is always usable. Structs that are
 * elements of arrays never grow, because their size is the distance to the next element. Structs that the debugger
 * allocates begin with struct_size, and the plugin leaves members beyond it alone; members that an older plugin does
 * not know keep the value they had.
 *
 *   1  communicators and groups alone; never released
 *   2  everything that is not listed below
 *   3  mpidbg_process_info_t.handle_width
 *   4  mpidbg_communicator_outline_t.nonblocking_collectives, mpidbg_process_info_t.callbacks_over,
 *      MPIDBG_COMM_INFO_KIND_UNKNOWN; in mpidbg_request_info_t, req_record and all members after it; in
 *      mpidbg_session_info_t, session_name and all members after it; in mpidbg_operation_info_t, partitions and all
 *      members after it
 *
 * Whoever appends a member adds a line here, raises the number, and changes the size in tests/abi/header_layout.h. */
enum { MPIDBG_EXT_VERSION = 4 };

/* The results of the mpidbg_* functions. The mqs_* functions have other codes. */
enum mpidbg_return_codes_t {
  MPIDBG_SUCCESS,
  MPIDBG_ERR_NOT_FOUND,     /* there is no such object: the handle is garbage, freed, or of another process */
  MPIDBG_ERR_NOT_SUPPORTED, /* the library has no such thing, or the plugin does not know it or its layouts */
  MPIDBG_ERR_OUT_OF_RANGE,  /* an index beyond its table, or a null pointer where there must be none */
  MPIDBG_ERR_UNAVAILABLE,   /* memory is unreadable or corrupt, or MPI is not initialised */
  MPIDBG_ERR_NO_MEM,
  MPIDBG_MAX_RETURN_CODE
};
/* The result of a query, beyond the codes of the original interface: a call in progress is making the object, which the
 * program cannot use yet. Lists contain such objects; a debugger leaves them out. */
enum { MPIDBG_ERR_BEING_MADE = 50 };
/* An alias of MPIDBG_ERR_NOT_SUPPORTED, which the comments of the original interface use. */
#define MPIDBG_ERR_UNSUPPORTED MPIDBG_ERR_NOT_SUPPORTED

/* The debugger's types for MPI's handle types, as mqs_find_type returned them. A type that the debugger did not find is
 * null. */
struct mpidbg_handle_info_t {
  /* The types in C. */
  mqs_type *hi_c_aint;
  mqs_type *hi_c_comm;
  mqs_type *hi_c_datatype;
  mqs_type *hi_c_errhandler;
  mqs_type *hi_c_file;
  mqs_type *hi_c_group;
  mqs_type *hi_c_info;
  mqs_type *hi_c_offset;
  mqs_type *hi_c_op;
  mqs_type *hi_c_request;
  mqs_type *hi_c_status;
  mqs_type *hi_c_win;
  /* C++: the classes of namespace MPI, which hold a C handle */
  mqs_type *hi_cxx_aint;
  mqs_type *hi_cxx_comm;
  mqs_type *hi_cxx_intracomm;
  mqs_type *hi_cxx_intercomm;
  mqs_type *hi_cxx_graphcomm;
  mqs_type *hi_cxx_cartcomm;
  mqs_type *hi_cxx_datatype;
  mqs_type *hi_cxx_errhandler;
  mqs_type *hi_cxx_file;
  mqs_type *hi_cxx_group;
  mqs_type *hi_cxx_info;
  mqs_type *hi_cxx_offset;
  mqs_type *hi_cxx_op;
  mqs_type *hi_cxx_request;
  mqs_type *hi_cxx_prequest;
  mqs_type *hi_cxx_grequest;
  mqs_type *hi_cxx_status;
  mqs_type *hi_cxx_win;
};

/* Identifies a process that is a member of a group. */
struct mpidbg_process_t {
  int mpi_comm_world_rank; /* rank in the queried process's MPI_COMM_WORLD; -1 if it is not a member */
};

/* Identifies a process of any job: each call of MPI_Comm_spawn starts a job with a number of its own. */
struct mpidbg_process_name_t {
  uint32_t job;
  uint32_t rank; /* rank in the MPI_COMM_WORLD of that job */
};

/* Holds the name and value of a predefined handle. An array of this type ends with an element whose name is null. */
struct mpidbg_name_map_t {
  char *map_name;
  mqs_taddr_t map_handle;
};

/* ---- Definitions for the extensions of all kinds of handles ---- */

/* The kinds of handles. A status has no handle; the address of the MPI_Status takes its place. Values are only
 * appended. */
enum mpidbg_handle_kind_t {
  MPIDBG_KIND_COMM,
  MPIDBG_KIND_GROUP,
  MPIDBG_KIND_REQUEST,
  MPIDBG_KIND_STATUS,
  MPIDBG_KIND_ERRHANDLER,
  MPIDBG_KIND_DATATYPE,
  MPIDBG_KIND_FILE,
  MPIDBG_KIND_INFO,
  MPIDBG_KIND_OP,
  MPIDBG_KIND_WIN,
  MPIDBG_KIND_MESSAGE,
  MPIDBG_KIND_SESSION,
  MPIDBG_KIND_MAX
};

/* The language of a callback function that the program gave the MPI library. It decides how the library calls the
 * function. */
enum mpidbg_language_t {
  MPIDBG_LANGUAGE_C,
  MPIDBG_LANGUAGE_CXX, /* the C++ bindings */
  MPIDBG_LANGUAGE_FORTRAN,
  MPIDBG_LANGUAGE_JAVA
};

/* Holds a reference to an object, for example from a request to its communicator. */
struct mpidbg_handle_reference_t {
  enum mpidbg_handle_kind_t kind;
  mqs_taddr_t handle;
};

/* Holds one pair of an info object. Key and value are separate allocations and never null. */
struct mpidbg_info_pair_t {
  char *key;
  char *value;
};

/* Holds an attribute of an object. keyval_name is null unless the keyval is predefined. */
struct mpidbg_attribute_pair_t {
  int keyval;
  char *keyval_name;
  char *value;
};

/* The function that set an attribute. It decides what the value means. */
enum mpidbg_attribute_setter_t {
  MPIDBG_ATTRIBUTE_C,               /* MPI_Comm_set_attr: a void * */
  MPIDBG_ATTRIBUTE_FORTRAN_INTEGER, /* MPI_ATTR_PUT of Fortran: an INTEGER */
  MPIDBG_ATTRIBUTE_FORTRAN_ADDRESS, /* MPI_COMM_SET_ATTR of Fortran: an INTEGER(KIND=MPI_ADDRESS_KIND) */
  MPIDBG_ATTRIBUTE_LIBRARY /* predefined: C programs get a pointer to the value; here the number is the value */
};

/* The number that mpidbg_attribute_pair_t.value shows as text. If the value is a pointer, the number is its address. */
struct mpidbg_attribute_value_t {
  enum mpidbg_attribute_setter_t setter;
  int64_t number;
};

#ifdef __cplusplus
}
#endif
#endif
