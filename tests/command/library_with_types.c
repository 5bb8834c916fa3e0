/* A library with debug information and one struct of Open MPI, of another layout. */

#include <stddef.h>

typedef struct opal_list_t {
  void *head;
  size_t opal_list_length;
} opal_list_t;

opal_list_t mpidbg_test_list;
