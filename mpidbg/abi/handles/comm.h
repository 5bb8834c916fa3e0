/* Declares the queries for communicators, mpidbg_comm_*.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_COMM_H
#define MPIDBG_ABI_HANDLES_COMM_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_comm_capabilities_t {
  MPIDBG_COMM_CAP_BASIC = 0x01,
  MPIDBG_COMM_CAP_STRING_NAMES = 0x02,
  MPIDBG_COMM_CAP_FREED_HANDLE = 0x04,
  MPIDBG_COMM_CAP_FREED_OBJECT = 0x08, /* see Freed objects in mpihandles_interface.h */
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
  /* Appended: MPIDBG_COMM_INFO_FREED_HANDLE was inferred from reference counts. */
  MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED = 0x1000,
  /* Appended: the distributed graph has weights. */
  MPIDBG_COMM_INFO_WEIGHTED = 0x2000,
  /* Appended: the library made the communicator for itself, so that no MPI handle of the program refers to it. */
  MPIDBG_COMM_INFO_INTERNAL = 0x4000,
  /* Appended: the name is the one that MPI_Comm_get_name returns. Without this bit, the name is a label from the
   * library that shows where the communicator comes from. */
  MPIDBG_COMM_INFO_NAMED = 0x8000,
  /* Appended: the hints, comm_info_pairs, are known. */
  MPIDBG_COMM_INFO_HINTS = 0x10000,
  /* Appended: the attributes, comm_attrs, are known. */
  MPIDBG_COMM_INFO_ATTRIBUTES_KNOWN = 0x20000,
  /* Appended: the windows that were made with the communicator are inferred. Each window owns a duplicate of the
   * communicator, and the duplicate's name shows the original. Files, and the window that owns a duplicate, are read
   * from memory. */
  MPIDBG_COMM_INFO_WINDOWS_INFERRED = 0x40000,
  /* Appended: the lists of windows and files are empty because they could not be read, or because the library does not
   * store the communicators of windows and files. */
  MPIDBG_COMM_INFO_DERIVED_UNKNOWN = 0x80000,
  /* Appended: the list of pending requests is empty because it could not be read. */
  MPIDBG_COMM_INFO_REQUESTS_UNKNOWN = 0x100000,
  /* Appended: it is unknown whether the communicator is an intercommunicator and which topology it has. The bits for
   * these facts are unset. */
  MPIDBG_COMM_INFO_KIND_UNKNOWN = 0x200000,
  MPIDBG_COMM_INFO_MAX
};

struct mpidbg_comm_info_t {
  char comm_name[MPIDBG_MAX_OBJECT_NAME]; /* always ends in NUL */
  enum mpidbg_comm_info_bitmap_t comm_bitflags;

  int comm_rank; /* this process's rank in the (local) group */
  int comm_size; /* size of the (local) group */

  /* The members of the local and the remote group by rank. Only intercommunicators have a remote group. */
  int comm_num_local_procs;
  struct mpidbg_process_t *comm_local_procs;
  int comm_num_remote_procs;
  struct mpidbg_process_t *comm_remote_procs;

  /* The arguments of MPI_Cart_create. Both arrays have comm_cart_num_dims entries. */
  int comm_cart_num_dims;
  int *comm_cart_dims;
  int8_t *comm_cart_periods;

  /* The arguments of MPI_Graph_create. comm_graph_index has comm_graph_num_nodes entries. The last of these entries is
   * the number of entries in comm_graph_edges (not comm_graph_num_nodes, as the original interface says). */
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
  int *comm_cart_coords; /* coordinates of this process, comm_cart_num_dims entries; null if it has none */
  /* The neighbours from MPI_Dist_graph_create*. The arrays of sources have comm_dist_graph_indegree entries, those of
   * destinations comm_dist_graph_outdegree entries. The weights are null for an unweighted graph. */
  int comm_dist_graph_indegree;
  int *comm_dist_graph_sources;
  int *comm_dist_graph_source_weights;
  int comm_dist_graph_outdegree;
  int *comm_dist_graph_destinations;
  int *comm_dist_graph_destination_weights;
  mqs_taddr_t comm_local_group;  /* handle for mpidbg_group_query */
  mqs_taddr_t comm_remote_group; /* 0 unless an intercommunicator */
  mqs_taddr_t comm_errhandler;
  char *comm_errhandler_name; /* name of a predefined error handler, else null */
  struct mpidbg_process_name_t *comm_local_names;
  struct mpidbg_process_name_t *comm_remote_names;
  int comm_reference_count;
  /* The pairs that MPI_Comm_get_info returns, and the ignored pairs. The program set the ignored pairs, but the library
   * does not use them. */
  int comm_num_info_pairs;
  struct mpidbg_info_pair_t *comm_info_pairs;
  int comm_num_ignored_info_pairs;
  struct mpidbg_info_pair_t *comm_ignored_info_pairs;
  struct mpidbg_attribute_value_t *comm_attr_values; /* comm_num_attrs entries: the values of comm_attrs */
};

MPIDBG_EXPORT extern enum mpidbg_comm_capabilities_t mpidbg_comm_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_comm_name_map;

/* Fills in *info with a description of the communicator behind a C handle. */
MPIDBG_EXPORT int mpidbg_comm_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t c_comm,
                                    struct mpidbg_comm_info_t **info);
/* Returns the C handle of a Fortran INTEGER handle. */
MPIDBG_EXPORT int mpidbg_comm_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, mqs_taddr_t f77_comm, mqs_taddr_t *c_comm);
/* Returns the C handle in the MPI::Comm (or derived) object at cxx_comm. comm_type is 0 for MPI::Comm, or the bit of
 * the topology or intercommunicator class. */
MPIDBG_EXPORT int mpidbg_comm_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t cxx_comm,
                                    enum mpidbg_comm_info_bitmap_t comm_type, mqs_taddr_t *c_comm);

/* Extension: returns the handles of all live communicators; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_comm_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
