// The command `dot` as the user's PATH has it, with programs of the test in its place.

#include "corefile/command/verbs/graphviz.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using command::PictureLimits;
using command::svg_of;

namespace {

// A directory with a script named dot, first and only in PATH.
class Dot {
 public:
  explicit Dot(const std::string &script) {
    char name[] = "/tmp/mpidbg-dot-XXXXXX";
    directory_ = ::mkdtemp(name);
    std::ofstream(directory_ + "/dot") << "#!/bin/sh\n" << script;
    ::chmod((directory_ + "/dot").c_str(), 0700);
    ::setenv("PATH", directory_.c_str(), 1);
  }
  Dot(const Dot &) = delete;
  Dot &operator=(const Dot &) = delete;
  ~Dot() {
    ::setenv("PATH", path_.c_str(), 1);
    std::filesystem::remove_all(directory_);
  }
  const std::string &directory() const { return directory_; }

 private:
  std::string directory_, path_ = std::getenv("PATH");
};

std::string error_of(const PictureLimits &limits = {}) {
  const auto svg = svg_of("digraph {}", limits);
  return svg ? "a picture: " + *svg : svg.error().message;
}

}  // namespace

TEST_CASE("the text is its input, the arguments are fixed") {
  const Dot dot("echo \"<svg>$*\"; /bin/cat; echo '</svg>'\n");
  const auto svg = svg_of("digraph {}");
  REQUIRE(svg);
  CHECK(*svg == "<svg>-Tsvg\ndigraph {}</svg>\n");
}

TEST_CASE("why there is no picture") {
  {
    const Dot dot("echo unknown graph\n");
    CHECK(error_of() == dot.directory() + "/dot answered without a picture");
  }
  {
    const Dot dot("exec /bin/sleep 1000\n");
    PictureLimits limits;
    limits.time = std::chrono::milliseconds(50);
    CHECK(error_of(limits) == dot.directory() + "/dot took longer than 50 ms and was ended");
  }
  {
    const Dot dot("while :; do echo '<svg></svg>'; done\n");
    PictureLimits limits;
    limits.bytes = 100'000;
    CHECK(error_of(limits) == "the picture of " + dot.directory() + "/dot is larger than 100000 bytes");
  }
  {
    const Dot dot("");
    std::filesystem::remove(dot.directory() + "/dot");
    CHECK(error_of() == "the command dot of Graphviz is not installed");
  }
}

TEST_CASE("what dot has started ends with it") {
  const Dot dot("/bin/sleep 1000 &\necho $! >\"$0.child\"\n/bin/mv \"$0.child\" \"$0.pid\"\nwait\n");
  PictureLimits limits;
  limits.time = std::chrono::milliseconds(2000);
  CHECK(error_of(limits) == dot.directory() + "/dot took longer than 2000 ms and was ended");
  pid_t child = 0;
  std::ifstream(dot.directory() + "/dot.pid") >> child;
  REQUIRE(child > 0);
  // Until init has seen its end, it is a zombie.
  const auto is_running = [&] {
    std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
    std::string line;
    return std::getline(stat, line) && line[line.rfind(')') + 2] != 'Z';
  };
  for (int i = 0; i < 1000 && is_running(); ++i) ::usleep(10'000);
  CHECK_FALSE(is_running());
}

TEST_CASE("a program in the current directory is not run") {
  const Dot dot("echo '<svg></svg>'\n");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(dot.directory());
  ::setenv("PATH", ".::bin", 1);
  CHECK(error_of() == "the command dot of Graphviz is not installed");
  std::filesystem::current_path(before);
}
