/* With mpit_provider.so: performance variables that have to be started, or are bound, or refused; categories and event
 * types that become more; events at all levels, dropped ones, the ring of events; what a snapshot looks like while it
 * is made; the ring of snapshots. One process. */
#define _GNU_SOURCE
#include <mpi.h>

#include "mpidbg/abi/mpit_interface.h"
#include "tests/recorder/mpit_provider.h"
#include "tests/recorder/mpit_view.h"

static double as_double(uint64_t word) {
  double value;
  memcpy(&value, &word, sizeof value);
  return value;
}

static void variables(void) {
  const struct mpidbg_record_snapshot *snapshot = last_snapshot();
  CHECK(snapshot->reason == MPIDBG_RECORD_AT_INIT && snapshot->pvar_count == 3);
  CHECK(snapshot->event_count == 2 && snapshot->source_count == 2);
  CHECK(sample_number(find_sample(snapshot, MPIDBG_RECORD_SAMPLE_PVAR, 0, 0), 0) == PROVIDED_COUNTER);
  const struct mpidbg_record_sample *bound = find_sample(snapshot, MPIDBG_RECORD_SAMPLE_PVAR, 1, WORD(MPI_COMM_WORLD));
  CHECK(bound->count == 1 && as_double(sample_number(bound, 0)) == 0.5);
  CHECK(find_sample(snapshot, MPIDBG_RECORD_SAMPLE_PVAR, 1, 0) == NULL);
  const struct mpidbg_record_sample *refused = find_sample(snapshot, MPIDBG_RECORD_SAMPLE_PVAR, 2, 0);
  CHECK(refused->error == MPI_T_ERR_OUT_OF_HANDLES && refused->count == 0);
  CHECK(sample_number(find_sample(snapshot, MPIDBG_RECORD_SAMPLE_SOURCE, 0, 0), 0) == 123456789);
  CHECK(find_sample(snapshot, MPIDBG_RECORD_SAMPLE_SOURCE, 1, 0)->error == MPI_T_ERR_NOT_SUPPORTED);
  const struct mpidbg_record_item *counter = find_item(MPIDBG_RECORD_ITEM_PVAR, 0);
  CHECK(counter->flags == MPIDBG_RECORD_ITEM_ATOMIC && counter->datatype == MPIDBG_T_UNSIGNED_LONG_LONG);
  CHECK(counter->class_scope == MPIDBG_PVAR_CLASS_COUNTER && counter->bind == MPIDBG_T_BIND_NO_OBJECT);
  CHECK(find_item(MPIDBG_RECORD_ITEM_PVAR, 1)->class_scope == MPIDBG_PVAR_CLASS_LEVEL);
}

static void handles_live_as_long_as_objects(void) {
  MPI_Comm dup;
  const int before = provider_handles(1), registrations = provider_registrations(1);
  CHECK(provider_handles(0) == 1 && before == 2 && registrations == 2); /* of MPI_COMM_WORLD and _SELF */
  MPI_Comm_dup(MPI_COMM_SELF, &dup);
  MPI_Pcontrol(2);
  CHECK(provider_handles(0) == 1 && provider_handles(1) == before + 1 &&
        provider_registrations(1) == registrations + 1);
  CHECK(find_sample(last_snapshot(), MPIDBG_RECORD_SAMPLE_PVAR, 1, WORD(dup)) != NULL);
  const int data = 17;
  const uint64_t handle = WORD(dup), next = record_header()->next_mpit_event;
  CHECK(provider_raise(1, dup, MPI_T_CB_REQUIRE_NONE, 0, 5, &data) == 1);
  CHECK(find_mpit_event(next)->object == handle && find_mpit_event(next)->type == 1);
  CHECK(memcmp(find_mpit_event(next)->data, &data, sizeof data) == 0);
  MPI_Comm_free(&dup);
  CHECK(provider_handles(1) == before && provider_registrations(1) == registrations);
}

static void growth(void) {
  const struct mpidbg_record_item *old = find_item(MPIDBG_RECORD_ITEM_CATEGORY, 0);
  CHECK(old->since == 1 && old->number_count == 6 && item_number(old, 0) == 2 && item_number(old, 5) == 2);
  CHECK(find_item(MPIDBG_RECORD_ITEM_EVENT, 2) == NULL);
  const uint64_t used = record_header()->catalogue_used;
  MPI_Pcontrol(2);
  CHECK(record_header()->catalogue_used == used && last_snapshot()->category_update_number == 7);
  provider_grow();
  const uint64_t number = record_header()->next_snapshot;
  MPI_Pcontrol(2);
  CHECK(last_snapshot()->category_count == 2 && last_snapshot()->category_update_number == 8);
  const struct mpidbg_record_item *new = find_item(MPIDBG_RECORD_ITEM_CATEGORY, 0);
  const int64_t numbers[] = {3, 0, 1, 1, 1, 2, 5, 2, 1};
  CHECK(new->since == number &&new->number_count == 9 && count_items(MPIDBG_RECORD_ITEM_CATEGORY, 0) == 2);
  for (uint32_t i = 0; i < 9; ++i) CHECK(item_number(new, i) == numbers[i]);
  CHECK(strcmp(item_text(find_item(MPIDBG_RECORD_ITEM_CATEGORY, 1), 0), "provided_later") == 0);
  CHECK(find_item(MPIDBG_RECORD_ITEM_EVENT, 2)->since == number && provider_registrations(2) == 1);
  CHECK(count_items(MPIDBG_RECORD_ITEM_CVAR, 0) == 1 && count_items(MPIDBG_RECORD_ITEM_EVENT, 0) == 1);
}

