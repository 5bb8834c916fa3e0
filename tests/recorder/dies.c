/* Ends in the way that is asked for, after two messages to itself that nobody receives; knows nothing of a recorder.
 *
 *   dies WAY [HANDLER]
 *
 * WAY: abort (MPI_Abort), raise, kill, segv, segv_in_mpi (a bad buffer), term, stopped (a SIGTERM while it waits in
 * MPI_Recv), hang or fault (with mpit_provider.so: reading a variable does, when a SIGTERM comes), thread (a SIGSEGV in
 * a thread that does not use MPI), child (a forked child dies of SIGTERM, and it does not), finalize (ends well).
 * HANDLER: own (a handler of its own, which ends the program with 23), reset (one that is taken back again), ignore,
 * and none. Prints what sigaction and signal say of the action of SIGSEGV and SIGTERM. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mpidbg/recorder/record_format.h"

static void on_signal(int signal) {
  (void)signal;
  const char text[] = "own handler\n";
  if (write(1, text, sizeof text - 1) < 0) _exit(1);
  _exit(23);
}

static const char *name_of(void (*handler)(int)) {
  return handler == SIG_DFL ? "default" : handler == SIG_IGN ? "ignore" : handler == on_signal ? "own" : "another";
}

static void print_action(const char *when, int signal) {
  struct sigaction action;
  sigaction(signal, NULL, &action);
  printf("%s: %d %s", when, signal, name_of(action.sa_handler));
  if (action.sa_handler == SIG_DFL || action.sa_handler == on_signal)
    printf(" flags %x", (unsigned)action.sa_flags & ~0x4000000u);
  puts("");
}

static void set_handlers(const char *handler) {
  const int signals[] = {SIGSEGV, SIGTERM};
  for (int i = 0; i < 2; ++i) {
    if (strcmp(handler, "own") == 0) {
      const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
      sigaction(signals[i], &action, NULL);
    } else if (strcmp(handler, "reset") == 0) {
      printf("before: %s\n", name_of(signal(signals[i], on_signal)));
      printf("before: %s\n", name_of(signal(signals[i], SIG_DFL)));
    } else if (strcmp(handler, "ignore") == 0) {
      signal(signals[i], SIG_IGN);
    }
    print_action(handler, signals[i]);
  }
}

/* Of mpit_provider.so. */
extern void (*provider_on_read)(void) __attribute__((weak));
static void hang(void) {
  for (;;) pause();
}
static void fault(void) {
  *(volatile int *)8 = 1;
}

static void *segv(void *unused) {
  *(volatile int *)16 = 1;
  return unused;
}

// Whether the first thread is in the call that it dies in, as the recorder has it.
static int is_in_call(void) {
  struct mpidbg_record_header **record = dlsym(RTLD_DEFAULT, "mpidbg_record");
  if (record == NULL || *record == NULL) return 1;
  const char *threads = (const char *)*record + (*record)->tables[MPIDBG_RECORD_THREADS].offset;
  return __atomic_load_n(&((const struct mpidbg_record_thread *)threads)->call, __ATOMIC_ACQUIRE) != 0;
}

static void *send_term(void *unused) {
  while (!is_in_call()) sched_yield();
  kill(getpid(), SIGTERM);
  return unused;
}

static int die(const char *way) {
  int value;
  if (strcmp(way, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 7);
  if (strcmp(way, "raise") == 0) abort();
  if (strcmp(way, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(way, "segv") == 0) segv(NULL);
  if (strcmp(way, "segv_in_mpi") == 0) MPI_Recv((void *)16, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  if (strcmp(way, "hang") == 0) provider_on_read = hang;
  if (strcmp(way, "fault") == 0) provider_on_read = fault;
  if (strcmp(way, "thread") == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, segv, NULL);
    pthread_join(thread, NULL);
  }
  if (strcmp(way, "stopped") == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, send_term, NULL);
    MPI_Recv(&value, 1, MPI_INT, 0, 99, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  }
  if (strcmp(way, "term") == 0 || strcmp(way, "hang") == 0 || strcmp(way, "fault") == 0) kill(getpid(), SIGTERM);
  if (strcmp(way, "child") == 0) {
    const pid_t child = fork();
    if (child == 0) {
      MPI_Pcontrol(2);
      kill(getpid(), SIGTERM);
    }
    int status;
    waitpid(child, &status, 0);
    printf("child: %d\n", WIFSIGNALED(status) ? WTERMSIG(status) : -1);
  }
  for (int i = 0; i < 2; ++i) MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  MPI_Finalize();
  print_action("after", SIGTERM);
  return 0;
}

int main(int argc, char **argv) {
  MPI_Request requests[2];
  int value = 0;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 2; ++i) MPI_Isend(&value, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[i]);
  set_handlers(argc > 2 ? argv[2] : "none");
  printf("pid %d\n", (int)getpid());
  fflush(stdout);
  return die(argv[1]);
}
