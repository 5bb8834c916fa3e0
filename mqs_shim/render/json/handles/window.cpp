// This file writes one window as JSON ($defs/window in mpidbg.schema.json).

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/terms/window_terms.h"

namespace mqs_shim {

namespace {

void number_if(JsonWriter &json, const char *key, bool known, std::int64_t number) {
  json.key(key);
  known ? json.number(number) : json.null();
}

void write_memory(JsonWriter &json, const WindowRecord &window) {
  json.key("memory");
  if (!window.has(MPIDBG_WIN_INFO_MEMORY_KNOWN)) return json.null();
  json.begin_object();
  json.key("base").address(window.base);
  json.key("bytes").number(window.bytes);
  json.key("disp_unit").number(window.disp_unit);
  json.key("flavor").string(flavor_term(window.flavor));
  json.key("model").string(memory_model_term(window.model));
  json.end_object();
}

void write_peers(JsonWriter &json, const char *key, const std::vector<mpidbg_win_peer_t> &peers) {
  json.key(key).begin_array();
  for (const mpidbg_win_peer_t &peer : peers) {
    json.begin_object();
    json.key("rank").number_or_null(peer.rank);
    json.key("world_rank").number_or_null(peer.mpi_comm_world_rank);
    json.end_object();
  }
  json.end_array();
}

void write_lock_word(JsonWriter &json, const mpidbg_win_lock_word_t &word) {
  if (word.known == 0) return json.null();
  json.begin_object();
  json.key("exclusive").boolean(word.exclusive != 0);
  json.key("shared").number(word.shared);
  json.key("waiting").number_or_null(word.waiting);
  json.end_object();
}

void write_locks(JsonWriter &json, const WindowRecord &window) {
  json.key("locks").begin_array();
  for (const mpidbg_win_lock_t &lock : window.locks) {
    json.begin_object();
    json.key("target").number_or_null(lock.target);
    json.key("type");
    lock.type == MPIDBG_WIN_LOCK_UNKNOWN ? json.null() : json.string(lock_type_term(lock.type));
    json.key("state").string(lock_state_term(lock.state));
    json.key("nocheck").boolean(lock.nocheck != 0);
    json.key("at_target");
    write_lock_word(json, lock.at_target);
    json.end_object();
  }
  json.end_array();
}

void write_waiters(JsonWriter &json, const WindowRecord &window) {
  json.key("waiters").begin_array();
  for (const mpidbg_win_waiter_t &waiter : window.waiters) {
    json.begin_object();
    json.key("rank").number(waiter.rank);
    json.key("type").string(lock_type_term(waiter.type));
    json.end_object();
  }
  json.end_array();
}

void write_synchronisation(JsonWriter &json, const WindowRecord &window) {
  json.key("synchronization");
  if (!window.has(MPIDBG_WIN_INFO_SYNC_KNOWN)) return json.null();
  json.begin_object();
  json.key("access").string(access_term(window.access));
  json.key("fence_known").boolean(window.has(MPIDBG_WIN_INFO_FENCE_KNOWN));
  json.key("communicated").boolean(window.has(MPIDBG_WIN_INFO_COMMUNICATED));
  json.key("lock_all_inferred").boolean(window.has(MPIDBG_WIN_INFO_LOCK_ALL_INFERRED));
  json.key("no_locks").boolean(window.has(MPIDBG_WIN_INFO_NO_LOCKS));
  json.key("start_group").address(window.start_group);
  write_peers(json, "start_peers", window.start_peers);
  number_if(json, "posts_arrived", window.has(MPIDBG_WIN_INFO_POSTS_COUNTED), window.posts_arrived);
  write_locks(json, window);
  number_if(json, "pending_operations", window.has(MPIDBG_WIN_INFO_OPERATIONS_COUNTED), window.pending_operations);
  json.key("post_group").address(window.post_group);
  write_peers(json, "post_peers", window.post_peers);
  number_if(json, "completes_arrived", window.has(MPIDBG_WIN_INFO_COMPLETES_COUNTED), window.completes_arrived);
  json.key("posters_known").boolean(window.has(MPIDBG_WIN_INFO_POSTERS_KNOWN));
  write_peers(json, "posters", window.posters);
  json.key("lock");
  write_lock_word(json, window.lock_word);
  json.key("lock_all_holders").number_or_null(window.lock_all_holders);
  write_waiters(json, window);
  json.key("last_call_inferred");
  window.has(MPIDBG_WIN_INFO_LAST_CALL_INFERRED) ? json.string(window_call_term(window.last_call)) : json.null();
  json.end_object();
}

void write_regions(JsonWriter &json, const WindowRecord &window) {
  json.key("regions");
  if (!window.has(MPIDBG_WIN_INFO_REGIONS_KNOWN)) return json.null();
  json.begin_array();
  for (const mpidbg_win_region_t &region : window.regions) {
    json.begin_object();
    json.key("base").address(Address(region.base));
    json.key("bytes").number(static_cast<std::int64_t>(region.bytes));
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_json(JsonWriter &json, const ProcessReport &report, const WindowRecord &window, const RenderOptions &) {
  json.begin_object();
  write_handle_head(json, window);
  json.key("freed_by_application").boolean(window.has(MPIDBG_WIN_INFO_FREED_HANDLE));
  json.key("freed_by_library").boolean(window.has(MPIDBG_WIN_INFO_FREED_OBJECT));
  json.key("rank").number_or_null(window.rank);
  json.key("size").number_or_null(window.size);
  json.key("group").address(window.group);
  json.key("communicator").address(window.communicator);
  json.key("origin_communicator_inferred").address(window.origin_communicator);
  json.key("errhandler").address(window.errhandler);
  json.key("errhandler_name").string_or_null(window.errhandler_name);
  json.key("reference_count").number_or_null(window.reference_count);
  write_memory(json, window);
  write_hints(json, window.has(MPIDBG_WIN_INFO_HINTS), window.info, window.ignored_info);
  json.key("attributes");
  window.has(MPIDBG_WIN_INFO_ATTRIBUTES_KNOWN) ? write_attributes(json, report, window.attributes) : json.null();
  json.key("requests");
  write_handles(json, window.requests);
  json.key("component").string_or_null(window.component);
  json.key("component_inferred").boolean(window.has(MPIDBG_WIN_INFO_COMPONENT_INFERRED));
  json.key("synchronization_problem").string_or_null(window.sync_problem);
  write_synchronisation(json, window);
  write_regions(json, window);
  json.end_object();
}

}  // namespace mqs_shim
