/* Prints "struct size" and "struct.member offset size" for everything in mqs_shim.h, which ctypes_test.py compares with
 * what GDB's Python has. */
#include <stdio.h>

#include "mqs_shim/mqs_shim.h"

#define SIZE(type) printf(#type " %zu\n", sizeof(type))
#define MEMBER(type, member) printf(#type "." #member " %zu %zu\n", offsetof(type, member), sizeof(((type *)0)->member))

int main(void) {
  printf("version %d\n", MQS_SHIM_VERSION);
  SIZE(mqs_shim_target);
  MEMBER(mqs_shim_target, struct_size);
  MEMBER(mqs_shim_target, pointer_size);
  MEMBER(mqs_shim_target, big_endian);
  MEMBER(mqs_shim_target, world_rank);
  MEMBER(mqs_shim_target, pid);
  MEMBER(mqs_shim_target, name);
  MEMBER(mqs_shim_target, host);
  MEMBER(mqs_shim_target, context);
  MEMBER(mqs_shim_target, read);
  MEMBER(mqs_shim_target, find_symbol);
  MEMBER(mqs_shim_target, find_type);
  MEMBER(mqs_shim_target, field_offset);
  MEMBER(mqs_shim_target, build_id_of);
  MEMBER(mqs_shim_target, private_memory);
  MEMBER(mqs_shim_target, symbol_at);
  MEMBER(mqs_shim_target, is_core);
  MEMBER(mqs_shim_target, reserved);
  MEMBER(mqs_shim_target, field_type);
  SIZE(mqs_shim_options);
  MEMBER(mqs_shim_options, struct_size);
  MEMBER(mqs_shim_options, tells_of_moves);
  MEMBER(mqs_shim_options, plugin);
  MEMBER(mqs_shim_options, plugin_safe_path);
  MEMBER(mqs_shim_options, image_name);
  SIZE(mqs_shim_render_options);
  MEMBER(mqs_shim_render_options, struct_size);
  MEMBER(mqs_shim_render_options, all);
  MEMBER(mqs_shim_render_options, verbose);
  MEMBER(mqs_shim_render_options, color);
  MEMBER(mqs_shim_render_options, communicator);
  MEMBER(mqs_shim_render_options, ranks);
  MEMBER(mqs_shim_render_options, has_tag);
  MEMBER(mqs_shim_render_options, tag);
  MEMBER(mqs_shim_render_options, each);
  MEMBER(mqs_shim_render_options, one_dash);
  SIZE(mqs_shim_statistics);
  MEMBER(mqs_shim_statistics, struct_size);
  MEMBER(mqs_shim_statistics, reserved);
  MEMBER(mqs_shim_statistics, reads);
  MEMBER(mqs_shim_statistics, hits);
  MEMBER(mqs_shim_statistics, round_trips);
  MEMBER(mqs_shim_statistics, bytes);
  MEMBER(mqs_shim_statistics, live_allocations);
  SIZE(mqs_shim_frame);
  MEMBER(mqs_shim_frame, function);
  MEMBER(mqs_shim_frame, stack_pointer);
  MEMBER(mqs_shim_frame, file);
  MEMBER(mqs_shim_frame, module);
  MEMBER(mqs_shim_frame, offset);
  MEMBER(mqs_shim_frame, line);
  MEMBER(mqs_shim_frame, inlined);
  MEMBER(mqs_shim_frame, preserved);
  MEMBER(mqs_shim_frame, preserved_count);
  MEMBER(mqs_shim_frame, reserved);
  SIZE(mqs_shim_thread);
  MEMBER(mqs_shim_thread, struct_size);
  MEMBER(mqs_shim_thread, frame_count);
  MEMBER(mqs_shim_thread, frames);
  MEMBER(mqs_shim_thread, register_count);
  MEMBER(mqs_shim_thread, reserved);
  MEMBER(mqs_shim_thread, registers);
  MEMBER(mqs_shim_thread, frame_size);
  MEMBER(mqs_shim_thread, reserved_2);
  MEMBER(mqs_shim_thread, tid);
  MEMBER(mqs_shim_thread, name);
  MEMBER(mqs_shim_thread, problem);
  SIZE(mqs_shim_facts);
  MEMBER(mqs_shim_facts, struct_size);
  MEMBER(mqs_shim_facts, world_rank);
  MEMBER(mqs_shim_facts, world_size);
  MEMBER(mqs_shim_facts, mpi_state);
  MEMBER(mqs_shim_facts, local_job);
  MEMBER(mqs_shim_facts, blocked_count);
  MEMBER(mqs_shim_facts, blocked_in);
  MEMBER(mqs_shim_facts, library);
  MEMBER(mqs_shim_facts, point_to_point);
  MEMBER(mqs_shim_facts, problem);
  SIZE(mqs_shim_object);
  MEMBER(mqs_shim_object, struct_size);
  MEMBER(mqs_shim_object, reserved);
  MEMBER(mqs_shim_object, handle);
  MEMBER(mqs_shim_object, name);
  MEMBER(mqs_shim_object, line);
  SIZE(mqs_shim_job_facts);
  MEMBER(mqs_shim_job_facts, struct_size);
  MEMBER(mqs_shim_job_facts, process_count);
  MEMBER(mqs_shim_job_facts, launch_count);
  MEMBER(mqs_shim_job_facts, mismatch_count);
  MEMBER(mqs_shim_job_facts, missing_count);
  MEMBER(mqs_shim_job_facts, reserved);
  MEMBER(mqs_shim_job_facts, missing);
  return 0;
}
