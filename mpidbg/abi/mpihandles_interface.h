/* The MPI handle debugging interface, mpidbg_*.
 *
 * A debugger asks what lies behind one MPI handle of the target, a communicator for instance. The interface was
 * proposed with Open MPI's debugging design of 2007 and stated in that library's mpihandles_interface.h; this header
 * keeps that binary interface (names, order of members, values; MPIDBG_INTERFACE_VERSION 1) in our own words and
 * extends it: new members stand at the end of a struct, which is safe because the plugin allocates.
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory. Every struct and every array or string in it that is not null is one allocation of the debugger's mqs_malloc.
 * The debugger frees each of them with its own free, or all at once with mpidbg_free(). On any result but
 * MPIDBG_SUCCESS nothing stays allocated and *info is unchanged.
 *
 * Order of calls. mpidbg_init_once; then for an image mpidbg_init_per_image; then for each process of it
 * mpidbg_init_per_process; then queries; then the finalize functions in reverse. mqs_* and mpidbg_* calls on the same
 * image and process may be mixed: they share one state. After MPIDBG_ERR_NOT_SUPPORTED from an init function nothing
 * else may be called for that image or process, not even its finalize function, and nothing is left to finalize.
 *
 * When. Handles mean something between the end of MPI_Init and the start of MPI_Finalize; outside of it queries answer
 * MPIDBG_ERR_UNAVAILABLE.
 *
 * Unknown. A count, an index or a handle can be any number, 2 and 4 included, so it is the capability bits and the
 * *_known bit flags that say whether it means something. Ranks and indices that are unknown are -1.
 *
 * Usable from C and C++.
 */
#ifndef MPIDBG_ABI_MPIHANDLES_INTERFACE_H
#define MPIDBG_ABI_MPIHANDLES_INTERFACE_H

#include <stdint.h>

#include "mpidbg/abi/msgq_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* MPI_MAX_OBJECT_NAME of the library for which the interface was defined. Longer names are cut here and are found whole
 * in the appended *_full_name. */
enum { MPIDBG_MAX_OBJECT_NAME = 64 };
enum { MPIDBG_MAX_FILENAME = 1024 };
enum { MPIDBG_INTERFACE_VERSION = 1 };

/* Not mqs_* codes: the two families number their results differently. */
enum mpidbg_return_codes_t {
  MPIDBG_SUCCESS,
  MPIDBG_ERR_NOT_FOUND,     /* no such object: a garbage, freed, or foreign handle */
  MPIDBG_ERR_NOT_SUPPORTED, /* not an MPI library, or layouts, that this plugin knows */
  MPIDBG_ERR_OUT_OF_RANGE,  /* an index beyond its table */
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

/* An attribute. The name is null but for predefined keyvals. */
struct mpidbg_attribute_pair_t {
  int keyval;
  char *keyval_name;
  char *value;
};

/* ---- Communicators ---- */

enum mpidbg_comm_capabilities_t {
  MPIDBG_COMM_CAP_BASIC = 0x01,
  MPIDBG_COMM_CAP_STRING_NAMES = 0x02,
  MPIDBG_COMM_CAP_FREED_HANDLE = 0x04,
  MPIDBG_COMM_CAP_FREED_OBJECT = 0x08,
  MPIDBG_COMM_CAP_REQUEST_LIST = 0x10,
  MPIDBG_COMM_CAP_WINDOW_LIST = 0x20,
  MPIDBG_COMM_CAP_FILE_LIST = 0x40,
  MPIDBG_COMM_CAP_MAX
};

enum mpidbg_comm_info_bitmap_t {
  MPIDBG_COMM_INFO_PREDEFINED = 0x01,
  MPIDBG_COMM_INFO_CARTESIAN = 0x02,
  MPIDBG_COMM_INFO_GRAPH = 0x04,
  MPIDBG_COMM_INFO_TOPO_REORDERED = 0x08,
  MPIDBG_COMM_INFO_INTERCOMM = 0x10,
  MPIDBG_COMM_INFO_FREED_HANDLE = 0x20,
  MPIDBG_COMM_INFO_FREED_OBJECT = 0x40,
  MPIDBG_COMM_INFO_COMM_NULL = 0x80,
  MPIDBG_COMM_INFO_DIST_GRAPH = 0x400,
  /* Appended: which of the inferable facts were inferred rather than read. */
  MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED = 0x1000,
  /* Appended: the distributed graph has weights. */
  MPIDBG_COMM_INFO_WEIGHTED = 0x2000,
  /* Appended: the library made it for its own use; no MPI handle of the program refers to it. */
  MPIDBG_COMM_INFO_INTERNAL = 0x4000,
  /* Appended: MPI_Comm_get_name gives the name. Without it the name is a label that the library made up, which tells
   * where the communicator comes from. */
  MPIDBG_COMM_INFO_NAMED = 0x8000,
  MPIDBG_COMM_INFO_MAX
};

struct mpidbg_comm_info_t {
  char comm_name[MPIDBG_MAX_OBJECT_NAME]; /* always ends in NUL */
  enum mpidbg_comm_info_bitmap_t comm_bitflags;

