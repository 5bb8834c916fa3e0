#include "mpidbg/recorder/bounded_attempt.h"

#include <setjmp.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace recorder {

namespace {

constexpr long limit = 200'000'000;  // limit of an attempt in nanoseconds

constinit thread_local bool attempting = false;
sigjmp_buf way_out;
bool taken;  // true while a thread makes an attempt; only one may at a time

// Sends the signal to this thread when the time limit is reached. The timer is made with system calls, because the C
// library's functions for timers may allocate memory.
class Timer {
 public:
  explicit Timer(int signal) {
    struct sigevent event {};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = signal;
    event.sigev_value.sival_ptr = &way_out;
    event._sigev_un._tid = static_cast<int>(syscall(SYS_gettid));
    started_ = syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &id_) == 0;
    const itimerspec once = {.it_interval = {}, .it_value = {.tv_sec = 0, .tv_nsec = limit}};
    if (started_) syscall(SYS_timer_settime, id_, 0, &once, nullptr);
  }
  void stop() {
    if (started_) syscall(SYS_timer_delete, id_);
    started_ = false;
  }

 private:
  int id_ = 0;
  bool started_;
};

}  // namespace

bool attempt(int signal, void (*function)(int)) {
  if (__atomic_exchange_n(&taken, true, __ATOMIC_ACQUIRE)) return true;  // another thread makes an attempt
  Timer timer(signal);
  const bool left = sigsetjmp(way_out, 1) != 0;
  if (!left) {
    attempting = true;
    function(signal);
  }
  attempting = false;
  timer.stop();
  __atomic_store_n(&taken, false, __ATOMIC_RELEASE);
  return !left;
}

bool leave_attempt(const siginfo_t *info) {
  if (attempting) siglongjmp(way_out, 1);
  return info->si_code == SI_TIMER && info->si_value.sival_ptr == &way_out;
}

}  // namespace recorder
