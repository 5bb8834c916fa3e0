#ifndef RECORD_VIEW_H
#define RECORD_VIEW_H
/* The record of this very process, found by the exported symbol, for programs that check it against what they did. */

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpidbg/recorder/record_format.h"

/* Prints where and what, and ends the program. */
#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      fflush(NULL);                                                           \
      _Exit(1);                                                               \
    }                                                                         \
  } while (0)

/* Handles are addresses in one library, numbers in another. */
#define WORD(handle) (sizeof(handle) == 4 ? (uint64_t)(uint32_t)(uintptr_t)(handle) : (uint64_t)(uintptr_t)(handle))

/* Null: not recorded. */
static inline struct mpidbg_record_header *record_header(void) {
  struct mpidbg_record_header **record = (struct mpidbg_record_header **)dlsym(RTLD_DEFAULT, "mpidbg_record");
  return record == NULL ? NULL : *record;
}

static inline void *record_entry(int table, uint32_t i) {
  struct mpidbg_record_header *header = record_header();
  return (char *)header + header->tables[table].offset + (uint64_t)header->tables[table].entry_size * i;
}

static inline uint32_t record_count(int table) {
  return record_header()->tables[table].count;
}

/* "Comm_split", "" for none. */
static inline const char *call_name(uint16_t call) {
  CHECK(call < record_count(MPIDBG_RECORD_CALLS));
  return ((struct mpidbg_record_call *)record_entry(MPIDBG_RECORD_CALLS, call))->name;
}

static inline bool is_call(uint16_t call, const char *name) {
  return strcmp(call_name(call), name) == 0;
}

/* The live entry, or the one that ended last; null if there is none. */
static inline struct mpidbg_record_handle *find_handle(int kind, uint64_t handle) {
  struct mpidbg_record_handle *found = NULL;
  for (uint32_t i = 0; i < record_count(MPIDBG_RECORD_HANDLES); ++i) {
    struct mpidbg_record_handle *entry = record_entry(MPIDBG_RECORD_HANDLES, i);
    if (entry->flags == 0 || entry->kind != kind || entry->handle != handle) continue;
    if (entry->flags & MPIDBG_RECORD_LIVE) return entry;
    if (found == NULL || entry->freed > found->freed) found = entry;
  }
  return found;
}

static inline struct mpidbg_record_request *find_request(uint64_t request) {
  struct mpidbg_record_request *found = NULL;
  for (uint32_t i = 0; i < record_count(MPIDBG_RECORD_REQUESTS); ++i) {
    struct mpidbg_record_request *entry = record_entry(MPIDBG_RECORD_REQUESTS, i);
    if (entry->flags == 0 || entry->request != request) continue;
    if (entry->flags & MPIDBG_RECORD_LIVE) return entry;
    if (found == NULL || entry->time > found->time) found = entry;
  }
  return found;
}

static inline uint32_t count_live_requests(void) {
  uint32_t live = 0;
  for (uint32_t i = 0; i < record_count(MPIDBG_RECORD_REQUESTS); ++i)
    live +=
        (((struct mpidbg_record_request *)record_entry(MPIDBG_RECORD_REQUESTS, i))->flags & MPIDBG_RECORD_LIVE) != 0;
  return live;
}

static inline uint32_t count_live_handles(void) {
  uint32_t live = 0;
  for (uint32_t i = 0; i < record_count(MPIDBG_RECORD_HANDLES); ++i)
    live += (((struct mpidbg_record_handle *)record_entry(MPIDBG_RECORD_HANDLES, i))->flags & MPIDBG_RECORD_LIVE) != 0;
  return live;
}

/* Event n, which must still be in the ring. */
static inline struct mpidbg_record_event *event(uint64_t number) {
  return record_entry(MPIDBG_RECORD_EVENTS, (uint32_t)(number % record_count(MPIDBG_RECORD_EVENTS)));
}

static inline struct mpidbg_record_event *last_event(void) {
  return event(record_header()->next_event - 1);
}

/* The entry of the thread with that number, null if there is none. */
static inline struct mpidbg_record_thread *find_thread(uint64_t tid) {
  for (uint32_t i = 0; i < record_count(MPIDBG_RECORD_THREADS); ++i) {
    struct mpidbg_record_thread *entry = record_entry(MPIDBG_RECORD_THREADS, i);
    if (entry->state == MPIDBG_RECORD_THREAD_ALIVE && entry->tid == tid) return entry;
  }
  return NULL;
}

/* Whether the return address lies in this program's function. */
static inline bool is_in(uint64_t site, const void *begin, const void *end) {
  return site >= (uint64_t)(uintptr_t)begin && site < (uint64_t)(uintptr_t)end;
}

#endif
