/* Declares what the source files of the sample `hangs` (hangs.c and hangs_*.c) share. */
#ifndef HANGS_H
#define HANGS_H

#include <mpi.h>

#include "sample.h"

struct way {
  const char *name;
  void (*hang)(void);
};
/* The ways in which a job can hang, by topic. The last element of each array has a null name. */
extern const struct way ways_of_messages[], ways_of_collectives[], ways_of_windows[], ways_of_outside[],
    ways_of_callbacks[], ways_of_threads[], ways_of_mistakes[];

extern int rank;           /* this process's rank in MPI_COMM_WORLD */
extern int one, other;     /* an int to send, and one to receive into */
extern int large[1 << 18]; /* a message so large that it is sent only when a receive matches it */

/* Announces that this rank blocks in the call `name`, and makes the call. The call has to be on the line of the macro.
 */
#define BLOCKS(name, statement)                 \
  do {                                          \
    blocks(name, __FILE__, __LINE__, __func__); \
    statement;                                  \
  } while (0)
void blocks(const char *call, const char *file, int line, const char *function);

/* The same for a second thread of the rank, which does not write "ready". */
#define ALSO_BLOCKS(name, statement)                 \
  do {                                               \
    also_blocks(name, __FILE__, __LINE__, __func__); \
    statement;                                       \
  } while (0)
void also_blocks(const char *call, const char *file, int line, const char *function);

/* Write, on rank 0 only, the verdict that the debugger has to give: its kind, the ranks in its core and, if given, the
 * basis of its proof. */
void verdict(const char *kind, const char *core);
void verdict_by(const char *kind, const char *core, const char *proof);

/* Announces what this rank does instead of blocking: "runs in f (hangs.c:40), called from MPI_Send". */
#define ACTIVITY(what, line, where) activity(what, __func__, __FILE__, line, where)
void activity(const char *what, const char *function, const char *file, int line, const char *where);

/* Never returns: writes "ready" and loops in user code. */
void run(void);
/* Never returns: writes "ready" and keeps a processor busy. */
void compute(void);
/* Never returns: announces that this rank runs in this function, and loops. Serves for callbacks, which the MPI library
 * calls. */
void run_inside(const char *where);

void receive_from(int source, int tag);

#endif
