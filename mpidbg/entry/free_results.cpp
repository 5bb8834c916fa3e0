// mpidbg_free: one place that knows what belongs to a result.

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/debugger/callbacks.h"

using mpidbg::debugger::release;

namespace {

template <class... Members>
void release_all(Members *...members) {
  (release(members), ...);
}

void free_comm(mpidbg_comm_info_t *info) {
  for (int i = 0; info->comm_attrs != nullptr && i < info->comm_num_attrs; ++i) {
    release_all(info->comm_attrs[i].keyval_name, info->comm_attrs[i].value);
  }
  release_all(info->comm_local_procs, info->comm_remote_procs, info->comm_cart_dims, info->comm_cart_periods,
              info->comm_graph_index, info->comm_graph_edges, info->comm_attrs, info->comm_pending_requests,
              info->comm_derived_windows, info->comm_derived_files, info->comm_full_name, info->comm_cart_coords,
              info->comm_dist_graph_sources, info->comm_dist_graph_source_weights, info->comm_dist_graph_destinations,
              info->comm_dist_graph_destination_weights, info->comm_errhandler_name, info->comm_local_names,
              info->comm_remote_names, info);
}

void free_group(mpidbg_group_info_t *info) {
  release_all(info->gr_procs, info->gr_names, info->gr_comms, info);
}

}  // namespace

extern "C" void mpidbg_free(void *info, enum mpidbg_handle_kind_t kind) {
  if (info == nullptr) return;
  switch (kind) {
    case MPIDBG_KIND_COMM:
      return free_comm(static_cast<mpidbg_comm_info_t *>(info));
    case MPIDBG_KIND_GROUP:
      return free_group(static_cast<mpidbg_group_info_t *>(info));
  }
}
