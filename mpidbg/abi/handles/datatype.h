/* Declares the queries for datatypes, mpidbg_datatype_*.
 *
 * Besides what MPI calls return, these functions give the type map: the predefined types in a datatype and their
 * places. The type map is built from the arguments of the constructors by the rules of MPI, and checked against the
 * sizes and bounds that the library keeps. Displacements, bounds and strides are in bytes, relative to the address that
 * a program passes as its buffer.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIDBG_ABI_HANDLES_DATATYPE_H
#define MPIDBG_ABI_HANDLES_DATATYPE_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_datatype_capabilities_t {
  MPIDBG_DATATYPE_CAP_BASIC = 0x01,
  MPIDBG_DATATYPE_CAP_STRING_NAMES = 0x02,
  MPIDBG_DATATYPE_CAP_FREED_HANDLE = 0x04,
  MPIDBG_DATATYPE_CAP_FREED_OBJECT = 0x08, /* see Freed objects in mpihandles_interface.h */
  MPIDBG_DATATYPE_CAP_ENVELOPE = 0x10,     /* combiner, constructor, contents, tree */
  MPIDBG_DATATYPE_CAP_TYPE_MAP = 0x20,
  MPIDBG_DATATYPE_CAP_USERS = 0x40, /* dt_users: at least the datatypes that were made from it */
  MPIDBG_DATATYPE_CAP_MAX
};

enum mpidbg_datatype_info_bitmap_t {
  MPIDBG_DATATYPE_INFO_PREDEFINED = 0x01, /* includes the types that MPI_Type_create_f90_* hand out */
  MPIDBG_DATATYPE_INFO_FREED_HANDLE = 0x02,
  MPIDBG_DATATYPE_INFO_FREED_OBJECT = 0x04,
  MPIDBG_DATATYPE_INFO_DATATYPE_NULL = 0x08,
  MPIDBG_DATATYPE_INFO_COMMITTED = 0x10,
  /* The library made the datatype for itself, so that no MPI handle of the program refers to it. */
  MPIDBG_DATATYPE_INFO_INTERNAL = 0x20,
  MPIDBG_DATATYPE_INFO_FREED_HANDLE_INFERRED = 0x40,
  /* It is known whether the handle was freed. Without this bit, FREED_HANDLE has no meaning. */
  MPIDBG_DATATYPE_INFO_FREED_HANDLE_KNOWN = 0x80,
  /* dt_true_lb, dt_true_ub and dt_true_extent hold information, because the type has at least one byte. */
  MPIDBG_DATATYPE_INFO_TRUE_BOUNDS = 0x100,
  /* Either dt_mpi1_constructor or dt_constructor may have made the type: the library stores the same for both. */
  MPIDBG_DATATYPE_INFO_VARIANT_AMBIGUOUS = 0x200,
  /* dt_constructor is a function of MPI-1 that MPI-3 removed. */
  MPIDBG_DATATYPE_INFO_VARIANT_MPI1 = 0x400,
  /* dt_integers, dt_addresses or dt_datatypes is truncated; the totals have the complete numbers. */
  MPIDBG_DATATYPE_INFO_CONTENTS_TRUNCATED = 0x800,
  /* dt_nodes is truncated: further nodes, or nodes that are too deep, are left out. */
  MPIDBG_DATATYPE_INFO_TREE_TRUNCATED = 0x1000,
  /* The type map and its totals are known; otherwise, dt_typemap_problem says why not. */
  MPIDBG_DATATYPE_INFO_TYPEMAP = 0x2000,
  /* dt_typemap is truncated. */
  MPIDBG_DATATYPE_INFO_TYPEMAP_TRUNCATED = 0x4000,
  /* The members about bytes and holes are known; otherwise, dt_coverage_problem says why not. */
  MPIDBG_DATATYPE_INFO_COVERAGE = 0x8000,
  /* Some byte belongs to more than one element of the type map. */
  MPIDBG_DATATYPE_INFO_OVERLAP = 0x10000,
  MPIDBG_DATATYPE_INFO_MAX
};

/* The values of MPI_COMBINER_*, with numbers of our own. Combiners that end in _INTEGER belong to MPI-1 functions that
 * were called from Fortran; MPI-3 removed these functions. */
