// Which threads sleep until another one of their process wakes them, by their registers.

#include "corefile/process/own_sleep.h"

#include <doctest/doctest.h>
#include <linux/futex.h>
#include <sys/syscall.h>

#include <cstring>
#include <vector>

using namespace corefile;

namespace {

constexpr std::uint64_t word_address = 0x7000;
constexpr std::int64_t restart_system = -512, restart_never_seen = -515, restart_block = -516, woken = 0, changed = -11;

// In DWARF's order: rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10.
struct Sleeper {
  std::int64_t result = restart_system;
  std::uint32_t operation = FUTEX_WAIT | FUTEX_PRIVATE_FLAG;
  std::uint64_t expected = 5, time_limit = 0;
  std::int64_t system_call = SYS_futex;
  std::uint32_t word = 5;  // as it is now
  bool is_readable = true;
  std::uint64_t own_description = 0, other_description = 0;  // what the C library keeps of the two threads
  std::uint64_t address = word_address;

  bool sleeps() const {
    ThreadRegisters thread, other;
    thread.values.resize(17);
    thread.tid = 41;
    other.tid = 42;
    thread.thread_pointer = Address(own_description);
    other.thread_pointer = Address(other_description);
    thread.values[0] = static_cast<std::uint64_t>(result);
    thread.values[1] = expected;
    thread.values[4] = operation;
    thread.values[5] = address;
    thread.values[10] = time_limit;
    thread.system_call = system_call;
    const std::vector<ThreadRegisters> threads{thread, other};
    return sleeps_for_own_process(thread, threads, [&](Address at, void *to, std::size_t size) -> std::size_t {
      if (!is_readable || at != Address(address) || size != sizeof word) return 0;
      std::memcpy(to, &word, size);
      return size;
    });
  }
};

}  // namespace

TEST_CASE("a wait for a word of its own process that has not changed") {
  CHECK(Sleeper().sleeps());
  CHECK(Sleeper{.result = restart_block}.sleeps());
  CHECK(Sleeper{.operation = FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME}.sleeps());
  CHECK(Sleeper{.expected = 0xffffffff00000005}.sleeps());
}

TEST_CASE("one that may go on") {
  CHECK_FALSE(Sleeper{.result = woken}.sleeps());
  CHECK_FALSE(Sleeper{.result = changed}.sleeps());
  CHECK_FALSE(Sleeper{.result = restart_never_seen}.sleeps());
  CHECK_FALSE(Sleeper{.word = 6}.sleeps());
  CHECK_FALSE(Sleeper{.is_readable = false}.sleeps());
  CHECK_FALSE(Sleeper{.time_limit = 0x7fff0000}.sleeps());
}

TEST_CASE("results that say that the call begins again") {
  const std::pair<std::int64_t, bool> cases[] = {{-517, false}, {-516, true}, {-515, false}, {-514, true},
                                                 {-513, true},  {-512, true}, {-511, false}};
  for (const auto &[returned, sleeps] : cases) {
    const std::int64_t result = returned;
    CAPTURE(result);
    CHECK(Sleeper{.result = result}.sleeps() == sleeps);
  }
}

TEST_CASE("another system call, and none") {
  CHECK_FALSE(Sleeper{.system_call = SYS_read}.sleeps());
  CHECK_FALSE(Sleeper{.system_call = -1}.sleeps());
  CHECK_FALSE(Sleeper{.operation = FUTEX_WAKE | FUTEX_PRIVATE_FLAG}.sleeps());
  CHECK_FALSE(Sleeper{.operation = FUTEX_LOCK_PI | FUTEX_PRIVATE_FLAG}.sleeps());
}

TEST_CASE("a word that other processes may share") {
  CHECK_FALSE(Sleeper{.operation = FUTEX_WAIT}.sleeps());
  SUBCASE("but the kernel clears the number of a thread that ends") {
    CHECK(Sleeper{.operation = FUTEX_WAIT_BITSET, .expected = 42, .word = 42}.sleeps());
    CHECK_FALSE(Sleeper{.operation = FUTEX_WAIT_BITSET, .expected = 41, .word = 41}.sleeps());
    CHECK_FALSE(Sleeper{.operation = FUTEX_WAIT_BITSET, .expected = 42, .word = 0}.sleeps());
  }
  SUBCASE("but the kernel clears the state of a thread that ends") {
    CHECK(Sleeper{.operation = FUTEX_WAIT_BITSET, .other_description = word_address - 0x628}.sleeps());
    CHECK_FALSE(Sleeper{.operation = FUTEX_WAIT_BITSET, .word = 0, .other_description = word_address - 0x628}.sleeps());
    CHECK_FALSE(Sleeper{.operation = FUTEX_WAIT_BITSET, .own_description = word_address - 0x628}.sleeps());
    CHECK_FALSE(Sleeper{.operation = FUTEX_WAIT_BITSET, .other_description = word_address + 8}.sleeps());
    CHECK_FALSE(Sleeper{.operation = FUTEX_WAIT_BITSET, .other_description = word_address - 4096}.sleeps());
    CHECK(Sleeper{.operation = FUTEX_WAIT_BITSET, .other_description = word_address - 4095}.sleeps());
    CHECK(Sleeper{.operation = FUTEX_WAIT_BITSET, .other_description = word_address}.sleeps());
    CHECK_FALSE(Sleeper{.operation = FUTEX_WAIT_BITSET, .other_description = word_address + 1}.sleeps());
    CHECK_FALSE(
        Sleeper{.operation = FUTEX_WAIT_BITSET, .address = 0x800}.sleeps());  // of a description that is not known
  }
}
