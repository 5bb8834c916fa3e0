/* A small plugin of the extended dialect; with OUTLINES one that has outlines of communicators and 4-byte handles.
 * MPI_COMM_WORLD has the messages behind message_list (see fake_target.h) as unexpected ones; a second communicator is
 * in the table of handles only; one group. */
#include <stdlib.h>
#include <string.h>

#include "mpidbg/abi/queue_details_interface.h"

struct image {
  const mqs_image_callbacks *call;
  int references;
  int next, peer, tag, length;
};

struct process {
  const mqs_process_callbacks *call;
  int references;
  mqs_taddr_t list, at;
  int queue, at_end;
};

/* How many communicators it lists, all of them MPI_COMM_WORLD; 0: as it is said above. For tests to write. */
MPIDBG_EXPORT int extended_plugin_listed;

enum { world = 0x4000, internal = 0x5000, group = 0x6000, null_comm = 0x7000 };

#ifndef EXT_VERSION
#define EXT_VERSION MPIDBG_EXT_VERSION
#endif

/* How often the queries ran, for tests to read and reset. */
MPIDBG_EXPORT struct { int communicators, outlines, groups; } extended_plugin_calls;

static const mqs_basic_callbacks *basic;
char mpidbg_dll_is_big_endian = 0;
char mpidbg_dll_bitness = 8 * sizeof(void *);

static struct image *image_of(mqs_image *image) {
  return (struct image *)basic->mqs_get_image_info_fp(image);
}
static struct process *info_of(mqs_process *process) {
  return (struct process *)basic->mqs_get_process_info_fp(process);
}

void mqs_setup_basic_callbacks(const mqs_basic_callbacks *callbacks) {
  basic = callbacks;
}
char *mqs_version_string(void) {
  return (char *)"extended test plugin";
}
int mqs_version_compatibility(void) {
  return MQS_INTERFACE_COMPATIBILITY;
}
int mqs_dll_taddr_width(void) {
  return sizeof(mqs_taddr_t);
}
char *mqs_dll_error_string(int code) {
  return (char *)(code < mqs_first_user_code ? "historical" : "user code");
}

int mqs_setup_image(mqs_image *image, const mqs_image_callbacks *call) {
  struct image *info = image_of(image);
  mqs_type *type = call->mqs_find_type_fp(image, (char *)"message_t", mqs_lang_c);
  if (type == NULL) return mqs_first_user_code;
  if (info == NULL) {
    info = basic->mqs_malloc_fp(sizeof *info);
    memset(info, 0, sizeof *info);
    basic->mqs_put_image_info_fp(image, (mqs_image_info *)info);
  }
  info->references++;
  info->call = call;
  info->next = call->mqs_field_offset_fp(type, (char *)"next");
  info->peer = call->mqs_field_offset_fp(type, (char *)"peer");
  info->tag = call->mqs_field_offset_fp(type, (char *)"tag");
  info->length = call->mqs_field_offset_fp(type, (char *)"length");
  (void)call->mqs_field_offset_fp(type, (char *)"field_of_another_version");
  return mqs_ok;
}
int mqs_image_has_queues(mqs_image *image, char **message) {
  return (void)image, *message = NULL, mqs_ok;
}
void mqs_destroy_image_info(mqs_image_info *opaque) {
  struct image *info = (struct image *)opaque;
  if (--info->references == 0) basic->mqs_free_fp(info);
}
int mqs_setup_process(mqs_process *process, const mqs_process_callbacks *call) {
  struct process *info = info_of(process);
  mqs_image *image = call->mqs_get_image_fp(process);
  if (info == NULL) {
    info = basic->mqs_malloc_fp(sizeof *info);
    memset(info, 0, sizeof *info);
    basic->mqs_put_process_info_fp(process, (mqs_process_info *)info);
  }
  info->references++;
  info->call = call;
  return image_of(image)->call->mqs_find_symbol_fp(image, (char *)"message_list", &info->list);
}
int mqs_process_has_queues(mqs_process *process, char **message) {
  return (void)process, *message = NULL, mqs_ok;
}
void mqs_destroy_process_info(mqs_process_info *opaque) {
  struct process *info = (struct process *)opaque;
  if (--info->references == 0) basic->mqs_free_fp(info);
}
int mqs_update_communicator_list(mqs_process *process) {
  return (void)process, mqs_ok;
}
int mqs_setup_communicator_iterator(mqs_process *process) {
  return info_of(process)->at_end = 0, mqs_ok;
}
int mqs_get_communicator(mqs_process *process, mqs_communicator *communicator) {
  if (info_of(process)->at_end) return mqs_end_of_list;
  communicator->unique_id = 0;
  communicator->local_rank = 1;
  communicator->size = 2;
  strcpy(communicator->name, "MPI_COMM_WORLD");
  return mqs_ok;
}
int mqs_next_communicator(mqs_process *process) {
  return info_of(process)->at_end = 1, mqs_end_of_list;
}
int mqs_setup_operation_iterator(mqs_process *process, int queue) {
  return (void)process, (void)queue, mqs_no_information;
}
int mqs_next_operation(mqs_process *process, mqs_pending_operation *operation) {
  return (void)process, (void)operation, mqs_end_of_list;
}

