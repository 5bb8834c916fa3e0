/* All variables and categories as MPI_T gives them to this program, against the snapshot that MPI_Pcontrol(2) takes;
 * queue lengths of communicators that come and go. Two processes. */
#define _GNU_SOURCE
#include <mpi.h>

#include "mpidbg/abi/mpit_interface.h"
#include "tests/recorder/mpit_view.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static char name[1024], text[65536];

static int datatype_number(MPI_Datatype datatype) {
  const struct {
    MPI_Datatype datatype;
    int number;
  } known[] = {{MPI_INT, MPIDBG_T_INT},
               {MPI_UNSIGNED, MPIDBG_T_UNSIGNED},
               {MPI_UNSIGNED_LONG, MPIDBG_T_UNSIGNED_LONG},
               {MPI_UNSIGNED_LONG_LONG, MPIDBG_T_UNSIGNED_LONG_LONG},
               {MPI_CHAR, MPIDBG_T_CHAR},
               {MPI_C_BOOL, MPIDBG_T_C_BOOL},
               {MPI_DOUBLE, MPIDBG_T_DOUBLE},
               {MPI_LONG, MPIDBG_T_LONG},
               {MPI_INT32_T, MPIDBG_T_INT32_T},
               {MPI_UINT32_T, MPIDBG_T_UINT32_T},
               {MPI_INT64_T, MPIDBG_T_INT64_T},
               {MPI_UINT64_T, MPIDBG_T_UINT64_T}};
  for (int i = 0; i < COUNT(known); ++i)
    if (known[i].datatype == datatype) return known[i].number;
  return -1;
}

static int bind_number(int bind) {
  return bind == MPI_T_BIND_NO_OBJECT  ? MPIDBG_T_BIND_NO_OBJECT
         : bind == MPI_T_BIND_MPI_COMM ? MPIDBG_T_BIND_MPI_COMM
         : bind == MPI_T_BIND_MPI_WIN  ? MPIDBG_T_BIND_MPI_WIN
                                       : -1;
}

static int verbosity_number(int verbosity) {
  const int known[] = {MPI_T_VERBOSITY_USER_BASIC,   MPI_T_VERBOSITY_USER_DETAIL,   MPI_T_VERBOSITY_USER_ALL,
                       MPI_T_VERBOSITY_TUNER_BASIC,  MPI_T_VERBOSITY_TUNER_DETAIL,  MPI_T_VERBOSITY_TUNER_ALL,
                       MPI_T_VERBOSITY_MPIDEV_BASIC, MPI_T_VERBOSITY_MPIDEV_DETAIL, MPI_T_VERBOSITY_MPIDEV_ALL};
  for (int i = 0; i < COUNT(known); ++i)
    if (known[i] == verbosity) return MPIDBG_T_VERBOSITY_USER_BASIC + i;
  return -1;
}

static int scope_number(int scope) {
  const int known[] = {MPI_T_SCOPE_CONSTANT, MPI_T_SCOPE_READONLY, MPI_T_SCOPE_LOCAL, MPI_T_SCOPE_GROUP,
                       MPI_T_SCOPE_GROUP_EQ, MPI_T_SCOPE_ALL,      MPI_T_SCOPE_ALL_EQ};
  for (int i = 0; i < COUNT(known); ++i)
    if (known[i] == scope) return MPIDBG_T_SCOPE_CONSTANT + i;
  return -1;
}

static int class_number(int class) {
  return class == MPI_T_PVAR_CLASS_SIZE      ? MPIDBG_PVAR_CLASS_SIZE
         : class == MPI_T_PVAR_CLASS_COUNTER ? MPIDBG_PVAR_CLASS_COUNTER
                                             : -1;
}

static void check_enumeration(const struct mpidbg_record_item *item, MPI_T_enum enumeration) {
  if (enumeration == MPI_T_ENUM_NULL) {
    CHECK(item->enumeration == -1);
    return;
  }
  const struct mpidbg_record_item *found = find_item(MPIDBG_RECORD_ITEM_ENUMERATION, item->enumeration);
  int items = 0, length = sizeof text;
  MPI_T_enum_get_info(enumeration, &items, text, &length);
  CHECK(found != NULL && strcmp(item_text(found, 0), text) == 0 && found->number_count == (uint32_t)items);
  for (int i = 0; i < items; ++i) {
    int value;
    length = sizeof text;
    MPI_T_enum_get_item(enumeration, i, &value, text, &length);
    CHECK(item_number(found, (uint32_t)i) == value && strcmp(item_text(found, (uint32_t)i + 2), text) == 0);
  }
}

