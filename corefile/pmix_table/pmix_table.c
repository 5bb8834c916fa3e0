// `mpidbg-pmix-table PID` lists the processes started by a launcher that has a PMIx server, such as Open MPI 5's
// prterun. It writes a line "HOST PID" for each process. mpidbg runs this program with a time limit, because such a
// launcher has no table of processes in its memory.

#define _GNU_SOURCE
#include <glob.h>
#include <pmix_tool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int fail(const char *what, pmix_status_t status) {
  fprintf(stderr, "mpidbg-pmix-table: %s: %s\n", what, PMIx_Error_string(status));
  return 1;
}

static int is_of_user_of(const char *file, const char *process) {
  struct stat a, b;
  return lstat(file, &a) == 0 && stat(process, &b) == 0 && S_ISREG(a.st_mode) && a.st_uid == b.st_uid;
}

// Returns the file by which tools find the launcher's PMIx server; null if the launcher's user owns no such file. The
// file is below the launcher's temporary directory. PMIx 5 itself would search all directories there, which can take
// minutes.
static char *find_meeting_point(pid_t pid) {
  static const char variable[] = "TMPDIR=";
  char path[64], environment[65536], pattern[4096], *file = NULL;
  const char *directory = "/tmp";
  snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
  FILE *const stream = fopen(path, "r");
  const size_t size = stream == NULL ? 0 : fread(environment, 1, sizeof environment - 1, stream);
  if (stream != NULL) fclose(stream);
  environment[size] = '\0';
  for (size_t at = 0; at < size; at += strlen(environment + at) + 1)
    if (strncmp(environment + at, variable, sizeof variable - 1) == 0)
      directory = environment + at + sizeof variable - 1;
  for (const char *levels = "/*/*"; *levels != '\0' && file == NULL; levels += 2) {
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s%s/pmix.*.tool.%d", directory, levels, (int)pid);
    if (glob(pattern, 0, NULL, &found) != 0) continue;
    if (is_of_user_of(found.gl_pathv[0], path)) file = strdup(found.gl_pathv[0]);
    globfree(&found);
  }
  return file;
}

// Sends a query to the PMIx server and returns the first value of the answer.
static const pmix_value_t *ask(const char *key, char *job, pmix_info_t **answers, size_t *count,
                               pmix_status_t *status) {
  pmix_query_t query;
  char *keys[] = {(char *)(uintptr_t)key, NULL};
  memset(&query, 0, sizeof query);
  query.keys = keys;
  if (job != NULL) {
    PMIX_INFO_CREATE(query.qualifiers, 1);
    query.nqual = 1;
    PMIX_INFO_LOAD(&query.qualifiers[0], PMIX_NSPACE, job, PMIX_STRING);
  }
  *status = PMIx_Query_info(&query, 1, answers, count);
  return *status == PMIX_SUCCESS && *count > 0 ? &(*answers)[0].value : NULL;
}

static int print_processes(char *job) {
  pmix_info_t *answers = NULL;
  size_t count = 0;
  pmix_status_t status = PMIX_SUCCESS;
  const pmix_value_t *const value = ask(PMIX_QUERY_PROC_TABLE, job, &answers, &count, &status);
  if (value == NULL || value->type != PMIX_DATA_ARRAY || value->data.darray == NULL ||
      value->data.darray->type != PMIX_PROC_INFO)
    return fail(job, status == PMIX_SUCCESS ? PMIX_ERR_NOT_FOUND : status);
  const pmix_proc_info_t *const processes = value->data.darray->array;
  for (size_t i = 0; i < value->data.darray->size; ++i)
    if (processes[i].hostname != NULL && processes[i].pid > 0)
      printf("%s %d\n", processes[i].hostname, (int)processes[i].pid);
  return 0;
}

int main(int argc, char **argv) {
  char *end = NULL;
  const long number = argc == 2 ? strtol(argv[1], &end, 10) : 0;
  if (number <= 0 || *end != '\0') {
    fprintf(stderr, "usage: %s PID\n", argv[0]);
    return 2;
  }
  pmix_proc_t self;
  pmix_info_t *server = NULL;
  pid_t pid = (pid_t)number;
  char *const meeting_point = find_meeting_point(pid);
  PMIX_INFO_CREATE(server, 1);
  if (meeting_point == NULL) return fail("no connection to the launcher", PMIX_ERR_NOT_FOUND);
  PMIX_INFO_LOAD(&server[0], PMIX_TOOL_ATTACHMENT_FILE, meeting_point, PMIX_STRING);
  const pmix_status_t connected = PMIx_tool_init(&self, server, 1);
  if (connected != PMIX_SUCCESS) return fail("no connection to the launcher", connected);

  pmix_info_t *answers = NULL;
  size_t count = 0;
  pmix_status_t status = PMIX_SUCCESS;
  const pmix_value_t *const jobs = ask(PMIX_QUERY_NAMESPACES, NULL, &answers, &count, &status);
  int failed = 0;
  if (jobs == NULL || jobs->type != PMIX_STRING || jobs->data.string == NULL) {
    failed = fail("the launcher names no jobs", status == PMIX_SUCCESS ? PMIX_ERR_NOT_FOUND : status);
  } else {
    for (char *job = strtok(jobs->data.string, ","); job != NULL; job = strtok(NULL, ","))
      if (strcmp(job, self.nspace) != 0) failed |= print_processes(job);
  }
  fflush(stdout);
  PMIx_tool_finalize();
  return failed;
}
