#include "mqs_shim/job/why/evidence/system_wait.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "mqs_shim/job/why/evidence/call_kind.h"

namespace mqs_shim::why {

namespace {

using SystemNames = const std::string_view[];

// Lists system functions that an MPI library calls for files and processes only. This list and the following lists of
// functions are sorted.
constexpr SystemNames of_files_and_processes = {
    "access",  "connect",  "creat",     "faccessat", "fallocate",       "fdatasync", "flock",   "fstat",  "fstatat",
    "fstatfs", "fsync",    "ftruncate", "fxstat",    "getdents",        "lockf",     "lstat",   "lxstat", "mkdir",
    "msync",   "open",     "openat",    "opendir",   "posix_fallocate", "pread",     "preadv",  "pwrite", "pwritev",
    "readdir", "readlink", "realpath",  "rename",    "rmdir",           "stat",      "statfs",  "statx",  "sync",
    "syncfs",  "truncate", "unlink",    "wait",      "wait4",           "waitid",    "waitpid", "xstat"};
// Lists system functions that an MPI library calls not only for files, but also for messages; for messages they return
// at once.
constexpr SystemNames of_messages_too = {"accept",  "close",  "fcntl", "ioctl",    "lseek",   "munmap",
                                         "read",    "readv",  "recv",  "recvfrom", "recvmsg", "send",
                                         "sendmsg", "sendto", "write", "writev"};
constexpr SystemNames of_other_things = {"epoll_wait",
                                         "getchar",
                                         "msgrcv",
                                         "pause",
                                         "poll",
                                         "ppoll",
                                         "pselect",
                                         "pthread_barrier_wait",
                                         "pthread_clockjoin_ex",
                                         "pthread_cond_wait",
                                         "pthread_join",
                                         "pthread_mutex_lock",
                                         "pthread_rwlock_rdlock",
                                         "pthread_rwlock_wrlock",
                                         "select",
                                         "sem_wait",
                                         "sigsuspend",
                                         "sigwait"};
constexpr SystemNames that_end_by_themselves = {"clock_nanosleep", "nanosleep",  "sched_yield",
                                                "sleep",           "thrd_sleep", "usleep"};

// Lists the beginnings of the file names of the C library and of its parts, some of which were separate files before
// glibc 2.34.
constexpr SystemNames c_library_files = {"libc.", "libc-", "libpthread", "librt.", "librt-"};

template <std::size_t count>
bool is_among(const std::string_view (&names)[count], std::string_view name) {
  return std::binary_search(std::begin(names), std::end(names), name);
}

// Returns true if the thread was waiting in the kernel when its state was read. That was before its stack was read, so
// that it may have waited in another function.
bool kernel_has_it_wait(const ThreadRecord &thread) {
  return thread.state == KernelState::sleeping || thread.state == KernelState::uninterruptible;
}

// Returns true if the thread waits for other ranks through the launcher: in MPI_Init and MPI_Finalize, ranks wait for
// each other by reading an answer of the launcher.
bool is_told_by_launcher(const ThreadRecord &thread) {
  const CallKind kind = kind_of_call(thread.call);
  return (kind == CallKind::init || kind == CallKind::finalize) && is_among(of_messages_too, thread.system_function);
}

}  // namespace

bool is_blocked_in_library(const ThreadRecord &thread) {
  const std::string &name = thread.system_function;
  if (name.empty() || is_told_by_launcher(thread)) return false;
  if (thread.state == KernelState::unknown) return is_among(of_files_and_processes, name);
  return kernel_has_it_wait(thread) && (is_among(of_files_and_processes, name) || is_among(of_messages_too, name));
}

bool is_blocked_outside(const ThreadRecord &thread) {
  const std::string &name = thread.system_function;
  if (name.empty() || is_among(that_end_by_themselves, name)) return false;
  if (kernel_has_it_wait(thread)) return true;
  const bool may_block =
      is_among(of_files_and_processes, name) || is_among(of_messages_too, name) || is_among(of_other_things, name);
  return thread.state == KernelState::unknown && may_block;
}

bool sleeps_outside(const ThreadRecord &thread) {
  const bool is_outside =
      thread.call.empty() && thread.inside.empty() && thread.library_function.empty() && thread.problem.empty();
  const bool may_be_posted = thread.system_function == "sem_wait" || thread.system_function == "syscall";
  return is_outside && thread.sleeps_for_own_process && !may_be_posted;
}

bool is_of_c_library(const ThreadRecord &thread) {
  return !thread.frames.empty() && thread.problem.empty() &&
         std::all_of(thread.frames.begin(), thread.frames.end(), [](const FrameRecord &frame) {
           const std::string_view module = frame.module;
           const std::string_view name = module.substr(module.rfind('/') + 1);
           return std::any_of(std::begin(c_library_files), std::end(c_library_files),
                              [&](std::string_view file) { return name.starts_with(file); });
         });
}

}  // namespace mqs_shim::why
