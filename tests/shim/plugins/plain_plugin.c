/* A small debug plugin of the plain dialect, and under these macros its faulty relatives:
 *   NO_NEXT_OPERATION  lacks that function          VERSION, WIDTH   other interface version, address width
 *   ENDLESS_COMMUNICATORS, ENDLESS_OPERATIONS       iterators that never end
 *   ALL_DIFFERENT      with both of these: no two communicators and no two operations are alike
 *   PRINTS             writes to stdout and stderr  LEAKS            never frees
 *   ODD_MESSAGE        a message full of % signs    ZERO_EXTENDS     negative numbers, as Open MPI's plugin does
 *   SEVEN_SIZES        is like Open MPI's           MISSING_FIELD    goes on after a field that does not exist
 *   NULL_COMMUNICATOR  lists MPI_COMM_NULL too      SILENT_GROUP     mqs_get_comm_group succeeds without writing
 *   HISTORICAL         answers queries of communicators as the interface of 2007 has them
 * It reads the list of message_t behind message_list: see fake_target.h. */
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/abi/msgq_interface.h"

#ifndef VERSION
#define VERSION MQS_INTERFACE_COMPATIBILITY
#endif
#ifndef WIDTH
#define WIDTH ((int)sizeof(mqs_taddr_t))
#endif

enum { err_no_type = mqs_first_user_code, err_no_symbol, err_unreadable, err_bad_request };

struct image {
  const mqs_image_callbacks *call;
  int next, peer, tag, length;
};

struct process {
  const mqs_process_callbacks *call;
  mqs_target_type_sizes sizes;
  mqs_taddr_t list, at;
  int communicator, queue;
};

static const mqs_basic_callbacks *basic;

#ifdef SEVEN_SIZES
MPIDBG_EXPORT int ompi_fill_in_type_info(void);
int ompi_fill_in_type_info(void) {
  return 0;
}
#endif

void mqs_setup_basic_callbacks(const mqs_basic_callbacks *callbacks) {
  basic = callbacks;
}
char *mqs_version_string(void) {
  return (char *)"plain test plugin";
}
int mqs_version_compatibility(void) {
  return VERSION;
}
int mqs_dll_taddr_width(void) {
  return WIDTH;
}

char *mqs_dll_error_string(int code) {
  static const char *const texts[] = {"a type is missing", "a symbol is missing", "memory is unreadable",
                                      "bad request"};
  if (code >= err_no_type && code <= err_bad_request) return (char *)texts[code - mqs_first_user_code];
  return (char *)"some error";
}

int mqs_setup_image(mqs_image *image, const mqs_image_callbacks *callbacks) {
  struct image *info;
#ifdef PRINTS
  printf("setting up\n");
  fprintf(stderr, "WARNING: something\n");
#endif
  info = basic->mqs_malloc_fp(sizeof *info);
  memset(info, 0, sizeof *info);
  info->call = callbacks;
  basic->mqs_put_image_info_fp(image, (mqs_image_info *)info);
  if (basic->mqs_dprints_fp != NULL) basic->mqs_dprints_fp("image set up");
  return mqs_ok;
}

int mqs_image_has_queues(mqs_image *image, char **message) {
  struct image *info = (struct image *)basic->mqs_get_image_info_fp(image);
  mqs_type *type = info->call->mqs_find_type_fp(image, (char *)"message_t", mqs_lang_c);
  *message = NULL;
#ifdef ODD_MESSAGE
  *message = (char *)"%n in %s and %s, 100%% %d";
  return err_no_type;
#endif
  /* A null address pointer asks whether it exists. */
  if (info->call->mqs_find_function_fp(image, (char *)"main", mqs_lang_c, NULL) != mqs_ok) return err_no_symbol;
  if (type == NULL) {
    *message = (char *)"message_t";
    return err_no_type;
  }
  info->next = info->call->mqs_field_offset_fp(type, (char *)"next");
  info->peer = info->call->mqs_field_offset_fp(type, (char *)"peer");
  info->tag = info->call->mqs_field_offset_fp(type, (char *)"tag");
  info->length = info->call->mqs_field_offset_fp(type, (char *)"length");
#ifdef MISSING_FIELD
  (void)info->call->mqs_field_offset_fp(type, (char *)"gone");
#endif
  return mqs_ok;
}

void mqs_destroy_image_info(mqs_image_info *info) {
#ifndef LEAKS
  basic->mqs_free_fp(info);
#else
  (void)info;
#endif
}

