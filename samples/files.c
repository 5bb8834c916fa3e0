/* Files opened in all modes and on several communicators: with views, hints, an error handler, atomic mode, and moved
 * file pointers; one with a split collective operation in progress; one that was closed. files DIRECTORY: the place of
 * the files. Any number of ranks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "info_text.h"
#include "sample.h"

static char directory[3000];
static int rank;

static void on_error(MPI_File *file, int *code, ...) {
  (void)file, (void)code;
}

static const char *in_directory(const char *name, int own) {
  static char path[4000];
  if (own) {
    snprintf(path, sizeof path, "%s/%s-%d", directory, name, rank);
  } else {
    snprintf(path, sizeof path, "%s/%s", directory, name);
  }
  return path;
}

static MPI_File open_file(MPI_Comm comm, const char *path, int mode, MPI_Info info) {
  MPI_File file;
  int code = MPI_File_open(comm, path, mode, info, &file);
  if (code != MPI_SUCCESS) {
    fprintf(stderr, "cannot open %s: %d\n", path, code);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return file;
}

static const char *number(int code, MPI_Offset value) {
  static char texts[4][32];
  static int next;
  char *text = texts[next++ % 4];
  if (code == MPI_SUCCESS) {
    snprintf(text, sizeof texts[0], "%lld", (long long)value);
  } else {
    strcpy(text, "null"); /* MPI does not say */
  }
  return text;
}

static const char *type_text(MPI_Datatype type) {
  static char texts[2][MPI_MAX_OBJECT_NAME + 64];
  static int next;
  char *text = texts[next++ % 2], name[MPI_MAX_OBJECT_NAME];
  int integers, addresses, types, combiner, length;
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  if (combiner != MPI_COMBINER_NAMED) return strcpy(text, "null");
  MPI_Type_get_name(type, name, &length);
  snprintf(text, sizeof texts[0], "{\"name\":\"%s\",\"handle\":\"0x%lx\"}", name, SAMPLE_HANDLE(type));
  return text;
}

/* Returns the access mode with the bits of Open MPI and MPICH; the standard ABI has others. */
static int mode_bits(int mode) {
  const int all[] = {MPI_MODE_CREATE, MPI_MODE_RDONLY,          MPI_MODE_WRONLY,
                     MPI_MODE_RDWR,   MPI_MODE_DELETE_ON_CLOSE, MPI_MODE_UNIQUE_OPEN,
                     MPI_MODE_EXCL,   MPI_MODE_APPEND,          MPI_MODE_SEQUENTIAL};
  int bits = 0;
  for (int i = 0; i < 9; ++i)
    if (mode & all[i]) bits |= 1 << i;
  return bits;
}

/* Writes everything that MPI reports about a file. */
static void fact(MPI_File file, MPI_Comm comm, const char *path, int split) {
  int mode, atomic, etype_size;
  MPI_Offset displacement, position = 0, bytes = 0, shared;
  MPI_Datatype etype, filetype;
  char representation[MPI_MAX_DATAREP_STRING];
  MPI_Info info;
  MPI_Errhandler errhandler;
  MPI_File_get_amode(file, &mode);
  MPI_File_get_info(file, &info);
  MPI_File_get_errhandler(file, &errhandler);
  MPI_File_get_atomicity(file, &atomic);
  MPI_File_get_view(file, &displacement, &etype, &filetype, representation);
  MPI_Type_size(etype, &etype_size);
  int sequential = mode & MPI_MODE_SEQUENTIAL;
  int positioned = sequential ? MPI_ERR_OTHER : MPI_File_get_position(file, &position);
  int placed = positioned == MPI_SUCCESS ? MPI_File_get_byte_offset(file, position, &bytes) : MPI_ERR_OTHER;
  int shared_known = MPI_File_get_position_shared(file, &shared);
  char *pairs = info_text_and_free(info), *name = json_string(path);
  sample_fact("file",
              "\"handle\":\"0x%lx\",\"fortran\":%d,\"filename\":%s,\"communicator\":\"0x%lx\",\"mode\":%d,\"info\":%s,"
              "\"errhandler\":\"0x%lx\",\"errhandler_name\":\"%s\",\"atomic\":%s,\"displacement\":%lld,\"etype\":%s,"
              "\"etype_size\":%d,\"filetype\":%s,\"data_representation\":\"%s\",\"position\":%s,\"byte_offset\":%s,"
              "\"shared_position\":%s,\"split\":%s",
              SAMPLE_HANDLE(file), (int)MPI_File_c2f(file), name, SAMPLE_HANDLE(comm), mode_bits(mode), pairs,
              SAMPLE_HANDLE(errhandler), errhandler == MPI_ERRORS_RETURN ? "MPI_ERRORS_RETURN" : "",
              atomic ? "true" : "false", (long long)displacement, type_text(etype), etype_size, type_text(filetype),
              representation, number(positioned, position), number(placed, bytes), number(shared_known, shared),
              split ? "true" : "false");
  free(pairs);
  free(name);
}

