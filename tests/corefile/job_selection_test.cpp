#include "corefile/mpi/job_selection.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>

#include "tests/corefile/target_process.h"

using namespace corefile;
using Kind = JobSelection::Kind;

TEST_CASE("jobs of a node are selected by Slurm's number, by name, or by pids") {
  CHECK(JobSelection::parse("")->kind == Kind::only);
  CHECK(JobSelection::parse("slurm:4711.0")->name == "4711.0");
  CHECK(JobSelection::parse("job:slurm.pmix.1.0")->name == "slurm.pmix.1.0");
  CHECK(JobSelection::parse("pids:1,2")->kind == Kind::pids);
  for (const char *const word : {"slurm:", "job:", "pids:", "pids:1,,2", "pids:x", "pids:-1", "4711"}) {
    CAPTURE(word);
    CHECK(!JobSelection::parse(word));
  }
}

TEST_CASE("pids that are not here are left out") {
  const std::string own = std::to_string(::getpid());
  CHECK(*ranks_on_this_node({Kind::pids, own + ",999999999"}) == std::vector<pid_t>{::getpid()});
}

TEST_CASE("pids of several hosts are one word, of which a host finds its own") {
  CHECK(word_of({{"n1", {17, 18, 19, 40}}, {"n2", {17}}}) == "at:n1=17-19,40/n2=17");
  char host[256] = "";
  REQUIRE(::gethostname(host, sizeof host - 1) == 0);
  const std::string own = std::to_string(::getpid());
  const std::string word = "at:elsewhere=1/" + std::string(host) + ".site=" + own + "-" + own + ",999999999";
  CHECK(*ranks_on_this_node(*JobSelection::parse(word)) == std::vector<pid_t>{::getpid()});
  for (const char *const part : {"=x", "=5-1", "=-1", "=1-99999999", ""}) {
    CAPTURE(part);
    CHECK(ranks_on_this_node({Kind::at_hosts, std::string(host) + part})->empty());
  }
}

TEST_CASE("a range has at most 65,536 pids") {
  char host[256] = "";
  REQUIRE(::gethostname(host, sizeof host - 1) == 0);
  const pid_t own = ::getpid();
  for (const pid_t more : {65534, 65535, 65536}) {
    CAPTURE(more);
    const auto pids = *ranks_on_this_node(
        {Kind::at_hosts, std::string(host) + "=" + std::to_string(own) + "-" + std::to_string(own + more)});
    CHECK((!pids.empty() && pids.front() == own) == (more < 65536));
  }
}

TEST_CASE("a job that nobody has here has no ranks") {
  CHECK(ranks_on_this_node({Kind::slurm, "4711.0"})->empty());
  CHECK(ranks_on_this_node({Kind::named, "no such job"})->empty());
}

TEST_CASE("a job of Slurm has the ranks with its number, and its step, if one is named") {
  const auto start = [](const std::string &job, const std::string &step, const std::string &rank) {
    return corefile_test::TargetProcess(corefile_test::TargetProcess::static_program(), 0,
                                        {"SLURM_JOB_ID=" + job, "SLURM_STEP_ID=" + step, "OMPI_COMM_WORLD_SIZE=2",
                                         "PMIX_NAMESPACE=test." + job + "." + step, "OMPI_COMM_WORLD_RANK=" + rank});
  };
  const auto first = start("990000017", "1", "0"), second = start("990000017", "2", "0"), other = start("9", "1", "0");
  const auto ranks = [](Kind kind, const char *name) { return *ranks_on_this_node({kind, name}); };
  using Pids = std::vector<pid_t>;
  CHECK(ranks(Kind::slurm, "990000017.1") == Pids{first.pid()});
  CHECK(ranks(Kind::slurm, "990000017.2") == Pids{second.pid()});
  CHECK(ranks(Kind::slurm, "990000017.3").empty());
  CHECK(ranks(Kind::slurm, "99000001").empty());
  CHECK(ranks(Kind::slurm, "990000017").size() == 2);
  CHECK(ranks(Kind::named, "test.990000017.2") == Pids{second.pid()});
  const auto only = ranks_on_this_node({});
  REQUIRE_FALSE(only);  // three jobs at least
  const std::string text = only.error().message;
  CHECK(text.starts_with("several MPI jobs run here: "));  // of which others may be the first ones
  CHECK(text.find(" ranks of ") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), ';') >= 2);
  CHECK(std::count(text.begin(), text.end(), ';') <= 4);
}

TEST_CASE("words of a selection") {
  struct Case {
    const char *word;
    Kind kind;
    const char *name;
  };
  for (const Case &one : {Case{"", Kind::only, ""},
                          {"slurm:4711", Kind::slurm, "4711"},
                          {"job:a:b", Kind::named, "a:b"},
                          {"pids:1", Kind::pids, "1"},
                          {"pids:7,40", Kind::pids, "7,40"},
                          {"at:n1=1", Kind::at_hosts, "n1=1"}}) {
    CAPTURE(one.word);
    const auto selection = JobSelection::parse(one.word);
    REQUIRE(selection);
    CHECK(selection->kind == one.kind);
    CHECK(selection->name == one.name);
  }
  for (const char *const word : {"at:", "pids:0", "pids:1,0", "slurm", "job", "at", "pids", "other:1", ":1"}) {
    CAPTURE(word);
    const auto selection = JobSelection::parse(word);
    REQUIRE_FALSE(selection);
    CHECK(selection.error().message == "not a job of this node: '" + std::string(word) + "'");
  }
}

TEST_CASE("a host is this one by its name with or without a domain") {
  char name[256] = "";
  REQUIRE(::gethostname(name, sizeof name - 1) == 0);
  const std::string host(name), own = "=" + std::to_string(::getpid());
  for (const std::string &here : {host, host + ".some.where"})
    CHECK(ranks_on_this_node({Kind::at_hosts, here + own})->size() == 1);
  for (const std::string &elsewhere : {host + "x", "x" + host, host.substr(0, host.size() - 1)})
    CHECK(ranks_on_this_node({Kind::at_hosts, elsewhere + own})->empty());
}

TEST_CASE("jobs of one launch of Open MPI have the same upper half") {
  CHECK(is_same_launch("3144024065", "3144024066"));
  CHECK(!is_same_launch("3144024065", "3144155137"));
  CHECK(is_same_launch("slurm.pmix.1.0", "slurm.pmix.1.0"));
  CHECK(!is_same_launch("slurm.pmix.1.0", "slurm.pmix.1.1"));
  CHECK(!is_same_launch("1", "2"));  // numbers of others
  CHECK(!is_same_launch("65535", "65534"));
  CHECK(is_same_launch("65536", "131071"));
  CHECK(!is_same_launch("131071", "131072"));
  CHECK(!is_same_launch("65536", "x"));
  CHECK(!is_same_launch("x", "65536"));
}