static int fetch(mqs_process *process, mqs_taddr_t address, int size, void *number) {
  char raw[8];
  struct process *info = info_of(process);
  int code = info->call->mqs_fetch_data_fp(process, address, size, raw);
  if (code == mqs_ok) info->call->mqs_target_to_host_fp(process, raw, number, size);
  return code;
}

int mpidbg_process_query(mqs_process *process, struct mpidbg_process_info_t *info) {
  int rank = info_of(process)->call->mqs_get_global_rank_fp(process);
  if (info->struct_size < sizeof *info) return mqs_no_information;
  if (rank == -8) return MPIDBG_ERR_NOT_FOUND;
  info->mpi_state = rank == -7 ? MPIDBG_MPI_NOT_INITIALIZED : MPIDBG_MPI_INITIALIZED;
  strcpy(info->library, "Test MPI 1.0");
  strcpy(info->point_to_point, "tp1");
  strcpy(info->layout_source, "the test");
  info->world_rank = rank;
  info->world_size = 2;
  strcpy(info->queue_problem[MPIDBG_QUEUE_SENDS], "sends are hidden");
#ifdef OUTLINES
  info->handle_width[MPIDBG_KIND_COMM] = 4;
#endif
  return mqs_ok;
}
int mpidbg_setup_operation_iterator(mqs_process *process, int queue) {
  struct process *info = info_of(process);
  info->queue = queue;
  info->at = 0;
  if (queue == MPIDBG_QUEUE_SENDS) return mqs_no_information;
  return queue == MPIDBG_QUEUE_UNEXPECTED ? fetch(process, info->list, 8, &info->at) : mqs_ok;
}
int mpidbg_next_operation(mqs_process *process, struct mpidbg_operation_info_t *operation) {
  struct process *info = info_of(process);
  struct image *image = image_of(info->call->mqs_get_image_fp(process));
  int length = 0;
  mqs_taddr_t at = info->at;
  if (at == 0) return mqs_end_of_list;
  if (fetch(process, at + image->peer, 4, &operation->comm_rank) != mqs_ok ||
      fetch(process, at + image->tag, 4, &operation->tag) != mqs_ok ||
      fetch(process, at + image->length, 4, &length) != mqs_ok ||
      fetch(process, at + image->next, 8, &info->at) != mqs_ok) {
    return mqs_first_user_code;
  }
  operation->queue = info->queue;
  operation->world_rank = operation->comm_rank;
  operation->bytes = operation->bytes_done = length;
  operation->protocol = MPIDBG_PROTOCOL_EAGER;
  operation->record = at;
  operation->sequence = operation->tag;
  operation->sender_record = operation->tag == 1099 ? 0x77000 : 0;
  strcpy(operation->datatype_name, "MPI_INT");
  return mqs_ok;
}
mqs_taddr_t mpidbg_current_comm(mqs_process *process) {
  return (void)process, world;
}