enum mpidbg_combiner_t {
  MPIDBG_COMBINER_UNKNOWN, /* the library made the type for itself and stores no arguments */
  MPIDBG_COMBINER_NAMED,
  MPIDBG_COMBINER_DUP,
  MPIDBG_COMBINER_CONTIGUOUS,
  MPIDBG_COMBINER_VECTOR,
  MPIDBG_COMBINER_HVECTOR_INTEGER,
  MPIDBG_COMBINER_HVECTOR,
  MPIDBG_COMBINER_INDEXED,
  MPIDBG_COMBINER_HINDEXED_INTEGER,
  MPIDBG_COMBINER_HINDEXED,
  MPIDBG_COMBINER_INDEXED_BLOCK,
  MPIDBG_COMBINER_STRUCT_INTEGER,
  MPIDBG_COMBINER_STRUCT,
  MPIDBG_COMBINER_SUBARRAY,
  MPIDBG_COMBINER_DARRAY,
  MPIDBG_COMBINER_F90_REAL,
  MPIDBG_COMBINER_F90_COMPLEX,
  MPIDBG_COMBINER_F90_INTEGER,
  MPIDBG_COMBINER_RESIZED,
  MPIDBG_COMBINER_HINDEXED_BLOCK
};

/* A type map is a list of entries in the order of MPI's type map. A run is a sequence of `count` elements of a
 * predefined type; the distance between adjacent elements is `stride` bytes. A loop repeats the entries up to its end
 * `count` times, and each round is shifted by `stride` bytes; displacements inside a loop are those of the first round.
 * Loops can be nested. */
enum mpidbg_typemap_kind_t { MPIDBG_TYPEMAP_RUN, MPIDBG_TYPEMAP_LOOP, MPIDBG_TYPEMAP_END };

struct mpidbg_typemap_entry_t {
  enum mpidbg_typemap_kind_t kind;
  int basic;            /* of a run: index in dt_basics */
  int64_t displacement; /* of a run: displacement of the first element */
  uint64_t count;       /* number of elements of a run, or of rounds of a loop */
  int64_t stride;       /* of a run or loop, in bytes */
};

/* Describes one element of a type map in which runs and loops are written out. */
struct mpidbg_typemap_element_t {
  mqs_taddr_t basic; /* a predefined datatype */
  int64_t displacement;
};

/* Describes a predefined type that occurs in a type map. */
struct mpidbg_basic_type_t {
  char name[MPIDBG_MAX_OBJECT_NAME];
  mqs_taddr_t handle;
  uint64_t size;
  uint64_t elements; /* number of its occurrences */
};

/* Describes a range of `length` bytes that starts at `displacement`. */
struct mpidbg_byte_range_t {
  int64_t displacement;
  uint64_t length;
};

/* Describes one node in the tree of a datatype and its constituent types. Arrays of nodes are in pre-order. */
struct mpidbg_datatype_node_t {
  int depth; /* 0: the datatype itself */
  enum mpidbg_combiner_t combiner;
  mqs_taddr_t handle;
  uint64_t times;  /* number of equal constituents in a row that the node stands for */
  int seen_before; /* nonzero if the constituents are listed at an earlier node of this type */
  char name[MPIDBG_MAX_OBJECT_NAME];
  char *call; /* the constructor call with long arrays shortened, such as
                 "MPI_Type_vector(count 3, blocklength 2, stride 5, MPI_DOUBLE)"; null if the type is predefined or of
                 the library's own */
};

/* A query's result has at most this many items; the functions below return the rest. */
enum {
  MPIDBG_DATATYPE_MAX_CONTENTS = 65536, /* of each kind */
  MPIDBG_DATATYPE_MAX_ENTRIES = 65536,
  MPIDBG_DATATYPE_MAX_NODES = 1024,
  MPIDBG_DATATYPE_MAX_HOLES = 256
};

struct mpidbg_datatype_info_t {
  char dt_name[MPIDBG_MAX_OBJECT_NAME]; /* result of MPI_Type_get_name; always ends in NUL */
  enum mpidbg_datatype_info_bitmap_t dt_bitflags;
  mqs_taddr_t dt_c_handle;
  int dt_fortran_handle; /* -1: none */
  int dt_reference_count;

