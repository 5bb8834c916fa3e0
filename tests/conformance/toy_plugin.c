/* A debug plugin in order, for the toy MPI library of toy.json; the environment variable BREAK makes it break one rule
 * of the conformance kit: BREAK=MQS-07 prints. BREAK=report garbles what the kit's child reports, BREAK=patience
 * sleeps, BREAK=slow is slow, BREAK=endless has lists without an end; conformance_test.cpp has other words, with the
 * rules that they break. What the environment cannot change is a macro, of a library of its own: NO_NEXT_OPERATION,
 * NO_GROUP, SEVEN_SIZES. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/abi/msgq_interface.h"

enum { err_no_type = mqs_first_user_code, err_no_symbol, err_unreadable, err_corrupt, err_end };
enum { most_communicators = 100, most_messages = 1000, most_members = 1000, family_queues = 1, family_handles = 2 };

struct image {
  const mqs_image_callbacks *call;
  int families;
  int comm_next, comm_rank, comm_size, comm_members, comm_receives, comm_name;
  int message_next, message_peer, message_tag, message_length, message_buffer, message_state;
  int message_got_peer, message_got_tag, message_got_length;
  int sees_nothing;
};

struct communicator {
  mqs_taddr_t address, members, receives;
  int rank, size;
  char name[64];
};

/* Of a list of communicators. */
struct copy {
  struct copy *older;
  char bytes[100];
};

struct process {
  const mqs_process_callbacks *call;
  int families;
  mqs_target_type_sizes sizes;
  mqs_taddr_t list;
  struct communicator communicators[most_communicators];
  int count, at, in_iteration, updates, is_updated;
  mqs_taddr_t message, messages_of;
  int messages, queue;
  struct copy *copies;
};

static const mqs_basic_callbacks *basic;
static int shared_at;

static int breaks(const char *rule) {
  const char *broken = getenv("BREAK");
  return broken != NULL && strcmp(broken, rule) == 0;
}

/* Only into pipes that end with an exec: those that the test's own parents gave it survived one. */
static void write_anywhere(void) {
  static const char numbers[] = "RC\nRCtwo\nRC99999999999\nRW-\n";
  for (int descriptor = 3; descriptor < 256; ++descriptor) {
    struct stat status;
    const int flags = fcntl(descriptor, F_GETFD);
    if (flags < 0 || (flags & FD_CLOEXEC) == 0 || fstat(descriptor, &status) != 0 || !S_ISFIFO(status.st_mode))
      continue;
    if ((fcntl(descriptor, F_GETFL) & O_ACCMODE) == O_RDONLY) continue;
    const ssize_t written = write(descriptor, numbers, sizeof numbers - 1);
    (void)written;
  }
}

static void change_host(void) {
  if (breaks("MQS-38") && chdir("/") != 0) abort();
  if (breaks("MQS-38 timer")) alarm(1000);
  if (breaks("MQS-38 handler")) signal(SIGINT, SIG_IGN);
  if (breaks("MQS-38 environment")) setenv("TOY", "1", 1);
  if (breaks("MQS-38 files")) {
    for (int descriptor = 3; descriptor < 256; ++descriptor) close(descriptor);
  }
  if (breaks("MQS-38 file")) dup2(0, 2);
  if (breaks("MQS-38 open") && open("/dev/null", O_RDONLY) < 0) abort();
  if (breaks("MQS-38 process") && fork() == 0) {
    for (;;) pause();
  }
  if (breaks("MQS-38 daemon") && fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    for (;;) pause();
  }
}

#ifdef SEVEN_SIZES
MPIDBG_EXPORT int ompi_fetch_size_t(void);
int ompi_fetch_size_t(void) {
  return 0;
}
#endif

