// Which pages of a process exist, of a child that has touched some of a large mapping: they alone are told, and reading
// them makes no page tables.

#include "corefile/process/populated_pages.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "corefile/capture/recorded_process.h"
#include "corefile/process/process.h"
#include "mpidbg/base/file_descriptor.h"
#include "mpidbg/base/populated_memory.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

constexpr std::size_t page = 4096, vast = std::size_t{8} << 30;
constexpr std::size_t touched[] = {0, 3 * page, 4 * page, std::size_t{1} << 31, vast - page};

// A child with a mapping of which it has written to those pages. It has stopped itself, and touches no page more.
class VastProcess {
 public:
  VastProcess() {
    void *const mapping =
        ::mmap(nullptr, vast, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    REQUIRE(mapping != MAP_FAILED);
    REQUIRE(::madvise(mapping, vast, MADV_NOHUGEPAGE) == 0);
    begin_ = Address(reinterpret_cast<std::uintptr_t>(mapping));
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
      for (const std::size_t at : touched) static_cast<volatile char *>(mapping)[at] = 'x';
      ::raise(SIGSTOP);
      ::_exit(1);
    }
    int status = 0;
    REQUIRE(::waitpid(pid_, &status, WUNTRACED) == pid_);
    REQUIRE(WIFSTOPPED(status));
    ::munmap(mapping, vast);
  }
  ~VastProcess() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  VastProcess(const VastProcess &) = delete;
  VastProcess &operator=(const VastProcess &) = delete;

  pid_t pid() const { return pid_; }
  AddressRange mapping() const { return {begin_, begin_ + vast}; }
  Address at(std::size_t offset) const { return begin_ + offset; }
  std::string page_tables() const { return status_of(pid_, "VmPTE"); }
  std::vector<AddressRange> runs() const {
    return {{at(0), at(page)},
            {at(3 * page), at(5 * page)},
            {at(std::size_t{1} << 31), at((std::size_t{1} << 31) + page)},
            {at(vast - page), at(vast)}};
  }

 private:
  Address begin_{};
  pid_t pid_ = -1;
};

struct Pagemap : mpidbg::FileDescriptor {
  explicit Pagemap(const std::string &of)
      : mpidbg::FileDescriptor(::open(("/proc/" + of + "/pagemap").c_str(), O_RDONLY)) {}
};

}  // namespace

TEST_CASE("the pages that a process has touched of a large mapping") {
  const VastProcess child;
  const Pagemap pagemap(std::to_string(child.pid()));
  REQUIRE(pagemap);
  const std::string tables = child.page_tables();
  const auto runs = child.runs();
  for (const PagemapWay way : {PagemapWay::entries, PagemapWay::scan, PagemapWay::any}) {
    CAPTURE(static_cast<int>(way));
    const auto populated = [&](const AddressRange &range, std::size_t most) {
      return populated_pages(pagemap.get(), range, most, way);
    };
    const auto all = populated(child.mapping(), 1000);
    if (!all && way == PagemapWay::scan) continue;  // before Linux 6.7
    REQUIRE(all);
    CHECK(*all == runs);
    CHECK(*populated(child.mapping(), 2) == std::vector(runs.begin(), runs.begin() + 2));
    CHECK(*populated({runs[1].end, child.at(vast)}, 1) == std::vector{runs[2]});
    CHECK(populated({child.at(page), child.at(3 * page)}, 1000)->empty());
    // Of pages that the range has only in part.
    CHECK(*populated({child.at(100), child.at(3 * page + 8)}, 1000) ==
          std::vector<AddressRange>{{child.at(100), child.at(page)}, {child.at(3 * page), child.at(3 * page + 8)}});
    CHECK_FALSE(populated({Address(UINT64_MAX - 100), Address(UINT64_MAX)}, 1000));
  }
  CHECK(child.page_tables() == tables);
}

TEST_CASE("a search of a large mapping reads what was touched of it, of a live process and for a capture") {
  const VastProcess child;
  const auto process = open_live_process(child.pid(), {});
  REQUIRE_MESSAGE(process, process.error().message);
  RecordedProcess recorded(**process);
  const std::string tables = child.page_tables();
  const Process *const both[] = {process->get(), &recorded};
  for (const Process *const one : both) {
    const auto ranges = one->private_memory();
    REQUIRE(std::any_of(ranges.begin(), ranges.end(), [&](const AddressRange &range) {
      return range.begin <= child.at(0) && child.at(vast) <= range.end;
    }));
    const auto runs = dynamic_cast<const mpidbg::PopulatedMemory &>(*one).populated_memory(child.mapping(), 1000);
    REQUIRE(runs);
    CHECK(*runs == child.runs());
    for (const AddressRange &run : *runs) {
      std::vector<char> bytes(run.end - run.begin);
      REQUIRE(one->read_up_to(run.begin, bytes.data(), bytes.size()) == bytes.size());
      CHECK(bytes[0] == 'x');
    }
  }
  CHECK(child.page_tables() == tables);
  // Nothing of it goes into the capture but what was wanted, and be it one page of those, right after the search.
  const AddressRange wanted = child.runs()[2];
  recorded.note_wanted(wanted.begin, wanted.size());
  recorded.take();
  char byte = 0;
  for (const AddressRange &run : child.runs())
    CHECK(recorded.read_up_to(run.begin, &byte, 1) == (run == wanted ? 1 : 0));
}

TEST_CASE("what is no pagemap, or ends early, says nothing of pages") {
  const AddressRange range{Address(page), Address(3 * page)};
  CHECK_FALSE(populated_pages(-1, range, 10));
  const mpidbg::FileDescriptor empty(::open("/dev/null", O_RDONLY));
  CHECK_FALSE(populated_pages(empty.get(), range, 10));
  const Pagemap own("self");
  CHECK_FALSE(populated_pages(own.get(), range, 0));
}
