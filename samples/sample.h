#pragma once
/* The functions that all samples share: facts, and the line "ready".
 *
 * A fact is one line of JSON on standard output, written with one write(), in which the program describes itself: its
 * processes, its communicators, and the operations it has started. Facts come only from MPI calls and the program's own
 * variables, so tests can compare them with the output of a debugger. The line {"fact":"ready"} says that everything
 * except a final blocking call has happened, including the arrival of unexpected messages; the operations of that call
 * were announced before.
 *
 * With MPIDBG_SAMPLE_FACTS=DIRECTORY in the environment, facts are written to DIRECTORY/PID.facts instead. */
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif
#include <stddef.h>

/* Calls MPI_Init and writes the fact "process": rank, size, pid. */
void sample_init(int *argc, char ***argv);
/* Writes only the fact "process", for programs that initialise MPI themselves. */
void sample_announce_process(void);

/* Writes the line "ready". */
void sample_ready(void);

/* Writes a fact with further members as formatted JSON, for example sample_fact("op", "\"fortran\":%d", 15). */
void sample_fact(const char *fact, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns a handle, which may be a pointer or an integer, in the form that the debugger sees, for "0x%lx". */
unsigned long sample_handle_bits(const void *handle, size_t size);
#define SAMPLE_HANDLE(handle) sample_handle_bits(&(__typeof__(handle)){handle}, sizeof(handle))

struct sample_operation {
  const char *queue; /* "posted", "unexpected", "sends" or "inactive" */
  MPI_Comm comm;
  int peer; /* rank in the communicator (its remote group, if an intercommunicator), or MPI_ANY_SOURCE */
  int tag;  /* or MPI_ANY_TAG */
  int count;
  MPI_Datatype datatype;      /* of an unexpected message only its size matters */
  const void *buffer;         /* the program's buffer; null for unexpected messages */
  const MPI_Request *request; /* null: the program has no request for it */
  const char *call;           /* the blocking call that waits for it, or null */
  const char *mode;           /* of sends: "standard", "synchronous", "buffered", "ready" */
  const char *protocol;       /* of unexpected messages: "eager" or "rendezvous" */
  int persistent;
};
/* Writes the fact "operation" about one pending operation. */
void sample_fact_operation(const struct sample_operation *operation);

/* Writes the fact "blocked" about a call from which the process will not return. */
void sample_fact_blocked(const char *call);

/* Writes everything that MPI reports about a communicator and its groups. */
void sample_fact_communicator(MPI_Comm comm);

void sample_fact_group(MPI_Group group);

/* Writes a fact about a handle: its kind, the program's variable that contains it, and its Fortran INTEGER. */
void sample_fact_handle(const char *kind, const char *variable, const void *handle, size_t size, int fortran);

/* Writes text that consists of complete lines to the place of the facts, with one write(). */
void sample_write(const char *text, unsigned long length);

/* Writes everything that MPI reports about a datatype, through MPI_Type_get_envelope and similar calls. The program
 * supplies facts for which MPI has no call: `freed` if the handle is freed afterwards, and the Fortran handle if it was
 * requested, otherwise -1. The origin of each byte of a packed element is determined by packing. */
struct sample_datatype {
  const char *label;
  int committed;
  int freed;
  int fortran;
};
void sample_fact_datatype(MPI_Datatype datatype, const struct sample_datatype *known);

/* Lets MPI make progress until a message with this tag can be received. */
void sample_await_message(MPI_Comm comm, int source, int tag);

/* Return the next and the previous rank on the ring of all ranks of the communicator. */
int sample_next(MPI_Comm comm);
int sample_previous(MPI_Comm comm);

/* Ends a sample that only needs to hang: writes "ready", and then receives one int with tag 99 from the next rank of
 * MPI_COMM_WORLD, which never sends it. */
void sample_hang_in_recv(void);

#ifdef __cplusplus
}
#endif