void mqs_setup_basic_callbacks(const mqs_basic_callbacks *callbacks) {
  basic = callbacks;
}
char *mqs_version_string(void) {
  return (char *)"toy plugin";
}
int mqs_version_compatibility(void) {
  if (breaks("report")) write_anywhere();
  return breaks("MQS-02") ? 9 : MQS_INTERFACE_COMPATIBILITY;
}
int mqs_dll_taddr_width(void) {
  return sizeof(mqs_taddr_t);
}
char *mqs_dll_error_string(int code) {
  if (breaks("MQS-03") && code > 1000) return NULL;
  return (char *)(code == err_unreadable ? "memory is unreadable" : "something else");
}

/* ---- images ---- */

static struct image unkept_image;

static struct image *image_of(mqs_image *image) {
  return breaks("MQS-12") ? &unkept_image : (struct image *)basic->mqs_get_image_info_fp(image);
}

static int open_image(mqs_image *image, const mqs_image_callbacks *call, int family) {
  struct image *info = image_of(image);
  if (info == NULL || (breaks("MQS-26") && family == family_queues)) {
    info = basic->mqs_malloc_fp(sizeof *info);
    memset(info, 0, sizeof *info);
    basic->mqs_put_image_info_fp(image, (mqs_image_info *)info);
  }
  info->call = call;
  info->families |= family;
  return mqs_ok;
}

static void close_image(struct image *info, int family) {
  info->families &= ~family;
  if (info->families == 0 && info != &unkept_image) basic->mqs_free_fp(info);
}

static mqs_type *find_type(struct image *info, mqs_image *image, const char *name) {
  if (breaks("MQS-29")) {
    char text[64];
    snprintf(text, sizeof text, "struct %s", name);
    (void)info->call->mqs_find_type_fp(image, text, mqs_lang_c);
  }
  return info->call->mqs_find_type_fp(image, (char *)name, mqs_lang_c);
}

static int find_field(struct image *info, mqs_type *type, const char *name, int *offset) {
  *offset = info->call->mqs_field_offset_fp(type, (char *)name);
  if (*offset >= 0) return 1;
  if (breaks("MQS-04")) raise(SIGSEGV);
  if (breaks("MQS-14") && strcmp(name, "tag") == 0) return *offset = 0, 1;
  return 0;
}

int mqs_setup_image(mqs_image *image, const mqs_image_callbacks *call) {
  if (breaks("MQS-07")) printf("setting up\n");
  while (breaks("patience")) pause();
  if (breaks("slow")) usleep(20000);
  change_host();
  if (basic->mqs_dprints_fp != NULL || breaks("MQS-05")) basic->mqs_dprints_fp("setting up");
  return open_image(image, call, family_queues);
}

int mqs_image_has_queues(mqs_image *image, char **message) {
  struct image *info = image_of(image);
  mqs_type *comm = find_type(info, image, "toy_comm"), *text = find_type(info, image, "toy_message");
  *message = breaks("MQS-11") ? (char *)"all is well" : NULL;
  info->sees_nothing = comm == NULL && text == NULL;
  if (info->sees_nothing && breaks("MQS-13")) return mqs_ok;
  if (breaks("MQS-37")) (void)info->call->mqs_field_offset_fp(comm, (char *)"next");
  if (breaks("MQS-37 size") && basic->mqs_dprints_fp != NULL) (void)info->call->mqs_sizeof_fp(comm);
  if (breaks("MQS-37 wild")) (void)info->call->mqs_field_offset_fp((mqs_type *)info, (char *)"next");
  if (comm == NULL || text == NULL) {
    if (breaks("MQS-04 type")) abort();
    *message = (char *)(breaks("MQS-10") ? "%s has no type %n" : "%s has no types of the toy MPI library");
    return err_no_type;
  }
  if (!find_field(info, comm, "next", &info->comm_next) || !find_field(info, comm, "rank", &info->comm_rank) ||
      !find_field(info, comm, "size", &info->comm_size) || !find_field(info, comm, "members", &info->comm_members) ||
      !find_field(info, comm, "receives", &info->comm_receives) || !find_field(info, comm, "name", &info->comm_name) ||
      !find_field(info, text, "next", &info->message_next) || !find_field(info, text, "peer", &info->message_peer) ||
      !find_field(info, text, "tag", &info->message_tag) || !find_field(info, text, "length", &info->message_length) ||
      !find_field(info, text, "buffer", &info->message_buffer) ||
      !find_field(info, text, "state", &info->message_state) ||
      !find_field(info, text, "got_peer", &info->message_got_peer) ||
      !find_field(info, text, "got_tag", &info->message_got_tag) ||
      !find_field(info, text, "got_length", &info->message_got_length)) {
    *message = NULL;
    return err_no_type;
  }
  return mqs_ok;
}

