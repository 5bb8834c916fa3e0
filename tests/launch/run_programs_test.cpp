#include "corefile/launch/run_programs.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>

using namespace corefile;
using How = RunEnd::How;

namespace {

std::vector<std::string> shell(const std::string &script) {
  return {"sh", "-c", script};
}

struct Outputs {
  std::map<std::size_t, std::string> text;
  auto take() {
    return [this](std::size_t program, std::string_view bytes) { text[program] += bytes; };
  }
};

RunLimits limits(int milliseconds, std::size_t bytes = 1 << 20) {
  RunLimits limits;
  limits.time = std::chrono::milliseconds(milliseconds);
  limits.bytes = bytes;
  return limits;
}

constexpr int long_time = 60'000;

// One that nobody has taken notice of is not alive.
bool is_alive(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string number, name, state;
  return file >> number >> name >> state && state != "Z";
}

}  // namespace

TEST_CASE("output, errors and exit codes are those of each program") {
  Outputs outputs;
  const auto ends = run_programs(
      {shell("echo one"), shell("echo two; echo bad >&2; exit 3"), shell("kill -9 $$"), {"/nonexistent/program"}, {}},
      limits(long_time), outputs.take());
  CHECK(outputs.text == std::map<std::size_t, std::string>{{0, "one\n"}, {1, "two\n"}});
  REQUIRE(ends.size() == 5);
  CHECK(ends[0].is_success());
  CHECK(describe(ends[1], "sh") == "sh exited with 3: bad");
  CHECK(describe(ends[2], "sh") == "sh was ended by signal 9");
  CHECK(describe(ends[3], "program") == "program cannot be started: No such file or directory");
  CHECK(ends[4].how == How::not_started);
}

TEST_CASE("the end of a program in a sentence, with the last line of its errors") {
  const auto said = [](How how, int status, const char *errors) {
    RunEnd end;
    end.how = how;
    end.status = status;
    end.errors = errors;
    return describe(end, "ssh");
  };
  CHECK(said(How::exited, 255, "warning\nno route to host\r\n \n") == "ssh exited with 255: no route to host");
  CHECK(said(How::exited, 0, " \r\n") == "ssh exited with 0");
  CHECK(said(How::exited, 1, "\nx") == "ssh exited with 1: x");
  CHECK(said(How::timed_out, 0, "") == "ssh did not end in time");
  CHECK(said(How::too_much, 0, "") == "ssh wrote more than the limit");
  CHECK(said(How::not_needed, 0, "") == "ssh was no longer needed");
  CHECK(said(How::interrupted, 0, "") == "ssh was interrupted");
}

TEST_CASE("of errors the last 4,096 characters are kept") {
  Outputs outputs;
  const auto ends = run_programs({shell("head -c 20000 /dev/zero | tr '\\0' x >&2; printf end >&2"),
                                  shell("head -c 4093 /dev/zero | tr '\\0' x >&2; printf end >&2")},
                                 limits(long_time), outputs.take());
  for (const RunEnd &end : ends) CHECK(end.errors == std::string(4093, 'x') + "end");
}

TEST_CASE("all of a large output comes") {
  Outputs outputs;
  const auto ends = run_programs({shell("head -c 300000 /dev/zero")}, limits(long_time), outputs.take());
  CHECK(ends[0].is_success());
  CHECK(outputs.text[0] == std::string(300000, '\0'));
}

TEST_CASE("one that hangs is ended, with what it has started, and what it said is kept") {
  Outputs outputs;
  // The shell ignores SIGTERM, and has a child that would hold the output open.
  const auto ends = run_programs({shell("trap '' TERM; sleep 1000 & echo $!; sleep 1000"), shell("echo quick")},
                                 limits(2000), outputs.take());
  CHECK(ends[0].how == How::timed_out);
  CHECK(ends[1].is_success());
  CHECK(outputs.text[1] == "quick\n");
  const pid_t child = std::stoi(outputs.text[0]);
  while (is_alive(child)) ::usleep(1000);  // the kill is on its way
}

TEST_CASE("one that leaves its output open to others has ended") {
  Outputs outputs;
  const auto ends = run_programs({shell("setsid sleep 1000 & echo $!; exit 0")}, limits(long_time), outputs.take());
  CHECK(ends[0].is_success());
  const pid_t child = std::stoi(outputs.text[0]);
  ::kill(child, SIGKILL);
}

TEST_CASE("more output than the limit ends them all") {
  Outputs outputs;
  const auto ends = run_programs({{"yes"}, shell("sleep 1000")}, limits(long_time, 100'000), outputs.take());
  CHECK(ends[0].how == How::too_much);
  CHECK(ends[1].how == How::too_much);
  CHECK(outputs.text[0].size() < 200'000);
}

TEST_CASE("what is left when it is enough is ended, and is no failure") {
  Outputs outputs;
  const auto ends = run_programs({shell("echo all; sleep 1000"), shell("sleep 1000")}, limits(long_time),
                                 outputs.take(), [&] { return outputs.text[0] == "all\n"; });
  CHECK(ends[0].is_success());
  CHECK(ends[1].is_success());
}

TEST_CASE("only so many run at once, and all of them run") {
  Outputs outputs;
  RunLimits few = limits(long_time);
  few.at_once = 2;
  std::vector<std::vector<std::string>> programs(7, shell("echo $$"));
  const auto ends = run_programs(programs, few, outputs.take());
  CHECK(outputs.text.size() == 7);
  for (const RunEnd &end : ends) CHECK(end.is_success());
}

TEST_CASE("a signal ends the programs before it ends us") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t us = ::fork();
  if (us == 0) {
    ::signal(SIGTERM, SIG_DFL);  // doctest has a handler
    run_programs({shell("echo $$; sleep 1000")}, limits(long_time), [&](std::size_t, std::string_view bytes) {
      [[maybe_unused]] const ssize_t written = ::write(ends[1], bytes.data(), bytes.size());
      ::kill(::getpid(), SIGTERM);
    });
    ::_exit(0);
  }
  char text[32] = "";
  REQUIRE(::read(ends[0], text, sizeof text - 1) > 0);
  int status = 0;
  REQUIRE(::waitpid(us, &status, 0) == us);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
  CHECK(!is_alive(std::stoi(text)));
  for (const int fd : ends) ::close(fd);
}

TEST_CASE("programs find the default signals and no input") {
  ::signal(SIGPIPE, SIG_IGN);
  const ProgramOutput output =
      output_of(shell("cat; grep SigIgn /proc/self/status"), std::chrono::milliseconds(long_time));
  CHECK(output.text.find("SigIgn:\t0000000000000000") != std::string::npos);
}
