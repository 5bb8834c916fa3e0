// The list of jobs, of jobs made by hand.

#include "corefile/command/verbs/jobs_report.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "corefile/command/targets/library_name.h"
#include "mpidbg/layout/profile.h"

using corefile::LocalJob;
using nlohmann::json;

namespace {

LocalJob stencil() {
  LocalJob job;
  job.launcher = 4147;
  job.launcher_name = "mpirun.openmpi";
  for (const int rank : {0, 1, 2, 3}) job.ranks.push_back({4150 + rank, rank, "one"});
  job.world_size = 4;
  job.executable = "/home/user/stencil";
  job.words = {"./stencil", "-n", "100"};
  job.library = "/nowhere/libmpi.so.40.30.4";
  job.started = 86400;
  job.user = ::geteuid();
  return job;
}

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines{""};
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  CHECK(lines.back().empty());  // the text ends with its last line
  lines.pop_back();
  return lines;
}

json parsed(const std::vector<LocalJob> &jobs) {
  std::string text;
  {
    mqs_shim::Sink sink(mqs_shim::write_to_string(text));
    mqs_shim::JsonWriter writer(sink);
    command::write_jobs_json(writer, jobs);
  }
  return json::parse(text);
}

}  // namespace

TEST_CASE("no job") {
  CHECK(command::jobs_text({}, true) == "no MPI job of this node that you may inspect\n");
  CHECK(parsed({}) == json{{"schema", "mpidbg-jobs-1"}, {"jobs", json::array()}});
}

TEST_CASE("a job of a launcher, and its ranks") {
  const auto brief = lines_of(command::jobs_text({stencil()}, false));
  REQUIRE(brief.size() == 2);
  CHECK(brief[0] == "PID   LAUNCHER        RANKS  LIBRARY                       SINCE             PROGRAM");
  CHECK(brief[1].starts_with("4147  mpirun.openmpi  4      Open MPI (libmpi.so.40.30.4)  1970-01-0"));
  CHECK(brief[1].ends_with("  ./stencil -n 100"));
  const auto verbose = lines_of(command::jobs_text({stencil()}, true));
  REQUIRE(verbose.size() == 6);
  CHECK(verbose[5] == "  rank 3  pid 4153  job one");
  CHECK(command::job_words(stencil()) == "mpirun.openmpi, 4 ranks of ./stencil -n 100");
}

TEST_CASE("the user is shown where one is another") {
  LocalJob other = stencil();
  other.user = 4'000'000'000;  // whom no system knows by a name
  const auto lines = lines_of(command::jobs_text({stencil(), other}, false));
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].find("  USER") != std::string::npos);
  CHECK(lines[2].find("  4000000000  ./stencil") != std::string::npos);
}

TEST_CASE("some of the ranks, spawned ones, and several programs") {
  LocalJob job = stencil();
  job.ranks.erase(job.ranks.begin() + 1);
  job.ranks.push_back({4160, 0, "two"});
  job.programs = 3;
  const std::string text = command::jobs_text({job}, false);
  CHECK(text.find("  0,2-3 of 4, spawned 1  ") != std::string::npos);
  CHECK(text.find("  ./stencil -n 100 and 2 other programs\n") != std::string::npos);
}

TEST_CASE("how many programs, and ranks of a world") {
  LocalJob job = stencil();
  const auto words = [&](std::size_t programs) {
    job.programs = programs;
    return command::job_words(job);
  };
  CHECK(words(1) == "mpirun.openmpi, 4 ranks of ./stencil -n 100");
  CHECK(words(2) == "mpirun.openmpi, 4 ranks of ./stencil -n 100 and 1 other programs");
  job.programs = 1;
  const auto ranks = [&](int world_size, std::size_t count) {
    job.world_size = world_size;
    job.ranks.resize(count);
    return lines_of(command::jobs_text({job}, false))[1].substr(22, 12);
  };
  CHECK(ranks(5, 4) == "0-3 of 5  Op");
  CHECK(ranks(4, 4) == "4      Open ");
  CHECK(ranks(0, 4) == "4      Open ");
  CHECK(ranks(4, 1) == "0 of 4  Open");
}