void mqs_destroy_image_info(mqs_image_info *info) {
  close_image((struct image *)info, family_queues);
}

/* ---- memory ---- */

static struct process *info_of(mqs_process *process) {
  return (struct process *)basic->mqs_get_process_info_fp(process);
}
static struct image *layouts_of(mqs_process *process) {
  return image_of(info_of(process)->call->mqs_get_image_fp(process));
}

/* A signed number of the process. */
static int fetch(mqs_process *process, mqs_taddr_t address, int size, long long *number) {
  char raw[8], ordered[8];
  struct process *info = info_of(process);
  int narrow;
  if (size != 4 && size != 8) return err_corrupt;
  if (info->call->mqs_fetch_data_fp(process, address, size, raw) != mqs_ok) return err_unreadable;
  info->call->mqs_target_to_host_fp(process, raw, ordered, size);
  if (breaks("MQS-27 order")) memcpy(ordered, raw, sizeof raw);
  if (size == 8) return memcpy(number, ordered, 8), mqs_ok;
  memcpy(&narrow, ordered, 4);
  *number = narrow;
  return mqs_ok;
}
static int fetch_int(mqs_process *process, mqs_taddr_t address, int *number) {
  long long wide = 0;
  const int result = fetch(process, address, 4, &wide);
  *number = (int)wide;
  return result;
}
#ifndef NO_NEXT_OPERATION
static int fetch_short(mqs_process *process, mqs_taddr_t address, int *number) {
  char raw[2];
  short ordered;
  struct process *info = info_of(process);
  if (info->call->mqs_fetch_data_fp(process, address, 2, raw) != mqs_ok) return err_unreadable;
  info->call->mqs_target_to_host_fp(process, raw, &ordered, 2);
  if (breaks("MQS-27 order")) memcpy(&ordered, raw, 2);
  *number = breaks("MQS-18 short") ? (unsigned short)ordered : ordered;
  return mqs_ok;
}
#endif
static int fetch_pointer(mqs_process *process, mqs_taddr_t address, mqs_taddr_t *pointer) {
  const int size = info_of(process)->sizes.pointer_size;
  long long wide = 0;
  const int result = fetch(process, address, size, &wide);
  *pointer = size == 4 ? (unsigned)wide : (mqs_taddr_t)wide;
  return result;
}

/* ---- processes ---- */

static int open_process(mqs_process *process, const mqs_process_callbacks *call, int family) {
  struct process *info = info_of(process);
  mqs_image *image = call->mqs_get_image_fp(process);
  if (info == NULL) {
    info = basic->mqs_malloc_fp(sizeof *info);
    memset(info, 0, sizeof *info);
    basic->mqs_put_process_info_fp(process, (mqs_process_info *)info);
  }
  info->call = call;
  info->families |= family;
  image_of(image)->call->mqs_get_type_sizes_fp(process, &info->sizes);
  return mqs_ok;
}

static void close_process(struct process *info, int family) {
  info->families &= ~family;
  if (info->families != 0) return;
  while (info->copies != NULL) {
    struct copy *const copy = info->copies;
    info->copies = copy->older;
    basic->mqs_free_fp(copy);
  }
  if (!breaks("MQS-08")) basic->mqs_free_fp(info);
  if (breaks("MQS-09")) basic->mqs_free_fp(info);
}

int mqs_setup_process(mqs_process *process, const mqs_process_callbacks *call) {
  if (breaks("MQS-08 own") && malloc(100) == NULL) return err_corrupt;
  return open_process(process, call, family_queues);
}

