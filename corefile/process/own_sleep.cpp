#include "corefile/process/own_sleep.h"

#include <linux/futex.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cstdint>

namespace corefile {

namespace {

// The DWARF numbers of the registers with the result and the arguments of futex() on x86-64.
constexpr std::size_t result_register = 0, expected_register = 1, operation_register = 4, word_register = 5,
                      timeout_register = 10;
// The results that an interrupted system call has while its thread is stopped, if the call will be restarted
// (ERESTARTSYS to ERESTARTNOHAND and ERESTART_RESTARTBLOCK of Linux). A call that another thread has woken has another
// result.
constexpr std::int64_t first_restart = -516, last_restart = -512, no_restart = -515;

bool is_interrupted(std::uint64_t result) {
  const auto value = static_cast<std::int64_t>(result);
  return value >= first_restart && value <= last_restart && value != no_restart;
}

}  // namespace

bool sleeps_for_own_process(const ThreadRegisters &thread, std::span<const ThreadRegisters> threads,
                            const ReadMemory &read) {
  if (thread.system_call != SYS_futex || !is_interrupted(thread.values[result_register])) return false;
  const auto operation = static_cast<std::uint32_t>(thread.values[operation_register]);
  const std::uint32_t command = operation & FUTEX_CMD_MASK;
  if (command != FUTEX_WAIT && command != FUTEX_WAIT_BITSET) return false;
  if (thread.values[timeout_register] != 0) return false;
  const auto expected = static_cast<std::uint32_t>(thread.values[expected_register]);
  std::uint32_t word = 0;
  if (read(Address(thread.values[word_register]), &word, sizeof word) != sizeof word || word != expected) return false;
  if ((operation & FUTEX_PRIVATE_FLAG) != 0) return true;
  // pthread_join() waits until the kernel clears a word: the number of the other thread or, since glibc 2.43, its
  // state. Both are in the C library's description of that thread.
  constexpr std::uint64_t description_bytes = 4096;  // struct pthread: some 2,300 bytes
  const std::uint64_t at = thread.values[word_register];
  return std::any_of(threads.begin(), threads.end(), [&](const ThreadRegisters &other) {
    if (other.tid == thread.tid) return false;
    const std::uint64_t description = other.thread_pointer.value();
    const bool is_described = description != 0 && at >= description && at - description < description_bytes;
    return is_described || static_cast<std::uint32_t>(other.tid) == expected;
  });
}

}  // namespace corefile
