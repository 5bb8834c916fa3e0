/* The parts that the ways of hangs.c share; see there. */
#ifndef HANGS_H
#define HANGS_H

#include <mpi.h>

#include "sample.h"

struct way {
  const char *name;
  void (*hang)(void);
};
/* Each ends with a null name. */
extern const struct way ways_of_messages[], ways_of_collectives[], ways_of_windows[], ways_of_outside[],
    ways_of_callbacks[], ways_of_threads[];

extern int rank;           /* in MPI_COMM_WORLD */
extern int one, other;     /* something to send and to receive into */
extern int large[1 << 18]; /* more than is sent before it is received */

/* A rank says that it blocks, and then does. The call has to be on the line of the macro. */
#define BLOCKS(name, statement)                 \
  do {                                          \
    blocks(name, __FILE__, __LINE__, __func__); \
    statement;                                  \
  } while (0)
void blocks(const char *call, const char *file, int line, const char *function);

/* Rank 0 says what the verdict has to be. */
void verdict(const char *kind, const char *core);
void verdict_by(const char *kind, const char *core, const char *proof);

/* A rank that is not blocked says: "runs in f (hangs.c:40), called from MPI_Send". */
#define ACTIVITY(what, line, where) activity(what, __func__, __FILE__, line, where)
void activity(const char *what, const char *function, const char *file, int line, const char *where);

/* Computes in user code forever. */
void run(void);
/* Computes forever in code of the program that an MPI call has called. */
void run_inside(const char *where);

void receive_from(int source, int tag);

#endif