int mqs_process_has_queues(mqs_process *process, char **message) {
  struct process *info = info_of(process);
  mqs_image *image = info->call->mqs_get_image_fp(process);
  if (!breaks("MQS-11 untouched")) *message = NULL;
  if (breaks("MQS-27 width") && info->sizes.pointer_size != 8) return err_corrupt;
  if (image_of(image)->sees_nothing) return mqs_ok;
  return image_of(image)->call->mqs_find_symbol_fp(image, (char *)"toy_comms", &info->list) == mqs_ok ? mqs_ok
                                                                                                      : err_no_symbol;
}

void mqs_destroy_process_info(mqs_process_info *info) {
  close_process((struct process *)info, family_queues);
}

/* ---- communicators ---- */

static int read_communicator(mqs_process *process, struct communicator *comm, mqs_taddr_t *next) {
  const struct image *at = layouts_of(process);
  struct process *info = info_of(process);
  if (fetch_pointer(process, comm->address + at->comm_next, next) != mqs_ok ||
      fetch_int(process, comm->address + at->comm_rank, &comm->rank) != mqs_ok ||
      fetch_int(process, comm->address + at->comm_size, &comm->size) != mqs_ok ||
      fetch_pointer(process, comm->address + at->comm_members, &comm->members) != mqs_ok ||
      fetch_pointer(process, comm->address + at->comm_receives, &comm->receives) != mqs_ok ||
      info->call->mqs_fetch_data_fp(process, comm->address + at->comm_name, 32, comm->name) != mqs_ok) {
    return err_unreadable;
  }
  comm->name[32] = 0;
  if (breaks("MQS-16")) {
    void *memory = basic->mqs_malloc_fp((size_t)comm->size * sizeof(int));
    if (memory == NULL) return err_corrupt;
    basic->mqs_free_fp(memory);
  }
  return comm->size < 0 || comm->size > most_members ? err_corrupt : mqs_ok;
}

int mqs_update_communicator_list(mqs_process *process) {
  struct process *info = info_of(process);
  mqs_taddr_t next = 0;
  int result = mqs_ok;
  info->count = info->at = 0;
  info->is_updated = 1;
  info->queue = -1;
  if (breaks("MQS-08 update") || breaks("MQS-08 stops")) {
    struct copy *const copy = basic->mqs_malloc_fp(sizeof *copy);
    copy->older = breaks("MQS-08 stops") ? info->copies : NULL;
    info->copies = copy;
  }
  if (layouts_of(process)->sees_nothing) return mqs_ok;
  if (breaks("MQS-22") && info->updates++ != 0) return mqs_ok;
  result = fetch_pointer(process, info->list, &next);
  while (result == mqs_ok && next != 0) {
    struct communicator *comm = &info->communicators[info->count];
    comm->address = next;
    result = read_communicator(process, comm, &next);
    if (breaks("MQS-06") && next == comm->address) continue;
    if (breaks("ring") && info->count + 1 == most_communicators) return mqs_ok;
    if (result == mqs_ok && ++info->count == most_communicators) result = err_corrupt;
  }
  if (breaks("obliged") && result == mqs_ok && info->count == 0) {
    memset(&info->communicators[info->count++], 0, sizeof info->communicators[0]);
  }
  if (result != mqs_ok) info->count = 0;
  if (result == mqs_ok && breaks("MQS-32")) {
    memset(&info->communicators[info->count], 0, sizeof info->communicators[0]);
    info->communicators[info->count].address = 999;
    strcpy(info->communicators[info->count++].name, "MPI_COMM_NULL");
  }
  return result;
}

static int *position_of(struct process *info) {
  return breaks("MQS-25") ? &shared_at : &info->at;
}

int mqs_setup_communicator_iterator(mqs_process *process) {
  struct process *info = info_of(process);
  if (breaks("MQS-24 communicators") && !info->is_updated) return mqs_ok;
  info->is_updated = 0;
  if (!breaks("MQS-24") || !info->in_iteration) *position_of(info) = 0;
  if (breaks("MQS-24") && info->in_iteration) *position_of(info) = 1;
  info->in_iteration = 1;
  return info->count == 0 ? mqs_end_of_list : mqs_ok;
}

