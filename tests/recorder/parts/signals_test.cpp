// The actions of fatal signals: what the program is told of them, and what the kernel has.

#include <dlfcn.h>
#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>

#include "mpidbg/recorder/bounded_attempt.h"
#include "mpidbg/recorder/fatal_signals.h"
#include "mpidbg/recorder/signal_functions.h"
#include "tests/recorder/parts/in_child.h"
#include "tests/recorder/parts/recorded.h"

using namespace recorder;

namespace {

void own(int) {}

// To be printed.
const void *address(sighandler_t handler) {
  return reinterpret_cast<const void *>(handler);
}
const void *const by_default = address(SIG_DFL), *const ignored = address(SIG_IGN), *const programs = address(own);

struct sigaction of_kernel(int signal) {
  struct sigaction action {};
  REQUIRE(libc_sigaction(signal, nullptr, &action) == 0);
  return action;
}

const void *kernel_handler(int signal) {
  return address(of_kernel(signal).sa_handler);
}

// As the program asks.
const void *told(int signal) {
  struct sigaction action {};
  REQUIRE(set_action(signal, nullptr, &action) == 0);
  return address(action.sa_handler);
}

void set(int signal, sighandler_t handler) {
  struct sigaction action {};
  action.sa_handler = handler;
  libc_sigaction(signal, &action, nullptr);
}

void set_all(sighandler_t handler) {
  for (const int signal : fatal_signals) set(signal, handler);
}

sighandler_t signal_of_libc(int number, sighandler_t handler) {
  struct sigaction action {
  }, previous{};
  action.sa_handler = handler;
  return libc_sigaction(number, &action, &previous) == 0 ? previous.sa_handler : SIG_ERR;
}

}  // namespace

TEST_CASE("signals with the default action are watched, and the program is told that it is the default") {
  in_child([] {
    set_all(SIG_DFL);
    set(SIGFPE, own);
    set(SIGILL, SIG_IGN);
    watch_fatal_signals();
    for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGTERM}) {
      CHECK(kernel_handler(number) != by_default);
      CHECK((of_kernel(number).sa_flags & SA_SIGINFO) != 0);
      CHECK((of_kernel(number).sa_flags & SA_NODEFER) != 0);
      CHECK(told(number) == by_default);
    }
    CHECK(kernel_handler(SIGFPE) == programs);
    CHECK(kernel_handler(SIGILL) == ignored);
    CHECK(kernel_handler(SIGINT) == told(SIGINT));
    release_fatal_signals();
    for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGTERM}) CHECK(kernel_handler(number) == by_default);
    CHECK(kernel_handler(SIGFPE) == programs);
    CHECK(address(set_handler(signal_of_libc, SIGTERM, own)) == by_default);
    CHECK(address(set_handler(signal_of_libc, SIGTERM, SIG_DFL)) == programs);
    CHECK(kernel_handler(SIGTERM) == by_default);
  });
}

TEST_CASE("a handler of the program is left alone while it is installed") {
  in_child([] {
    set_all(SIG_DFL);
    watch_fatal_signals();
    const void *const watcher = kernel_handler(SIGTERM);
    struct sigaction action {
    }, previous{};
    action.sa_handler = own;
    CHECK(set_action(SIGTERM, &action, &previous) == 0);
    CHECK(address(previous.sa_handler) == by_default);
    CHECK((previous.sa_flags & SA_SIGINFO) == 0);
    CHECK(kernel_handler(SIGTERM) == programs);
    CHECK(told(SIGTERM) == programs);
    action.sa_handler = SIG_DFL;
    CHECK(set_action(SIGTERM, &action, &previous) == 0);
    CHECK(address(previous.sa_handler) == programs);
    CHECK(kernel_handler(SIGTERM) == watcher);
    CHECK(told(SIGTERM) == by_default);
    CHECK(set_action(SIGTERM, &action, nullptr) == 0);
    CHECK(kernel_handler(SIGTERM) == watcher);

    CHECK(address(set_handler(signal_of_libc, SIGSEGV, own)) == by_default);
    CHECK(kernel_handler(SIGSEGV) == programs);
    CHECK(address(set_handler(signal_of_libc, SIGSEGV, SIG_IGN)) == programs);
    CHECK(address(set_handler(signal_of_libc, SIGSEGV, SIG_DFL)) == ignored);
    CHECK(kernel_handler(SIGSEGV) == watcher);
    CHECK(address(set_handler(signal_of_libc, SIGUSR2, own)) == by_default);
    CHECK(kernel_handler(SIGUSR2) == programs);
    CHECK(address(set_handler([](int, sighandler_t) { return SIG_ERR; }, SIGSEGV, own)) == address(SIG_ERR));
    CHECK(set_action(SIGKILL, &action, nullptr) != 0);
    CHECK(set_action(9999, nullptr, &previous) != 0);

    set(SIGABRT, own);  // past the recorder
    release_fatal_signals();
    CHECK(kernel_handler(SIGABRT) == programs);
    CHECK(kernel_handler(SIGTERM) == by_default);
  });
}

