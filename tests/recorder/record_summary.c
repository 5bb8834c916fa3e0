/* Preloaded beside the recorder into programs that know nothing of it: when the process ends, a line about its record
 * goes to a file of its own in the directory that MPIDBG_SUMMARIES names. */
#define _GNU_SOURCE
#include <unistd.h>

#include "tests/recorder/record_view.h"

__attribute__((destructor)) static void summarise(void) {
  const char *directory = getenv("MPIDBG_SUMMARIES");
  struct mpidbg_record_header *header = record_header();
  if (directory == NULL || header == NULL) return;
  char path[4096];
  snprintf(path, sizeof path, "%s/%d", directory, (int)getpid());
  FILE *file = fopen(path, "w");
  if (file == NULL) return;
  const uint64_t lost = header->requests_not_recorded + header->handles_not_recorded + header->threads_not_recorded +
                        header->locks_not_recorded;
  fprintf(file, "%llu %llu %u %u\n", (unsigned long long)header->next_event - 1, (unsigned long long)lost,
          header->state, count_live_requests());
  fclose(file);
}
