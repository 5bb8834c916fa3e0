// What is said about pids that cannot be read.

#include <doctest/doctest.h>
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "corefile/process/process.h"
#include "corefile/process/thread_status.h"
#include "corefile/process/thread_stop.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

std::string error_of(pid_t pid) {
  const auto process = open_live_process(pid, {});
  return process ? "" : process.error().message;
}

// A 32-bit program of three instructions: pause() for ever.
// Where it has its code.
constexpr Address i386_code(0x8048000 + sizeof(Elf32_Ehdr) + sizeof(Elf32_Phdr));

void write_i386_program(const std::string &path) {
  static constexpr unsigned char code[] = {0xb8, 29, 0, 0, 0, 0xcd, 0x80, 0xeb, 0xf7};
  Elf32_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS32;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_EXEC;
  header.e_machine = EM_386;
  header.e_version = EV_CURRENT;
  header.e_phoff = sizeof header;
  header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof(Elf32_Phdr);
  header.e_phnum = 1;
  Elf32_Phdr segment{};
  segment.p_type = PT_LOAD;
  segment.p_vaddr = 0x8048000;
  segment.p_filesz = segment.p_memsz = sizeof header + sizeof segment + sizeof code;
  segment.p_flags = PF_R | PF_X;
  segment.p_align = 4096;
  header.e_entry = segment.p_vaddr + sizeof header + sizeof segment;
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char *>(&header), sizeof header);
  file.write(reinterpret_cast<const char *>(&segment), sizeof segment);
  file.write(reinterpret_cast<const char *>(code), sizeof code);
  file.close();
  ::chmod(path.c_str(), 0700);
}

}  // namespace

// posix_spawn returns in the midst of execve.
TEST_CASE("a process that has just been started is waited for") {
  for (int i = 0; i < 100; ++i) {
    pid_t pid = 0;
    std::string program = "sleep", seconds = "1000";
    char *arguments[] = {program.data(), seconds.data(), nullptr};
    REQUIRE(::posix_spawnp(&pid, "sleep", nullptr, nullptr, arguments, environ) == 0);
    CHECK(error_of(pid) == "");
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
  }
}

TEST_CASE("pids that are no process") {
  const std::string none = std::to_string(INT32_MAX);
  CHECK(error_of(INT32_MAX) == "no process with pid " + none);
  CHECK(open_live_process(INT32_MAX, {}).error().code == mpidbg::ErrorCode::not_found);
  CHECK(error_of(0) == "no process with pid 0");
  CHECK(error_of(-5) == "no process with pid -5");
}

TEST_CASE("a thread's number is told from a process's") {
  const TargetProcess target(TargetProcess::dynamic_program(), 1);
  for (const auto &entry : std::filesystem::directory_iterator("/proc/" + std::to_string(target.pid()) + "/task")) {
    const pid_t tid = static_cast<pid_t>(std::stol(entry.path().filename().string()));
    if (tid == target.pid()) continue;
    CHECK(error_of(tid) == "pid " + std::to_string(tid) + " is a thread of process " + std::to_string(target.pid()));
  }
}

TEST_CASE("a zombie") {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  siginfo_t info;
  REQUIRE(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) == 0);
  CHECK(error_of(child) == "process " + std::to_string(child) + " has ended (a zombie): it has no memory any more");
  ::waitpid(child, nullptr, 0);
}

TEST_CASE("a kernel thread") {
  std::ifstream comm("/proc/2/comm");
  std::string name;
  std::getline(comm, name);
  if (name != "kthreadd" || ::geteuid() != 0) {
    MESSAGE("no kernel threads can be seen from here");
    return;
  }
  CHECK(error_of(2) == "process 2 is a kernel thread or is just ending: it has no memory");
}