TEST_CASE("flags and mask of an action are kept, but for those that the recorder needs") {
  in_child([] {
    set_all(SIG_DFL);
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigaddset(&action.sa_mask, SIGUSR1);
    libc_sigaction(SIGTERM, &action, nullptr);
    watch_fatal_signals();
    CHECK((of_kernel(SIGTERM).sa_flags & SA_RESTART) != 0);
    CHECK((of_kernel(SIGTERM).sa_flags & static_cast<int>(SA_RESETHAND)) == 0);
    const sigset_t mask = of_kernel(SIGTERM).sa_mask;
    CHECK(sigismember(&mask, SIGUSR1) == 1);
    struct sigaction shown {};
    CHECK(set_action(SIGTERM, nullptr, &shown) == 0);
    CHECK((shown.sa_flags & static_cast<int>(SA_RESETHAND)) != 0);
    CHECK((shown.sa_flags & SA_SIGINFO) == 0);
  });
}

TEST_CASE("a handler of the MPI library is watched like the default action, and known to be its own") {
  in_child([] {
    set_all(SIG_DFL);
    void *const of_library = dlsym(RTLD_DEFAULT, "PMPI_Barrier");
    REQUIRE(of_library != nullptr);
    set(SIGSEGV, reinterpret_cast<sighandler_t>(of_library));
    struct sigaction with_info {};
    with_info.sa_sigaction = reinterpret_cast<void (*)(int, siginfo_t *, void *)>(of_library);
    with_info.sa_flags = SA_SIGINFO;
    libc_sigaction(SIGBUS, &with_info, nullptr);
    watch_fatal_signals();
    CHECK(kernel_handler(SIGSEGV) != of_library);
    CHECK(kernel_handler(SIGBUS) != of_library);
    CHECK(told(SIGSEGV) == of_library);
    CHECK(told(SIGBUS) == of_library);
    release_fatal_signals();
    CHECK(kernel_handler(SIGSEGV) == of_library);
    CHECK(kernel_handler(SIGBUS) == of_library);
  });
}

TEST_CASE("no signals are watched if none are to be") {
  for (const char *value : {"0", "1", ""})
    in_child([value] {
      set_all(SIG_DFL);
      setenv("MPIDBG_RECORD_SIGNALS", value, 1);
      watch_fatal_signals();
      CHECK((kernel_handler(SIGTERM) == by_default) == (value[0] == '0'));
    });
}

TEST_CASE("actions are kept while others set some") {
  in_child([] {
    set_all(SIG_DFL);
    set(SIGFPE, SIG_IGN);
    {
      const KeptSignalActions kept;
      set_all(own);
    }
    for (const int number : fatal_signals) CHECK(kernel_handler(number) == (number == SIGFPE ? ignored : by_default));
  });
}

TEST_CASE("an attempt ends when it is done, when it faults, and when it takes too long") {
  in_child([] {
    static int calls;
    CHECK(attempt(SIGUSR1, [](int number) { calls += number == SIGUSR1; }));
    CHECK(calls == 1);
    struct sigaction action {};
    action.sa_sigaction = [](int, siginfo_t *info, void *) { leave_attempt(info); };
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    libc_sigaction(SIGUSR1, &action, nullptr);
    libc_sigaction(SIGSEGV, &action, nullptr);
    CHECK_FALSE(attempt(SIGUSR1, [](int) { raise(SIGSEGV); }));
    CHECK_FALSE(attempt(SIGUSR1, [](int) {
      for (;;) pause();
    }));
    CHECK(attempt(SIGUSR1, [](int) { CHECK(attempt(SIGUSR1, [](int) { ++calls; })); }));  // one at a time
    CHECK(calls == 1);
    siginfo_t other{};
    CHECK_FALSE(leave_attempt(&other));
    other.si_code = SI_TIMER;  // another's timer
    CHECK_FALSE(leave_attempt(&other));
  });
}
