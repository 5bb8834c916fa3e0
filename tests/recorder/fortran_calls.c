/* The Fortran bindings, called as a Fortran compiler calls them: all by reference, handles as INTEGERs. Calls of `use
 * mpi_f08` come in as ompi_..._f. */
#define _GNU_SOURCE
#include <mpi.h>
#include <unistd.h>

#include "tests/recorder/record_view.h"

typedef const MPI_Fint *In;
void mpi_init_(MPI_Fint *);
void mpi_finalize_(MPI_Fint *);
void mpi_comm_dup_(In, MPI_Fint *, MPI_Fint *);
void mpi_comm_free_(MPI_Fint *, MPI_Fint *);
void mpi_irecv_(void *, In, In, In, In, In, MPI_Fint *, MPI_Fint *);
void mpi_send_(void *, In, In, In, In, In, MPI_Fint *);
void mpi_waitall_(In, MPI_Fint *, MPI_Fint *, MPI_Fint *);
void mpi_comm_set_name_(In, const char *, MPI_Fint *, size_t);
void mpi_file_open_(In, const char *, In, In, MPI_Fint *, MPI_Fint *, size_t);
void mpi_file_close_(MPI_Fint *, MPI_Fint *);
void mpi_comm_create_keyval_(void *, void *, MPI_Fint *, const MPI_Aint *, MPI_Fint *);
void mpi_comm_free_keyval_(MPI_Fint *, MPI_Fint *);
void ompi_type_contiguous_f(In, In, MPI_Fint *, MPI_Fint *);

/* As Fortran's runtime calls it: the handles are INTEGERs. */
static void delete_nothing(In comm, In keyval, const MPI_Aint *value, const MPI_Aint *extra, MPI_Fint *error) {
  (void)comm, (void)keyval, (void)value, (void)extra;
  *error = MPI_SUCCESS;
}

/* Texts have no end; their lengths lie behind the error code. */
static void texts(In self) {
  char path[80];
  MPI_Fint file, error = -1;
  const MPI_Fint mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, none = MPI_Info_c2f(MPI_INFO_NULL);
  const int length = snprintf(path, sizeof path, "/tmp/mpidbg-recorder-fortran-%d", (int)getpid());
  memset(path + length, ' ', sizeof path - (size_t)length);
  mpi_file_open_(self, path, &mode, &none, &file, &error, sizeof path);
  CHECK(error == MPI_SUCCESS);
  struct mpidbg_record_handle *entry = find_handle(MPIDBG_RECORD_FILE, WORD(MPI_File_f2c(file)));
  CHECK(entry != NULL && is_call(entry->created_by, "File_open"));
  CHECK(entry->flags == (MPIDBG_RECORD_LIVE | MPIDBG_RECORD_FORTRAN));
  struct mpidbg_record_name *name =
      record_entry(MPIDBG_RECORD_NAMES, (uint32_t)(entry->name % record_count(MPIDBG_RECORD_NAMES)));
  CHECK(strlen(name->text) == (size_t)length && strncmp(name->text, path, (size_t)length) == 0);
  path[length] = '\0';
  CHECK(access(path, F_OK) == 0);
  mpi_file_close_(&file, &error);
  CHECK(error == MPI_SUCCESS && access(path, F_OK) != 0);
}

static void keyvals(void) {
  MPI_Fint keyval, error = -1;
  const MPI_Aint extra = 3;
  mpi_comm_create_keyval_(NULL, (void *)(uintptr_t)delete_nothing, &keyval, &extra, &error);
  CHECK(error == MPI_SUCCESS);
  struct mpidbg_record_handle *entry = find_handle(MPIDBG_RECORD_KEYVAL, (uint64_t)(int64_t)keyval);
  CHECK(entry != NULL && entry->arguments[1] == (uint64_t)(uintptr_t)delete_nothing);
  mpi_comm_free_keyval_(&keyval, &error);
  CHECK(entry->flags == (MPIDBG_RECORD_FREED | MPIDBG_RECORD_FORTRAN));
}

int main(void) {
  MPI_Fint error = -1;
  mpi_init_(&error);
  CHECK(error == MPI_SUCCESS && record_header() != NULL);
  const MPI_Fint self = MPI_Comm_c2f(MPI_COMM_SELF), integer = MPI_Type_c2f(MPI_INT), one = 1, zero = 0, tag = 9;
  MPI_Fint dup;
  mpi_comm_dup_(&self, &dup, &error);
  const uint64_t handle = WORD(MPI_Comm_f2c(dup));
  struct mpidbg_record_handle *entry = find_handle(MPIDBG_RECORD_COMM, handle);
  CHECK(entry != NULL && entry->flags == (MPIDBG_RECORD_LIVE | MPIDBG_RECORD_FORTRAN));
  CHECK(is_call(entry->created_by, "Comm_dup") && entry->parent == WORD(MPI_COMM_SELF));

  CHECK(entry->size == 1 && entry->rank == 0);
  mpi_comm_set_name_(&dup, "mine    ", &error, 8);
  const struct mpidbg_record_name *name =
      record_entry(MPIDBG_RECORD_NAMES, (uint32_t)(entry->name % record_count(MPIDBG_RECORD_NAMES)));
  CHECK(error == MPI_SUCCESS && entry->name != 0 && strcmp(name->text, "mine") == 0);
  char in_library[MPI_MAX_OBJECT_NAME];
  int name_length;
  MPI_Comm_get_name(MPI_Comm_f2c(dup), in_library, &name_length);
  CHECK(strcmp(in_library, "mine") == 0);
  int in = 0, out = 42;
  MPI_Fint request, statuses[sizeof(MPI_Status) / sizeof(MPI_Fint)];
  mpi_irecv_(&in, &one, &integer, &zero, &tag, &dup, &request, &error);
  struct mpidbg_record_request *receive = find_request(WORD(MPI_Request_f2c(request)));
  CHECK(receive != NULL && receive->tag == 9 && receive->peer == 0 && receive->count == 1);
  CHECK(receive->owner == handle && receive->datatype == WORD(MPI_INT));
  mpi_send_(&out, &one, &integer, &zero, &tag, &dup, &error);
  const uint64_t events = record_header()->next_event;
  mpi_waitall_(&one, &request, statuses, &error);
  CHECK(error == MPI_SUCCESS && in == 42);
  CHECK(record_header()->next_event == events + 1); /* once, not again in C */
  CHECK(count_live_requests() == 0);

  MPI_Fint type;
  ompi_type_contiguous_f(&one, &integer, &type, &error);
  CHECK(is_call(find_handle(MPIDBG_RECORD_DATATYPE, WORD(MPI_Type_f2c(type)))->created_by, "Type_contiguous"));
  texts(&self);
  keyvals();
  mpi_comm_free_(&dup, &error);
  CHECK(error == MPI_SUCCESS && dup == MPI_Comm_c2f(MPI_COMM_NULL));
  const unsigned kept = record_header()->kept_most != 0 ? MPIDBG_RECORD_KEPT : 0;
  CHECK(entry->flags == (MPIDBG_RECORD_FREED | MPIDBG_RECORD_FORTRAN | kept));
  mpi_finalize_(&error);
  CHECK(error == MPI_SUCCESS);
  puts("ok");
  return 0;
}
