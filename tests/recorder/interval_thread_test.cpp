#include "mpidbg/recorder/interval_thread.h"

#include <doctest/doctest.h>
#include <semaphore.h>
#include <time.h>

namespace {

sem_t called;

void call() {
  sem_post(&called);
}

// Waits for a call; the deadline only ends a test that has failed.
bool was_called() {
  timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 20;
  return sem_timedwait(&called, &deadline) == 0;
}

}  // namespace

TEST_CASE("the thread calls until it is stopped, and again when it is started again") {
  REQUIRE(sem_init(&called, 0, 0) == 0);
  for (int round = 0; round < 3; ++round) {
    REQUIRE(recorder::start_interval_thread(1, call));
    CHECK(was_called());
    CHECK(was_called());
    recorder::stop_interval_thread();
    while (sem_trywait(&called) == 0) continue;
  }
  recorder::stop_interval_thread();  // without a thread: nothing happens
  sem_destroy(&called);
}