  int comm_rank; /* this process's rank in the (local) group */
  int comm_size; /* of the (local) group */

  /* Members by rank. The remote group is that of an intercommunicator. */
  int comm_num_local_procs;
  struct mpidbg_process_t *comm_local_procs;
  int comm_num_remote_procs;
  struct mpidbg_process_t *comm_remote_procs;

  /* MPI_Cart_create: both arrays have comm_cart_num_dims entries. */
  int comm_cart_num_dims;
  int *comm_cart_dims;
  int8_t *comm_cart_periods;

  /* MPI_Graph_create: comm_graph_index has comm_graph_num_nodes entries, comm_graph_edges has as many as the last of
   * them says (the historical comment gives the number of nodes, which is wrong). */
  int comm_graph_num_nodes;
  int *comm_graph_index;
  int *comm_graph_edges;

  mqs_taddr_t comm_c_handle;
  int comm_fortran_handle; /* -1: none */

  int comm_num_attrs;
  struct mpidbg_attribute_pair_t *comm_attrs;
  int comm_num_pending_requests;
  mqs_taddr_t *comm_pending_requests;
  int comm_num_derived_windows;
  mqs_taddr_t *comm_derived_windows;
  int comm_num_derived_files;
  mqs_taddr_t *comm_derived_files;

  /* ---- appended ---- */
  char *comm_full_name;
  int64_t comm_context_id;
  int comm_world_rank;   /* this process's rank in MPI_COMM_WORLD */
  int *comm_cart_coords; /* of this process, comm_cart_num_dims entries; null where it has none */
  /* MPI_Dist_graph_create*: sources with indegree, destinations with outdegree entries; weights null if unweighted. */
  int comm_dist_graph_indegree;
  int *comm_dist_graph_sources;
  int *comm_dist_graph_source_weights;
  int comm_dist_graph_outdegree;
  int *comm_dist_graph_destinations;
  int *comm_dist_graph_destination_weights;
  mqs_taddr_t comm_local_group;  /* for mpidbg_group_query */
  mqs_taddr_t comm_remote_group; /* 0 unless an intercommunicator */
  mqs_taddr_t comm_errhandler;
  char *comm_errhandler_name; /* of a predefined error handler, else null */
  struct mpidbg_process_name_t *comm_local_names;
  struct mpidbg_process_name_t *comm_remote_names;
  int comm_reference_count;
};

/* ---- Groups ---- */

enum mpidbg_group_capabilities_t {
  MPIDBG_GROUP_CAP_BASIC = 0x01,
  MPIDBG_GROUP_CAP_STRING_NAMES = 0x02,
  MPIDBG_GROUP_CAP_FREED_HANDLE = 0x04,
  MPIDBG_GROUP_CAP_FREED_OBJECT = 0x08,
  MPIDBG_GROUP_CAP_COMM_LIST = 0x10,
  MPIDBG_GROUP_CAP_MAX
};

enum mpidbg_group_info_bitmap_t {
  MPIDBG_GROUP_INFO_PREDEFINED = 0x01,
  MPIDBG_GROUP_INFO_FREED_HANDLE = 0x02,
  MPIDBG_GROUP_INFO_FREED_OBJECT = 0x04,
  MPIDBG_GROUP_INFO_GROUP_NULL = 0x08,
  MPIDBG_GROUP_INFO_GROUP_EMPTY = 0x10,
  MPIDBG_GROUP_INFO_MAX
};

/* How the library stores the members. */
enum mpidbg_group_storage_t { MPIDBG_GROUP_DENSE, MPIDBG_GROUP_SPORADIC, MPIDBG_GROUP_STRIDED, MPIDBG_GROUP_BITMAP };

struct mpidbg_group_info_t {
  char gr_name[MPIDBG_MAX_OBJECT_NAME]; /* of a predefined group, else empty */
  enum mpidbg_group_info_bitmap_t gr_bitflags;
  mqs_taddr_t gr_c_handle;
  int gr_fortran_handle; /* -1: none */
  int gr_rank;           /* this process's rank in the group; -1: not a member */
  int gr_size;
  struct mpidbg_process_t *gr_procs;      /* gr_size entries, by rank */
  struct mpidbg_process_name_t *gr_names; /* likewise */
  enum mpidbg_group_storage_t gr_storage;
  int gr_num_comms; /* live communicators whose local or remote group this is */
  mqs_taddr_t *gr_comms;
  int gr_reference_count;
};

/* ---- Variables in the plugin ---- */

/* Valid once loaded: byte order (1 big) and word size in bits of the plugin itself. */
MPIDBG_EXPORT extern char mpidbg_dll_is_big_endian;
MPIDBG_EXPORT extern char mpidbg_dll_bitness;

/* Valid after a successful mpidbg_init_per_process. Process-wide in the plugin by definition of the interface: with
 * several processes the capabilities are those that hold for all of them, and the maps are those of the process
 * initialised last; mpidbg_name_map() has those of a given process. */
MPIDBG_EXPORT extern enum mpidbg_comm_capabilities_t mpidbg_comm_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_comm_name_map;
MPIDBG_EXPORT extern enum mpidbg_group_capabilities_t mpidbg_group_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_group_name_map;

/* In the MPI process, not in the plugin: char **mpidbg_dll_locations, candidates for the plugin's path, ending with a
 * null; valid at MPIR_Breakpoint. Known libraries leave it null. */

/* ---- Functions ---- */

MPIDBG_EXPORT int mpidbg_init_once(const mqs_basic_callbacks *callbacks);
/* MPIDBG_INTERFACE_VERSION */
MPIDBG_EXPORT int mpidbg_interface_version_compatibility(void);
MPIDBG_EXPORT char *mpidbg_version_string(void);
/* sizeof(mqs_taddr_t) */
MPIDBG_EXPORT int mpidbg_dll_taddr_width(void);

/* handle_types is filled with the types that the debugger knows; it may be null. */
MPIDBG_EXPORT int mpidbg_init_per_image(mqs_image *image, const mqs_image_callbacks *callbacks,
                                        struct mpidbg_handle_info_t *handle_types);
MPIDBG_EXPORT void mpidbg_finalize_per_image(mqs_image *image, mqs_image_info *image_info);
MPIDBG_EXPORT int mpidbg_init_per_process(mqs_process *process, const mqs_process_callbacks *callbacks,
                                          struct mpidbg_handle_info_t *handle_types);
MPIDBG_EXPORT void mpidbg_finalize_per_process(mqs_process *process, mqs_process_info *process_info);

/* What lies behind a C handle. */
MPIDBG_EXPORT int mpidbg_comm_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t c_comm,
                                    struct mpidbg_comm_info_t **info);
