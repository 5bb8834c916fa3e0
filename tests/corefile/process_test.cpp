// The same questions to a running process, to its gcore and to its kernel core: what the process said of itself is
// true.

#include "corefile/process/process.h"

#include <doctest/doctest.h>
#include <elf.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "corefile/mpi/job_identity.h"
#include "corefile/mpi/mpi_stacks.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

template <class T>
T read(const Process &process, std::uint64_t address) {
  T value{};
  CHECK(process.read_up_to(Address(address), &value, sizeof value) == sizeof value);
  return value;
}

std::uint64_t symbol(const Process &process, const char *name, SymbolKind kind) {
  return process.find_symbol(name, kind).value_or(Address()).value();
}

void check_memory(const Process &process, const TargetProcess &target) {
  CHECK(read<int>(process, target.fact("target_number")) == 12345);
  CHECK(read<int>(process, target.fact("static_number")) == 77);
  CHECK(read<int>(process, target.fact("library_number")) == 4711);
  CHECK(read<std::uint64_t>(process, target.fact("main")) == target.fact("code_of_main"));
  char text[9] = {};
  CHECK(process.read_up_to(Address(target.fact("read_only_text")), text, 8) == 8);
  CHECK(std::string(text) == "constant");
  char page[8192];
  CHECK(process.read_up_to(Address(target.fact("last_page")), page, sizeof page) == 4096);
  CHECK(page[4095] == 'x');
  CHECK(process.read_up_to(Address(8), page, 8) == 0);
  CHECK(process.read_up_to(Address(0xffffffffffffff00), page, 4096) == 0);
}

bool is_private(const Process &process, std::uint64_t address) {
  const auto ranges = process.private_memory();
  return std::any_of(ranges.begin(), ranges.end(), [&](const AddressRange &range) {
    return range.begin.value() <= address && address < range.end.value();
  });
}

void check_private_memory(const Process &process, const TargetProcess &target) {
  CHECK(is_private(process, target.fact("heap")));
  CHECK(is_private(process, target.fact("last_page")));
  CHECK_FALSE(is_private(process, target.fact("stack")));
  CHECK_FALSE(is_private(process, target.fact("target_number")));
  CHECK_FALSE(is_private(process, target.fact("read_only_text")));
  for (const AddressRange &range : process.private_memory()) CHECK(range.begin < range.end);
}

void check_symbols(const Process &process, const TargetProcess &target) {
  CHECK(symbol(process, "target_number", SymbolKind::data) == target.fact("target_number"));
  CHECK(symbol(process, "library_number", SymbolKind::data) == target.fact("library_number"));
  CHECK(symbol(process, "static_number", SymbolKind::data) == target.fact("static_number"));
  CHECK(symbol(process, "shared_name", SymbolKind::data) == target.fact("shared_name"));
  CHECK(symbol(process, "main", SymbolKind::function) == target.fact("main"));
  CHECK(symbol(process, "MPI_Send", SymbolKind::function) == target.fact("MPI_Send"));
  CHECK_FALSE(process.find_symbol("no_such_symbol_anywhere", SymbolKind::data));
  CHECK_FALSE(process.find_symbol("thread_number", SymbolKind::data));
  CHECK_FALSE(process.find_symbol("target_number", SymbolKind::function));
  CHECK_FALSE(process.find_symbol("", SymbolKind::data));
  CHECK(process.module_defining("no_such_symbol_anywhere") == nullptr);
}

void check_modules(const Process &process, const std::string &program) {
  REQUIRE(!process.modules().empty());
  CHECK(process.modules()[0].path == program);
  for (const Module &module : process.modules()) {
    CHECK_MESSAGE(module.state == ModuleFile::matches, module.path, ": ", module.problem);
    CHECK(module.build_id.size() == 40);
  }
}

bool has_frame(const ThreadStack &stack, const std::string &function) {
  return std::any_of(stack.frames.begin(), stack.frames.end(),
                     [&](const Frame &frame) { return frame.function == function; });
}

