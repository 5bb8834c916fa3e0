/* The Fortran bindings, called as a Fortran compiler calls them: all by reference, handles as INTEGERs. Calls of `use
 * mpi_f08` come in as ompi_..._f. */
#define _GNU_SOURCE
#include <mpi.h>

#include "tests/recorder/record_view.h"

typedef const MPI_Fint *In;
void mpi_init_(MPI_Fint *);
void mpi_finalize_(MPI_Fint *);
void mpi_comm_dup_(In, MPI_Fint *, MPI_Fint *);
void mpi_comm_free_(MPI_Fint *, MPI_Fint *);
void mpi_irecv_(void *, In, In, In, In, In, MPI_Fint *, MPI_Fint *);
void mpi_send_(void *, In, In, In, In, In, MPI_Fint *);
void mpi_waitall_(In, MPI_Fint *, MPI_Fint *, MPI_Fint *);
void ompi_type_contiguous_f(In, In, MPI_Fint *, MPI_Fint *);

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
  mpi_comm_free_(&dup, &error);
  CHECK(entry->flags == (MPIDBG_RECORD_FREED | MPIDBG_RECORD_FORTRAN));
  mpi_finalize_(&error);
  CHECK(error == MPI_SUCCESS);
  puts("ok");
  return 0;
}