/* Facts are written at the end, because opening a file once more moves its shared file pointer. */
static struct known {
  MPI_File file;
  MPI_Comm comm;
  char *path;
  int split;
} files[16];
static int file_count;

static void known(MPI_File file, MPI_Comm comm, const char *path, int split) {
  files[file_count++] = (struct known){file, comm, strdup(path), split};
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  snprintf(directory, sizeof directory, "%s", argc > 1 ? argv[1] : "/tmp");
  int numbers[16] = {0};
  MPI_Comm dup;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_set_name(dup, "for files");

  const char *path = in_directory("plain", 0);
  MPI_File plain = open_file(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL);
  MPI_File_write(plain, "hello", 5, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_File_write_shared(plain, "abc", 3, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  known(plain, MPI_COMM_WORLD, path, 0);

  /* Blocks of 2 ints, 3 apart from 5; the file pointer in the middle of a block of the third repetition. */
  MPI_Datatype vector, block;
  MPI_Info info;
  MPI_Type_vector(3, 2, 5, MPI_INT, &vector);
  MPI_Type_commit(&vector);
  MPI_Info_create(&info);
  MPI_Info_set(info, "cb_nodes", "1");
  MPI_Info_set(info, "access_style", "read_mostly");
  path = in_directory("view", 0);
  MPI_File view = open_file(dup, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, info);
  MPI_File_set_view(view, 100, MPI_INT, vector, "native", MPI_INFO_NULL);
  MPI_File_write(view, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_seek(view, 15 + rank % 2, MPI_SEEK_SET);
  known(view, dup, path, 0);

  /* Written up to the end of a block, where the file pointer is in the gap or behind it. */
  path = in_directory("at the end of a block", 1);
  MPI_File edge = open_file(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL);
  MPI_File_set_view(edge, 8, MPI_INT, vector, "native", MPI_INFO_NULL);
  MPI_File_write(edge, numbers, 8, MPI_INT, MPI_STATUS_IGNORE);
  known(edge, MPI_COMM_SELF, path, 0);

  /* An etype of its own. */
  MPI_Type_contiguous(3, MPI_SHORT, &block);
  MPI_Type_commit(&block);
  path = in_directory("etype", 1);
  MPI_File derived = open_file(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_EXCL, MPI_INFO_NULL);
  MPI_File_set_view(derived, 1, block, block, "native", MPI_INFO_NULL);
  MPI_File_seek(derived, 1000000007, MPI_SEEK_SET);
  known(derived, MPI_COMM_SELF, path, 0);

  path = in_directory("atomic", 1);
  MPI_File atomic =
      open_file(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN, MPI_INFO_NULL);
  MPI_Errhandler errhandler;
  MPI_File_create_errhandler(on_error, &errhandler);
  MPI_File_set_errhandler(atomic, errhandler);
  MPI_File_set_atomicity(atomic, 1);
  known(atomic, MPI_COMM_SELF, path, 0);

  path = in_directory("append", 1);
  MPI_File before = open_file(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL);
  MPI_File_write(before, "0123456789", 10, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File closed = before;
  int closed_fortran = (int)MPI_File_c2f(before);
  MPI_File_close(&before);
  sample_fact("closed_file", "\"handle\":\"0x%lx\",\"fortran\":%d,\"null\":\"0x%lx\"", SAMPLE_HANDLE(closed),
              closed_fortran, SAMPLE_HANDLE(before));
  MPI_File append = open_file(MPI_COMM_SELF, path, MPI_MODE_WRONLY | MPI_MODE_APPEND, MPI_INFO_NULL);
  known(append, MPI_COMM_SELF, path, 0);
  MPI_File reader = open_file(MPI_COMM_SELF, path, MPI_MODE_RDONLY, MPI_INFO_NULL);
  MPI_File_read(reader, numbers, 7, MPI_BYTE, MPI_STATUS_IGNORE);
  known(reader, MPI_COMM_SELF, path, 0);

  path = in_directory("sequential", 0);
  MPI_File sequential =
      open_file(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL);
  known(sequential, MPI_COMM_WORLD, path, 0);

  /* A relative name, longer than names of other objects may be, with what a terminal must not get. */
  char name[200];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  snprintf(name, 60, "long \xc3\xa4 \x1b[31m %d", rank);
  name[strlen(name)] = 'n';
  MPI_File relative =
      open_file(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL);
  known(relative, MPI_COMM_SELF, name, 0);

  path = in_directory("split", 0);
  MPI_File split = open_file(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL);
  MPI_File_set_view(split, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_all_begin(split, numbers, 16, MPI_INT);
  known(split, MPI_COMM_WORLD, path, 1);

  /* No file is opened after this one is closed, so none has its address. */
  MPI_File gone = open_file(MPI_COMM_SELF, in_directory("gone", 1),
                            MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL);
  MPI_File before_close = gone;
  MPI_File_close(&gone);
  sample_fact("gone_file", "\"handle\":\"0x%lx\"", SAMPLE_HANDLE(before_close));

  for (int i = 0; i < file_count; ++i) fact(files[i].file, files[i].comm, files[i].path, files[i].split);
  sample_hang_in_recv();
  return 0;
}