void check_stacks(Process &process, pid_t pid) {
  const auto stacks = mpi_stacks(process);
  REQUIRE_MESSAGE(stacks, stacks.error().message);
  REQUIRE(stacks->size() == 3);
  CHECK((*stacks)[0].tid == pid);
  CHECK((*stacks)[0].mpi_call == "MPI_Recv");
  CHECK(has_frame((*stacks)[0], "main"));
  CHECK(has_frame((*stacks)[0], "PMPI_Recv"));
  std::multiset<std::string> calls;
  for (const MpiStack &stack : *stacks) {
    calls.insert(stack.mpi_call);
    CHECK(stack.problem == "");
    for (std::size_t i = 1; i < stack.frames.size(); ++i) {
      CHECK(stack.frames[i - 1].stack_pointer < stack.frames[i].stack_pointer);
    }
  }
  CHECK(calls == std::multiset<std::string>{"MPI_Recv", "MPI_Send", ""});
}

const std::vector<std::string> rank_environment = {"OMPI_COMM_WORLD_RANK=3", "OMPI_COMM_WORLD_SIZE=8",
                                                   "PMIX_NAMESPACE=job-1", "PMIX_HOSTNAME=node17", "OTHER=x=y"};

// As the launcher set it, not as the program changed it afterwards.
void check_identity(const Process &process) {
  const JobIdentity identity = job_identity(process);
  CHECK(identity.world_rank == 3);
  CHECK(identity.world_size == 8);
  CHECK(identity.job == "job-1");
  CHECK(identity.host == "node17");
}

void check_all(Process &process, const TargetProcess &target, const std::string &program) {
  CHECK(process.pointer_size() == 8);
  CHECK(process.byte_order() == ByteOrder::little);
  CHECK(process.warnings().empty());
  check_modules(process, program);
  check_memory(process, target);
  check_private_memory(process, target);
  check_symbols(process, target);
  check_stacks(process, target.pid());
  check_identity(process);
}

std::string real_path(const std::string &path) {
  return std::filesystem::canonical(path).string();
}

// Dumps core by a signal, in the scratch directory; the path, or empty where core_pattern sends it elsewhere.
std::string make_kernel_core(TargetProcess &target, const ScratchDirectory &directory) {
  const rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  REQUIRE(::prlimit(target.pid(), RLIMIT_CORE, &all, nullptr) == 0);
  target.kill_and_reap(SIGXCPU);
  CHECK(WIFSIGNALED(target.exit_status()));
  for (const auto &entry : std::filesystem::directory_iterator(directory.path())) {
    if (entry.path().filename().string().starts_with("core")) return entry.path().string();
  }
  return {};
}

// Where in a core file its first segment above an address begins.
std::uint64_t offset_of_memory_above(const std::string &path, std::uint64_t address) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char *>(&header), sizeof header);
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    file.read(reinterpret_cast<char *>(&segment), sizeof segment);
    if (segment.p_type == PT_LOAD && segment.p_vaddr > address) return segment.p_offset;
  }
  return UINT64_MAX;
}

struct WorkingDirectory {
  explicit WorkingDirectory(const std::string &path) : before(std::filesystem::current_path()) {
    std::filesystem::current_path(path);
  }
  ~WorkingDirectory() { std::filesystem::current_path(before); }
  std::filesystem::path before;
};

}  // namespace

TEST_CASE("a running process") {
  for (const std::string &program : {TargetProcess::dynamic_program(), TargetProcess::static_program()}) {
    CAPTURE(program);
    const TargetProcess target(program, 2, rank_environment);
    auto process = open_live_process(target.pid(), {});
    REQUIRE_MESSAGE(process, process.error().message);
    CHECK((*process)->name() == "pid " + std::to_string(target.pid()));
    CHECK((*process)->stacks().error().message ==
          "stacks of " + (*process)->name() + " cannot be read: it is not stopped");
    (*process)->prepare_stacks();
    REQUIRE((*process)->stop());
    check_all(**process, target, real_path(program));
    (*process)->resume();
  }
}

TEST_CASE("a core written by gcore") {
  for (const std::string &program : {TargetProcess::dynamic_program(), TargetProcess::static_program()}) {
    CAPTURE(program);
    const ScratchDirectory scratch;
    const TargetProcess target(program, 2, rank_environment);
    const std::string path = make_gcore(target.pid(), scratch);
    auto process = open_core_file(path, {});
    REQUIRE_MESSAGE(process, process.error().message);
    CHECK((*process)->name() == path);
    CHECK((*process)->pid() == target.pid());
    check_all(**process, target, real_path(program));
  }
}

