/* Communicators, datatypes, groups, operations, error handlers, infos, windows and files: who created them from what,
 * where and when they were freed. */
#define _GNU_SOURCE
#include <mpi.h>
#include <unistd.h>

#include "tests/recorder/record_view.h"

static struct mpidbg_record_handle *live(int kind, uint64_t handle, const char *call) {
  struct mpidbg_record_handle *entry = find_handle(kind, handle);
  CHECK(entry != NULL);
  CHECK(entry->flags == MPIDBG_RECORD_LIVE);
  CHECK(is_call(entry->created_by, call));
  CHECK(entry->created_at != 0);
  CHECK(entry->created > 0);
  CHECK(entry->freed_at == 0 && entry->freed == 0 && entry->freed_by == 0);
  return entry;
}

static void freed(int kind, uint64_t handle, const char *call) {
  struct mpidbg_record_handle *entry = find_handle(kind, handle);
  CHECK(entry != NULL);
  CHECK(entry->flags == MPIDBG_RECORD_FREED);
  CHECK(is_call(entry->freed_by, call));
  CHECK(entry->freed_at != 0);
  CHECK(entry->freed >= entry->created);
}

static void has_name(const struct mpidbg_record_handle *entry, const char *expected) {
  const struct mpidbg_record_name *name =
      record_entry(MPIDBG_RECORD_NAMES, (uint32_t)(entry->name % record_count(MPIDBG_RECORD_NAMES)));
  CHECK(name->number == entry->name && name->subject == entry->handle && name->kind == entry->kind);
  CHECK(name->length == strlen(expected) && strcmp(name->text, expected) == 0);
}

static void communicators(void) {
  MPI_Comm split, dup;
  MPI_Comm_split(MPI_COMM_WORLD, 7, -3, &split);
  struct mpidbg_record_handle *entry = live(MPIDBG_RECORD_COMM, WORD(split), "Comm_split");
  CHECK(entry->parent == WORD(MPI_COMM_WORLD));
  CHECK(entry->arguments[0] == WORD(MPI_COMM_WORLD));
  CHECK((int64_t)entry->arguments[1] == 7);
  CHECK((int64_t)entry->arguments[2] == -3);

  int rank, size;
  MPI_Comm_rank(split, &rank);
  MPI_Comm_size(split, &size);
  CHECK(entry->rank == rank && entry->size == size && entry->name == 0);
  MPI_Comm_set_name(split, "of seven");
  CHECK(is_call(last_event()->call, "Comm_set_name") && last_event()->subject == WORD(split));
  has_name(entry, "of seven");
  MPI_Comm_set_name(MPI_COMM_WORLD, "all"); /* has no entry */
  has_name(entry, "of seven");

  MPI_Comm_dup(split, &dup);
  CHECK(live(MPIDBG_RECORD_COMM, WORD(dup), "Comm_dup")->parent == WORD(split));

  const uint64_t old = WORD(split);
  MPI_Comm_free(&split);
  freed(MPIDBG_RECORD_COMM, old, "Comm_free");
  live(MPIDBG_RECORD_COMM, WORD(dup), "Comm_dup");
  MPI_Comm_free(&dup);

  MPI_Comm none;
  const uint32_t before = count_live_handles();
  MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &none);
  CHECK(none == MPI_COMM_NULL);
  CHECK(count_live_handles() == before);
}

/* The library gives the same group twice, and it has to be freed twice. */
static void groups(void) {
  MPI_Group one, other;
  MPI_Comm_group(MPI_COMM_WORLD, &one);
  MPI_Comm_group(MPI_COMM_WORLD, &other);
  const uint64_t handle = WORD(one), second = WORD(other);
  CHECK(live(MPIDBG_RECORD_GROUP, handle, "Comm_group")->given == (handle == second ? 2 : 1));
  MPI_Group_free(&one);
  if (handle == second) CHECK(live(MPIDBG_RECORD_GROUP, handle, "Comm_group")->given == 1);
  MPI_Group_free(&other);
  freed(MPIDBG_RECORD_GROUP, second, "Group_free");
}

static void datatypes(void) {
  MPI_Datatype vector;
  MPI_Type_vector(3, 2, 6, MPI_DOUBLE, &vector);
  struct mpidbg_record_handle *entry = live(MPIDBG_RECORD_DATATYPE, WORD(vector), "Type_vector");
  CHECK(entry->parent == WORD(MPI_DOUBLE));
  CHECK(entry->arguments[0] == 3 && entry->arguments[1] == 2 && entry->arguments[2] == 6);
  MPI_Type_commit(&vector);
  const uint64_t old = WORD(vector);
  MPI_Type_free(&vector);
  freed(MPIDBG_RECORD_DATATYPE, old, "Type_free");
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
  (void)in, (void)inout, (void)count, (void)type;
}

static void on_error(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
}