TEST_CASE("the time of day of a job that began today, the date of others, and nothing where it is not known") {
  LocalJob job = stencil();
  const auto since = [&](std::int64_t started) {
    job.started = started;
    const std::string text = lines_of(command::jobs_text({job}, false))[1];
    const std::string after = text.substr(text.find("30.4)") + 7);
    return after.substr(0, after.find("./stencil"));
  };
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  char time[64], date[64];
  REQUIRE(::localtime_r(&now, &parts) != nullptr);
  std::strftime(time, sizeof time, "%H:%M:%S  ", &parts);
  const std::time_t before = now - 2 * 86400;
  REQUIRE(::localtime_r(&before, &parts) != nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%d %H:%M  ", &parts);
  CHECK(since(now) == time);
  CHECK(since(before) == date);
  CHECK(since(0) == "       ");
  CHECK(since(-1) == "       ");
  CHECK(since(1).starts_with("19"));
}

TEST_CASE("a program without a launcher, whose library is in it") {
  LocalJob job = stencil();
  job.launcher = 0;
  job.launcher_name.clear();
  job.ranks = {{4150, std::nullopt, ""}};
  job.world_size = 0;
  job.words.clear();
  job.library = job.executable;
  job.started = 0;
  const auto lines = lines_of(command::jobs_text({job}, true));
  REQUIRE(lines.size() == 3);
  CHECK(lines[1] == "4150  -         1      linked into the program         /home/user/stencil");
  CHECK(lines[2] == "  rank 0  pid 4150");
  CHECK(command::job_words(job) == "1 rank of /home/user/stencil");
  const json written = parsed({job})["jobs"][0];
  CHECK(written["launcher"].is_null());
  CHECK(written["since"].is_null());
  CHECK(written["world_size"].is_null());
  CHECK(written["ranks"] == json::array({{{"rank", nullptr}, {"pid", 4150}, {"job", nullptr}}}));
}

TEST_CASE("a rank below a launcher whose number is not known") {
  LocalJob job = stencil();
  job.ranks[3] = {4153, std::nullopt, ""};
  const auto lines = lines_of(command::jobs_text({job}, true));
  REQUIRE(lines.size() == 6);
  CHECK(lines[1].starts_with("4147  mpirun.openmpi  4      Open MPI"));
  CHECK(lines[5] == "  rank ?  pid 4153");
  job.world_size = 5;
  CHECK(command::jobs_text({job}, false).find("  0-2 of 5, 1 unknown  ") != std::string::npos);
  job.ranks.erase(job.ranks.begin(), job.ranks.begin() + 3);
  CHECK(lines_of(command::jobs_text({job}, false))[1].starts_with("4147  mpirun.openmpi  1      Open MPI"));
}

TEST_CASE("a library is called by its build, else by its file") {
  const std::pair<const char *, const char *> names[] = {
      {"/lib/libmpi.so.40", "Open MPI (libmpi.so.40)"},  {"libmpi.so.40.30.4", "Open MPI (libmpi.so.40.30.4)"},
      {"/lib/libmpich.so.12", "MPICH (libmpich.so.12)"}, {"/lib/libmpi.so.12", "MPICH (libmpi.so.12)"},
      {"/lib/libmpi_abi.so.1", "libmpi_abi.so.1"},       {"/lib/libmpi.so.4", "libmpi.so.4"}};
  for (const auto &[path, name] : names) CHECK(command::library_of_file(path) == name);
  for (const mpidbg::layout::Profile *known : mpidbg::layout::profile_collection().profiles) {
    if (!known->build_id.empty())
      CHECK(command::library_of_build(known->build_id) == known->library + " " + known->version);
  }
  CHECK(command::library_of_build("0123").empty());
  CHECK(command::library_of_build("").empty());
}

TEST_CASE("a long command line is cut, and what could change the terminal is not written") {
  LocalJob job = stencil();
  job.words = {std::string(70, 'x'), "y"};
  CHECK(command::job_words(job) == "mpirun.openmpi, 4 ranks of " + std::string(57, 'x') + "...");
  job.words = {std::string(60, 'x')};
  CHECK(command::job_words(job) == "mpirun.openmpi, 4 ranks of " + std::string(60, 'x'));
  job.words = {"./a\x1b[31m"};
  CHECK(command::jobs_text({job}, false).find('\x1b') == std::string::npos);
}

TEST_CASE("JSON has all of a job") {
  const json job = parsed({stencil()})["jobs"][0];
  CHECK(job["launcher"] == json{{"pid", 4147}, {"name", "mpirun.openmpi"}});
  CHECK(job["program"] == "/home/user/stencil");
  CHECK(job["programs"] == 1);
  CHECK(job["command"] == json::array({"./stencil", "-n", "100"}));
  CHECK(job["library"] == "Open MPI (libmpi.so.40.30.4)");
  CHECK(job["library_file"] == "/nowhere/libmpi.so.40.30.4");
  CHECK(job["since"] == "1970-01-02T00:00:00Z");
  CHECK(job["world_size"] == 4);
  CHECK(job["ranks"].size() == 4);
  CHECK(job["ranks"][3] == json{{"rank", 3}, {"pid", 4153}, {"job", "one"}});
}
