/* What mqs_field_offset does not say: of which kind and how large a field is. With it a plugin can tell a struct of a
 * version of the MPI library that it does not know from one that it knows: a name that has become a pointer, a number
 * that has become a struct. A debugger looks mpidbg_set_field_types up with dlsym and does without in a plugin that
 * lacks it. SPDX-License-Identifier: BSD-3-Clause
 *
 * Usable from C and C++.
 */
#ifndef MPIDBG_ABI_FIELD_TYPES_INTERFACE_H
#define MPIDBG_ABI_FIELD_TYPES_INTERFACE_H

#include <stdint.h>

#include "mpidbg/abi/mpihandles_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_field_kind_t {
  MPIDBG_FIELD_UNKNOWN,
  MPIDBG_FIELD_INTEGER, /* of either sign, boolean, character, enumeration */
  MPIDBG_FIELD_POINTER,
  MPIDBG_FIELD_FLOAT,
  MPIDBG_FIELD_ARRAY,
  MPIDBG_FIELD_STRUCT,
  MPIDBG_FIELD_UNION
};

struct mpidbg_field_type_t {
  uint32_t struct_size; /* set by the plugin; the debugger writes no more than that */
  int32_t kind;         /* enum mpidbg_field_kind_t */
  uint64_t size;        /* bytes; 0: not known */
};

/* Fills *result for a field of a type that mqs_find_type of the same debugger gave. MPIDBG_SUCCESS, or another code if
 * it is not known. */
typedef int (*mpidbg_field_type_function_t)(mqs_type *type, const char *field, struct mpidbg_field_type_t *result);

/* To be called after mqs_setup_image or mpidbg_init_per_image, before the first process of the image is set up.
 * MPIDBG_ERR_NOT_FOUND for an image that was not set up. Null: not known for any field, as without this call. */
MPIDBG_EXPORT int mpidbg_set_field_types(mqs_image *image, mpidbg_field_type_function_t function);

#ifdef __cplusplus
}
#endif
#endif
