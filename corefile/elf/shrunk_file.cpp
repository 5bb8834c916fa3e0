#include "corefile/elf/shrunk_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

namespace corefile {

namespace {

volatile std::sig_atomic_t has_shrunk = 0;
std::uintptr_t page_mask;

// Handles SIGBUS by mapping zeros at the missing page. Makes only system calls, because it may interrupt any code that
// reads a mapped file.
void put_zeros(int number, siginfo_t *info, void *) {
  const int error_before = errno;
  if (info->si_code == BUS_ADRERR) {
    void *const page = reinterpret_cast<void *>(reinterpret_cast<std::uintptr_t>(info->si_addr) & page_mask);
    const std::size_t size = ~page_mask + 1;
    if (::mmap(page, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) {
      has_shrunk = 1;
      errno = error_before;
      return;
    }
  }
  ::signal(number, SIG_DFL);  // the access is repeated, and the signal ends the process
}

}  // namespace

void read_shrunk_files_as_zeros() {
  page_mask = ~(static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE)) - 1);
  struct sigaction action {};
  action.sa_sigaction = put_zeros;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  ::sigaction(SIGBUS, &action, nullptr);
}

bool has_shrunk_file() {
  return has_shrunk != 0;
}

void note_shrunk_file() {
  has_shrunk = 1;
}

}  // namespace corefile