int mqs_get_communicator(mqs_process *process, mqs_communicator *result) {
  struct process *info = info_of(process);
  int *at = position_of(info);
  struct communicator *comm = &info->communicators[*at], *used = NULL;
  if (breaks("MQS-09 use") && *at < info->count) {
    used = basic->mqs_malloc_fp(sizeof *used);
    memcpy(used, comm, sizeof *used);
    basic->mqs_free_fp(used);
  }
  if (breaks("MQS-20") && *at == info->count) --comm;
  if (*at >= info->count && comm == &info->communicators[*at]) return err_end;
  result->unique_id = breaks("MQS-34") ? 1 : comm->address;
  result->local_rank = used != NULL ? *(volatile int *)&used->rank : comm->rank;
  result->size = comm->size;
  memcpy(result->name, comm->name, sizeof result->name);
  if (breaks("MQS-17")) memset(result->name, 'x', sizeof result->name);
  if (breaks("MQS-23")) ++*at;
  return mqs_ok;
}

#ifndef NO_GROUP
int mqs_get_comm_group(mqs_process *process, int *ranks) {
  struct process *info = info_of(process);
  int at = *position_of(info);
  const struct communicator *comm = &info->communicators[breaks("MQS-23") ? at - 1 : at];
  for (int i = 0; i < comm->size - breaks("MQS-19"); ++i) {
    const mqs_taddr_t address = comm->members + 4 * (mqs_taddr_t)i;
    int *const rank = &ranks[breaks("MQS-36") ? comm->size - 1 - i : i];
    if (breaks("MQS-27 members")) {
      if (info->call->mqs_fetch_data_fp(process, address, 4, rank) != mqs_ok) return err_unreadable;
    } else if (breaks("MQS-14 members")) {
      char raw[4];
      info->call->mqs_fetch_data_fp(process, address, 4, raw);
      info->call->mqs_target_to_host_fp(process, raw, rank, 4);
    } else if (fetch_int(process, address, rank) != mqs_ok) {
      return err_unreadable;
    }
  }
  return mqs_ok;
}
#endif

MPIDBG_EXPORT int mqs_get_global_rank(mqs_process *process) {
  const struct process *info = info_of(process);
  int rank = -1;
  if (info->count == 0 || info->communicators[0].rank < 0) return -1;
  if (info->communicators[0].rank >= info->communicators[0].size) return -1;
  if (fetch_int(process, info->communicators[0].members + 4 * (mqs_taddr_t)info->communicators[0].rank, &rank) !=
      mqs_ok)
    return -1;
  return rank + breaks("MQS-36 process");
}

int mqs_next_communicator(mqs_process *process) {
  struct process *info = info_of(process);
  if (*position_of(info) < info->count) ++*position_of(info);
  if (*position_of(info) < info->count) return mqs_ok;
  info->in_iteration = 0;
  return mqs_end_of_list;
}

/* ---- messages ---- */

int mqs_setup_operation_iterator(mqs_process *process, int queue) {
  struct process *info = info_of(process);
  const int at = *position_of(info) - breaks("MQS-23");
  if (breaks("MQS-24 operations") && queue == info->queue && info->messages_of == (mqs_taddr_t)at) return mqs_ok;
  info->queue = queue;
  info->messages_of = (mqs_taddr_t)at;
  info->message = 0;
  info->messages = 0;
  if (queue == mqs_pending_receives && at >= 0 && at < info->count) info->message = info->communicators[at].receives;
  if (queue == mqs_unexpected_messages) return mqs_no_information;
  if (breaks("MQS-27 queues") && info->sizes.pointer_size != 8) return mqs_no_information;
  if (queue < 0 || queue > mqs_unexpected_messages) return breaks("MQS-21") ? mqs_ok : err_corrupt;
  return mqs_ok;
}

