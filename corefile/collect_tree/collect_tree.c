// mpidbg-collect-openmpi and mpidbg-collect-mpich are MPI programs. A launcher starts one of them once on each node of
// a job, beside the job.
//
//     mpidbg-collect-MPI --fan=N --limit=SECONDS MPIDBG collect ...
//
// The program runs the collector MPIDBG. The collector's output goes up a tree: each process merges what it receives
// from below with its own (MPIDBG collect --merge), and process 0 writes the result to its standard output. Messages go
// over TCP, because the job may be hung in its fabric.
//
// An answer is never lost on the way. A time limit runs from the start. If it ends before a process knows that process
// 0 has written its answer, the process writes everything it has to its own standard output, whatever it is waiting
// for, MPI_Init() included. The reader then gets some of it twice, which does not change the result.

#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { tag_answer = 1, tag_written = 2 };
enum { line_size = 512 };  // of the collectors' lines, each of which is one write
enum { end_limit = 2 };    // seconds for MPI_Finalize()
enum { linger = 3 };       // before a process ends that could not go up: its launcher may end the others with it
enum { longest_limit = 24 * 3600 };

static int gathered = -1;         // what the collector and those below wrote: a file in memory
static volatile pid_t collector;  // 0: it has ended

static void die(const char *what) {
  fprintf(stderr, "mpidbg-collect: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void sleep_for(long seconds, long nanoseconds) {
  const struct timespec time = {seconds, nanoseconds};
  nanosleep(&time, NULL);
}

// Copies a file to its end. It makes only calls that a signal handler may make.
static void write_all(int from, int to) {
  char line[line_size];
  ssize_t size;
  for (off_t at = 0; (size = pread(from, line, sizeof line, at)) > 0; at += size)
    for (ssize_t done = 0, now; done < size; done += now)
      if ((now = write(to, line + done, (size_t)(size - done))) < 0 && errno != EINTR)
        return;
      else if (now < 0)
        now = 0;
}

static void wait_for(pid_t child) {
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
}

static void end_now(int number) {
  (void)number;
  _exit(0);
}

static void give_up(int number) {
  (void)number;
  if (collector != 0) wait_for(collector);
  write_all(gathered, STDOUT_FILENO);
  sleep_for(linger, 0);
  _exit(0);
}

static void at_limit(unsigned seconds, void (*act)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = act;
  sigemptyset(&action.sa_mask);
  alarm(0);
  sigaction(SIGALRM, &action, NULL);
  sigaddset(&action.sa_mask, SIGALRM);
  sigprocmask(SIG_UNBLOCK, &action.sa_mask, NULL);
  alarm(seconds);
}

static int memory_file(const char *name) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  if (file < 0) die("memfd_create");
  return file;
}

