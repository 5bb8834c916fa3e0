/* A library that no profile is of, with debug information. */

#include <stdbool.h>
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

/* A field of each kind. */
typedef struct first_kinds_t {
  int16_t number;
  uint8_t count;
  bool is_set;
  double time;
  enum first_state { FIRST_IDLE, FIRST_BUSY } state;
  first_queue_t *queue;
  first_queue_t parts[3];
  union first_key_t key;
  first_worker_t worker;
} first_kinds_t;

first_worker_t first_worker;
first_kinds_t first_kinds;