#ifndef NO_NEXT_OPERATION
/* -1 for any source, and for ranks that are none. */
static int fetch_global_rank(mqs_process *process, mqs_tword_t local, mqs_tword_t *global) {
  struct process *info = info_of(process);
  const struct communicator *comm = &info->communicators[info->messages_of];
  int rank = -1;
  const int is_rank = local >= 0 && local < comm->size;
  if (is_rank && fetch_int(process, comm->members + 4 * (mqs_taddr_t)local, &rank) != mqs_ok) return err_unreadable;
  if (is_rank && breaks("MQS-27 global"))
    info->call->mqs_fetch_data_fp(process, comm->members + 4 * (mqs_taddr_t)local, 4, &rank);
  *global = breaks("MQS-36 global") ? local : rank;
  return mqs_ok;
}

int mqs_next_operation(mqs_process *process, mqs_pending_operation *result) {
  struct process *info = info_of(process);
  const struct image *at = layouts_of(process);
  long long length = 0;
  int peer, tag, state, got_peer = 0, got_tag = 0;
  long long got_length = 0;
  mqs_taddr_t next, buffer;
  const int size = breaks("MQS-28") ? info->sizes.size_t_size : info->sizes.pointer_size;
  if (breaks("endless")) return memset(result, 0, sizeof *result), mqs_ok;
  if (info->message == 0) return mqs_end_of_list;
  if (++info->messages > most_messages && !breaks("MQS-15")) return err_corrupt;
  if (fetch_short(process, info->message + at->message_peer, &peer) != mqs_ok ||
      fetch_int(process, info->message + at->message_tag, &tag) != mqs_ok ||
      fetch(process, info->message + at->message_length, size, &length) != mqs_ok ||
      fetch_int(process, info->message + at->message_state, &state) != mqs_ok ||
      fetch_pointer(process, info->message + at->message_buffer, &buffer) != mqs_ok ||
      fetch_pointer(process, info->message + at->message_next, &next) != mqs_ok) {
    return err_unreadable;
  }
  if (state < mqs_st_pending || state > mqs_st_complete) return err_corrupt;
  if (state != mqs_st_pending &&
      (fetch_int(process, info->message + at->message_got_peer, &got_peer) != mqs_ok ||
       fetch_int(process, info->message + at->message_got_tag, &got_tag) != mqs_ok ||
       fetch(process, info->message + at->message_got_length, size, &got_length) != mqs_ok)) {
    return err_unreadable;
  }
  if (breaks("MQS-27 got")) info->call->mqs_fetch_data_fp(process, info->message + at->message_got_tag, 4, &got_tag);
  if (breaks("MQS-27 buffer")) {
    buffer = 0;
    info->call->mqs_fetch_data_fp(process, info->message + at->message_buffer, 4, &buffer);
  }
  if (breaks("MQS-27")) info->call->mqs_fetch_data_fp(process, info->message + at->message_tag, 4, &tag);
  memset(result, 0, sizeof *result);
  result->status = breaks("MQS-35") ? 77 : state;
  result->desired_local_rank = breaks("MQS-18") ? (mqs_tword_t)(unsigned)peer : peer;
  if (fetch_global_rank(process, peer, &result->desired_global_rank) != mqs_ok) return err_unreadable;
  result->buffer = buffer;
  if (state != mqs_st_pending) {
    result->actual_local_rank = got_peer;
    result->actual_tag = got_tag;
    result->actual_length = (mqs_tword_t)got_length;
    if (fetch_global_rank(process, got_peer, &result->actual_global_rank) != mqs_ok) return err_unreadable;
  }
  result->desired_tag = tag;
  result->desired_length = (mqs_tword_t)length;
  info->message = next;
  return mqs_ok;
}
#endif

/* ---- handles: communicators, whose handle is the address, and error handlers, of which there are none ---- */

char mpidbg_dll_is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
char mpidbg_dll_bitness = 8 * sizeof(void *);

