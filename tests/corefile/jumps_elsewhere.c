#include "jumps.h"
#include "target_library.h"

static __attribute__((noinline)) int receive(void) {
  ++steps;
  return MPI_Recv();
}
const int line_of_jump = __LINE__ - 2;

__attribute__((visibility("default"))) int receive_elsewhere(void) {
  ++steps;
  return receive();
}
