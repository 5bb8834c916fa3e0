// A process whose core file is being written: what is taken from the start of that, and what from /proc.

#include "corefile/process/dying_process.h"

#include <doctest/doctest.h>
#include <fcntl.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "mpidbg/base/file_descriptor.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

Result<DumpStart> start_of(const std::string &path) {
  const mpidbg::FileDescriptor file(::open(path.c_str(), O_RDONLY));
  REQUIRE(file);
  return read_dump_start(file.get());
}

// As the kernel writes it: a pipe whose other end says no more than these bytes.
Result<DumpStart> start_in(const std::string &bytes) {
  ScratchDirectory scratch;
  std::ofstream(scratch / "dump", std::ios::binary) << bytes;
  return start_of(scratch / "dump");
}

std::string content_of(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("registers come from the dump, memory from the process") {
  const TargetProcess target(TargetProcess::dynamic_program(), 2);
  const ScratchDirectory scratch;
  const std::string core = make_gcore(target.pid(), scratch);
  REQUIRE_FALSE(core.empty());
  auto start = start_of(core);
  REQUIRE_MESSAGE(start, start.error().message);
  CHECK(start->notes.pid == target.pid());
  CHECK(start->notes.threads.size() == 3);
  auto process = DyingProcess::open(target.pid(), std::move(*start), {});
  REQUIRE_MESSAGE(process, process.error().message);
  CHECK_FALSE((*process)->is_live());
  CHECK((*process)->thread_statuses().size() == 3);
  CHECK(status_of(target.pid(), "State") != "t");
  // It was somewhere in the same call when the core was written.
  const auto of_core = open_core_file(core, {});
  REQUIRE(of_core);
  const auto stacks = (*process)->stacks(), expected = (*of_core)->stacks();
  REQUIRE(stacks);
  REQUIRE(expected);
  REQUIRE(stacks->size() == expected->size());
  for (std::size_t i = 0; i < stacks->size(); ++i) {
    REQUIRE((*stacks)[i].frames.size() == (*expected)[i].frames.size());
    for (std::size_t j = 0; j < (*stacks)[i].frames.size(); ++j) {
      CHECK((*stacks)[i].frames[j].pc == (*expected)[i].frames[j].pc);
      CHECK((*stacks)[i].frames[j].function == (*expected)[i].frames[j].function);
    }
  }
  std::uint32_t number = 0;
  CHECK((*process)->read_up_to(Address(target.fact("target_number")), &number, sizeof number) == sizeof number);
  // Nobody may ask the threads: they cannot stop any more.
  CHECK((*process)->stop());
  CHECK(status_of(target.pid(), "TracerPid") == "0");
}

TEST_CASE("the dump of another process is refused") {
  const TargetProcess target, other;
  const ScratchDirectory scratch;
  auto start = start_of(make_gcore(other.pid(), scratch));
  REQUIRE(start);
  const auto process = DyingProcess::open(target.pid(), std::move(*start), {});
  REQUIRE_FALSE(process);
  CHECK(process.error().message == "the dump is not of process " + std::to_string(target.pid()));
}

TEST_CASE("a dump that is cut off or damaged is an error that says where") {
  const TargetProcess target;
  const ScratchDirectory scratch;
  const std::string whole = content_of(make_gcore(target.pid(), scratch));
  const auto error_of = [](const std::string &bytes) {
    const auto start = start_in(bytes);
    REQUIRE_FALSE(start);
    return start.error().message;
  };
  Elf64_Ehdr header;
  std::memcpy(&header, whole.data(), sizeof header);
  Elf64_Phdr notes;
  std::memcpy(&notes, whole.data() + header.e_phoff, sizeof notes);
  REQUIRE(start_in(whole.substr(0, notes.p_offset + notes.p_filesz)));
  CHECK(error_of("") == "the dump ends after 0 bytes, before its notes of the threads do");
  CHECK(error_of(whole.substr(0, 70)) == "the dump ends after 70 bytes, before its notes of the threads do");
  const std::size_t cut = notes.p_offset + notes.p_filesz - 1;
  CHECK(error_of(whole.substr(0, cut)) ==
        "the dump ends after " + std::to_string(cut) + " bytes, before its notes of the threads do");
  CHECK(error_of(std::string(100, 'x')) == "the dump is not a core file");
  CHECK(error_of(content_of("/proc/self/exe").substr(0, 4096)) == "the dump is not a core file");
  const auto with = [&](auto change) {
    std::string bytes = whole;
    Elf64_Ehdr changed_header = header;
    Elf64_Phdr changed_notes = notes;
    change(changed_header, changed_notes);
    std::memcpy(bytes.data(), &changed_header, sizeof changed_header);
    std::memcpy(bytes.data() + header.e_phoff, &changed_notes, sizeof changed_notes);
    return error_of(bytes);
  };
  CHECK(with([](auto &, auto &phdr) { phdr.p_filesz = UINT64_MAX; }) ==
        "the dump has 18446744073709551615 bytes of notes at byte " + std::to_string(notes.p_offset) +
            ", which exceeds the limit of 67108864");
  CHECK(with([](auto &, auto &phdr) { phdr.p_type = PT_LOAD; }) == "the dump does not begin with notes");
  CHECK(with([](auto &ehdr, auto &) { ehdr.e_phoff = UINT64_MAX - 8; }) ==
        "the dump has its program headers at byte 18446744073709551607, which exceeds the limit of 67108864");
  CHECK(with([](auto &ehdr, auto &) { ehdr.e_machine = EM_AARCH64; }) ==
        "the dump is of another architecture (aarch64)");
  CHECK(with([](auto &, auto &phdr) { phdr.p_filesz = 0; }) == "the dump has no notes of threads");
}