/* The C handle of a Fortran INTEGER handle. */
MPIDBG_EXPORT int mpidbg_comm_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, mqs_taddr_t f77_comm, mqs_taddr_t *c_comm);
/* The C handle in the MPI::Comm (or derived) object at cxx_comm. comm_type is 0 for MPI::Comm, or the bit of the
 * topology or intercommunicator class. */
MPIDBG_EXPORT int mpidbg_comm_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t cxx_comm,
                                    enum mpidbg_comm_info_bitmap_t comm_type, mqs_taddr_t *c_comm);

MPIDBG_EXPORT int mpidbg_group_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                     mqs_process_info *process_info, mqs_taddr_t c_group,
                                     struct mpidbg_group_info_t **info);
MPIDBG_EXPORT int mpidbg_group_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, mqs_taddr_t f77_group, mqs_taddr_t *c_group);

/* ---- Extensions of this plugin: look them up with dlsym. ---- */

/* Version of the extensions below; it grows, functions stay. */
MPIDBG_EXPORT int mpidbg_ext_version(void);

/* Whether the process is held: with a nonzero argument the debugger promises that it will not run until it says so with
 * zero, and queries may use what earlier ones have read. Without the promise every mpidbg_* query reads afresh. The
 * functions of the mqs_* family read afresh at mqs_update_communicator_list. */
MPIDBG_EXPORT int mpidbg_set_held(mqs_process *process, int held);

/* All live handles of a kind, predefined and library-internal ones included, in the order of the library's table.
 * *handles is one mqs_malloc allocation, null if *count is 0. */
MPIDBG_EXPORT int mpidbg_comm_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, int *count, mqs_taddr_t **handles);
MPIDBG_EXPORT int mpidbg_group_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

enum mpidbg_handle_kind_t { MPIDBG_KIND_COMM, MPIDBG_KIND_GROUP };

/* The predefined handles of one process; static until mpidbg_finalize_per_process, null where there are none. */
MPIDBG_EXPORT const struct mpidbg_name_map_t *mpidbg_name_map(mqs_process *process, enum mpidbg_handle_kind_t kind);

/* Frees a query's result with everything in it. Null is harmless. */
MPIDBG_EXPORT void mpidbg_free(void *info, enum mpidbg_handle_kind_t kind);

/* A static sentence for an mpidbg_return_codes_t, unknown values included. */
MPIDBG_EXPORT const char *mpidbg_error_string(int code);

/* Why the last call on this process (null: on any image) that did not succeed failed: what was read, at which address,
 * and what was wrong with it. Valid until the next call; empty if nothing failed. */
MPIDBG_EXPORT const char *mpidbg_error_detail(mqs_process *process);

#ifdef __cplusplus
}
#endif
#endif
