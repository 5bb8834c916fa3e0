#include "tests/corefile/target_process.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace corefile_test {

std::string TargetProcess::dynamic_program() {
  return TARGET_PROGRAM;
}
std::string TargetProcess::static_program() {
  return TARGET_PROGRAM_STATIC;
}
std::string TargetProcess::library() {
  return TARGET_LIBRARY;
}

TargetProcess::TargetProcess(const std::string &program, int threads, std::vector<std::string> environment) {
  int input[2], output[2];
  REQUIRE(::pipe2(input, O_CLOEXEC) == 0);
  REQUIRE(::pipe2(output, O_CLOEXEC) == 0);
  const std::string count = std::to_string(threads);
  std::vector<char *> variables;
  variables.reserve(environment.size() + 1);
  for (std::string &variable : environment) variables.push_back(variable.data());
  variables.push_back(nullptr);
  pid_ = ::fork();
  REQUIRE(pid_ >= 0);
  if (pid_ == 0) {
    ::dup2(input[0], STDIN_FILENO);
    ::dup2(output[1], STDOUT_FILENO);
    const char *const arguments[] = {program.c_str(), count.c_str(), nullptr};
    ::execve(program.c_str(), const_cast<char *const *>(arguments), variables.data());
    ::_exit(127);
  }
  ::close(input[0]);
  ::close(output[1]);
  to_ = input[1];
  from_ = output[0];
  for (std::string line; (line = read_line()) != "ready";) {
    REQUIRE_MESSAGE(!line.empty(), "the target program ended early: ", program);
    const std::size_t blank = line.find(' ');
    REQUIRE(blank != std::string::npos);
    facts_[line.substr(0, blank)] = std::stoull(line.substr(blank + 1));
  }
}

TargetProcess::~TargetProcess() {
  if (pid_ > 0) kill_and_reap(SIGKILL);
  ::close(to_);
  ::close(from_);
}

std::string TargetProcess::read_line() {
  std::string line;
  for (char c; ::read(from_, &c, 1) == 1;) {
    if (c == '\n') return line;
    line += c;
  }
  return {};
}

void TargetProcess::write_line(const std::string &line) {
  const std::string text = line + "\n";
  REQUIRE(::write(to_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

std::string TargetProcess::ping(int number) {
  write_line(std::to_string(number));
  return read_line();
}

void TargetProcess::kill_and_reap(int signal) {
  ::kill(pid_, signal);
  while (::waitpid(pid_, &exit_status_, 0) == pid_ && WIFSTOPPED(exit_status_)) {
  }
  pid_ = 0;
}

ScratchDirectory::ScratchDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "corefile-test-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  path_ = name;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string status_of(pid_t pid, const std::string &field) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(field + ":")) continue;
    std::string value;
    std::istringstream(line.substr(field.size() + 1)) >> value;
    return value;
  }
  return {};
}

std::vector<std::string> thread_states(pid_t pid) {
  std::vector<std::string> states;
  for (const auto &entry : std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
    states.push_back(status_of(static_cast<pid_t>(std::stol(entry.path().filename().string())), "State"));
  }
  return states;
}

bool run(const std::string &command) {
  return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
}

std::string make_gcore(pid_t pid, const ScratchDirectory &directory) {
  const std::string number = std::to_string(pid);
  if (!run("gcore -o '" + (directory / "gcore") + "' " + number)) return {};
  return directory / ("gcore." + number);
}

}  // namespace corefile_test
