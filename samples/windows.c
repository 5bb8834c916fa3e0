/* windows STATE, on any number of ranks, makes windows of every flavor and in every state of their synchronisation:
 *   flavors      create, allocate, shared, dynamic with attached memory; names, hints, an error handler, attributes
 *   fence        after MPI_Win_fence; fence_put: and after MPI_Put; fence_end: after the fence that ends the epoch
 *   pscw         rank 0 has posted to all others, which have started; the last of them has completed
 *   start        rank 0 starts to all others, of which only the last has posted, if there are two or more
 *   posted       rank 0 has posted to all others, which do nothing
 *   lock         every rank holds a lock: even ones an exclusive one of themselves, odd ones a shared one of rank 0's
 *                neighbour, and with two or more ranks a second one at the next
 *   wait         rank 0 holds an exclusive lock of the last rank, and all others want one
 *   wait_shared  rank 0 holds a shared lock of the last rank, and rank 1 wants an exclusive one
 *   lock_all     every rank has locked all
 *   nocheck      every rank has locked the next with MPI_MODE_NOCHECK
 *   freed        a window is freed, and its handle kept
 * Facts: "window" what MPI returns for a window, "sync" what the program has called. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sample.h"

MPI_Win window;
static int rank, size;

static void handle_error(MPI_Win *win, int *code, ...) {
  (void)win, (void)code;
}

static unsigned long bits(const void *handle, size_t bytes) {
  unsigned long value = 0;
  memcpy(&value, handle, bytes);
  return value;
}

/* The hint perf_preference is left out: MPICH returns arbitrary text for it unless it was set. */
static const char *info_text(MPI_Win win) {
  static char text[4096];
  MPI_Info info;
  int count;
  size_t length = 0;
  MPI_Win_get_info(win, &info);
  MPI_Info_get_nkeys(info, &count);
  text[0] = '\0';
  for (int i = 0; i < count; ++i) {
    char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
    int flag;
    MPI_Info_get_nthkey(info, i, key);
    if (strcmp(key, "perf_preference") == 0) continue;
    MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &flag);
    length += (size_t)snprintf(text + length, sizeof text - length, "%s[\"%s\",\"%s\"]", length ? "," : "", key, value);
  }
  MPI_Info_free(&info);
  return text;
}

static const char *numbers(const int *values, int count) {
  static char text[1024];
  size_t length = 0;
  text[0] = '\0';
  for (int i = 0; i < count; ++i) {
    length += (size_t)snprintf(text + length, sizeof text - length, "%s%d", i ? "," : "", values[i]);
  }
  return text;
}

/* The standard ABI has other numbers than Open MPI and MPICH. */
static const char *flavor_text(int flavor) {
  if (flavor == MPI_WIN_FLAVOR_CREATE) return "create";
  if (flavor == MPI_WIN_FLAVOR_ALLOCATE) return "allocate";
  if (flavor == MPI_WIN_FLAVOR_DYNAMIC) return "dynamic";
  return "shared";
}

/* Writes everything that MPI reports about a window, which was made with `comm`. */
static void fact_window(MPI_Win win, MPI_Comm comm, int keyval, MPI_Errhandler errhandler) {
  char name[MPI_MAX_OBJECT_NAME];
  int length, flag, members, own, has_key = 0;
  void *base, *value = NULL;
  MPI_Aint *bytes;
  int *unit, *flavor, *model;
  MPI_Group group;
  MPI_Win_get_name(win, name, &length);
  MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
  MPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &flag);
  MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &unit, &flag);
  MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &flag);
  MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flag);
  if (keyval != MPI_KEYVAL_INVALID) MPI_Win_get_attr(win, keyval, &value, &has_key);
  MPI_Win_get_group(win, &group);
  MPI_Group_size(group, &members);
  MPI_Group_rank(group, &own);
  sample_fact("window",
              "\"handle\":\"0x%lx\",\"name\":\"%s\",\"fortran\":%d,\"base\":\"0x%lx\",\"bytes\":%ld,\"unit\":%d,"
              "\"flavor\":\"%s\",\"model\":\"%s\",\"group\":\"0x%lx\",\"window_size\":%d,\"window_rank\":%d,"
              "\"comm\":\"0x%lx\",\"errhandler\":\"0x%lx\",\"keyval\":%d,\"value\":\"0x%lx\",\"info\":[%s]",
              bits(&win, sizeof win), name, (int)MPI_Win_c2f(win), (unsigned long)base, (long)*bytes, *unit,
              flavor_text(*flavor), *model == MPI_WIN_UNIFIED ? "unified" : "separate", bits(&group, sizeof group),
              members, own, bits(&comm, sizeof comm), bits(&errhandler, sizeof errhandler), has_key ? keyval : -1,
              (unsigned long)(has_key ? value : NULL), info_text(win));
  MPI_Group_free(&group);
}

