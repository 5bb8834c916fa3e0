#include "mpidbg/base/regular_file.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "corefile/elf/mapped_file.h"
#include "corefile/elf/shrunk_file.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

std::string refusal(const std::string &path) {
  const auto file = mpidbg::open_regular_file(path);
  return file ? "opened" : file.error().message;
}

}  // namespace

TEST_CASE("only regular files are opened, and nothing is waited for") {
  const ScratchDirectory scratch;
  const std::string fifo = scratch / "fifo", empty = scratch / "empty";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  const std::ofstream file(empty);
  CHECK(refusal(fifo) == fifo + " is not a regular file");
  CHECK(refusal("/dev/zero") == "/dev/zero is not a regular file");
  CHECK(refusal(scratch.path()) == scratch.path() + " is a directory");
  CHECK(refusal(empty) == empty + " is an empty file");
  CHECK(refusal(scratch / "none") == (scratch / "none") + ": No such file or directory");
  CHECK(refusal(TargetProcess::library()) == "opened");
}

TEST_CASE("devices, which do things when they are opened, are not: nor is a FIFO") {
  const ScratchDirectory scratch;
  const std::string fifo = scratch / "fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  const mpidbg::FileDescriptor watch(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  REQUIRE(::inotify_add_watch(watch.get(), fifo.c_str(), IN_OPEN) >= 0);
  char events[256];
  CHECK(refusal(fifo) == fifo + " is not a regular file");
  CHECK(::read(watch.get(), events, sizeof events) == -1);
  const mpidbg::FileDescriptor opened(::open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  CHECK(::read(watch.get(), events, sizeof events) > 0);
}

TEST_CASE("a file is read whole or not at all") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "file";
  std::ofstream(path) << "12345678";
  CHECK(mpidbg::read_regular_file(path, 8).value_or("") == "12345678");
  const auto large = mpidbg::read_regular_file(path, 7);
  REQUIRE_FALSE(large);
  CHECK(large.error().code == ErrorCode::out_of_range);
  CHECK(large.error().message == path + " has 8 bytes, which exceeds the limit of 7");
}

TEST_CASE("pages that a mapped file has lost read as zeros") {
  struct sigaction before {};
  REQUIRE(::sigaction(SIGBUS, nullptr, &before) == 0);
  const ScratchDirectory scratch;
  const std::string path = scratch / "file";
  std::ofstream(path) << std::string(20000, 'x');
  const auto file = MappedFile::open(path);
  REQUIRE(file);
  read_shrunk_files_as_zeros();
  const auto zeros = [&] { return std::count(file->bytes().begin(), file->bytes().end(), std::byte{0}); };
  CHECK(zeros() == 0);
  CHECK_FALSE(has_shrunk_file());
  REQUIRE(::truncate(path.c_str(), 4096) == 0);
  CHECK(zeros() == 20000 - 4096);
  CHECK(has_shrunk_file());
  REQUIRE(::sigaction(SIGBUS, &before, nullptr) == 0);
}
