/* Declares the queries for files of MPI I/O, mpidbg_file_*.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_FILE_H
#define MPIDBG_ABI_HANDLES_FILE_H

#include <stdint.h>

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_file_capabilities_t {
  MPIDBG_FILE_CAP_BASIC = 0x01, /* names, handles, communicator, mode, error handler, reference count, hints */
  MPIDBG_FILE_CAP_STRING_NAMES = 0x02,
  MPIDBG_FILE_CAP_FREED_HANDLE = 0x04,
  MPIDBG_FILE_CAP_FREED_OBJECT = 0x08, /* see Freed objects in mpihandles_interface.h */
  MPIDBG_FILE_CAP_REQUEST_LIST = 0x10,
  MPIDBG_FILE_CAP_VIEW = 0x20, /* MPIDBG_FILE_INFO_VIEW and the bits after it hold information */
  MPIDBG_FILE_CAP_MAX
};

enum mpidbg_file_info_bitmap_t {
  MPIDBG_FILE_INFO_PREDEFINED = 0x01,
  /* The program has closed the file, but the library keeps the object, for example if it was told never to free
   * handles. */
  MPIDBG_FILE_INFO_FREED_HANDLE = 0x02,
  MPIDBG_FILE_INFO_FREED_OBJECT = 0x04,
  MPIDBG_FILE_INFO_FILE_NULL = 0x08,
  /* The following bits say which members are known. */
  MPIDBG_FILE_INFO_HINTS = 0x10,            /* fi_info_pairs and fi_ignored_info_pairs are known */
  MPIDBG_FILE_INFO_VIEW = 0x20,             /* fi_path, fi_io_comm, the view, and the next two bits are known */
  MPIDBG_FILE_INFO_ATOMIC = 0x40,           /* MPI_File_set_atomicity has set atomic mode */
  MPIDBG_FILE_INFO_SPLIT_COLLECTIVE = 0x80, /* a split collective has begun and not ended; see fi_split_request */
  MPIDBG_FILE_INFO_POSITION = 0x100,
  MPIDBG_FILE_INFO_BYTE_OFFSET = 0x200,
  MPIDBG_FILE_INFO_SHARED_POSITION = 0x400,
  MPIDBG_FILE_INFO_DESCRIPTOR = 0x800,
  /* fi_pending_requests contains all pending requests of the file. If the library does not store to which file a
   * request belongs, the recorder does. */
  MPIDBG_FILE_INFO_REQUESTS = 0x1000,
  MPIDBG_FILE_INFO_MAX
};

/* Bits of fi_amode. They are the numbers of MPI_MODE_* in the known MPI libraries. */
enum mpidbg_file_mode_t {
  MPIDBG_MODE_CREATE = 0x001,
  MPIDBG_MODE_RDONLY = 0x002,
  MPIDBG_MODE_WRONLY = 0x004,
  MPIDBG_MODE_RDWR = 0x008,
  MPIDBG_MODE_DELETE_ON_CLOSE = 0x010,
  MPIDBG_MODE_UNIQUE_OPEN = 0x020,
  MPIDBG_MODE_EXCL = 0x040,
  MPIDBG_MODE_APPEND = 0x080,
  MPIDBG_MODE_SEQUENTIAL = 0x100
};

struct mpidbg_file_info_t {
  char fi_name[MPIDBG_MAX_OBJECT_NAME]; /* "MPI_FILE_NULL" or empty, because in MPI files have no name but the path */
  enum mpidbg_file_info_bitmap_t fi_bitflags;
  mqs_taddr_t fi_c_handle;
  int fi_fortran_handle; /* -1: none */
  /* The file's name as the program gave it, or "MPI_FILE_NULL". fi_filename is truncated to its size and always ends in
   * NUL; fi_full_filename is complete. */
  char fi_filename[MPIDBG_MAX_FILENAME];
  char *fi_full_filename;
  /* Communicator that the file was opened with. MPICH does not store it, but the recorder does; 0 if it is unknown or
   * was freed since. */
  mqs_taddr_t fi_comm;
  int fi_amode;        /* mpidbg_file_mode_t bits */
  char *fi_amode_text; /* "MPI_MODE_CREATE | MPI_MODE_RDWR"; "0" for none */
  /* The pairs that MPI_File_get_info returns, and the ignored pairs. The program set the ignored pairs later, and the
   * library does not use them. */
  int fi_num_info_pairs;
  struct mpidbg_info_pair_t *fi_info_pairs;
  int fi_num_ignored_info_pairs;
  struct mpidbg_info_pair_t *fi_ignored_info_pairs;
  mqs_taddr_t fi_errhandler;
  char *fi_errhandler_name; /* name of a predefined error handler, else null */
  int fi_reference_count;
  char *fi_layer;   /* the library's I/O component, such as "ompio"; null if unknown */
  char *fi_problem; /* why the view and the members below are unknown; null if they are known */

  char *fi_path;          /* path that was opened; absolute if the layer stores it that way */
  mqs_taddr_t fi_io_comm; /* the layer's duplicate of the communicator */
  mqs_taddr_t fi_io_info; /* info object with the hints that the layer uses; 0 if it has no own info */
  int fi_descriptor;      /* file descriptor; -1 if this process does not have the file open */
  /* The view, as MPI_File_get_view returns it. The types are duplicates of the types that the program passed, unless
   * those are predefined. */
  int64_t fi_displacement; /* in bytes */
  mqs_taddr_t fi_etype;
  mqs_taddr_t fi_filetype;
  char *fi_etype_name; /* null if the type has no name */
  char *fi_filetype_name;
  int64_t fi_etype_size; /* in bytes */
  char *fi_datarep;      /* "native" */
  /* The individual file pointer: in etypes as MPI_File_get_position returns it, and in bytes from the start of the file
   * as MPI_File_get_byte_offset does. */
  int64_t fi_position;
  int64_t fi_byte_offset;
  int64_t fi_shared_position;   /* MPI_File_get_position_shared, in etypes */
  mqs_taddr_t fi_split_request; /* 0 if the library stores none */

  int fi_num_pending_requests;
  mqs_taddr_t *fi_pending_requests;
};

MPIDBG_EXPORT extern enum mpidbg_file_capabilities_t mpidbg_file_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_file_name_map;

MPIDBG_EXPORT int mpidbg_file_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t c_file,
                                    struct mpidbg_file_info_t **info);
MPIDBG_EXPORT int mpidbg_file_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, mqs_taddr_t f77_file, mqs_taddr_t *c_file);
MPIDBG_EXPORT int mpidbg_file_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t cxx_file, mqs_taddr_t *c_file);

/* Extension: returns the handles of all live files; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_file_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