TEST_CASE("a 32-bit process") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "program";
  write_i386_program(path);
  int started[2];
  REQUIRE(::pipe2(started, O_CLOEXEC) == 0);  // closed by a successful execl()
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl(path.c_str(), path.c_str(), nullptr);
    const ssize_t written = ::write(started[1], "n", 1);
    ::_exit(written == 1 ? 1 : 2);
  }
  ::close(started[1]);
  char failed = 0;
  if (::read(started[0], &failed, 1) == 1) {
    MESSAGE("this kernel runs no 32-bit programs");
  } else {
    const auto opened = open_live_process(child, {});
    REQUIRE_MESSAGE(opened, opened.error().message);
    Process &process = **opened;
    CHECK(process.pointer_size() == 4);
    CHECK(process.byte_order() == ByteOrder::little);
    REQUIRE(process.stop());
    const auto stacks = process.stacks();
    REQUIRE(stacks);
    REQUIRE(stacks->size() == 1);
    const ThreadStack &stack = stacks->front();
    REQUIRE(stack.registers.size() == 9);  // eax ecx edx ebx esp ebp esi edi eip
    // In pause(), or at one of the two instructions around it.
    const AddressRange code{i386_code, i386_code + 9};
    CHECK(code.contains(Address(stack.registers[8])));
    REQUIRE_FALSE(stack.frames.empty());
    CHECK(stack.frames[0].pc == Address(stack.registers[8]));
    CHECK(stack.frames[0].stack_pointer == Address(stack.registers[4]));
    CHECK(stack.frames[0].module == path);
    process.resume();
    ::kill(child, SIGKILL);
  }
  ::close(started[0]);
  ::waitpid(child, nullptr, 0);
}

TEST_CASE("a process of another user") {
  const bool is_root = ::geteuid() == 0;
  const TargetProcess target;
  const pid_t victim = is_root ? target.pid() : 1;
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    if (is_root && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(1);
    const std::string message = error_of(victim);
    ::_exit(::write(ends[1], message.data(), message.size()) == static_cast<ssize_t>(message.size()) ? 0 : 1);
  }
  ::close(ends[1]);
  char message[1024] = {};
  CHECK(::read(ends[0], message, sizeof message - 1) > 0);
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  CHECK(std::string(message).starts_with("no permission to read process " + std::to_string(victim) +
                                         ": run as the user it belongs to, or with CAP_SYS_PTRACE"));
}

TEST_CASE("a process whose main thread has ended has not ended while others go on") {
  const pid_t pid = ::fork();
  REQUIRE(pid >= 0);
  if (pid == 0) {
    std::thread([] {
      for (;;) ::pause();
    }).detach();
    ::syscall(SYS_exit, 0);  // of this thread alone
  }
  const auto main_thread = [&] {
    std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
    std::string word;
    status >> word >> word >> word;
    return word;
  };
  while (main_thread() != "Z") std::this_thread::yield();
  CHECK(kernel_state(pid) != KernelState::zombie);
  CHECK(error_of(pid).find("the main thread of process") == 0);
  ::kill(pid, SIGKILL);
  while (kernel_state(pid) != KernelState::zombie) std::this_thread::yield();
  CHECK(error_of(pid).find("(a zombie)") != std::string::npos);
  CHECK(::waitpid(pid, nullptr, 0) == pid);
}

namespace {

// No file can be opened while it is there.
class NoDescriptors {
 public:
  NoDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none{0, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoDescriptors(const NoDescriptors &) = delete;
  NoDescriptors &operator=(const NoDescriptors &) = delete;

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("a process that cannot be looked at for want of descriptors has not ended") {
  const TargetProcess target(TargetProcess::dynamic_program(), 0);
  auto process = open_live_process(target.pid(), {});
  REQUIRE(process);
  std::string opened, held, stopped;
  KernelState state;
  {
    const NoDescriptors none;
    opened = error_of(target.pid());
    const auto stop = ThreadStop::hold(target.pid(), {});
    held = stop ? "" : stop.error().message;
    const Status status = (*process)->stop();
    stopped = status ? "" : status.error().message;
    state = kernel_state(target.pid());
  }
  for (const std::string &error : {opened, held, stopped}) {
    CAPTURE(error);
    CHECK(error.ends_with(": Too many open files"));
  }
  CHECK(state == KernelState::unknown);
  CHECK(kernel_state(target.pid()) != KernelState::unknown);
  CHECK((*process)->stop());
}