TEST_CASE("a core written by the kernel, which leaves out what it can find on disk") {
  for (const std::string &program : {TargetProcess::dynamic_program(), TargetProcess::static_program()}) {
    CAPTURE(program);
    const ScratchDirectory scratch;
    const WorkingDirectory here(scratch.path());
    TargetProcess target(program, 2, rank_environment);
    const pid_t pid = target.pid();
    const std::string path = make_kernel_core(target, scratch);
    if (path.empty()) {
      MESSAGE("the kernel writes cores elsewhere (/proc/sys/kernel/core_pattern): only gcore's were tested");
      return;
    }
    auto process = open_core_file(path, {});
    REQUIRE_MESSAGE(process, process.error().message);
    CHECK((*process)->pid() == pid);
    check_modules(**process, real_path(program));
    check_memory(**process, target);
    check_symbols(**process, target);
    check_stacks(**process, pid);
    check_identity(**process);
  }
}

TEST_CASE("a kernel core that ends before the libraries: they are those of its file note") {
  const ScratchDirectory scratch;
  const WorkingDirectory here(scratch.path());
  TargetProcess target;
  const std::string path = make_kernel_core(target, scratch);
  if (path.empty()) {
    MESSAGE("the kernel writes cores elsewhere (/proc/sys/kernel/core_pattern)");
    return;
  }
  const std::uint64_t whole = std::filesystem::file_size(path);
  const std::uint64_t cut = offset_of_memory_above(path, target.fact("main") + (std::uint64_t{1} << 40));
  REQUIRE(cut < whole);
  std::filesystem::resize_file(path, cut);
  const auto process = open_core_file(path, {});
  REQUIRE_MESSAGE(process, process.error().message);
  const auto warnings = (*process)->warnings();
  REQUIRE(warnings.size() == 2);
  CHECK(warnings[0] == "core file " + path + " is truncated, it has " + std::to_string(cut) + " bytes of " +
                           std::to_string(whole) + ": memory behind that cannot be read");
  CHECK(warnings[1] == path +
                           ": the dynamic linker's list of modules could not be read: the list of modules may be "
                           "incomplete or out of order");
  CHECK(read<int>(**process, target.fact("target_number")) == 12345);
  CHECK(symbol(**process, "target_number", SymbolKind::data) == target.fact("target_number"));
  CHECK(symbol(**process, "MPI_Send", SymbolKind::function) == target.fact("MPI_Send"));
  const Module *const library = (*process)->module_defining("MPI_Send");
  REQUIRE(library != nullptr);
  CHECK(library->path == TargetProcess::library());
  CHECK(library->state == ModuleFile::unverified);
}

TEST_CASE("a library's definition counts where the program has none, the program's copy where it has one") {
  const TargetProcess target;
  const auto process = open_live_process(target.pid(), {});
  REQUIRE(process);
  CHECK((*process)->module_defining("library_number")->path == real_path(TargetProcess::dynamic_program()));
  CHECK((*process)->module_defining("PMPI_Recv")->path == TargetProcess::library());
}

TEST_CASE("a process that ends while it is read") {
  TargetProcess target;
  const std::uint64_t address = target.fact("target_number");
  auto process = open_live_process(target.pid(), {});
  REQUIRE(process);
  const std::string name = std::to_string(target.pid());
  target.kill_and_reap(SIGKILL);
  int value = 0;
  CHECK((*process)->read_up_to(Address(address), &value, sizeof value) == 0);
  const auto stopped = (*process)->stop();
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().message == "process " + name + " has ended");
  CHECK_FALSE((*process)->stacks());
  CHECK_FALSE(job_identity(**process).world_rank);
}

TEST_CASE("a held process that is killed ends, and does not hang its reader") {
  TargetProcess target(TargetProcess::dynamic_program(), 2);
  auto process = open_live_process(target.pid(), {});
  REQUIRE(process);
  REQUIRE((*process)->stop());
  ::kill(target.pid(), SIGKILL);
  const auto all_have_ended = [&] {
    const auto states = thread_states(target.pid());
    return std::all_of(states.begin(), states.end(), [](const std::string &state) { return state == "Z"; });
  };
  while (!all_have_ended()) {
  }
  int value = 0;
  CHECK((*process)->read_up_to(Address(target.fact("target_number")), &value, sizeof value) == 0);
  CHECK((*process)->stacks()->empty());
  (*process)->resume();
  target.kill_and_reap(SIGKILL);
  CHECK(WTERMSIG(target.exit_status()) == SIGKILL);
}
