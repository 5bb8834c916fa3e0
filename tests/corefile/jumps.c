// Waits in MPI_Recv, which functions have called last, so that an optimizing compiler makes these calls jumps. The
// first argument is the way to it: 0 from main, 1 through one function, 2 through two, 3 through one that calls it in
// two places, 4 through one that calls a function by its address, 5 through one that is inlined into another, 6 through
// two of another file or library. Says which line makes the last call, then "ready".

#include "jumps.h"

#include <stdio.h>
#include <stdlib.h>

#include "target_library.h"

volatile int steps;

static void say(int line) {
  printf("line %d\n", line);
}

static __attribute__((noinline)) int settle(void) {
  say(__LINE__ + 1);
  return MPI_Recv();
}

static __attribute__((noinline)) int exchange(void) {
  ++steps;
  return settle();
}

static __attribute__((noinline)) int in_two_places(void) {
  if (steps == 1) {
    say(__LINE__ + 1);
    return MPI_Recv();
  }
  puts("never");
  return MPI_Recv();
}

static __attribute__((noinline)) int by_address(int (*function)(void)) {
  ++steps;
  return function();
}

static inline __attribute__((always_inline)) int inlined(void) {
  say(__LINE__ + 1);
  return MPI_Recv();
}

static __attribute__((noinline)) int outer(void) {
  ++steps;
  return inlined();
}

int main(int argc, char **argv) {
  int (*volatile address)(void) = MPI_Recv;
  int received = 0;
  steps = 1;
  switch (argc > 1 ? atoi(argv[1]) : 0) {
    case 0:
      say(__LINE__ + 1);
      received = MPI_Recv();
      break;
    case 1:
      received = settle();
      break;
    case 2:
      received = exchange();
      break;
    case 3:
      received = in_two_places();
      break;
    case 4:
      received = by_address(address);
      break;
    case 5:
      received = outer();
      break;
    case 6:
      printf("line %d\n", line_of_jump);
      received = receive_elsewhere();
      break;
  }
  return received + steps;
}