struct state {
  const char *access; /* of this process as origin */
  int starts[64], start_count;
  int posts_arrived; /* of the start; -1: there is none */
  int posts[64], post_count;
  int completes_arrived; /* of the post; -1: there is none */
  const char *locks;     /* JSON objects */
  int exclusive, shared; /* locks that others or this process hold here */
  const char *posters;
};

static void fact_state(MPI_Win win, const struct state *state) {
  char starts[1024];
  strcpy(starts, numbers(state->starts, state->start_count));
  sample_fact("sync",
              "\"handle\":\"0x%lx\",\"access\":\"%s\",\"starts\":[%s],\"posts_arrived\":%d,\"posts\":[%s],"
              "\"completes_arrived\":%d,\"locks\":[%s],\"exclusive\":%d,\"shared\":%d,\"posters\":[%s]",
              bits(&win, sizeof win), state->access, starts, state->posts_arrived,
              numbers(state->posts, state->post_count), state->completes_arrived, state->locks ? state->locks : "",
              state->exclusive, state->shared, state->posters ? state->posters : "");
}

static struct state none(void) {
  return (struct state){.access = "none", .posts_arrived = -1, .completes_arrived = -1};
}

static MPI_Group group_of(const int *ranks, int count) {
  MPI_Group all, group;
  MPI_Win_get_group(window, &all);
  MPI_Group_incl(all, count, ranks, &group);
  MPI_Group_free(&all);
  return group;
}

/* Returns the group of all ranks but 0. */
static int others(int *ranks) {
  for (int i = 1; i < size; ++i) ranks[i - 1] = i;
  return size - 1;
}

static void make_window(void) {
  int *memory;
  if (getenv("MPIDBG_SHARED_WINDOW")) {
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  } else {
    MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
    MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  }
  memset(memory, 0, 64);
  MPI_Win_set_name(window, "my window");
  fact_window(window, MPI_COMM_WORLD, MPI_KEYVAL_INVALID, MPI_ERRORS_ARE_FATAL);
}

static void flavors(void) {
  MPI_Win created, allocated, shared, dynamic;
  MPI_Comm dup;
  MPI_Info info;
  MPI_Errhandler handler;
  int keyval;
  static char memory[4096], attached[3][4096 * 2];
  void *base;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_set_name(dup, "my dup");
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Info_set(info, "same_disp_unit", "true");
  MPI_Win_create(memory, 1000 + 8 * rank, 4, info, dup, &created);
  MPI_Win_set_name(created, "created");
  MPI_Win_create_errhandler(handle_error, &handler);
  MPI_Win_set_errhandler(created, handler);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &keyval, NULL);
  MPI_Win_set_attr(created, keyval, memory);
  fact_window(created, dup, keyval, handler);

  MPI_Win_allocate(256 + 8 * rank, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &allocated);
  char name[MPI_MAX_OBJECT_NAME];
  memset(name, 'w', sizeof name);
  name[sizeof name - 1] = '\0';
  MPI_Win_set_name(allocated, name);
  MPI_Win_set_errhandler(allocated, MPI_ERRORS_RETURN);
  fact_window(allocated, MPI_COMM_WORLD, MPI_KEYVAL_INVALID, MPI_ERRORS_RETURN);

  MPI_Win_allocate_shared(512, 2, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &shared);
  fact_window(shared, MPI_COMM_WORLD, MPI_KEYVAL_INVALID, MPI_ERRORS_ARE_FATAL);

  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_set_name(dynamic, "dynamic");
  for (int i = 0; i < 3; ++i) {
    MPI_Win_attach(dynamic, attached[i], 100 + (MPI_Aint)i);
    if (i != 1) {
      sample_fact("attached", "\"handle\":\"0x%lx\",\"base\":\"0x%lx\",\"bytes\":%d", bits(&dynamic, sizeof dynamic),
                  (unsigned long)attached[i], 100 + i);
    }
  }
  MPI_Win_detach(dynamic, attached[1]);
  fact_window(dynamic, MPI_COMM_WORLD, MPI_KEYVAL_INVALID, MPI_ERRORS_ARE_FATAL);
  MPI_Info_free(&info);
}

static void fence(int put, int end) {
  struct state state = none();
  int value = rank;
  MPI_Win_fence(0, window);
  if (put) MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
  if (end) MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  state.access = end ? "none" : put ? "fence_put" : "fence";
  fact_state(window, &state);
}

