#include "tests/recorder/parts/recorded.h"

#include <cstring>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/effects.h"
#include "mpidbg/recorder/mpit_sampling.h"
#include "mpidbg/recorder/threads.h"

using namespace recorder;

void initialise(int level) {
  int provided = 0;
  PMPI_Init_thread(nullptr, nullptr, level, &provided);
  REQUIRE(start_thread());
  note_initialized();
  start_sampling();
}

void initialise_with(std::vector<toy_variable> cvars, std::vector<toy_variable> pvars) {
  set_cvars(std::move(cvars));
  set_pvars(std::move(pvars));
  set_categories({});
  initialise();
}

namespace {

template <class Entry>
void set(std::vector<Entry> entries, const Entry *&list, int &count) {
  static std::vector<std::vector<Entry>> kept;
  kept.push_back(std::move(entries));
  list = kept.back().data();
  count = static_cast<int>(kept.back().size());
}

}  // namespace

void set_cvars(std::vector<toy_variable> cvars) {
  set(std::move(cvars), toy_mpit.cvars, toy_mpit.cvar_count);
}
void set_pvars(std::vector<toy_variable> pvars) {
  set(std::move(pvars), toy_mpit.pvars, toy_mpit.pvar_count);
}
void set_categories(std::vector<toy_category> categories) {
  set(std::move(categories), toy_mpit.categories, toy_mpit.category_count);
}
void set_events(std::vector<toy_event_type> events) {
  set(std::move(events), toy_mpit.events, toy_mpit.event_count);
}
void set_sources(std::vector<toy_source> sources) {
  set(std::move(sources), toy_mpit.sources, toy_mpit.source_count);
}

void take_snapshot() {
  ++toy_mpit.category_update;  // something may have changed
  sample_at_pcontrol();
}

toy_variable variable(const char *name, MPI_Datatype datatype, const void *values, int count) {
  toy_variable made{};
  made.name = name;
  made.description = "";
  made.datatype = datatype;
  made.values = values;
  made.count = count;
  made.verbosity = MPI_T_VERBOSITY_USER_BASIC;
  made.bind = MPI_T_BIND_NO_OBJECT;
  made.scope = MPI_T_SCOPE_CONSTANT;
  made.variable_class = MPI_T_PVAR_CLASS_STATE;
  return made;
}

void create(mpidbg_record_kind kind, std::uint64_t handle, const char *call) {
  CallId id{};
  for (unsigned i = 1; i < call_end; ++i)
    if (std::strcmp(call_names[i], call) == 0) id = static_cast<CallId>(i);
  REQUIRE(id != 0);
  created({.call = id, .site = 1, .time = 1}, {.kind = kind, .handle = handle});
}

void end(mpidbg_record_kind kind, std::uint64_t handle) {
  object_ends(kind, handle);
  freed({.call = call_Comm_free, .site = 2, .time = 2}, kind, handle, false);
  object_ended(kind, handle);
}

mpidbg_record_header &header() {
  return *record.header;
}

std::vector<Item> items(mpidbg_record_item_kind kind, int index) {
  std::vector<Item> found;
  for (std::uint64_t at = 0; at < header().catalogue_used;) {
    Item item{};
    std::memcpy(&item.head, record.catalogue + at, sizeof item.head);
    REQUIRE(item.head.size % 8 == 0);
    REQUIRE(item.head.size >= sizeof item.head + 8 * item.head.number_count + item.head.text_size);
    REQUIRE(item.head.size < sizeof item.head + 8 * item.head.number_count + item.head.text_size + 8);
    item.numbers.resize(item.head.number_count);
    const char *numbers = record.catalogue + at + sizeof item.head;
    if (item.head.number_count > 0) std::memcpy(item.numbers.data(), numbers, 8 * item.numbers.size());
    const char *text = numbers + 8 * item.numbers.size(), *const end = text + item.head.text_size;
    for (; text < end; text += item.texts.back().size() + 1) item.texts.emplace_back(text);
    at += item.head.size;
    if (item.head.kind == kind && item.head.index == index) found.push_back(std::move(item));
  }
  return found;
}

Item last_item(mpidbg_record_item_kind kind, int index) {
  const auto all = items(kind, index);
  REQUIRE(!all.empty());
  return all.back();
}

const mpidbg_record_snapshot *snapshot(std::uint64_t number) {
  const mpidbg_record_snapshot &entry = record.snapshots[number % header().tables[MPIDBG_RECORD_SNAPSHOTS].count];
  if (number == 0 || entry.number != number) return nullptr;
  REQUIRE(entry.offset + entry.size <= header().tables[MPIDBG_RECORD_SAMPLES].count);
  std::uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (std::uint64_t at = 0; at < entry.size; at += 8) {
    std::uint64_t word;
    std::memcpy(&word, record.samples + entry.offset + at, sizeof word);
    sum = (sum ^ word) * UINT64_C(0x100000001b3);
  }
  REQUIRE(sum == entry.checksum);
  return &entry;
}

const mpidbg_record_snapshot &last_snapshot() {
  const mpidbg_record_snapshot *last = snapshot(header().next_snapshot - 1);
  REQUIRE(last != nullptr);
  return *last;
}

std::vector<Sample> samples(std::uint64_t number) {
  const mpidbg_record_snapshot *whole = snapshot(number);
  REQUIRE(whole != nullptr);
  std::vector<Sample> found;
  for (std::uint64_t at = whole->offset; at < whole->offset + whole->size;) {
    Sample sample{};
    std::memcpy(&sample.head, record.samples + at, sizeof sample.head);
    const char *values = record.samples + at + sizeof sample.head;
    if ((sample.head.flags & MPIDBG_RECORD_SAMPLE_TEXT) != 0) {
      sample.text.assign(values, sample.head.count);
      at += sizeof sample.head + (sample.head.count + 7u) / 8 * 8;
    } else {
      sample.numbers.resize(sample.head.count);
      if (sample.head.count > 0) std::memcpy(sample.numbers.data(), values, 8 * sample.numbers.size());
      at += sizeof sample.head + 8 * sample.numbers.size();
    }
    found.push_back(std::move(sample));
  }
  return found;
}

std::vector<Sample> samples(mpidbg_record_sample_kind kind, int index) {
  std::vector<Sample> found;
  for (Sample &one : samples(header().next_snapshot - 1))
    if (one.head.kind == kind && one.head.index == index) found.push_back(std::move(one));
  return found;
}

Sample sample(mpidbg_record_sample_kind kind, int index, std::uint64_t object) {
  for (const Sample &one : samples(kind, index))
    if (one.head.object == object) return one;
  FAIL("no sample of " << index << " for " << object);
  return {};
}