#ifndef NO_INIT_ONCE
int mpidbg_init_once(const mqs_basic_callbacks *callbacks) {
  basic = callbacks;
  return MPIDBG_SUCCESS;
}
#endif
int mpidbg_interface_version_compatibility(void) {
  return breaks("HND-01") ? 7 : MPIDBG_INTERFACE_VERSION;
}
int mpidbg_dll_taddr_width(void) {
  return sizeof(mqs_taddr_t);
}
const char *mpidbg_error_string(int code) {
  return breaks("HND-05") && code > 6 ? NULL : "some error";
}
int mpidbg_init_per_image(mqs_image *image, const mqs_image_callbacks *call, struct mpidbg_handle_info_t *types) {
  (void)types;
  return open_image(image, call, family_handles) == mqs_ok ? MPIDBG_SUCCESS : MPIDBG_ERR_NO_MEM;
}
int mpidbg_init_per_process(mqs_process *process, const mqs_process_callbacks *call,
                            struct mpidbg_handle_info_t *types) {
  (void)types;
  return open_process(process, call, family_handles) == mqs_ok ? MPIDBG_SUCCESS : MPIDBG_ERR_NO_MEM;
}
void mpidbg_finalize_per_process(mqs_process *process, mqs_process_info *info) {
  (void)process;
  if (breaks("HND-06")) ((struct process *)info)->list = 0;
  close_process((struct process *)info, family_handles);
}
void mpidbg_finalize_per_image(mqs_image *image, mqs_image_info *info) {
  (void)image;
  if (info != NULL) close_image((struct image *)info, family_handles);
}

const struct mpidbg_name_map_t *mpidbg_name_map(mqs_process *process, enum mpidbg_handle_kind_t kind) {
  static struct mpidbg_name_map_t map[2];
  const struct process *info = info_of(process);
  if (kind != MPIDBG_KIND_COMM || info->count == 0) return NULL;
  map[0].map_name = (char *)"MPI_COMM_WORLD";
  map[0].map_handle = info->communicators[0].address;
  return map;
}

int mpidbg_comm_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                      mqs_process_info *process_info, mqs_taddr_t handle, struct mpidbg_comm_info_t **result) {
  struct process *info = info_of(process);
  const struct communicator *comm = NULL;
  (void)image, (void)image_info, (void)process_info;
  if (result == NULL) return breaks("HND-03") ? MPIDBG_ERR_NOT_FOUND : MPIDBG_ERR_OUT_OF_RANGE;
  for (int i = 0; i < info->count; ++i) {
    if (info->communicators[i].address == handle) comm = &info->communicators[i];
  }
  if (comm == NULL) {
    if (breaks("HND-02")) *result = NULL;
    return MPIDBG_ERR_NOT_FOUND;
  }
  struct mpidbg_comm_info_t *made = basic->mqs_malloc_fp(sizeof *made);
  memset(made, 0, sizeof *made);
  strcpy(made->comm_name, comm->name);
  made->comm_rank = comm->rank;
  made->comm_size = made->comm_num_local_procs = comm->size;
  made->comm_local_procs = basic->mqs_malloc_fp((size_t)comm->size * sizeof *made->comm_local_procs);
  made->comm_c_handle = handle;
  *result = made;
  return MPIDBG_SUCCESS;
}

int mpidbg_errhandler_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                            mqs_process_info *process_info, mqs_taddr_t handle,
                            struct mpidbg_errhandler_info_t **result) {
  (void)image, (void)image_info, (void)process, (void)process_info, (void)handle;
  if (result == NULL) return breaks("HND-03 errhandler") ? MPIDBG_SUCCESS : MPIDBG_ERR_OUT_OF_RANGE;
  if (breaks("HND-02 errhandler")) *result = NULL;
  return MPIDBG_ERR_NOT_FOUND;
}

void mpidbg_free(void *info, enum mpidbg_handle_kind_t kind) {
  struct mpidbg_comm_info_t *made = info;
  (void)kind;
  if (made == NULL) return;
  if (!breaks("HND-04")) basic->mqs_free_fp(made->comm_local_procs);
  basic->mqs_free_fp(made);
}
