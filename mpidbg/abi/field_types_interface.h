/* With these extensions a debugger tells the plugin the kind and the size of a field, which mqs_field_offset does not
 * give. The plugin can then notice that a struct of an unknown version of the MPI library differs from the struct that
 * it knows. For example, an array of characters may have become a pointer, or a number a struct. A debugger looks
 * mpidbg_set_field_types up with dlsym and skips the call if the plugin does not have it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Usable from C and C++. */
#ifndef MPIDBG_ABI_FIELD_TYPES_INTERFACE_H
#define MPIDBG_ABI_FIELD_TYPES_INTERFACE_H

#include <stdint.h>

#include "mpidbg/abi/mpihandles_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_field_kind_t {
  MPIDBG_FIELD_UNKNOWN,
  MPIDBG_FIELD_INTEGER, /* a signed or unsigned integer, boolean, character or enumeration */
  MPIDBG_FIELD_POINTER,
  MPIDBG_FIELD_FLOAT,
  MPIDBG_FIELD_ARRAY,
  MPIDBG_FIELD_STRUCT,
  MPIDBG_FIELD_UNION
};

struct mpidbg_field_type_t {
  uint32_t struct_size; /* set by the plugin; the debugger writes no more than that */
  int32_t kind;         /* enum mpidbg_field_kind_t */
  uint64_t size;        /* in bytes; 0 if unknown */
};

/* Fills in *result for a field of `type`, which the same debugger's mqs_find_type has returned. Returns MPIDBG_SUCCESS,
 * or another code if the field is not known. */
typedef int (*mpidbg_field_type_function_t)(mqs_type *type, const char *field, struct mpidbg_field_type_t *result);

/* Sets the function that describes the fields of an image's types. Call it after mqs_setup_image or
 * mpidbg_init_per_image, and before the first process of the image is set up. With a null function, or without this
 * call, no field is known. Returns MPIDBG_ERR_NOT_FOUND for an image that was not set up. */
MPIDBG_EXPORT int mpidbg_set_field_types(mqs_image *image, mpidbg_field_type_function_t function);

#ifdef __cplusplus
}
#endif
#endif
