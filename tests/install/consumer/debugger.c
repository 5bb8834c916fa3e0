/* Has a process looked at that has no memory, and prints what the plugin says about it. */
#include <mpidbg/abi/msgq_interface.h>
#include <mpidbg/mqs_shim.h>
#include <stdio.h>

static size_t read_nothing(void *context, uint64_t address, void *buffer, size_t size) {
  (void)context, (void)address, (void)buffer, (void)size;
  return 0;
}
static int find_nothing(void *context, const char *name, int is_function, uint64_t *address) {
  (void)context, (void)name, (void)is_function, (void)address;
  return 0;
}

int main(void) {
  mqs_shim_target target = {0};
  char *error = NULL;
  target.struct_size = sizeof target;
  target.pointer_size = 8;
  target.world_rank = -1;
  target.read = read_nothing;
  target.find_symbol = find_nothing;
  mqs_shim_close(mqs_shim_open(&target, NULL, &error));
  if (error == NULL) return MQS_INTERFACE_COMPATIBILITY;
  puts(error);
  mqs_shim_free(error);
  return 0;
}