int mqs_setup_process(mqs_process *process, const mqs_process_callbacks *callbacks) {
  mqs_image *image = callbacks->mqs_get_image_fp(process);
  struct image *image_info = (struct image *)basic->mqs_get_image_info_fp(image);
  struct process *info = basic->mqs_malloc_fp(sizeof *info);
  memset(info, 0, sizeof *info);
  info->call = callbacks;
  info->sizes.bool_size = info->sizes.size_t_size = 77;
  image_info->call->mqs_get_type_sizes_fp(process, &info->sizes);
  basic->mqs_put_process_info_fp(process, (mqs_process_info *)info);
  return mqs_ok;
}

int mqs_process_has_queues(mqs_process *process, char **message) {
  struct process *info = (struct process *)basic->mqs_get_process_info_fp(process);
  mqs_image *image = info->call->mqs_get_image_fp(process);
  struct image *image_info = (struct image *)basic->mqs_get_image_info_fp(image);
  *message = NULL;
  return image_info->call->mqs_find_symbol_fp(image, (char *)"message_list", &info->list) == mqs_ok ? mqs_ok
                                                                                                    : err_no_symbol;
}

void mqs_destroy_process_info(mqs_process_info *info) {
#ifndef LEAKS
  basic->mqs_free_fp(info);
#else
  (void)info;
#endif
}

int mqs_update_communicator_list(mqs_process *process) {
  (void)process;
  return mqs_ok;
}

static struct process *info_of(mqs_process *process) {
  return (struct process *)basic->mqs_get_process_info_fp(process);
}

#if defined ALL_DIFFERENT
enum { communicators = INT_MAX };
#elif defined NULL_COMMUNICATOR
enum { communicators = 2 };
#else
enum { communicators = 1 };
#endif

int mqs_setup_communicator_iterator(mqs_process *process) {
  info_of(process)->communicator = 0;
  return mqs_ok;
}

int mqs_get_communicator(mqs_process *process, mqs_communicator *communicator) {
  if (info_of(process)->communicator >= communicators) return err_bad_request;
  communicator->unique_id = 0;
  communicator->local_rank = 0;
  communicator->size = 2;
  strcpy(communicator->name, "MPI_COMM_WORLD");
#ifdef ALL_DIFFERENT
  communicator->unique_id = (mqs_taddr_t)info_of(process)->communicator;
  return mqs_ok;
#endif
  if (info_of(process)->communicator == 1) {
    communicator->unique_id = 2;
    communicator->local_rank = 4294967294;
    communicator->size = 0;
    strcpy(communicator->name, "MPI_COMM_NULL");
  }
  return mqs_ok;
}

int mqs_get_comm_group(mqs_process *process, int *ranks) {
  (void)process;
#ifndef SILENT_GROUP
  ranks[0] = 0;
  ranks[1] = 1;
#else
  (void)ranks;
#endif
  return mqs_ok;
}

int mqs_next_communicator(mqs_process *process) {
#if defined ALL_DIFFERENT
  ++info_of(process)->communicator;
  return mqs_ok;
#elif defined ENDLESS_COMMUNICATORS
  (void)process;
  return mqs_ok;
#else
  return ++info_of(process)->communicator < communicators ? mqs_ok : mqs_end_of_list;
#endif
}

static int fetch(mqs_process *process, mqs_taddr_t address, int size, void *number) {
  char raw[8];
  struct process *info = info_of(process);
  if (info->call->mqs_fetch_data_fp(process, address, size, raw) != mqs_ok) return err_unreadable;
  info->call->mqs_target_to_host_fp(process, raw, number, size);
  return mqs_ok;
}

static int fetch_pointer(mqs_process *process, mqs_taddr_t address, mqs_taddr_t *pointer) {
  unsigned narrow;
  if (info_of(process)->sizes.pointer_size == 8) return fetch(process, address, 8, pointer);
  if (fetch(process, address, 4, &narrow) != mqs_ok) return err_unreadable;
  *pointer = narrow;
  return mqs_ok;
}

int mqs_setup_operation_iterator(mqs_process *process, int queue) {
  struct process *info = info_of(process);
  info->queue = queue;
  if (queue == mqs_unexpected_messages) return mqs_no_information;
  info->at = 0;
  return queue == mqs_pending_receives ? fetch_pointer(process, info->list, &info->at) : mqs_ok;
}