static uint64_t number_of(MPI_Datatype datatype, const void *value) {
  if (datatype == MPI_INT || datatype == MPI_INT32_T) return (uint64_t)(int64_t) * (const int *)value;
  if (datatype == MPI_UNSIGNED || datatype == MPI_UINT32_T) return *(const unsigned *)value;
  if (datatype == MPI_C_BOOL) return *(const _Bool *)value;
  return *(const uint64_t *)value;
}

/* Against `count` elements in `text`. */
static void check_numbers(const struct mpidbg_record_sample *sample, MPI_Datatype datatype, int count) {
  int size;
  MPI_Type_size(datatype, &size);
  CHECK(sample->flags == 0 && sample->count == (uint32_t)count);
  for (int i = 0; i < count; ++i)
    CHECK(sample_number(sample, (uint32_t)i) == number_of(datatype, text + (size_t)i * (size_t)size));
}

static void check_cvar(const struct mpidbg_record_snapshot *snapshot, int index) {
  int length = sizeof name, text_length = sizeof text, verbosity, bind, scope;
  MPI_Datatype datatype;
  MPI_T_enum enumeration = MPI_T_ENUM_NULL;
  const struct mpidbg_record_item *item = find_item(MPIDBG_RECORD_ITEM_CVAR, index);
  const int result =
      MPI_T_cvar_get_info(index, name, &length, &verbosity, &datatype, &enumeration, text, &text_length, &bind, &scope);
  if (result != MPI_SUCCESS) {
    CHECK(item == NULL || (item->flags & MPIDBG_RECORD_ITEM_INACTIVE) != 0);
    CHECK(find_sample(snapshot, MPIDBG_RECORD_SAMPLE_CVAR, index, 0) == NULL);
    return;
  }
  CHECK(item != NULL && item->flags == 0 && item->since == 1);
  CHECK(strcmp(item_text(item, 0), name) == 0 && strcmp(item_text(item, 1), text) == 0);
  CHECK(item->datatype == datatype_number(datatype) && item->bind == bind_number(bind));
  CHECK(item->verbosity == verbosity_number(verbosity) && item->class_scope == scope_number(scope));
  check_enumeration(item, enumeration);

  const struct mpidbg_record_sample *sample = find_sample(snapshot, MPIDBG_RECORD_SAMPLE_CVAR, index, 0);
  MPI_T_cvar_handle handle;
  int count;
  CHECK(sample != NULL);
  CHECK(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS);
  const int error = MPI_T_cvar_read(handle, text);
  CHECK(sample->error == error);
  if (error != MPI_SUCCESS)
    CHECK(sample->count == 0);
  else if (datatype == MPI_CHAR)
    CHECK(sample->flags == MPIDBG_RECORD_SAMPLE_TEXT && sample->count == strlen(text) &&
          memcmp(sample + 1, text, sample->count) == 0);
  else
    check_numbers(sample, datatype, count);
  MPI_T_cvar_handle_free(&handle);
}

static void check_pvar_item(int index) {
  int length = sizeof name, text_length = sizeof text, verbosity, class, bind, readonly, continuous, atomic;
  MPI_Datatype datatype;
  MPI_T_enum enumeration = MPI_T_ENUM_NULL;
  const struct mpidbg_record_item *item = find_item(MPIDBG_RECORD_ITEM_PVAR, index);
  const int result = MPI_T_pvar_get_info(index, name, &length, &verbosity, &class, &datatype, &enumeration, text,
                                         &text_length, &bind, &readonly, &continuous, &atomic);
  if (result != MPI_SUCCESS) {
    CHECK(item == NULL || (item->flags & MPIDBG_RECORD_ITEM_INACTIVE) != 0);
    return;
  }
  CHECK(item != NULL && strcmp(item_text(item, 0), name) == 0 && strcmp(item_text(item, 1), text) == 0);
  CHECK(item->flags == (readonly ? MPIDBG_RECORD_ITEM_READONLY : 0) + (continuous ? MPIDBG_RECORD_ITEM_CONTINUOUS : 0) +
                           (atomic ? MPIDBG_RECORD_ITEM_ATOMIC : 0));
  CHECK(item->datatype == datatype_number(datatype) && item->bind == bind_number(bind));
  CHECK(item->verbosity == verbosity_number(verbosity) && item->class_scope == class_number(class));
  check_enumeration(item, enumeration);
}

