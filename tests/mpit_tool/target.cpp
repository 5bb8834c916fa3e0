#include "tests/mpit_tool/target.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "corefile/mpit_tool/lookup.h"
#include "tests/fakes/mpi/mpi.h"

// The test is linked with its library, and must not have a dlsym() of its own.
void *mpit_tool::object_of_opened_library(const char *) {
  return nullptr;
}

Target::Target() {
  char directory[] = "/tmp/mpidbg-mpit-tool-XXXXXX";
  REQUIRE(mkdtemp(directory) != nullptr);
  directory_ = directory;
  setenv("MPIDBG_RECORD_FILE", file().c_str(), 1);
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  pid_ = fork();
  if (pid_ == 0) {
    dup2(ready[1], STDOUT_FILENO);
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // also if the test itself is killed
    execl(PROGRAM_PATH, PROGRAM_PATH, nullptr);
    _exit(127);
  }
  close(ready[1]);
  char byte;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  close(ready[0]);
}

Target::~Target() {
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  std::filesystem::remove_all(directory_);
}

char Target::state() const {
  std::ifstream stat("/proc/" + std::to_string(pid_) + "/stat");
  std::string line;
  std::getline(stat, line);
  return line[line.rfind(')') + 2];
}

Opened::Opened(const std::string &target) {
  setenv("MPIDBG_MPIT_TARGET", target.c_str(), 1);
  setenv("MPIDBG_MPIT_PLUGIN", MPIDBG_PLUGIN_PATH, 1);
  int provided = -1;
  REQUIRE(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) == MPI_SUCCESS);
  CHECK(provided == MPI_THREAD_SINGLE);
}

Opened::~Opened() {
  CHECK(MPI_T_finalize() == MPI_SUCCESS);
}