static void small_objects(void) {
  MPI_Op op;
  MPI_Op_create(add, 1, &op);
  CHECK(live(MPIDBG_RECORD_OP, WORD(op), "Op_create")->arguments[0] == (uint64_t)(uintptr_t)add);
  const uint64_t old_op = WORD(op);
  MPI_Op_free(&op);
  freed(MPIDBG_RECORD_OP, old_op, "Op_free");

  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(on_error, &handler);
  live(MPIDBG_RECORD_ERRHANDLER, WORD(handler), "Comm_create_errhandler");
  const uint64_t old_handler = WORD(handler);
  MPI_Errhandler_free(&handler);
  freed(MPIDBG_RECORD_ERRHANDLER, old_handler, "Errhandler_free");

  MPI_Info info;
  MPI_Info_create(&info);
  live(MPIDBG_RECORD_INFO, WORD(info), "Info_create");
  const uint64_t old_info = WORD(info);
  MPI_Info_free(&info);
  freed(MPIDBG_RECORD_INFO, old_info, "Info_free");
}

/* The function that makes the call, and those that called it. */
static __attribute__((noinline)) MPI_Comm innermost(void) {
  MPI_Comm dup;
  MPI_Comm_dup(MPI_COMM_SELF, &dup);
  __asm__ volatile("");
  return dup;
}

static __attribute__((noinline)) MPI_Comm between(void) {
  MPI_Comm dup = innermost();
  __asm__ volatile("");
  return dup;
}

int main(int argc, char **argv);

static __attribute__((noinline)) void callers(void) {
  MPI_Comm dup = between();
  struct mpidbg_record_handle *entry = live(MPIDBG_RECORD_COMM, WORD(dup), "Comm_dup");
  CHECK(is_in(entry->created_at, (const char *)innermost, (const char *)innermost + 200));
  CHECK(is_in(entry->callers[0], (const char *)between, (const char *)between + 200));
  CHECK(is_in(entry->callers[1], (const char *)callers, (const char *)callers + 800));
  CHECK(is_in(entry->callers[2], (const char *)main, (const char *)main + 8000));
  CHECK(entry->callers[3] != 0); /* the C library's */
  MPI_Comm_free(&dup);
}

static int copied(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag) {
  (void)comm, (void)keyval, (void)extra, (void)in, (void)out;
  *flag = 0;
  return MPI_SUCCESS;
}

static void keyvals(void) {
  int keyval;
  MPI_Comm_create_keyval(copied, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  const uint64_t number = (uint64_t)(int64_t)keyval;
  CHECK(live(MPIDBG_RECORD_KEYVAL, number, "Comm_create_keyval")->arguments[0] == (uint64_t)(uintptr_t)copied);
  MPI_Comm_free_keyval(&keyval);
  freed(MPIDBG_RECORD_KEYVAL, number, "Comm_free_keyval");
}

/* The program is given a handle of a part of a datatype, which it has to free; not of a predefined one. */
static void parts_of_datatypes(void) {
  MPI_Datatype vector, pair, parts[2];
  MPI_Type_vector(3, 2, 6, MPI_DOUBLE, &vector);
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, 200};
  const MPI_Datatype types[2] = {MPI_INT, vector};
  MPI_Type_create_struct(2, lengths, places, types, &pair);
  int integers[3];
  MPI_Aint addresses[2];
  const uint32_t before = count_live_handles();
  MPI_Type_get_contents(pair, 3, 2, 2, integers, addresses, parts);
  struct mpidbg_record_handle *entry = find_handle(MPIDBG_RECORD_DATATYPE, WORD(parts[1]));
  CHECK(entry != NULL && (entry->flags & MPIDBG_RECORD_LIVE) != 0);
  if (parts[1] == vector) {
    CHECK(entry->given == 2 && count_live_handles() == before);
  } else {
    CHECK(is_call(entry->created_by, "Type_get_contents") && entry->parent == WORD(pair));
    CHECK(count_live_handles() == before + 1);
  }
  MPI_Type_free(&parts[1]);
  MPI_Type_free(&pair);
  const uint64_t old = WORD(vector);
  MPI_Type_free(&vector);
  freed(MPIDBG_RECORD_DATATYPE, old, "Type_free");
}

static uint32_t count_locks(void) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < record_count(MPIDBG_RECORD_LOCKS); ++i)
    count += ((struct mpidbg_record_lock *)record_entry(MPIDBG_RECORD_LOCKS, i))->flags == MPIDBG_RECORD_LIVE;
  return count;
}

static struct mpidbg_record_lock *find_lock(MPI_Win window, int rank) {
  for (uint32_t i = 0; i < record_count(MPIDBG_RECORD_LOCKS); ++i) {
    struct mpidbg_record_lock *entry = record_entry(MPIDBG_RECORD_LOCKS, i);
    if (entry->flags == MPIDBG_RECORD_LIVE && entry->window == WORD(window) && entry->rank == rank) return entry;
  }
  return NULL;
}