// Starts a program that ends together with this process. `input` is -1 if it gets none.
static pid_t start(char *const *words, int input, int output) {
  const pid_t parent = getpid(), child = fork();
  if (child < 0) die("fork");
  if (child != 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  if (input >= 0) dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  execv(words[0], words);
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  fprintf(stderr, "%s: %s: %s\n", host, words[0], strerror(errno));
  _exit(127);
}

// Waits outside MPI_Recv() and MPI_Wait(), in which libraries poll: the processor belongs to the job.
static MPI_Status wait_for_message(int source, int tag) {
  MPI_Status status;
  for (int there = 0;; sleep_for(0, 1000000)) {
    if (MPI_Iprobe(source, tag, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS) give_up(0);
    if (there) return status;
  }
}

static void receive(void *buffer, int size, int source, int tag) {
  if (MPI_Recv(buffer, size, MPI_BYTE, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE) != MPI_SUCCESS) give_up(0);
}

static void send(const void *buffer, int size, int target, int tag) {
  MPI_Request request;
  if (MPI_Isend(buffer, size, MPI_BYTE, target, tag, MPI_COMM_WORLD, &request) != MPI_SUCCESS) give_up(0);
  for (int done = 0; !done; sleep_for(0, done ? 0 : 1000000))
    if (MPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) give_up(0);
}

static void append(int file, const char *bytes, int size) {
  for (int done = 0, now; done < size; done += now)
    if ((now = (int)write(file, bytes + done, (size_t)(size - done))) <= 0) give_up(0);
}

static void receive_answer(void) {
  const MPI_Status status = wait_for_message(MPI_ANY_SOURCE, tag_answer);
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  char *const bytes = malloc((size_t)size + 1);
  if (bytes == NULL) give_up(0);
  receive(bytes, size, status.MPI_SOURCE, tag_answer);
  append(gathered, bytes, size);
  free(bytes);
}

static void send_answer(int file, int parent) {
  const off_t size = lseek(file, 0, SEEK_END);
  if (size > INT_MAX) give_up(0);
  char *const bytes = malloc((size_t)size + 1);
  if (bytes == NULL || pread(file, bytes, (size_t)size, 0) != size) give_up(0);
  send(bytes, (int)size, parent, tag_answer);
  free(bytes);
}

// Returns a file with the gathered answers as one, or with all of them as they are if the merge fails.
static int merged(char *mpidbg) {
  char collect[] = "collect", merge[] = "--merge";
  char *const words[] = {mpidbg, collect, merge, NULL};
  const int file = memory_file("merged");
  lseek(gathered, 0, SEEK_SET);
  int status = 0;
  const pid_t child = start(words, gathered, file);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  lseek(gathered, 0, SEEK_END);
  return status == 0 ? file : gathered;
}

// The job's own settings may be in the environment, too, and are replaced.
static void use_tcp(void) {
  static const char *const settings[][2] = {{"OMPI_MCA_pml", "ob1"},         {"OMPI_MCA_btl", "self,tcp"},
                                            {"OMPI_MCA_coll", "^hcoll,ucc"}, {"OMPI_MCA_mpi_yield_when_idle", "1"},
                                            {"UCX_TLS", "self,tcp"},         {"UCX_WARN_UNUSED_ENV_VARS", "n"},
                                            {"FI_PROVIDER", "tcp"}};
  for (size_t i = 0; i < sizeof settings / sizeof *settings; ++i) setenv(settings[i][0], settings[i][1], 1);
}

static long number_of(const char *word, const char *option, long most) {
  char *end = NULL;
  const size_t size = strlen(option);
  if (strncmp(word, option, size) != 0) return 0;
  const long number = strtol(word + size, &end, 10);
  return *end == '\0' && number > 0 && number <= most ? number : 0;
}

int main(int argc, char **argv) {
  long fan = 0, limit = 0, value;
  int word = 1;
  for (; word < argc && argv[word][0] == '-'; ++word) {
    if ((value = number_of(argv[word], "--fan=", 1024)) != 0)
      fan = value;
    else if ((value = number_of(argv[word], "--limit=", longest_limit)) != 0)
      limit = value;
    else
      break;
  }
  if (fan == 0 || limit == 0 || word >= argc || argv[word][0] == '-') {
    fprintf(stderr, "usage: %s --fan=N --limit=SECONDS MPIDBG collect ...\nmpidbg starts it on the nodes of a job.\n",
            argv[0]);
    return 2;
  }

  gathered = memory_file("gathered");
  at_limit((unsigned)limit, give_up);
  collector = start(argv + word, -1, gathered);
  use_tcp();
  int rank = 0, size = 1;
  MPI_Init(NULL, NULL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  wait_for(collector);
  collector = 0;
  lseek(gathered, 0, SEEK_END);
  const long first = rank * fan + 1;
  const int below = first >= size ? 0 : (int)(size - first < fan ? size - first : fan);
  for (int i = 0; i < below; ++i) receive_answer();
  const int answer = below == 0 ? gathered : merged(argv[word]);
  if (rank == 0) {
    at_limit(longest_limit, end_now);
    write_all(answer, STDOUT_FILENO);
  } else {
    const int parent = (int)((rank - 1) / fan);
    send_answer(answer, parent);
    wait_for_message(parent, tag_written);
    receive(NULL, 0, parent, tag_written);
    at_limit(end_limit, end_now);
  }
  for (int i = 0; i < below; ++i) send(NULL, 0, (int)first + i, tag_written);
  at_limit(end_limit, end_now);
  MPI_Finalize();
  return 0;
}
