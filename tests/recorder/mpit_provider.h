#ifndef MPIT_PROVIDER_H
#define MPIT_PROVIDER_H
/* A preloaded library with the parts of MPI_T that no installed MPI library fills: performance variables of several
 * kinds, categories that grow, event types and sources. All of known content.
 *
 *   performance variables   0 "provided_counter"  unsigned long long, has to be started; PROVIDED_COUNTER, else 0
 *                           1 "provided_per_comm" doubles, bound to a communicator: of each rank its number + 0.5
 *                           2 "provided_refused"  no handle can be had: MPI_T_ERR_OUT_OF_HANDLES
 *   categories              0 "provided" of cvars 1, 2; after provider_grow also 5, and event type 2
 *                           1 "provided_later" in it, after provider_grow
 *   event types             0 "provided_message"  struct provided_event
 *                           1 "provided_on_comm"  one int; bound to a communicator
 *                           2 "provided_later"    120 bytes as unsigned long; after provider_grow
 *   sources                 0 "provided_clock"    ordered; 1 "provided_jumble" unordered */

#include <mpi.h>

#define PROVIDED_COUNTER 41

struct provided_event {
  int peer;
  double seconds;
  unsigned long bytes;
};

/* The library raises an event of that type now: at that level, with that data, to the callbacks of the registrations
 * for that communicator (MPI_COMM_NULL: unbound). How many callbacks ran. */
int provider_raise(int type, MPI_Comm comm, MPI_T_cb_safety safety, int source, MPI_Count timestamp, const void *data);

/* It could not raise so many; the dropped handlers are told, as before the next event. */
void provider_drop(int type, MPI_Count count);

void provider_grow(void);

/* Live registrations of the type, handles of the variable. */
int provider_registrations(int type);
int provider_handles(int pvar);

/* Called when a performance variable is read. */
extern void (*provider_on_read)(void);

#endif
