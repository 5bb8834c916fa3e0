#include "corefile/launch/launch_plan.h"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace corefile;
using Kind = LauncherChoice::Kind;
using Words = std::vector<std::string>;

namespace {

constexpr std::chrono::milliseconds long_time{60'000};
const Words program = {"/opt/mpidbg", "collect", "--timeout=5"};

Result<LaunchPlan> plan(std::string_view word, const Words &nodes = {}) {
  const auto choice = parse_launcher(word);
  if (!choice) return choice.error();
  return plan_launch(*choice, program, nodes, long_time);
}

// A directory first in the PATH, with programs that are scripts.
class Programs {
 public:
  Programs() {
    char name[] = "/tmp/launch-test-XXXXXX";
    directory_ = ::mkdtemp(name);
    before_ = ::getenv("PATH");
    ::setenv("PATH", (directory_ + ":" + before_).c_str(), 1);
  }
  Programs(const Programs &) = delete;
  Programs &operator=(const Programs &) = delete;
  ~Programs() {
    ::setenv("PATH", before_.c_str(), 1);
    std::filesystem::remove_all(directory_);
  }
  void add(const std::string &name, const std::string &script) const {
    const std::string path = directory_ + "/" + name;
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    ::chmod(path.c_str(), 0755);
  }
  const std::string &directory() const { return directory_; }

 private:
  std::string directory_, before_;
};

}  // namespace

TEST_CASE("launchers are named as the manual page says") {
  CHECK(parse_launcher("auto")->kind == Kind::automatic);
  CHECK(parse_launcher("slurm")->argument.empty());
  for (const char *const job : {"4711", "4711.0", "4711_3", "4711_3.12"}) {
    CAPTURE(job);
    CHECK(parse_launcher(std::string("slurm:") + job)->argument == job);
  }
  CHECK(parse_launcher("mpirun:my hosts")->argument == "my hosts");
  CHECK(parse_launcher("ssh:n[1-4]")->kind == Kind::ssh);
  CHECK(parse_launcher("ssh -p 2222 %h")->kind == Kind::command);
  for (const char *const word :
       {"",          "srun",      "auto:x",     "ssh",         "ssh:",        "ssh:-oProxyCommand=x",
        "clush:",    "slurm:",    "slurm:all",  "slurm:1.2.3", "slurm:1.",    "slurm:.1",
        "slurm:_1",  "slurm:1_",  "slurm:1;ls", "rsh n1",      "slurm:1_2_3", "slurm:1.a",
        "slurm:a.1", "slurm:1_a", "clush:n[",   "auto:",       "mpirun:",     "hydra:"}) {
    CAPTURE(word);
    CHECK(!parse_launcher(word));
  }
  CHECK(parse_launcher("ssh").error().message == "ssh needs nodes, as in ssh:n[1-4]");
  CHECK(parse_launcher("ssh:").error().message == "not a launcher: 'ssh:'");
  CHECK(parse_launcher("slurm:x").error().message == "not a job of Slurm: 'x'");
  for (const std::size_t size : {39, 40, 41}) CHECK(is_slurm_job(std::string(size, '1')) == (size <= 40));
}

TEST_CASE("ssh is started once for each node") {
  const auto made = plan("ssh:n[1-2]");
  REQUIRE(made);
  REQUIRE(made->launches.size() == 2);
  CHECK(made->launches[1].words ==
        Words{"ssh", "-o", "BatchMode=yes", "-T", "n2", "/opt/mpidbg", "collect", "--timeout=5"});
  CHECK(made->launches[1].nodes == Words{"n2"});
  CHECK(made->nodes() == Words{"n1", "n2"});
}

TEST_CASE("clush is started once for all nodes") {
  const auto made = plan("clush:n[1-2]");
  REQUIRE(made);
  CHECK(made->launcher == "clush");
  REQUIRE(made->launches.size() == 1);
  CHECK(made->launches[0].words == Words{"clush", "-w", "n1,n2", "-o", "-T", "/opt/mpidbg", "collect", "--timeout=5"});
  CHECK(made->nodes() == Words{"n1", "n2"});
}

TEST_CASE("a command has each %h replaced, and the program at its end") {
  const auto made = plan("pod exec %h -c %h --", {"a", "b"});
  REQUIRE(made);
  CHECK(made->launcher == "pod");
  REQUIRE(made->launches.size() == 2);
  CHECK(made->launches[1].words == Words{"sh", "-c", "pod exec b -c b -- /opt/mpidbg collect --timeout=5"});
  CHECK(!plan("pod exec %h"));
}

TEST_CASE("words that a shell takes for more are refused") {
  for (const char *const word : {"/opt/my mpidbg", "a;b", "$HOME", "'", "*", "", "a\nb"}) {
    CAPTURE(word);
    CHECK(!is_plain_word(word));
    CHECK(!plan_launch(*parse_launcher("ssh:n1"), {{word}}, {}, long_time));
  }
  CHECK(is_plain_word("azAZ09/._:,=+@-"));
  for (const char *const neighbour : {"`", "{", "[", ";", "%", "#"}) CHECK(!is_plain_word(neighbour));
}

TEST_CASE("Slurm is asked for the nodes of a job, and srun starts a step beside it") {
  const Programs programs;
  programs.add("squeue", "test \"$*\" = '--noheader --format=%A|%N|%T --jobs=4711' && echo '4711|n[1-2]|RUNNING'");
  const auto made = plan("slurm:4711");
  REQUIRE(made);
  REQUIRE(made->launches.size() == 1);
  const Words &words = made->launches[0].words;
  CHECK(made->launches[0].nodes == Words{"n1", "n2"});
  CHECK(words == Words{"env",
                       "-u",
                       "SLURM_LABELIO",
                       "-u",
                       "SLURM_UNBUFFEREDIO",
                       "srun",
                       "--overlap",
                       "--jobid=4711",
                       "--nodes=2",
                       "--ntasks=2",
                       "--ntasks-per-node=1",
                       "--nodelist=n1,n2",
                       "--mpi=none",
                       "--mem=0",
                       "--input=none",
                       "--kill-on-bad-exit=0",
                       "--cpu-bind=none",
                       "--quiet",
                       "/opt/mpidbg",
                       "collect",
                       "--timeout=5"});
  CHECK(made->launcher == "srun");
  // The job of the shell, if there is one.
  ::setenv("SLURM_JOB_ID", "4711", 1);
  CHECK(plan("slurm")->nodes() == Words{"n1", "n2"});
  ::setenv("SLURM_JOB_ID", "all", 1);
  CHECK(plan("slurm").error().message == "no job of Slurm: slurm:JOB, or a shell in an allocation");
  ::unsetenv("SLURM_JOB_ID");
  CHECK(plan("slurm").error().message == "no job of Slurm: slurm:JOB, or a shell in an allocation");
  CHECK(plan("auto").error().message == "the launcher is not known");
}

TEST_CASE("a step has nodes of its own, and a task of an array a number of its own") {
  const Programs programs;
  programs.add("squeue", "case \"$*\" in *--jobs=4711_3) echo '4718|n[1-2]|RUNNING';; *--steps=4718.2) echo n2;; esac");
  const auto choice = parse_launcher("slurm:4711_3.2");
  const auto step = plan_launch(*choice, {"/opt/mpidbg", "--job=" + std::string(slurm_job_mark)}, {}, long_time);
  REQUIRE(step);
  CHECK(step->nodes() == Words{"n2"});
  const Words &words = step->launches[0].words;
  CHECK(std::count(words.begin(), words.end(), "--jobid=4718") == 1);
  CHECK(words.back() == "--job=slurm:4718.2");
}

TEST_CASE("a job that has no nodes is an error in words") {
  const Programs programs;
  programs.add("squeue", "echo '4711||PENDING'");
  CHECK(plan("slurm:4711").error().message == "job 4711 has no nodes: it is PENDING");
  programs.add("squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
  CHECK(plan("slurm:4711").error().message ==
        "job 4711: squeue exited with 1: slurm_load_jobs error: Invalid job id specified");
  programs.add("squeue", "");
  CHECK(plan("slurm:4711").error().message == "Slurm knows no job 4711 that runs");
  programs.add("squeue", "echo '4711|n1|RUNNING'; echo '4712|n2|RUNNING'");
  CHECK(plan("slurm:4711").error().message == "job 4711 is several: name one of them, as 4711_1");
  for (const char *const answer : {"4711|n1", "4711|n1|RUNNING|more", "all|n1|RUNNING"}) {
    programs.add("squeue", "echo '" + std::string(answer) + "'");
    CHECK(plan("slurm:4711").error().message == "job 4711: squeue answered '" + std::string(answer) + "'");
  }
  programs.add("squeue", "case \"$*\" in *--jobs=*) echo '4711|n1|RUNNING';; *) echo no such step >&2; exit 1;; esac");
  CHECK(plan("slurm:4711.7").error().message == "job 4711.7: squeue exited with 1: no such step");
  programs.add("squeue", "echo '4711|n[|RUNNING'");
  CHECK(plan("slurm:4711").error().message == "not a set of nodes: 'n[': a '[' without ']'");
  programs.add("squeue", "echo 'no such format'");
  CHECK(plan("slurm:4711").error().message == "job 4711: squeue answered 'no such format'");
  programs.add("squeue", "case \"$*\" in *--jobs=*) echo '4711|n1|RUNNING';; esac");
  CHECK(plan("slurm:4711.7").error().message == "Slurm knows no step 4711.7 that runs");
}

TEST_CASE("mpirun and hydra start one process on each node of a host file") {
  const Programs programs;
  programs.add("mpirun.openmpi", "");
  programs.add("mpiexec.hydra", "");
  const std::string file = programs.directory() + "/hosts";
  std::ofstream(file) << "n1 slots=2\nn2\n";
  const auto openmpi = plan("mpirun:" + file);
  REQUIRE(openmpi);
  const Words expected = {"mpirun.openmpi",
                          "--hostfile",
                          file,
                          "--map-by",
                          "ppr:1:node",
                          "--oversubscribe",
                          "--bind-to",
                          "none",
                          "--mca",
                          "orte_abort_on_non_zero_status",
                          "0",
                          "/opt/mpidbg",
                          "collect",
                          "--timeout=5"};
  CHECK(openmpi->launches.at(0).words == expected);
  CHECK(openmpi->nodes() == Words{"n1", "n2"});
  CHECK(plan("mpirun:" + file, {"n9"})->launches.at(0).words == expected);  // the file was named

  const auto hydra = plan("hydra:" + file);
  REQUIRE(hydra);
  CHECK(hydra->launches.at(0).words ==
        Words{"mpiexec.hydra", "-f", file, "-ppn", "1", "-n", "2", "/opt/mpidbg", "collect", "--timeout=5"});
  CHECK(plan("hydra:/nonexistent").error().message.starts_with("/nonexistent"));

  CHECK(plan("mpirun").error().message ==
        "no nodes for mpirun: mpirun:FILE, --nodes, or OMPI_MCA_orte_default_hostfile in the environment");
  const auto listed = plan("mpirun", {"n3", "n4"});
  REQUIRE(listed);
  CHECK(listed->launches.at(0).words.at(1) == "--host");
  CHECK(listed->launches.at(0).words.at(2) == "n3,n4");
  const auto by_hydra = plan("hydra", {"n3", "n4"});
  REQUIRE(by_hydra);
  CHECK(by_hydra->launches.at(0).words.at(1) == "-hosts");
  CHECK(by_hydra->launches.at(0).words.at(6) == "2");
  for (const auto &[variable, launcher] :
       {std::pair("HYDRA_HOST_FILE", "hydra"), {"OMPI_MCA_orte_default_hostfile", "mpirun"}}) {
    ::setenv(variable, file.c_str(), 1);
    CHECK(plan(launcher)->nodes() == Words{"n1", "n2"});
    CHECK(plan(launcher, {"n3"})->nodes() == Words{"n3"});
    ::setenv(variable, "", 1);
    CHECK(!plan(launcher));
    ::unsetenv(variable);
  }
}

TEST_CASE("a launcher is called by its own name, else by the plain one") {
  const Programs programs;
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", programs.directory().c_str(), 1);
  const auto first_words = [] {
    return plan("mpirun", {"n1"})->launches.at(0).words.at(0) + " " + plan("hydra", {"n1"})->launches.at(0).words.at(0);
  };
  CHECK(first_words() == "mpirun.openmpi mpiexec.hydra");  // for the error that there is none
  programs.add("mpirun", "");
  programs.add("mpiexec", "");
  CHECK(first_words() == "mpirun mpiexec");
  programs.add("mpirun.openmpi", "");
  programs.add("mpiexec.hydra", "");
  CHECK(first_words() == "mpirun.openmpi mpiexec.hydra");
  ::setenv("PATH", path.c_str(), 1);
}
