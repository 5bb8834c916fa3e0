#include "corefile/process/timer_signal.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>

using corefile::timer_signal;

TEST_CASE("a signal counts if the program has a handler for it and a timer may send it") {
  // SIGALRM is 14, SIGVTALRM 26, SIGPROF 27.
  CHECK(timer_signal("SigIgn:\t0000000000002000\nSigCgt:\t0000000000000000\n", "") == 0);
  CHECK(timer_signal("SigCgt:\t0000000000002000\n", "") == 14);
  CHECK(timer_signal("SigCgt:\t0000000002000002\n", "") == 26);
  CHECK(timer_signal("SigCgt:\t0000000004000002\n", "") == 0);
  CHECK(timer_signal("", "ID: 0\nsignal: 10/0\nnotify: signal/pid.41\nClockID: 0\n") == 0);

  const char *const usr1 = "SigCgt:\t0000000000000200\n";
  CHECK(timer_signal(usr1, "") == 0);
  CHECK(timer_signal(usr1, "ID: 0\nsignal: 10/0\nnotify: signal/pid.41\nClockID: 0\n") == 10);
  CHECK(timer_signal(usr1, "ID: 0\nsignal: 12/0\nnotify: signal/pid.41\nClockID: 0\n") == 0);
  CHECK(timer_signal(usr1, "ID: 0\nsignal: 10/0\nnotify: signal/tid.41\nClockID: 0\n") == 0);
  CHECK(timer_signal(usr1, "ID: 0\nsignal: 99999999999/0\nnotify: signal/pid.41") == 0);
}

TEST_CASE("the kernel shows the handlers and timers of a process") {
  CHECK(timer_signal(getpid()) == 0);
  const auto before = std::signal(SIGALRM, [](int) {});
  CHECK(timer_signal(getpid()) == SIGALRM);
  std::signal(SIGALRM, before);
  CHECK(timer_signal(getpid()) == 0);
}
