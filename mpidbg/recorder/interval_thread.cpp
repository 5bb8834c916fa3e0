#include "mpidbg/recorder/interval_thread.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "mpidbg/recorder/relaxed.h"

namespace recorder {

namespace {

pthread_t thread;
Relaxed<bool> running;
bool stopping;  // used while `mutex` is locked
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t stop;
std::uint32_t interval;
void (*function)();

// Waits for one interval. Returns true if it passed without a request to stop.
bool wait_for_interval() {
  timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += interval / 1000;
  until.tv_nsec += static_cast<long>(interval % 1000) * 1000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_nsec -= 1000000000;
    ++until.tv_sec;
  }
  pthread_mutex_lock(&mutex);
  int result = 0;
  while (!stopping && result == 0) result = pthread_cond_timedwait(&stop, &mutex, &until);
  const bool passed = !stopping;
  pthread_mutex_unlock(&mutex);
  return passed;
}

void *run(void *) {
  while (wait_for_interval()) function();
  return nullptr;
}

void prepare_condition() {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&stop, &attributes);
  pthread_condattr_destroy(&attributes);
}

}  // namespace

bool start_interval_thread(std::uint32_t milliseconds, void (*call)()) {
  interval = milliseconds;
  function = call;
  stopping = false;
  prepare_condition();
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  running = pthread_create(&thread, nullptr, run, nullptr) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!running) pthread_cond_destroy(&stop);
  return running;
}

void stop_interval_thread() {
  if (!running) return;
  running = false;
  pthread_mutex_lock(&mutex);
  stopping = true;
  pthread_cond_signal(&stop);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, nullptr);
  pthread_cond_destroy(&stop);
}

void forget_interval_thread() {
  running = false;
}

}  // namespace recorder