static void check_category(int index) {
  static int members[3][4096];
  int length = sizeof name, text_length = sizeof text, counts[3];
  const struct mpidbg_record_item *item = find_item(MPIDBG_RECORD_ITEM_CATEGORY, index);
  if (MPI_T_category_get_info(index, name, &length, text, &text_length, &counts[0], &counts[1], &counts[2]) !=
      MPI_SUCCESS) {
    CHECK(item == NULL || (item->flags & MPIDBG_RECORD_ITEM_INACTIVE) != 0);
    return;
  }
  CHECK(item != NULL && strcmp(item_text(item, 0), name) == 0 && strcmp(item_text(item, 1), text) == 0);
  MPI_T_category_get_cvars(index, counts[0], members[0]);
  MPI_T_category_get_pvars(index, counts[1], members[1]);
  MPI_T_category_get_categories(index, counts[2], members[2]);
  CHECK(item_number(item, 0) == counts[0] && item_number(item, 1) == counts[1]);
  CHECK(item_number(item, 2) == 0 && item_number(item, 3) == counts[2]); /* no events in these libraries */
  uint32_t at = 4;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < counts[k]; ++i) CHECK(item_number(item, at++) == members[k][i]);
}

static void all_that_there_is(void) {
  int cvars, pvars, categories, update;
  MPI_Pcontrol(2);
  const struct mpidbg_record_snapshot *snapshot = last_snapshot();
  CHECK(snapshot != NULL && snapshot->reason == MPIDBG_RECORD_AT_PCONTROL);
  MPI_T_cvar_get_num(&cvars);
  MPI_T_pvar_get_num(&pvars);
  MPI_T_category_get_num(&categories);
  MPI_T_category_changed(&update);
  CHECK(snapshot->cvar_count == cvars && snapshot->pvar_count == pvars && snapshot->category_count == categories);
  CHECK(snapshot->category_update_number == update);
  CHECK(cvars > 300 && categories > 10);
  for (int i = 0; i < cvars; ++i) check_cvar(snapshot, i);
  for (int i = 0; i < pvars; ++i) check_pvar_item(i);
  for (int i = 0; i < categories; ++i) check_category(i);
  CHECK(find_item(MPIDBG_RECORD_ITEM_CVAR, cvars) == NULL);
  CHECK(record_header()->samples_lost == 0);
}

/* The elements that this program reads itself, and those of the last snapshot; -1: there is no sample. */
static int compare_queue(MPI_T_pvar_session session, int pvar, MPI_Comm comm, unsigned *lengths) {
  MPI_T_pvar_handle handle;
  int count;
  CHECK(MPI_T_pvar_handle_alloc(session, pvar, &comm, &handle, &count) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_read(session, handle, lengths) == MPI_SUCCESS);
  MPI_T_pvar_handle_free(session, &handle);
  const struct mpidbg_record_sample *sample = find_sample(last_snapshot(), MPIDBG_RECORD_SAMPLE_PVAR, pvar, WORD(comm));
  if (sample == NULL) return -1;
  CHECK(sample->count == (uint32_t)count);
  for (int i = 0; i < count; ++i) CHECK(sample_number(sample, (uint32_t)i) == lengths[i]);
  return count;
}

/* Until as many messages of rank 1 have come: those of one communicator may overtake those of another. */
static void await_length(MPI_T_pvar_session session, int pvar, MPI_Comm comm, unsigned messages) {
  unsigned lengths[2] = {0, 0};
  MPI_T_pvar_handle handle;
  int count, flag;
  MPI_T_pvar_handle_alloc(session, pvar, &comm, &handle, &count);
  while (lengths[1] != messages) {
    MPI_Iprobe(MPI_ANY_SOURCE, 77, comm, &flag, MPI_STATUS_IGNORE);
    MPI_T_pvar_read(session, handle, lengths);
  }
  MPI_T_pvar_handle_free(session, &handle);
}

static void send_unexpected(MPI_Comm comm, int messages) {
  for (int i = 0; i < messages; ++i) MPI_Send(&i, 1, MPI_INT, 0, 5, comm);
}

