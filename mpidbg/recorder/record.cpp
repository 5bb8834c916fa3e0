#include "mpidbg/recorder/record.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/effects.h"
#include "mpidbg/recorder/kept_objects.h"
#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/memory_size.h"
#include "mpidbg/recorder/mpi_types.h"
#include "mpidbg/recorder/mpit_sampling.h"
#include "mpidbg/recorder/predefined.h"
#include "mpidbg/recorder/record_format_check.h"
#include "mpidbg/recorder/table_lock.h"
#include "mpidbg/recorder/threads.h"

[[gnu::visibility("default")]] mpidbg_record_header *mpidbg_record;

namespace recorder {

Record record;
TableLock table_lock;

namespace {

// Places a table at the first cache line after the previous tables, which end at `end`. Returns the end of the table.
std::uint64_t place(mpidbg_record_table &table, std::uint64_t end, std::uint32_t entry_size, std::uint32_t count) {
  table = {.offset = (end + 63) & ~UINT64_C(63), .entry_size = entry_size, .count = count};
  return table.offset + std::uint64_t{entry_size} * count;
}

std::uint64_t place_tables(mpidbg_record_table *tables, const TableCounts &counts) {
  std::uint64_t end = sizeof(mpidbg_record_header);
  end = place(tables[MPIDBG_RECORD_CALLS], end, sizeof(mpidbg_record_call), call_end);
  end = place(tables[MPIDBG_RECORD_THREADS], end, sizeof(mpidbg_record_thread), counts.threads);
  end = place(tables[MPIDBG_RECORD_REQUESTS], end, sizeof(mpidbg_record_request), counts.requests);
  end = place(tables[MPIDBG_RECORD_HANDLES], end, sizeof(mpidbg_record_handle), counts.handles);
  end = place(tables[MPIDBG_RECORD_EVENTS], end, sizeof(mpidbg_record_event), counts.events);
  end = place(tables[MPIDBG_RECORD_PREDEFINED], end, sizeof(mpidbg_record_predefined), predefined_count);
  end = place(tables[MPIDBG_RECORD_CONSTANTS], end, sizeof(mpidbg_record_constant), constant_count);
  end = place(tables[MPIDBG_RECORD_LOCKS], end, sizeof(mpidbg_record_lock), counts.locks);
  end = place(tables[MPIDBG_RECORD_COLLECTIVES], end, sizeof(mpidbg_record_collectives), counts.collectives);
  end = place(tables[MPIDBG_RECORD_BLOCKS], end, 1, static_cast<std::uint32_t>(end / MPIDBG_RECORD_BLOCK_BYTES + 1));
  end = place(tables[MPIDBG_RECORD_NAMES], end, sizeof(mpidbg_record_name), counts.names);
  end = place(tables[MPIDBG_RECORD_CATALOGUE], end, 1, counts.catalogue);
  end = place(tables[MPIDBG_RECORD_SNAPSHOTS], end, sizeof(mpidbg_record_snapshot), counts.snapshots);
  end = place(tables[MPIDBG_RECORD_SAMPLES], end, 1, counts.samples);
  return place(tables[MPIDBG_RECORD_MPIT_EVENTS], end, sizeof(mpidbg_record_mpit_event), counts.mpit_events);
}

template <class Entry>
Entry *table(const mpidbg_record_header &header, mpidbg_record_table_index index) {
  return reinterpret_cast<Entry *>(header.self + header.tables[index].offset);
}

template <class Table>
void take_table(Table &live, const mpidbg_record_header &header, mpidbg_record_table_index index) {
  const UsedBlocks blocks(&header, table<unsigned char>(header, MPIDBG_RECORD_BLOCKS));
  live.set_memory(table<typename Table::Entry>(header, index), header.tables[index].count, blocks);
}

void write_header(mpidbg_record_header &header) {
  header.byte_order = MPIDBG_RECORD_BYTE_ORDER;
  header.version = MPIDBG_RECORD_VERSION;
  header.header_size = sizeof header;
  header.self = reinterpret_cast<std::uintptr_t>(&header);
  header.word_size = sizeof(void *);
  header.handle_size = handle_size;
  header.table_count = MPIDBG_RECORD_TABLES;
  header.pid = static_cast<std::uint32_t>(getpid());
  header.state = MPIDBG_RECORD_BEFORE_INIT;
  header.thread_level = -1;
  header.pcontrol_level = 1;
  header.monotonic_base = read_clock(CLOCK_MONOTONIC);
  header.realtime_base = read_clock(CLOCK_REALTIME);
  timespec resolution;
  if (clock_getres(recorded_clock, &resolution) == 0) header.clock_resolution = nanoseconds(resolution);
  header.next_event = header.next_name = 1;
  header.next_snapshot = header.next_mpit_event = 1;
  header.mpit_error = MPIDBG_RECORD_MPIT_NOT_STARTED;
  std::strncpy(header.library, library_version(), sizeof header.library - 1);
}

void take_over(mpidbg_record_header &header) {
  const auto mask = [&header](mpidbg_record_table_index index) { return header.tables[index].count - 1; };
  record.header = &header;
  record.threads = table<mpidbg_record_thread>(header, MPIDBG_RECORD_THREADS);
  take_table(record.requests, header, MPIDBG_RECORD_REQUESTS);
  take_table(record.handles, header, MPIDBG_RECORD_HANDLES);
  take_table(record.locks, header, MPIDBG_RECORD_LOCKS);
  take_table(record.collectives, header, MPIDBG_RECORD_COLLECTIVES);
  record.events = table<mpidbg_record_event>(header, MPIDBG_RECORD_EVENTS);
  record.names = table<mpidbg_record_name>(header, MPIDBG_RECORD_NAMES);
  record.catalogue = table<char>(header, MPIDBG_RECORD_CATALOGUE);
  record.snapshots = table<mpidbg_record_snapshot>(header, MPIDBG_RECORD_SNAPSHOTS);
  record.samples = table<char>(header, MPIDBG_RECORD_SAMPLES);
  record.mpit_events = table<mpidbg_record_mpit_event>(header, MPIDBG_RECORD_MPIT_EVENTS);
  record.thread_count = header.tables[MPIDBG_RECORD_THREADS].count;
  record.event_mask = mask(MPIDBG_RECORD_EVENTS);
  record.name_mask = mask(MPIDBG_RECORD_NAMES);
  record.mpit_event_mask = mask(MPIDBG_RECORD_MPIT_EVENTS);
}

// Runs in a forked child, which has a copy of the record and only the thread that called fork().
void adopt_copy() {
  table_lock.release();
  record.header->forked_from = record.header->pid;
  record.header->pid = static_cast<std::uint32_t>(getpid());
  keep_this_thread_alone();
  sample_no_more();
}

// Maps memory between two inaccessible pages. Without these, the kernel may merge the mapping with its neighbours.
// Readers without symbols look for the record at the start of each mapping.
void *map_alone(std::uint64_t size) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t whole = (size + page - 1) / page * page;
  void *memory = mmap(nullptr, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  char *record_begin = static_cast<char *>(memory) + page;
  return mprotect(record_begin, whole, PROT_READ | PROT_WRITE) == 0 ? record_begin : nullptr;
}

bool map_record() {
  mpidbg_record_table tables[MPIDBG_RECORD_TABLES] = {};
  find_clock();
  const TableCounts counts = counts_within(parse_memory(std::getenv("MPIDBG_RECORD_MEMORY")));
  const std::uint64_t size = place_tables(tables, counts);
  void *memory = map_alone(size);
  if (memory == nullptr) return false;
  auto &header = *static_cast<mpidbg_record_header *>(memory);
  std::memcpy(header.tables, tables, sizeof tables);
  header.size = size;
  write_header(header);
  write_call_texts(table<mpidbg_record_call>(header, MPIDBG_RECORD_CALLS));
  write_predefined(table<mpidbg_record_predefined>(header, MPIDBG_RECORD_PREDEFINED));
  write_constants(table<mpidbg_record_constant>(header, MPIDBG_RECORD_CONSTANTS));
  take_over(header);
  prepare_to_keep();
  prepare_threads();
  pthread_atfork(nullptr, nullptr, adopt_copy);
  std::memcpy(header.magic, MPIDBG_RECORD_MAGIC, sizeof header.magic);
  __atomic_store_n(&mpidbg_record, &header, __ATOMIC_RELEASE);
  return true;
}

bool started;
void start_once() {
  started = find_library() == Library::accepted && map_record();
}

}  // namespace

bool start_recording() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start_once);
  return started;
}

