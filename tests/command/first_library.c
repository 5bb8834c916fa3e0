/* A library that no profile is of, with debug information. */

#include <stddef.h>
#include <stdint.h>

typedef struct first_queue_t {
  struct first_queue_t *next;
  size_t length;
} first_queue_t;

typedef union first_key_t {
  int32_t number;
  void *pointer;
} first_key_t;

typedef struct first_worker_t {
  uint32_t flags;
  first_key_t key;
  first_queue_t expected;
} first_worker_t;

first_worker_t first_worker;
