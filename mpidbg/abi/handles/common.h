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

/* MPI_MAX_OBJECT_NAME of the library for which the interface was defined. Longer names are cut here and are given in
 * full in the appended *_full_name. */
enum { MPIDBG_MAX_OBJECT_NAME = 64 };
enum { MPIDBG_MAX_FILENAME = 1024 };
enum { MPIDBG_INTERFACE_VERSION = 1 };

/* The version of the extensions in these headers, which mpidbg_ext_version() of a plugin answers with.
 *
 * The plugin allocates the results of queries and does not state their size, so a debugger may read an appended member
 * only if the plugin's version has it; what an older plugin allocated ends before it. Functions are looked up by name
 * and members are never moved or removed, so a higher version is always usable. Elements of arrays do not grow at all:
 * their size is the distance to the next one. Structs that the debugger allocates begin with struct_size, and the
 * plugin leaves members beyond it alone; members that an older plugin does not know keep the value they had.
 *
 *   1  communicators and groups alone; never released
 *   2  everything that is not listed below
 *   3  mpidbg_process_info_t.handle_width
 *   4  mpidbg_communicator_outline_t.nonblocking_collectives, mpidbg_request_info_t from req_record on,
 *      mpidbg_session_info_t from session_name on, mpidbg_process_info_t.callbacks_over, mpidbg_operation_info_t from
 *      partitions on, MPIDBG_COMM_INFO_KIND_UNKNOWN
 *
 * Whoever appends a member adds a line here, raises the number, and changes the size in tests/abi/header_layout.h. */
enum { MPIDBG_EXT_VERSION = 4 };

/* These are not mqs_* codes: the two families number their results differently. */
enum mpidbg_return_codes_t {
  MPIDBG_SUCCESS,
  MPIDBG_ERR_NOT_FOUND,     /* no such object: a garbage, freed, or foreign handle */
  MPIDBG_ERR_NOT_SUPPORTED, /* not an MPI library, or layouts, that this plugin knows */
  MPIDBG_ERR_OUT_OF_RANGE,  /* an index beyond its table, or a null pointer where there must be none */
  MPIDBG_ERR_UNAVAILABLE,   /* memory unreadable or corrupt, or outside MPI_Init..MPI_Finalize */
  MPIDBG_ERR_NO_MEM,
  MPIDBG_MAX_RETURN_CODE
};
/* The name that the historical comments use. */
#define MPIDBG_ERR_UNSUPPORTED MPIDBG_ERR_NOT_SUPPORTED

/* The debugger's types behind the handle types, as mqs_find_type found them; null where it did not. */
struct mpidbg_handle_info_t {
  /* C */
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

/* A process of a group. */
struct mpidbg_process_t {
  int mpi_comm_world_rank; /* in the queried process's MPI_COMM_WORLD; -1: not a member of it */
};

/* Identity of a process beyond its MPI_COMM_WORLD: jobs started by MPI_Comm_spawn have a job number of their own. */
struct mpidbg_process_name_t {
  uint32_t job;
  uint32_t rank; /* in the MPI_COMM_WORLD of that job */
};

/* A predefined handle's name and value. Arrays of these end with a null name. */
struct mpidbg_name_map_t {
  char *map_name;
  mqs_taddr_t map_handle;
};

/* ---- Shared by the extensions of all kinds ---- */

/* Kinds of handles. A status has no handle: it is the object itself. Values are only appended. */
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

/* The language of a function that the program gave the library; it decides how the function is called. */
enum mpidbg_language_t {
  MPIDBG_LANGUAGE_C,
  MPIDBG_LANGUAGE_CXX, /* the C++ bindings */
  MPIDBG_LANGUAGE_FORTRAN,
  MPIDBG_LANGUAGE_JAVA
};

/* One object that refers to another: a request to its communicator, for instance. */
struct mpidbg_handle_reference_t {
  enum mpidbg_handle_kind_t kind;
  mqs_taddr_t handle;
};

/* One pair of an info object. Both are allocations of their own and never null. */
struct mpidbg_info_pair_t {
  char *key;
  char *value;
};

/* An attribute. The name is null but for predefined keyvals. */
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
  MPIDBG_ATTRIBUTE_LIBRARY          /* predefined: C programs see it through a pointer; here it is the value itself */
};

/* The number that mpidbg_attribute_pair_t.value spells. For a pointer it is the pointer itself. */
struct mpidbg_attribute_value_t {
  enum mpidbg_attribute_setter_t setter;
  int64_t number;
};

#ifdef __cplusplus
}
#endif
#endif
