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

static void communicators(void) {
  MPI_Comm split, dup;
  MPI_Comm_split(MPI_COMM_WORLD, 7, -3, &split);
  struct mpidbg_record_handle *entry = live(MPIDBG_RECORD_COMM, WORD(split), "Comm_split");
  CHECK(entry->parent == WORD(MPI_COMM_WORLD));
  CHECK(entry->arguments[0] == WORD(MPI_COMM_WORLD));
  CHECK((int64_t)entry->arguments[1] == 7);
  CHECK((int64_t)entry->arguments[2] == -3);

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
  struct mpidbg_record_name *name =
      record_entry(MPIDBG_RECORD_NAMES, (uint32_t)(entry->name % record_count(MPIDBG_RECORD_NAMES)));
  CHECK(name->number == entry->name && name->subject == WORD(file));
  CHECK(strcmp(name->text, path) == 0);
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
  CHECK(record_header()->size <= 16 << 20);
  CHECK(record_header()->self % (uint64_t)sysconf(_SC_PAGESIZE) == 0);
  CHECK(record_header()->byte_order == MPIDBG_RECORD_BYTE_ORDER && record_header()->version == MPIDBG_RECORD_VERSION);
  for (int i = 0; i < MPIDBG_RECORD_TABLES; ++i) {
    const struct mpidbg_record_table table = record_header()->tables[i];
    CHECK(table.offset + (uint64_t)table.entry_size * table.count <= record_header()->size);
  }
  const uint32_t before = count_live_handles();
  communicators();
  groups();
  datatypes();
  small_objects();
  windows();
  files();
  CHECK(count_live_handles() == before);
  CHECK(record_header()->handles_not_recorded == 0);
  MPI_Finalize();
  CHECK(record_header()->state == MPIDBG_RECORD_FINALIZED);
  puts("ok");
  return 0;
}
