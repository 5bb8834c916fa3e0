#ifndef MPIT_VIEW_H
#define MPIT_VIEW_H
/* What the record of this very process has of MPI_T. */

#include "mpidbg/recorder/record_mpit_format.h"
#include "tests/recorder/record_view.h"

/* The last item of that kind and index; null if there is none. */
static inline const struct mpidbg_record_item *find_item(int kind, int index) {
  const struct mpidbg_record_item *found = NULL;
  const char *catalogue = record_entry(MPIDBG_RECORD_CATALOGUE, 0);
  for (uint64_t at = 0; at < record_header()->catalogue_used;) {
    const struct mpidbg_record_item *item = (const struct mpidbg_record_item *)(catalogue + at);
    CHECK(item->size % 8 == 0 && item->size >= sizeof *item + item->text_size + 8ul * item->number_count);
    if (item->kind == kind && item->index == index) found = item;
    at += item->size;
  }
  return found;
}

static inline uint32_t count_items(int kind, int index) {
  uint32_t count = 0;
  const char *catalogue = record_entry(MPIDBG_RECORD_CATALOGUE, 0);
  for (uint64_t at = 0; at < record_header()->catalogue_used;) {
    const struct mpidbg_record_item *item = (const struct mpidbg_record_item *)(catalogue + at);
    count += item->kind == kind && item->index == index;
    at += item->size;
  }
  return count;
}

static inline int64_t item_number(const struct mpidbg_record_item *item, uint32_t i) {
  CHECK(i < item->number_count);
  return ((const int64_t *)(item + 1))[i];
}

/* 0: name, 1: description, then the names of an enumeration's items. */
static inline const char *item_text(const struct mpidbg_record_item *item, uint32_t i) {
  const char *text = (const char *)(item + 1) + 8ul * item->number_count, *end = text + item->text_size;
  for (; i > 0; --i) text += strlen(text) + 1;
  CHECK(text < end);
  return text;
}

/* Null: there is no such snapshot. One that there is is whole. */
static inline const struct mpidbg_record_snapshot *find_snapshot(uint64_t number) {
  const struct mpidbg_record_snapshot *snapshot =
      record_entry(MPIDBG_RECORD_SNAPSHOTS, (uint32_t)(number % record_count(MPIDBG_RECORD_SNAPSHOTS)));
  if (number == 0 || snapshot->number != number) return NULL;
  CHECK(snapshot->offset % 8 == 0 && snapshot->size % 8 == 0);
  CHECK(snapshot->offset + snapshot->size <= record_count(MPIDBG_RECORD_SAMPLES));
  const uint64_t *words = (const uint64_t *)((const char *)record_entry(MPIDBG_RECORD_SAMPLES, 0) + snapshot->offset);
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (uint64_t i = 0; i < snapshot->size / 8; ++i) sum = (sum ^ words[i]) * UINT64_C(0x100000001b3);
  CHECK(sum == snapshot->checksum);
  return snapshot;
}

static inline const struct mpidbg_record_snapshot *last_snapshot(void) {
  return find_snapshot(record_header()->next_snapshot - 1);
}

/* Null: the snapshot has none. */
static inline const struct mpidbg_record_sample *find_sample(const struct mpidbg_record_snapshot *snapshot, int kind,
                                                             int index, uint64_t object) {
  const char *bytes = (const char *)record_entry(MPIDBG_RECORD_SAMPLES, 0) + snapshot->offset;
  for (uint64_t at = 0; at < snapshot->size;) {
    const struct mpidbg_record_sample *sample = (const struct mpidbg_record_sample *)(bytes + at);
    if (sample->kind == kind && sample->index == index && sample->object == object) return sample;
    at += sizeof *sample +
          (sample->flags & MPIDBG_RECORD_SAMPLE_TEXT ? (sample->count + 7ul) / 8 * 8 : 8ul * sample->count);
  }
  return NULL;
}

static inline uint64_t sample_number(const struct mpidbg_record_sample *sample, uint32_t i) {
  CHECK(sample != NULL && sample->error == 0 && i < sample->count);
  return ((const uint64_t *)(sample + 1))[i];
}

/* Null: it is not in the ring. */
static inline const struct mpidbg_record_mpit_event *find_mpit_event(uint64_t number) {
  const struct mpidbg_record_mpit_event *event =
      record_entry(MPIDBG_RECORD_MPIT_EVENTS, (uint32_t)(number % record_count(MPIDBG_RECORD_MPIT_EVENTS)));
  return event->number == number ? event : NULL;
}

#endif