/* Each lock that is held, of each window. */
static void locks(int size) {
  int memory[4] = {0};
  MPI_Win windows[2];
  for (int i = 0; i < 2; ++i)
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &windows[i]);
  for (int rank = 0; rank < size; ++rank) MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, windows[0]);
  MPI_Win_lock_all(0, windows[1]);
  CHECK(count_locks() == (uint32_t)size + 1);
  for (int rank = 0; rank < size; ++rank) {
    CHECK(find_lock(windows[0], rank)->type == MPIDBG_RECORD_LOCK_SHARED);
    CHECK(find_lock(windows[0], rank)->site != 0 && find_lock(windows[0], rank)->time != 0);
  }
  CHECK(find_lock(windows[1], -1)->type == MPIDBG_RECORD_LOCK_SHARED);
  MPI_Win_unlock(0, windows[0]);
  CHECK(find_lock(windows[0], 0) == NULL && find_lock(windows[1], -1) != NULL);
  CHECK(count_locks() == (uint32_t)size);
  for (int rank = 1; rank < size; ++rank) MPI_Win_unlock(rank, windows[0]);
  MPI_Win_unlock_all(windows[1]);
  CHECK(count_locks() == 0);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, windows[0]);
  CHECK(find_lock(windows[0], 0)->type == MPIDBG_RECORD_LOCK_EXCLUSIVE);
  MPI_Win_unlock(0, windows[0]);
  CHECK(count_locks() == 0);
  for (int i = 0; i < 2; ++i) MPI_Win_free(&windows[i]);
}

static void windows(void) {
  int memory[4];
  MPI_Win window;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  struct mpidbg_record_handle *entry = live(MPIDBG_RECORD_WIN, WORD(window), "Win_create");
  CHECK(entry->arguments[0] == (uint64_t)(uintptr_t)memory);
  CHECK(entry->arguments[1] == sizeof memory);
  CHECK(entry->last_use == 0);
  MPI_Win_fence(0, window);
  CHECK(is_call(entry->last_use, "Win_fence"));
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  CHECK(is_call(entry->last_use, "Win_lock"));
  CHECK(entry->last_use_argument == 0);
  CHECK(entry->last_used >= entry->created);
  MPI_Win_unlock(0, window);
  CHECK(is_call(entry->last_use, "Win_unlock"));
  MPI_Win_set_name(window, "a window");
  has_name(entry, "a window");
  const uint64_t old = WORD(window);
  MPI_Win_free(&window);
  freed(MPIDBG_RECORD_WIN, old, "Win_free");
}

static void files(void) {
  char path[64];
  snprintf(path, sizeof path, "/tmp/mpidbg-recorder-%d", (int)getpid());
  MPI_File file;
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  CHECK(MPI_File_open(MPI_COMM_SELF, path, mode, MPI_INFO_NULL, &file) == MPI_SUCCESS);
  struct mpidbg_record_handle *entry = live(MPIDBG_RECORD_FILE, WORD(file), "File_open");
  CHECK(entry->parent == WORD(MPI_COMM_SELF));
  CHECK((int64_t)entry->arguments[1] == mode);
  has_name(entry, path);
  MPI_Datatype view;
  MPI_Type_contiguous(2, MPI_INT, &view);
  MPI_Type_commit(&view);
  MPI_File_set_view(file, 0, MPI_INT, view, "native", MPI_INFO_NULL);
  CHECK(is_call(last_event()->call, "File_set_view") && last_event()->subject == WORD(file));
  int out = 17, in = 0;
  MPI_File_write_shared(file, &out, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all_begin(file, 0, &in, 1, MPI_INT);
  CHECK(is_call(last_event()->call, "File_read_at_all_begin"));
  MPI_File_read_at_all_end(file, &in, MPI_STATUS_IGNORE);
  CHECK(is_call(last_event()->call, "File_read_at_all_end") && in == 17);
  MPI_Type_free(&view);
  const uint64_t old = WORD(file);
  MPI_File_close(&file);
  freed(MPIDBG_RECORD_FILE, old, "File_close");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  CHECK(record_header() != NULL);
  CHECK(memcmp(record_header()->magic, MPIDBG_RECORD_MAGIC, 16) == 0);
  CHECK(record_header()->self == (uint64_t)(uintptr_t)record_header());
  CHECK(record_header()->state == MPIDBG_RECORD_INITIALIZED);
  CHECK(record_header()->pid == (uint32_t)getpid());
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  CHECK(record_header()->world_rank == rank && record_header()->world_size == ranks);
  CHECK(record_header()->size <= 16 << 20);
  CHECK(record_header()->self % (uint64_t)sysconf(_SC_PAGESIZE) == 0);
  CHECK(record_header()->byte_order == MPIDBG_RECORD_BYTE_ORDER && record_header()->version == MPIDBG_RECORD_VERSION);
  for (int i = 0; i < MPIDBG_RECORD_TABLES; ++i) {
    const struct mpidbg_record_table table = record_header()->tables[i];
    CHECK(table.offset + (uint64_t)table.entry_size * table.count <= record_header()->size);
  }
  const uint32_t before = count_live_handles();
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  communicators();
  callers();
  groups();
  datatypes();
  parts_of_datatypes();
  keyvals();
  small_objects();
  windows();
  locks(size);
  files();
  CHECK(count_live_handles() == before);
  CHECK(record_header()->handles_not_recorded == 0);
  MPI_Finalize();
  CHECK(record_header()->state == MPIDBG_RECORD_FINALIZED);
  puts("ok");
  return 0;
}