  uint64_t dt_size;
  int64_t dt_lb;
  int64_t dt_ub;
  int64_t dt_extent;
  int64_t dt_true_lb;
  int64_t dt_true_ub;
  int64_t dt_true_extent;

  /* The results of MPI_Type_get_envelope. dt_constructor is the C name of the function that made the type; null if the
   * type is predefined or was made by the library for itself. */
  enum mpidbg_combiner_t dt_combiner;
  char *dt_constructor;
  char *dt_mpi1_constructor; /* set with VARIANT_AMBIGUOUS */
  uint64_t dt_total_integers;
  uint64_t dt_total_addresses;
  uint64_t dt_total_datatypes;
  /* The results of MPI_Type_get_contents. */
  int dt_num_integers;
  int *dt_integers;
  int dt_num_addresses;
  int64_t *dt_addresses;
  int dt_num_datatypes;
  mqs_taddr_t *dt_datatypes;

  int dt_num_nodes; /* at least 1 */
  struct mpidbg_datatype_node_t *dt_nodes;

  /* The type map, in dt_typemap. dt_basics holds the predefined types that occur in it. */
  uint64_t dt_total_entries;
  uint64_t dt_total_elements;
  int dt_num_entries;
  struct mpidbg_typemap_entry_t *dt_typemap;
  int dt_num_basics;
  struct mpidbg_basic_type_t *dt_basics;
  char *dt_typemap_problem; /* null if there is none */

  /* The layout of one element in its extent, from lb to ub. */
  uint64_t dt_bytes_used;    /* bytes of the extent that hold data */
  uint64_t dt_bytes_outside; /* bytes of data that are outside the extent */
  uint64_t dt_hole_bytes;    /* bytes of the extent that hold no data */
  uint64_t dt_total_holes;
  int dt_num_holes; /* number of entries in dt_holes, which are the first holes */
  struct mpidbg_byte_range_t *dt_holes;
  char *dt_coverage_problem; /* null if there is none */

  /* Live objects that use the datatype: requests, files, and datatypes that were made from it. The recorder adds the
   * requests of which memory does not show the datatype. */
  int dt_num_users;
  struct mpidbg_handle_reference_t *dt_users;
};

MPIDBG_EXPORT extern enum mpidbg_datatype_capabilities_t mpidbg_datatype_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_datatype_name_map;

MPIDBG_EXPORT int mpidbg_datatype_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                        mqs_process_info *process_info, mqs_taddr_t c_datatype,
                                        struct mpidbg_datatype_info_t **info);
MPIDBG_EXPORT int mpidbg_datatype_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                      mqs_process_info *process_info, mqs_taddr_t f77_datatype,
                                      mqs_taddr_t *c_datatype);
MPIDBG_EXPORT int mpidbg_datatype_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                        mqs_process_info *process_info, mqs_taddr_t cxx_datatype,
                                        mqs_taddr_t *c_datatype);

/* Extension: returns the handles of all live datatypes; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_datatype_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

/* These extensions return parts of a result that is too long for the struct. Each gives up to `wanted` items, starting
 * with number `first`, as one mqs_malloc allocation. Beyond the end it gives null, and *count is 0. These results are
 * not checked against the library's sizes. */

/* Returns entries of the type map. The member `basic` of an entry is an index of dt_basics, which mpidbg_datatype_query
 * returns. */
MPIDBG_EXPORT int mpidbg_datatype_typemap(mqs_process *process, mqs_taddr_t datatype, uint64_t first, int wanted,
                                          int *count, struct mpidbg_typemap_entry_t **entries);
/* Returns elements of the type map written out: pairs of a predefined type and a displacement. */
MPIDBG_EXPORT int mpidbg_datatype_elements(mqs_process *process, mqs_taddr_t datatype, uint64_t first, int wanted,
                                           int *count, struct mpidbg_typemap_element_t **elements);

enum mpidbg_datatype_contents_t { MPIDBG_CONTENTS_INTEGERS, MPIDBG_CONTENTS_ADDRESSES, MPIDBG_CONTENTS_DATATYPES };
MPIDBG_EXPORT int mpidbg_datatype_contents(mqs_process *process, mqs_taddr_t datatype,
                                           enum mpidbg_datatype_contents_t which, uint64_t first, int wanted,
                                           int *count, int64_t **values);

#ifdef __cplusplus
}
#endif
#endif