void note_initialized() {
  record.header->thread_level = thread_level();
  record.threaded = record.header->thread_level == multiple_threads;
  for (const std::uint64_t communicator : predefined_communicators()) count_collectives(communicator);
  const Place place = place_in_world();
  record.header->world_rank = place.rank;
  record.header->world_size = place.size;
  record.header->state = MPIDBG_RECORD_INITIALIZED;
}

void note_session() {
  record.threaded = true;
}

void note_finalized() {
  record.header->state = MPIDBG_RECORD_FINALIZED;
}

void set_level(int level) {
  record.header->pcontrol_level = level;
  record.paused = level == 0;
  record.unusual = record.paused || calls_sample();
  if (level == 2) ++record.header->flushes;
}

std::uint64_t add_name(enum mpidbg_record_kind kind, std::uint64_t subject, const char *text, std::uint64_t length) {
  const std::uint64_t number = __atomic_fetch_add(&record.header->next_name, 1, __ATOMIC_RELAXED);
  mpidbg_record_name &name = record.names[number & record.name_mask];
  name.number = 0;
  name.subject = subject;
  name.length = static_cast<std::uint32_t>(length);
  name.kind = static_cast<std::uint8_t>(kind);
  const std::uint64_t kept = length < sizeof name.text - 1 ? length : sizeof name.text - 1;
  std::memcpy(name.text, text, kept);
  name.text[kept] = '\0';
  __atomic_store_n(&name.number, number, __ATOMIC_RELEASE);
  return number;
}

}  // namespace recorder