static void receive(MPI_Comm comm, int messages) {
  int in;
  for (int i = 0; i < messages; ++i) MPI_Recv(&in, 1, MPI_INT, 1, 5, comm, MPI_STATUS_IGNORE);
}

/* MPI_Comm_free of a communicator and of one that takes its place are followed, intercommunicators left out. */
static void queue_lengths(int rank) {
  int pvar, checked = 0;
  unsigned lengths[2];
  MPI_T_pvar_session session;
  if (MPI_T_pvar_get_index("pml_ob1_unexpected_msgq_length", MPI_T_PVAR_CLASS_SIZE, &pvar) != MPI_SUCCESS) return;
  MPI_Comm dup, alone, inter;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &alone);
  MPI_Intercomm_create(alone, 0, MPI_COMM_WORLD, 1 - rank, 3, &inter);
  MPI_T_pvar_session_create(&session);
  if (rank == 1) {
    send_unexpected(dup, 3);
    send_unexpected(MPI_COMM_WORLD, 2);
    MPI_Recv(&checked, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* what follows sends messages, too */
  } else {
    await_length(session, pvar, dup, 3);
    await_length(session, pvar, MPI_COMM_WORLD, 2);
    MPI_Pcontrol(2);
    CHECK(compare_queue(session, pvar, dup, lengths) == 2 && lengths[0] == 0 && lengths[1] == 3);
    CHECK(compare_queue(session, pvar, MPI_COMM_WORLD, lengths) == 2 && lengths[1] == 2);
    CHECK(compare_queue(session, pvar, MPI_COMM_SELF, lengths) == 1);
    CHECK(compare_queue(session, pvar, alone, lengths) == 1 && lengths[0] == 0);
    CHECK(find_sample(last_snapshot(), MPIDBG_RECORD_SAMPLE_PVAR, pvar, WORD(inter)) == NULL);
    MPI_Send(&checked, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
    receive(dup, 3);
    receive(MPI_COMM_WORLD, 2);
  }
  MPI_Comm later; /* from MPI_Comm_idup: not there before it is complete */
  MPI_Request request;
  MPI_Comm_idup(dup, &later, &request);
  MPI_Pcontrol(2);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&later);
  const uint64_t old = WORD(dup);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&dup);
  MPI_Pcontrol(2);
  CHECK(find_sample(last_snapshot(), MPIDBG_RECORD_SAMPLE_PVAR, pvar, old) == NULL);
  MPI_Comm_dup(alone, &later); /* it may well have the old one's address, and has another size */
  MPI_Pcontrol(2);
  CHECK(compare_queue(session, pvar, later, lengths) == 1);
  MPI_Comm_free(&later);
  MPI_Comm_free(&alone);
  MPI_T_pvar_session_free(&session);
}

static const struct mpidbg_record_snapshot *at_finalize;
static int check_last(MPI_Comm comm, int keyval, void *value, void *state) {
  (void)comm, (void)keyval, (void)value, (void)state;
  at_finalize = last_snapshot();
  return MPI_SUCCESS;
}

int main(int argc, char **argv) {
  int rank, level, provided = -7;
  MPI_Init(&argc, &argv);
  CHECK(record_header()->mpit_error == 0 && record_header()->mpit_interval == 0);
  CHECK(record_header()->next_snapshot == 2 && last_snapshot()->reason == MPIDBG_RECORD_AT_INIT);
  MPI_Query_thread(&level);
  CHECK(level == record_header()->thread_level);
  CHECK(MPI_T_init_thread(level, &provided) == MPI_SUCCESS && provided == level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  all_that_there_is();
  queue_lengths(rank);
  const uint64_t snapshots = record_header()->next_snapshot;
  MPI_Pcontrol(1);
  CHECK(record_header()->next_snapshot == snapshots);
  int keyval; /* the first thing that MPI_Finalize does is to delete attributes of MPI_COMM_SELF */
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, check_last, &keyval, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
  CHECK(MPI_T_finalize() == MPI_SUCCESS);
  MPI_Finalize();
  CHECK(at_finalize == last_snapshot() && at_finalize->reason == MPIDBG_RECORD_AT_FINALIZE);
  CHECK(at_finalize->number == snapshots);
  puts("ok");
  return 0;
}
