#include "mqs_shim/records/handles/window.h"

#include "mpidbg/base/limits.h"

namespace mqs_shim {

namespace {

template <class Item>
std::vector<Item> to_items(const Item *items, std::int64_t count) {
  if (items == nullptr) return {};
  return {items, items + bounded(count, mpidbg::limits::group_members)};
}

}  // namespace

void take(const mpidbg_win_info_t &info, WindowRecord &record) {
  record.flags = static_cast<std::uint32_t>(info.wi_bitflags);
  record.name = exact_text(info.wi_name, sizeof info.wi_name);
  record.fortran_handle = info.wi_fortran_handle;
  record.rank = info.wi_rank;
  record.size = info.wi_size;
  record.group = Address(info.wi_group);
  record.communicator = Address(info.wi_comm);
  record.origin_communicator = Address(info.wi_origin_comm);
  record.errhandler = Address(info.wi_errhandler);
  record.errhandler_name = plain_text(info.wi_errhandler_name);
  record.reference_count = info.wi_reference_count;
  record.base = Address(info.wi_base);
  record.bytes = info.wi_bytes;
  record.disp_unit = info.wi_disp_unit;
  record.flavor = info.wi_flavor;
  record.model = info.wi_model;
  record.info = to_info_pairs(info.wi_info_pairs, info.wi_num_info_pairs);
  record.ignored_info = to_info_pairs(info.wi_ignored_info_pairs, info.wi_num_ignored_info_pairs);
  record.attributes = to_attributes(info.wi_attrs, info.wi_attr_values, info.wi_num_attrs);
  record.requests = to_addresses(info.wi_pending_requests, info.wi_num_pending_requests);
  record.component = plain_text(info.wi_component);
  record.sync_problem = plain_text(info.wi_sync_problem);
  record.access = info.wi_access;
  record.start_group = Address(info.wi_start_group);
  record.post_group = Address(info.wi_post_group);
  record.start_peers = to_items(info.wi_start_peers, info.wi_num_start_peers);
  record.post_peers = to_items(info.wi_post_peers, info.wi_num_post_peers);
  record.posters = to_items(info.wi_posters, info.wi_num_posters);
  record.posts_arrived = info.wi_posts_arrived;
  record.completes_arrived = info.wi_completes_arrived;
  record.pending_operations = info.wi_pending_operations;
  record.locks = to_items(info.wi_locks, info.wi_num_locks);
  record.lock_word = info.wi_lock_word;
  record.lock_all_holders = info.wi_num_lock_all_holders;
  record.waiters = to_items(info.wi_waiters, info.wi_num_waiters);
  record.regions = to_items(info.wi_regions, info.wi_num_regions);
  record.last_call = info.wi_last_call;
}

}  // namespace mqs_shim
