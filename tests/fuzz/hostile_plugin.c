/* A plugin whose answers are the bytes of an input: result codes, numbers, texts without an end. It loads as any other,
 * keeps to the interface's types, and is right in nothing else. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mpidbg/abi/msgq_interface.h"

/* What the answers are made of; at the end zeros, which end every list. */
MPIDBG_EXPORT struct {
  const uint8_t *at;
  size_t left;
} hostile_plugin_input;

static const mqs_basic_callbacks *basic;

static void fill(void *answer, size_t size) {
  const size_t there = size < hostile_plugin_input.left ? size : hostile_plugin_input.left;
  memset(answer, 0, size);
  if (there != 0) memcpy(answer, hostile_plugin_input.at, there);
  hostile_plugin_input.at += there;
  hostile_plugin_input.left -= there;
}

static int code(int at_the_end) {
  static const int codes[] = {mqs_ok, mqs_ok, mqs_ok, mqs_ok, mqs_no_information, mqs_end_of_list, 100, -1};
  uint8_t byte;
  if (hostile_plugin_input.left == 0) return at_the_end;
  fill(&byte, sizeof byte);
  return codes[byte % 8];
}

void mqs_setup_basic_callbacks(const mqs_basic_callbacks *callbacks) {
  basic = callbacks;
}
char *mqs_version_string(void) {
  return (char *)"hostile plugin";
}
int mqs_version_compatibility(void) {
  return MQS_INTERFACE_COMPATIBILITY;
}
int mqs_dll_taddr_width(void) {
  return sizeof(mqs_taddr_t);
}
char *mqs_dll_error_string(int result) {
  return result % 2 == 0 ? NULL : (char *)"\033]0;gone\007\n\n%n%s";
}

int mqs_setup_image(mqs_image *image, const mqs_image_callbacks *call) {
  uint8_t name[16];
  fill(name, sizeof name - 1);
  name[sizeof name - 1] = 0;
  call->mqs_find_type_fp(image, (char *)name, (mqs_lang_code)name[0]);
  const int result = code(mqs_ok);
  if (result == mqs_ok) basic->mqs_put_image_info_fp(image, (mqs_image_info *)basic->mqs_malloc_fp(1));
  return result;
}
int mqs_image_has_queues(mqs_image *image, char **message) {
  (void)image;
  *message = NULL;
  return code(mqs_ok);
}
void mqs_destroy_image_info(mqs_image_info *info) {
  basic->mqs_free_fp(info);
}

static const mqs_process_callbacks *process_call;

int mqs_setup_process(mqs_process *process, const mqs_process_callbacks *call) {
  process_call = call;
  const int result = code(mqs_ok);
  if (result == mqs_ok) basic->mqs_put_process_info_fp(process, (mqs_process_info *)basic->mqs_malloc_fp(1));
  return result;
}
int mqs_process_has_queues(mqs_process *process, char **message) {
  (void)process;
  *message = (char *)"a message\x1b[2J";
  return code(mqs_ok);
}
void mqs_destroy_process_info(mqs_process_info *info) {
  basic->mqs_free_fp(info);
}

int mqs_update_communicator_list(mqs_process *process) {
  struct {
    mqs_taddr_t address;
    int16_t size;
  } wanted;
  uint8_t bytes[64];
  fill(&wanted, sizeof wanted);
  if (wanted.size <= (int)sizeof bytes) process_call->mqs_fetch_data_fp(process, wanted.address, wanted.size, bytes);
  return code(mqs_ok);
}
int mqs_setup_communicator_iterator(mqs_process *process) {
  (void)process;
  return code(mqs_end_of_list);
}
int mqs_get_communicator(mqs_process *process, mqs_communicator *communicator) {
  (void)process;
  fill(communicator, sizeof *communicator);
  return code(mqs_no_information);
}
int mqs_next_communicator(mqs_process *process) {
  (void)process;
  return code(mqs_end_of_list);
}
int mqs_get_comm_group(mqs_process *process, int *ranks) {
  (void)process;
  fill(ranks, sizeof *ranks);
  return code(mqs_no_information);
}
int mqs_setup_operation_iterator(mqs_process *process, int queue) {
  (void)process, (void)queue;
  return code(mqs_no_information);
}
int mqs_next_operation(mqs_process *process, mqs_pending_operation *operation) {
  (void)process;
  fill(operation, sizeof *operation);
  return code(mqs_end_of_list);
}
int mqs_get_global_rank(mqs_process *process) {
  int rank;
  (void)process;
  fill(&rank, sizeof rank);
  return rank;
}
int mqs_get_comm_coll_state(mqs_process *process, int operation, int *sequence, int *active) {
  (void)process, (void)operation;
  fill(sequence, sizeof *sequence);
  fill(active, sizeof *active);
  return code(mqs_no_information);
}