int mpidbg_ext_version(void) {
  return EXT_VERSION;
}
int mpidbg_init_once(const mqs_basic_callbacks *callbacks) {
  return basic = callbacks, MPIDBG_SUCCESS;
}
int mpidbg_init_per_image(mqs_image *image, const mqs_image_callbacks *call, struct mpidbg_handle_info_t *types) {
  (void)types;
  return mqs_setup_image(image, call) == mqs_ok ? MPIDBG_SUCCESS : MPIDBG_ERR_NOT_SUPPORTED;
}
void mpidbg_finalize_per_image(mqs_image *image, mqs_image_info *info) {
  (void)image, mqs_destroy_image_info(info);
}
int mpidbg_init_per_process(mqs_process *process, const mqs_process_callbacks *call,
                            struct mpidbg_handle_info_t *types) {
  (void)types;
  return mqs_setup_process(process, call) == mqs_ok ? MPIDBG_SUCCESS : MPIDBG_ERR_NOT_SUPPORTED;
}
void mpidbg_finalize_per_process(mqs_process *process, mqs_process_info *info) {
  (void)process, mqs_destroy_process_info(info);
}
int mpidbg_comm_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                      mqs_process_info *process_info, mqs_taddr_t handle, struct mpidbg_comm_info_t **result) {
  struct mpidbg_comm_info_t *info;
  (void)image, (void)image_info, (void)process, (void)process_info;
  extended_plugin_calls.communicators++;
  if (handle != world && handle != internal && handle != null_comm) return MPIDBG_ERR_NOT_FOUND;
  info = basic->mqs_malloc_fp(sizeof *info);
  memset(info, 0, sizeof *info);
  strcpy(info->comm_name, handle == world ? "MPI_COMM_WORLD" : "inner");
  info->comm_bitflags = handle == world ? MPIDBG_COMM_INFO_PREDEFINED : MPIDBG_COMM_INFO_INTERNAL;
  if (handle == null_comm) info->comm_bitflags = MPIDBG_COMM_INFO_COMM_NULL;
  info->comm_rank = 1;
  info->comm_size = info->comm_num_local_procs = 2;
  info->comm_local_procs = basic->mqs_malloc_fp(2 * sizeof *info->comm_local_procs);
  info->comm_local_procs[0].mpi_comm_world_rank = 0;
  info->comm_local_procs[1].mpi_comm_world_rank = 1;
  info->comm_context_id = handle == world ? 0 : 9;
  info->comm_cart_num_dims = 4; /* not Cartesian: means nothing */
  *result = info;
  return MPIDBG_SUCCESS;
}
#ifdef OUTLINES
int mpidbg_communicator_outline(mqs_process *process, mqs_taddr_t handle,
                                struct mpidbg_communicator_outline_t *outline) {
  (void)process;
  extended_plugin_calls.outlines++;
  if (handle != world && handle != internal) return MPIDBG_ERR_NOT_FOUND;
  strcpy(outline->name, handle == world ? "MPI_COMM_WORLD" : "inner");
  outline->flags = handle == world ? MPIDBG_COMM_INFO_PREDEFINED : MPIDBG_COMM_INFO_INTERNAL;
  outline->context_id = handle == world ? 0 : 9;
  outline->rank = 1;
  outline->size = 2;
  return MPIDBG_SUCCESS;
}
#endif
int mpidbg_group_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                       mqs_process_info *process_info, mqs_taddr_t handle, struct mpidbg_group_info_t **result) {
  struct mpidbg_group_info_t *info = basic->mqs_malloc_fp(sizeof *info);
  (void)image, (void)image_info, (void)process, (void)process_info, (void)handle;
  extended_plugin_calls.groups++;
  memset(info, 0, sizeof *info);
  info->gr_size = 2147483647; /* without an array */
  info->gr_rank = 1;
  *result = info;
  return MPIDBG_SUCCESS;
}
int mpidbg_comm_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process, mqs_process_info *process_info,
                     int *count, mqs_taddr_t **handles) {
  (void)image, (void)image_info, (void)process, (void)process_info;
  if (extended_plugin_listed != 0) {
    *count = extended_plugin_listed;
    *handles = basic->mqs_malloc_fp((size_t)*count * sizeof **handles);
    for (int i = 0; i < *count; ++i) (*handles)[i] = world;
    return MPIDBG_SUCCESS;
  }
  *count = 3;
  *handles = basic->mqs_malloc_fp(3 * sizeof **handles);
  (*handles)[0] = world;
  (*handles)[1] = internal;
  (*handles)[2] = 0xdead;
  return MPIDBG_SUCCESS;
}
int mpidbg_group_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                      mqs_process_info *process_info, int *count, mqs_taddr_t **handles) {
  (void)image, (void)image_info, (void)process, (void)process_info;
  *count = 1;
  *handles = basic->mqs_malloc_fp(sizeof **handles);
  (*handles)[0] = group;
  return MPIDBG_SUCCESS;
}
void mpidbg_free(void *info, enum mpidbg_handle_kind_t kind) {
  if (info == NULL) return;
  if (kind == MPIDBG_KIND_COMM) basic->mqs_free_fp(((struct mpidbg_comm_info_t *)info)->comm_local_procs);
  basic->mqs_free_fp(info);
}
const char *mpidbg_error_string(int code) {
  return code == MPIDBG_ERR_NOT_FOUND ? "no such object" : "other";
}
