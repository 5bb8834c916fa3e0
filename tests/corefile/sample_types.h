#pragma once
/* Types whose layout the test knows from the compiler and the library from debug information. */

#include <stdint.h>

enum sample_color { sample_red, sample_green = 70000 };

typedef struct sample_base_t {
  struct sample_base_t *next;
  volatile int32_t reference_count;
} sample_base_t;

typedef int sample_number_t;
typedef sample_number_t sample_rank_t;

struct sample_t {
  sample_base_t super;
  int8_t tiny;
  uint16_t small;
  const sample_rank_t rank;
  uint64_t large;
  _Bool flag;
  double real;
  enum sample_color color;
  void *address;
  int (*callback)(struct sample_t *);
  char name[64];
  int32_t matrix[3][5];
  sample_base_t *bases[4];
  union {
    int64_t as_integer;
    struct {
      int32_t low;
      int32_t high;
    };
  };
  union sample_union {
    float f;
    int32_t i;
  } value;
  union {
    struct {
      int32_t partitions;
      int32_t active;
    } part;
    int64_t whole;
  } u;
  struct sample_hidden *hidden;
  uint8_t rest[];
};

typedef struct {
  int32_t only;
} sample_unnamed_t;

typedef struct sample_t sample_alias_t;
typedef const sample_alias_t sample_alias_of_alias_t;
typedef struct sample_hidden sample_hidden_t;
typedef sample_base_t *sample_pointer_t;
