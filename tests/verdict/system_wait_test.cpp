// Which threads the system blocks: by the function that they are in, and what the kernel says of them.

#include "mqs_shim/job/why/evidence/system_wait.h"

#include <doctest/doctest.h>

using namespace mqs_shim;
using namespace mqs_shim::why;

namespace {

ThreadRecord thread_in(const std::string &function, KernelState state, const std::string &call = {}) {
  ThreadRecord thread;
  thread.system_function = function;
  thread.state = state;
  thread.call = call;
  return thread;
}

constexpr KernelState all_states[] = {KernelState::unknown, KernelState::running, KernelState::sleeping,
                                      KernelState::uninterruptible};

bool kernel_waits(KernelState state) {
  return state == KernelState::sleeping || state == KernelState::uninterruptible;
}

}  // namespace

TEST_CASE("a thread is blocked in the library where the kernel has it wait for files, processes or a descriptor") {
  for (const KernelState state : all_states) {
    CAPTURE(static_cast<int>(state));
    for (const char *name : {"access", "fsync", "open", "pwritev", "waitpid", "xstat"})
      CHECK(is_blocked_in_library(thread_in(name, state, "MPI_File_open")) == (state != KernelState::running));
    // Of a core file nothing tells whether these go on at once.
    for (const char *name : {"accept", "read", "writev"})
      CHECK(is_blocked_in_library(thread_in(name, state, "MPI_Recv")) == kernel_waits(state));
    // What the library waits for messages in, or for time.
    for (const char *name : {"poll", "epoll_wait", "pthread_cond_wait", "nanosleep", "sched_yield", "", "aaa", "zzz"})
      CHECK_FALSE(is_blocked_in_library(thread_in(name, state, "MPI_Recv")));
  }
}

TEST_CASE("in MPI_Init and MPI_Finalize a descriptor may be that of the launcher") {
  for (const char *call : {"MPI_Init", "MPI_Init_thread", "MPI_Finalize"}) {
    CAPTURE(call);
    CHECK_FALSE(is_blocked_in_library(thread_in("read", KernelState::sleeping, call)));
    CHECK(is_blocked_in_library(thread_in("open", KernelState::sleeping, call)));
  }
  CHECK(is_blocked_in_library(thread_in("read", KernelState::sleeping, "MPI_File_read")));
}

TEST_CASE("a thread outside of MPI is blocked in whatever the kernel has it wait in, unless that ends by itself") {
  for (const KernelState state : all_states) {
    CAPTURE(static_cast<int>(state));
    for (const char *name : {"open", "read", "poll", "pthread_join", "sem_wait", "sigwait"})
      CHECK(is_blocked_outside(thread_in(name, state)) == (state != KernelState::running));
    for (const char *name : {"clock_nanosleep", "nanosleep", "sched_yield", "sleep", "usleep", ""})
      CHECK_FALSE(is_blocked_outside(thread_in(name, state)));
    // An unknown function may do anything.
    CHECK(is_blocked_outside(thread_in("frobnicate", state)) == kernel_waits(state));
  }
}

TEST_CASE("a thread sleeps outside until its own process wakes it, which handlers of signals do not count for") {
  ThreadRecord sleeper = thread_in("pthread_cond_wait", KernelState::sleeping);
  CHECK_FALSE(sleeps_outside(sleeper));
  sleeper.sleeps_for_own_process = true;
  CHECK(sleeps_outside(sleeper));
  for (const char *name : {"sem_wait", "syscall"}) {
    ThreadRecord posted = sleeper;
    posted.system_function = name;
    CHECK_FALSE(sleeps_outside(posted));
  }
  for (std::string ThreadRecord::*part :
       {&ThreadRecord::call, &ThreadRecord::inside, &ThreadRecord::library_function, &ThreadRecord::problem}) {
    ThreadRecord other = sleeper;
    other.*part = "something";
    CHECK_FALSE(sleeps_outside(other));
  }
}

TEST_CASE("a thread of the C library has nothing else on its stack") {
  const auto of = [](const std::vector<const char *> &modules) {
    ThreadRecord thread;
    for (const char *module : modules) thread.frames.emplace_back().module = module;
    return thread;
  };
  CHECK(is_of_c_library(of({"/lib/libc.so.6", "/lib/libc.so.6"})));
  CHECK(is_of_c_library(of({"/lib/libc-2.31.so", "/lib/librt-2.31.so", "/lib/libpthread-2.31.so", "librt.so.1"})));
  CHECK_FALSE(is_of_c_library(of({"/lib/libc.so.6", "/home/libc/a.out"})));
  CHECK_FALSE(is_of_c_library(of({"/lib/libcurl.so.4"})));
  CHECK_FALSE(is_of_c_library(of({})));
  ThreadRecord cut = of({"/lib/libc.so.6"});
  cut.problem = "it ends early";
  CHECK_FALSE(is_of_c_library(cut));
}
