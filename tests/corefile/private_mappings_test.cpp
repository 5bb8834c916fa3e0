// Which mappings of a process are its own memory, as the kernel answers and as it writes them.

#include "corefile/process/private_mappings.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <vector>

using namespace corefile;

namespace {

constexpr std::size_t page = 4096;

// Every other page is mapped, so that the kernel joins no two of them.
class MappedProcess {
 public:
  enum Place { own, named, only_read, of_file, shared, places };

  MappedProcess() {
    void *const all = ::mmap(nullptr, 2 * places * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(all != MAP_FAILED);
    begin_ = static_cast<char *>(all);
    const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    map(own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    map(named, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    map(only_read, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    map(of_file, PROT_READ | PROT_WRITE, MAP_PRIVATE, file);
    map(shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1);
    ::close(file);
    // Not all kernels give names to memory.
    ::prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, at(named).value(), page, "a heap of one's own");
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
      ::raise(SIGSTOP);
      ::_exit(1);
    }
    int status = 0;
    REQUIRE(::waitpid(pid_, &status, WUNTRACED) == pid_);
  }
  ~MappedProcess() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    ::munmap(begin_, 2 * places * page);
  }
  MappedProcess(const MappedProcess &) = delete;
  MappedProcess &operator=(const MappedProcess &) = delete;

  pid_t pid() const { return pid_; }
  Address at(Place place) const { return Address(reinterpret_cast<std::uintptr_t>(begin_)) + 2 * place * page; }

 private:
  void map(Place place, int permissions, int flags, int file) {
    REQUIRE(::mmap(begin_ + 2 * place * page, page, permissions, flags | MAP_FIXED, file, 0) != MAP_FAILED);
  }

  char *begin_ = nullptr;
  pid_t pid_ = -1;
};

bool has(const std::vector<AddressRange> &ranges, Address at) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const AddressRange &range) { return range.begin <= at && at < range.end; });
}

}  // namespace

TEST_CASE("private memory is what is written and of no file, whichever way the kernel is asked") {
  const auto on_heap = std::make_unique<int>();
  const MappedProcess process;
  const std::vector<AddressRange> text = read_private_mappings(process.pid(), MapsWay::text);
  const std::vector<AddressRange> query = read_private_mappings(process.pid(), MapsWay::query);
  if (!query.empty()) CHECK(query == text);  // of Linux 6.11 and later
  CHECK(read_private_mappings(process.pid()) == text);

  const AddressRange own{process.at(MappedProcess::own), process.at(MappedProcess::own) + page};
  CHECK(std::count(text.begin(), text.end(), own) == 1);
  CHECK(has(text, process.at(MappedProcess::named)));
  for (const auto place : {MappedProcess::only_read, MappedProcess::of_file, MappedProcess::shared})
    CHECK_FALSE(has(text, process.at(place)));
  const int on_stack = 0;
  CHECK_FALSE(has(text, Address(reinterpret_cast<std::uintptr_t>(&on_stack))));
  CHECK(has(text, Address(reinterpret_cast<std::uintptr_t>(on_heap.get()))));
  CHECK(read_private_mappings(-1).empty());
}