static void post_and_start(int complete) {
  struct state state = none();
  int ranks[64], zero = 0, count = others(ranks);
  if (rank == 0) {
    MPI_Group group = group_of(ranks, count);
    MPI_Win_post(group, 0, window);
    state.post_count = count;
    memcpy(state.posts, ranks, sizeof ranks);
    state.completes_arrived = complete > 0 && count > 0 ? 1 : 0;
  } else if (complete >= 0) {
    MPI_Group group = group_of(&zero, 1);
    MPI_Win_start(group, 0, window);
    if (complete && rank == size - 1) {
      MPI_Win_complete(window);
    } else {
      state.access = "start";
      state.start_count = 1;
      state.posts_arrived = 1;
    }
  } else {
    state.posters = "0";
  }
  fact_state(window, &state);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Rank 0 never returns from MPI_Win_start or, if the library waits there, from MPI_Win_complete. */
static void start_waits(void) {
  struct state state = none();
  int ranks[64], zero = 0, count = others(ranks);
  if (size == 1) {
    fact_state(window, &state);
    return;
  }
  MPI_Group group = rank == 0 ? group_of(ranks, count) : group_of(&zero, 1);
  if (rank == size - 1 && rank > 1) {
    MPI_Win_post(group, 0, window);
    state.post_count = 1;
    state.completes_arrived = 0;
  }
  if (rank == 0) {
    state.access = "start";
    state.start_count = count;
    memcpy(state.starts, ranks, sizeof ranks);
    state.posts_arrived = count > 1 ? 1 : 0;
  }
  fact_state(window, &state);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    sample_ready();
    MPI_Win_start(group, 0, window);
    MPI_Win_complete(window);
  }
}

static void lock(void) {
  struct state state = none();
  char text[256];
  int next = (rank + 1) % size;
  /* Exclusive locks of even ranks by themselves; shared ones of odd ranks by all even ranks. */
  state.access = "lock";
  if (rank % 2 == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
    state.exclusive = 1;
    snprintf(text, sizeof text, "{\"target\":%d,\"type\":\"exclusive\",\"state\":\"held\"}", rank);
    if (next % 2 == 1) {
      MPI_Win_lock(MPI_LOCK_SHARED, next, 0, window);
      size_t length = strlen(text);
      snprintf(text + length, sizeof text - length, ",{\"target\":%d,\"type\":\"shared\",\"state\":\"held\"}", next);
    }
  } else {
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
    state.shared = 2;
    snprintf(text, sizeof text, "{\"target\":%d,\"type\":\"shared\",\"state\":\"held\"}", rank);
  }
  state.locks = text;
  MPI_Barrier(MPI_COMM_WORLD);
  fact_state(window, &state);
}

static void wait_for_lock(int shared) {
  struct state state = none();
  char text[256];
  int target = size - 1, wants = shared ? rank == 1 : rank > 0;
  if (rank == 0) MPI_Win_lock(shared ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, target, 0, window);
  /* Locks may be granted with the first operation only. */
  int value = 1;
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, window);
    MPI_Win_flush(target, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  snprintf(text, sizeof text, "{\"target\":%d,\"type\":\"%s\",\"state\":\"%s\"}", target,
           rank == 0 && shared ? "shared" : "exclusive", rank == 0 ? "held" : "wanted");
  if (rank == 0 || wants) {
    state.access = "lock";
    state.locks = text;
  }
  if (rank == target) {
    state.exclusive = !shared;
    state.shared = shared;
  }
  fact_state(window, &state);
  if (wants) {
    sample_ready();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window);
    MPI_Win_unlock(target, window);
  }
}

static void lock_all(void) {
  struct state state = none();
  MPI_Win_lock_all(0, window);
  state.access = "lock_all";
  state.shared = size;
  MPI_Barrier(MPI_COMM_WORLD);
  fact_state(window, &state);
}

static void nocheck(void) {
  struct state state = none();
  char text[128];
  MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, MPI_MODE_NOCHECK, window);
  snprintf(text, sizeof text, "{\"target\":%d,\"type\":\"shared\",\"state\":\"held\",\"nocheck\":1}",
           (rank + 1) % size);
  state.access = "lock";
  state.locks = text;
  MPI_Barrier(MPI_COMM_WORLD);
  fact_state(window, &state);
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  const char *state = argc > 1 ? argv[1] : "flavors";
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (strcmp(state, "flavors") != 0) make_window();
  if (strcmp(state, "flavors") == 0) flavors();
  if (strcmp(state, "fence") == 0) fence(0, 0);
  if (strcmp(state, "fence_put") == 0) fence(1, 0);
  if (strcmp(state, "fence_end") == 0) fence(1, 1);
  if (strcmp(state, "pscw") == 0) post_and_start(1);
  if (strcmp(state, "posted") == 0) post_and_start(-1);
  if (strcmp(state, "start") == 0) start_waits();
  if (strcmp(state, "lock") == 0) lock();
  if (strcmp(state, "wait") == 0) wait_for_lock(0);
  if (strcmp(state, "wait_shared") == 0) wait_for_lock(1);
  if (strcmp(state, "lock_all") == 0) lock_all();
  if (strcmp(state, "nocheck") == 0) nocheck();
  if (strcmp(state, "freed") == 0) {
    MPI_Win freed = window;
    MPI_Win_free(&window);
    sample_fact("freed", "\"handle\":\"0x%lx\"", bits(&freed, sizeof freed));
  }
  sample_hang_in_recv();
  return 0;
}
