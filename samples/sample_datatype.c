/* Writes the fact "datatype", by itself, because the line can be longer than those of sample.c. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sample.h"

struct text {
  char *bytes;
  size_t length, room;
};

static void add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (text->room - text->length < 1024) text->bytes = realloc(text->bytes, text->room = 2 * text->room + 4096);
  text->length += (size_t)vsnprintf(text->bytes + text->length, text->room - text->length, format, arguments);
  va_end(arguments);
}

static unsigned long bits(MPI_Datatype datatype) {
  unsigned long value = 0;
  memcpy(&value, &datatype, sizeof datatype);
  return value;
}

static const char *combiner_name(int combiner) {
  switch (combiner) {
    case MPI_COMBINER_NAMED:
      return "named";
    case MPI_COMBINER_DUP:
      return "dup";
    case MPI_COMBINER_CONTIGUOUS:
      return "contiguous";
    case MPI_COMBINER_VECTOR:
      return "vector";
    case MPI_COMBINER_HVECTOR:
      return "hvector";
    case MPI_COMBINER_INDEXED:
      return "indexed";
    case MPI_COMBINER_HINDEXED:
      return "hindexed";
    case MPI_COMBINER_INDEXED_BLOCK:
      return "indexed_block";
    case MPI_COMBINER_HINDEXED_BLOCK:
      return "hindexed_block";
    case MPI_COMBINER_STRUCT:
      return "struct";
    case MPI_COMBINER_SUBARRAY:
      return "subarray";
    case MPI_COMBINER_DARRAY:
      return "darray";
    case MPI_COMBINER_F90_REAL:
      return "f90_real";
    case MPI_COMBINER_F90_COMPLEX:
      return "f90_complex";
    case MPI_COMBINER_F90_INTEGER:
      return "f90_integer";
    case MPI_COMBINER_RESIZED:
      return "resized";
    default:
      return "?";
  }
}

static void add_contents(struct text *text, MPI_Datatype datatype) {
  int integers, addresses, types, combiner;
  MPI_Type_get_envelope(datatype, &integers, &addresses, &types, &combiner);
  add(text, ",\"combiner\":\"%s\"", combiner_name(combiner));
  int *integer = calloc((size_t)integers + 1, sizeof *integer);
  MPI_Aint *address = calloc((size_t)addresses + 1, sizeof *address);
  MPI_Datatype *type = calloc((size_t)types + 1, sizeof *type);
  if (combiner != MPI_COMBINER_NAMED)
    MPI_Type_get_contents(datatype, integers, addresses, types, integer, address, type);
  add(text, ",\"integers\":[");
  for (int i = 0; i < integers; ++i) add(text, "%s%d", i ? "," : "", integer[i]);
  add(text, "],\"addresses\":[");
  for (int i = 0; i < addresses; ++i) add(text, "%s%ld", i ? "," : "", (long)address[i]);
  add(text, "],\"datatypes\":[");
  for (int i = 0; i < types; ++i) {
    int a, b, c, of_part, size;
    MPI_Aint lb, extent;
    MPI_Type_get_envelope(type[i], &a, &b, &c, &of_part);
    if (of_part == MPI_COMBINER_NAMED || of_part == MPI_COMBINER_F90_REAL || of_part == MPI_COMBINER_F90_COMPLEX ||
        of_part == MPI_COMBINER_F90_INTEGER) {
      add(text, "%s\"0x%lx\"", i ? "," : "", bits(type[i]));
      continue;
    }
    /* A copy of a constituent type, which this function has to free. */
    MPI_Type_size(type[i], &size);
    MPI_Type_get_extent(type[i], &lb, &extent);
    add(text, "%s{\"size\":%d,\"lb\":%ld,\"extent\":%ld,\"combiner\":\"%s\"}", i ? "," : "", size, (long)lb,
        (long)extent, combiner_name(of_part));
    MPI_Type_free(&type[i]);
  }
  add(text, "]");
  free(integer);
  free(address);
  free(type);
}

/* One element is packed from a buffer whose bytes contain their own offsets: once for each byte of an offset. */
static void add_bytes(struct text *text, MPI_Datatype datatype, int size, MPI_Aint true_lb, MPI_Aint true_extent) {
  MPI_Datatype packable;
  MPI_Type_dup(datatype, &packable);
  MPI_Type_commit(&packable);
  unsigned char *memory = malloc((size_t)true_extent + 1), *packed = malloc((size_t)size + 1);
  unsigned int *place = calloc((size_t)size + 1, sizeof *place);
  for (int shift = 0; shift < 32; shift += 8) {
    int position = 0;
    for (MPI_Aint i = 0; i < true_extent; ++i) memory[i] = (unsigned char)(i >> shift);
    MPI_Pack(memory - true_lb, 1, packable, packed, size, &position, MPI_COMM_SELF);
    if (position != size) abort();
    for (int i = 0; i < size; ++i) place[i] |= (unsigned)packed[i] << shift;
  }
  /* [displacement, length] of runs of bytes, in the order in which they are packed. */
  add(text, ",\"bytes\":[");
  for (int i = 0, end; i < size; i = end) {
    for (end = i + 1; end < size && place[end] == place[end - 1] + 1; ++end) {
    }
    add(text, "%s[%ld,%d]", i ? "," : "", (long)place[i] + (long)true_lb, end - i);
  }
  add(text, "]");
  free(memory);
  free(packed);
  free(place);
  MPI_Type_free(&packable);
}

void sample_fact_datatype(MPI_Datatype datatype, const struct sample_datatype *known) {
  struct text text = {0};
  char name[MPI_MAX_OBJECT_NAME];
  int rank, length, size;
  MPI_Aint lb, extent, true_lb, true_extent;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_get_name(datatype, name, &length);
  MPI_Type_size(datatype, &size);
  MPI_Type_get_extent(datatype, &lb, &extent);
  MPI_Type_get_true_extent(datatype, &true_lb, &true_extent);
  add(&text, "{\"fact\":\"datatype\",\"rank\":%d,\"pid\":%ld,\"label\":\"%s\"", rank, (long)getpid(), known->label);
  add(&text, ",\"handle\":\"0x%lx\",\"name\":\"%s\",\"fortran\":%d", bits(datatype), name, known->fortran);
  add(&text, ",\"committed\":%s,\"freed\":%s", known->committed ? "true" : "false", known->freed ? "true" : "false");
  add(&text, ",\"size\":%d,\"lb\":%ld,\"extent\":%ld", size, (long)lb, (long)extent);
  if (size > 0) add(&text, ",\"true_lb\":%ld,\"true_extent\":%ld", (long)true_lb, (long)true_extent);
  add_contents(&text, datatype);
  if (size > 0) {
    add_bytes(&text, datatype, size, true_lb, true_extent);
  } else {
    add(&text, ",\"bytes\":[]");
  }
  add(&text, "}\n");
  sample_write(text.bytes, text.length);
  free(text.bytes);
}
