#pragma once
/* What all samples share: facts and "ready".
 *
 * A fact is one line of JSON on standard output, written with one write(), saying what the program knows about itself:
 * its processes, communicators and the operations it has started. Facts come from MPI calls and the program's own
 * variables alone, so a test can hold what a debugger shows against them. The line {"fact":"ready"} says that
 * everything but a final blocking call has happened, unexpected messages included; what that call adds was announced
 * before.
 *
 * With MPIDBG_SAMPLE_FACTS=DIRECTORY in the environment the facts go to DIRECTORY/PID.facts instead.
 */
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif
#include <stddef.h>

/* MPI_Init, and the fact "process": rank, size, pid. */
void sample_init(int *argc, char ***argv);
/* The fact alone, for programs that initialise MPI themselves. */
void sample_announce_process(void);

void sample_ready(void);

/* A fact whose further members are formatted JSON: sample_fact("op", "\"fortran\":%d", 15). */
void sample_fact(const char *fact, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A handle as the debugger sees it, a pointer or an integer, for "0x%lx". */
unsigned long sample_handle_bits(const void *handle, size_t size);
#define SAMPLE_HANDLE(handle) sample_handle_bits(&(__typeof__(handle)){handle}, sizeof(handle))

struct sample_operation {
  const char *queue; /* "posted", "unexpected", "sends" or "inactive" */
  MPI_Comm comm;
  int peer; /* rank in the communicator (its remote group, if an intercommunicator), or MPI_ANY_SOURCE */
  int tag;  /* or MPI_ANY_TAG */
  int count;
  MPI_Datatype datatype;      /* of an unexpected message only its size matters */
  const void *buffer;         /* the program's; null for unexpected messages */
  const MPI_Request *request; /* null: none that the program can see */
  const char *call;           /* the blocking call that waits for it, or null */
  const char *mode;           /* of sends: "standard", "synchronous", "buffered", "ready" */
  const char *protocol;       /* of unexpected messages: "eager" or "rendezvous" */
  int persistent;
};
void sample_fact_operation(const struct sample_operation *operation);

/* The process stays in this call. */
void sample_fact_blocked(const char *call);

/* Everything MPI tells about a communicator, its groups included. */
void sample_fact_communicator(MPI_Comm comm);

void sample_fact_group(MPI_Group group);

/* A handle that a variable of the program holds, and its Fortran INTEGER. */
void sample_fact_handle(const char *kind, const char *variable, const void *handle, size_t size, int fortran);

/* One whole line of facts. */
void sample_write(const char *text, unsigned long length);

/* Everything MPI tells about a datatype, by MPI_Type_get_envelope and its like. What MPI has no call for the program
 * says: `freed` if its handle is freed after this, and the Fortran handle if it has asked for one, else -1. Where each
 * byte of a packed element comes from is found out by packing. */
struct sample_datatype {
  const char *label;
  int committed;
  int freed;
  int fortran;
};
void sample_fact_datatype(MPI_Datatype datatype, const struct sample_datatype *known);

/* Lets MPI progress until a message with this tag can be received. */
void sample_await_message(MPI_Comm comm, int source, int tag);

/* Neighbours on the ring of the communicator. */
int sample_next(MPI_Comm comm);
int sample_previous(MPI_Comm comm);

/* What every sample that only needs to hang ends with: "ready", then MPI_Recv of one int, tag 99, from the next rank of
 * MPI_COMM_WORLD, which nobody sends. */
void sample_hang_in_recv(void);

#ifdef __cplusplus
}
#endif