#ifndef NO_NEXT_OPERATION
int mqs_next_operation(mqs_process *process, mqs_pending_operation *operation) {
  struct process *info = info_of(process);
  struct image *image = (struct image *)basic->mqs_get_image_info_fp(info->call->mqs_get_image_fp(process));
  int peer, tag, length;
  if (info->at == 0) return mqs_end_of_list;
  if (fetch(process, info->at + image->peer, 4, &peer) != mqs_ok) return err_unreadable;
  if (fetch(process, info->at + image->tag, 4, &tag) != mqs_ok) return err_unreadable;
  if (fetch(process, info->at + image->length, 4, &length) != mqs_ok) return err_unreadable;
  operation->status = mqs_st_pending;
#ifdef ZERO_EXTENDS
  operation->desired_local_rank = (unsigned)peer;
#else
  operation->desired_local_rank = peer;
#endif
  operation->desired_global_rank = operation->desired_local_rank;
  operation->desired_tag = tag;
  operation->desired_length = length;
  operation->buffer = info->at;
  snprintf(operation->extra_text[0], 64, "type sizes %d %d %d %d %d %d %d", info->sizes.short_size,
           info->sizes.int_size, info->sizes.long_size, info->sizes.long_long_size, info->sizes.pointer_size,
           info->sizes.bool_size, info->sizes.size_t_size);
#ifdef ALL_DIFFERENT
  static int last_tag;
  operation->desired_tag = ++last_tag;
  snprintf(operation->extra_text[0], 64, "the operation with the tag %d", last_tag);
#endif
#ifndef ENDLESS_OPERATIONS
  return fetch_pointer(process, info->at + image->next, &info->at);
#else
  return mqs_ok;
#endif
}
#endif

#ifdef HISTORICAL
/* The struct ends before the members that were appended later; no mpidbg_free, no list, no extension. */
enum { world = 0x4000, size_of_2007 = offsetof(struct mpidbg_comm_info_t, comm_full_name) };

static struct mpidbg_name_map_t map[] = {{(char *)"MPI_COMM_WORLD", world}, {NULL, 0}};
struct mpidbg_name_map_t *mpidbg_comm_name_map = NULL;

int mpidbg_init_once(const mqs_basic_callbacks *callbacks) {
  return callbacks == basic ? MPIDBG_SUCCESS : MPIDBG_ERR_UNAVAILABLE;
}
int mpidbg_init_per_image(mqs_image *image, const mqs_image_callbacks *callbacks, struct mpidbg_handle_info_t *types) {
  return (void)image, (void)callbacks, (void)types, MPIDBG_SUCCESS;
}
int mpidbg_init_per_process(mqs_process *process, const mqs_process_callbacks *callbacks,
                            struct mpidbg_handle_info_t *types) {
  (void)process, (void)callbacks, (void)types;
  mpidbg_comm_name_map = map;
  return MPIDBG_SUCCESS;
}
int mpidbg_comm_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                      mqs_process_info *process_info, mqs_taddr_t handle, struct mpidbg_comm_info_t **result) {
  (void)image, (void)image_info, (void)process, (void)process_info;
  if (handle != world) return MPIDBG_ERR_NOT_FOUND;
  struct mpidbg_comm_info_t *info = basic->mqs_malloc_fp(size_of_2007);
  memset(info, 0, size_of_2007);
  strcpy(info->comm_name, "MPI_COMM_WORLD");
  info->comm_bitflags = MPIDBG_COMM_INFO_PREDEFINED;
  info->comm_rank = 1;
  info->comm_size = info->comm_num_local_procs = 2;
  info->comm_local_procs = basic->mqs_malloc_fp(2 * sizeof *info->comm_local_procs);
  info->comm_local_procs[0].mpi_comm_world_rank = 0;
  info->comm_local_procs[1].mpi_comm_world_rank = 1;
  info->comm_c_handle = handle;
  info->comm_fortran_handle = 0;
  info->comm_num_attrs = 1;
  info->comm_attrs = basic->mqs_malloc_fp(sizeof *info->comm_attrs);
  info->comm_attrs[0].keyval = 0;
  info->comm_attrs[0].keyval_name = NULL;
  info->comm_attrs[0].value = strcpy(basic->mqs_malloc_fp(8), "32767");
  *result = info;
  return MPIDBG_SUCCESS;
}
int mpidbg_comm_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process, mqs_process_info *process_info,
                    mqs_taddr_t index, mqs_taddr_t *handle) {
  (void)image, (void)image_info, (void)process, (void)process_info;
  if (index != 0) return MPIDBG_ERR_OUT_OF_RANGE;
  *handle = world;
  return MPIDBG_SUCCESS;
}
#endif