static void events(void) {
  const struct mpidbg_record_item *type = find_item(MPIDBG_RECORD_ITEM_EVENT, 0);
  const int64_t layout[] = {MPIDBG_T_INT,           offsetof(struct provided_event, peer),
                            MPIDBG_T_DOUBLE,        offsetof(struct provided_event, seconds),
                            MPIDBG_T_UNSIGNED_LONG, offsetof(struct provided_event, bytes)};
  CHECK(type->number_count == 6 && strcmp(item_text(type, 0), "provided_message") == 0);
  for (uint32_t i = 0; i < 6; ++i) CHECK(item_number(type, i) == layout[i]);
  const struct mpidbg_record_item *clock = find_item(MPIDBG_RECORD_ITEM_SOURCE, 0);
  CHECK(clock->class_scope == 0 && item_number(clock, 0) == 1000 && item_number(clock, 1) == (int64_t)1 << 40);
  CHECK(find_item(MPIDBG_RECORD_ITEM_SOURCE, 1)->class_scope == 1);

  const uint64_t first = record_header()->next_mpit_event;
  for (int level = 0; level < 4; ++level) {
    const struct provided_event data = {level - 1, level / 4., 1ul << level << 32};
    if (level == 3) provider_drop(0, 5);
    CHECK(provider_raise(0, MPI_COMM_NULL, (MPI_T_cb_safety)level, level % 2, 1000 - level, &data) == 1);
    const struct mpidbg_record_mpit_event *event = find_mpit_event(first + (uint64_t)(level == 3 ? 4 : level));
    CHECK(event != NULL && event->type == 0 && event->object == 0 && event->safety == level);
    CHECK(event->source == level % 2 && event->timestamp == 1000u - (unsigned)level && event->time > 0);
    CHECK(event->data_size == sizeof data && memcmp(event->data, &data, sizeof data) == 0);
    CHECK(event->dropped == 0 && event->is_loss == 0);
  }
  const struct mpidbg_record_mpit_event *loss = find_mpit_event(first + 3);
  CHECK(loss != NULL && loss->is_loss == 1 && loss->dropped == 5 && loss->source == 1 && loss->type == 0);
  CHECK(loss->timestamp == 0 && loss->data_size == 0);
  CHECK(record_header()->mpit_events_dropped == 5);
  unsigned long large[15];
  for (int i = 0; i < 15; ++i) large[i] = (unsigned long)i * 1000003;
  CHECK(provider_raise(2, MPI_COMM_NULL, MPI_T_CB_REQUIRE_THREAD_SAFE, 0, 1, large) == 1);
  const struct mpidbg_record_mpit_event *event = find_mpit_event(first + 5);
  CHECK(event->data_size == sizeof large && memcmp(event->data, large, sizeof event->data) == 0);
  MPI_Pcontrol(2);
  CHECK(last_snapshot()->next_mpit_event == first + 6);

  const uint32_t room = record_count(MPIDBG_RECORD_MPIT_EVENTS);
  for (uint32_t i = 0; i < room + 3; ++i) {
    const int data = (int)i;
    provider_raise(1, MPI_COMM_WORLD, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE, 0, i, &data);
  }
  CHECK(record_header()->next_mpit_event == first + 6 + room + 3 && find_mpit_event(first) == NULL);
  for (uint64_t n = record_header()->next_mpit_event - room; n < record_header()->next_mpit_event; ++n)
    CHECK(find_mpit_event(n) != NULL && find_mpit_event(n)->timestamp == n - first - 6);
}

static int looked;
static void look_at_half_a_snapshot(void) {
  const uint64_t number = record_header()->next_snapshot;
  const struct mpidbg_record_snapshot *entry =
      record_entry(MPIDBG_RECORD_SNAPSHOTS, (uint32_t)(number % record_count(MPIDBG_RECORD_SNAPSHOTS)));
  CHECK(entry->number == 0);
  CHECK(find_snapshot(number - 1) != NULL); /* the last whole one is still whole */
  looked = 1;
}

static void rings(void) {
  provider_on_read = look_at_half_a_snapshot;
  const uint32_t many = 4 * record_count(MPIDBG_RECORD_SNAPSHOTS);
  for (uint32_t i = 0; i < many; ++i) {
    const uint64_t number = record_header()->next_snapshot;
    MPI_Pcontrol(2);
    CHECK(find_snapshot(number) != NULL && record_header()->next_snapshot == number + 1);
  }
  CHECK(looked);
  provider_on_read = NULL;
  const uint64_t last = record_header()->next_snapshot - 1;
  uint64_t whole = 0;
  for (uint64_t n = 1; n <= last; ++n) {
    if (find_snapshot(n) == NULL) continue;
    CHECK(find_snapshot(n)->cvar_count == last_snapshot()->cvar_count);
    CHECK(whole == 0 || whole == n - 1); /* those that are left are the last ones */
    whole = n;
  }
  CHECK(whole == last && find_snapshot(1) == NULL && find_snapshot(last - 1) != NULL);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  variables();
  handles_live_as_long_as_objects();
  growth();
  events();
  rings();
  MPI_Finalize();
  CHECK(provider_handles(0) == 0 && provider_handles(1) == 0);
  CHECK(provider_registrations(0) == 0 && provider_registrations(1) == 0 && provider_registrations(2) == 0);
  puts("ok");
  return 0;
}
