#include "corefile/mpi/job_selection.h"

#include <doctest/doctest.h>
#include <unistd.h>

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

TEST_CASE("jobs of one launch of Open MPI have the same upper half") {
  CHECK(is_same_launch("3144024065", "3144024066"));
  CHECK(!is_same_launch("3144024065", "3144155137"));
  CHECK(is_same_launch("slurm.pmix.1.0", "slurm.pmix.1.0"));
  CHECK(!is_same_launch("slurm.pmix.1.0", "slurm.pmix.1.1"));
  CHECK(!is_same_launch("1", "2"));  // numbers of others
}
