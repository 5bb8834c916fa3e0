// This file writes one window as JSON.

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/terms/window_terms.h"
#include "mqs_shim/render/wording/handles/window_state.h"

namespace mqs_shim {

namespace {

void write_memory(JsonWriter &json, const WindowRecord &window) {
  json.key("base", "Null for a dynamic window, and for one without memory.").address_or_null(window.base);
  json.key("bytes").number(window.bytes);
  json.key("disp_unit").number(window.disp_unit);
  json.key("flavor").term(flavor_term, window.flavor);
  json.key("model").term(memory_model_term, window.model);
}

void write_peers(JsonWriter &json, const std::vector<mpidbg_win_peer_t> &peers) {
  const auto write = [&](const mpidbg_win_peer_t &peer) {
    json.object([&] {
      json.key("rank", "In the window; null: not in it.").natural_or_null(peer.rank);
      json.key("world_rank").natural_or_null(peer.mpi_comm_world_rank);
    });
  };
  json.definition("window_peers", "Members of a group of a window.", [&] { json.list(peers, write); });
}

void write_lock_word(JsonWriter &json, const mpidbg_win_lock_word_t &word) {
  const auto write = [&] {
    json.key("exclusive", "Somebody holds it for exclusive access.").boolean(word.exclusive != 0);
    json.key("shared", "How many hold it for shared access.").natural(word.shared);
    json.key("waiting", "How many wait for it; null if that is not kept.").natural_or_null(word.waiting);
  };
  json.if_known(word.known != 0, [&] {
    json.definition("window_lock", "The lock of one process's memory in a window.", [&] { json.object(write); });
  });
}

void write_locks(JsonWriter &json, const WindowRecord &window) {
  json.key("locks", "Locks of MPI_Win_lock and MPI_Win_lock_all that this process holds or wants, by target.")
      .list(window.locks, [&](const mpidbg_win_lock_t &lock) {
        json.object([&] {
          json.key("target", "Rank in the window; null: all, by MPI_Win_lock_all.").natural_or_null(lock.target);
          json.key("type", "null: not kept.").if_known(lock.type != MPIDBG_WIN_LOCK_UNKNOWN, [&] {
            json.term(lock_type_term, lock.type);
          });
          json.key("state").term(lock_state_term, lock.state);
          json.key("nocheck", "MPI_MODE_NOCHECK was given.").boolean(lock.nocheck != 0);
          json.key("at_target", "The lock of the target's memory; null if it cannot be seen from here.");
          write_lock_word(json, lock.at_target);
        });
      });
}

void write_waiters(JsonWriter &json, const WindowRecord &window) {
  json.key("waiters", "Who waits for the lock of this process's memory, where that is kept.")
      .list(window.waiters, [&](const mpidbg_win_waiter_t &waiter) {
        json.object([&] {
          json.key("rank").natural(waiter.rank);
          json.key("type").term(lock_type_term, waiter.type);
        });
      });
}

void write_synchronisation(JsonWriter &json, const ProcessReport &report, const WindowRecord &window) {
  json.key("access",
           "The epoch of this process as origin. Null if a thread is in a call that opens one and the library notes it "
           "only when the call returns.")
      .if_known(opening_call(report, window).empty(), [&] { json.term(access_term, window.access); });
  json.key("fence_known", "Whether fence epochs are kept: if not, access none may be one.")
      .boolean(window.has(MPIDBG_WIN_INFO_FENCE_KNOWN));
  json.key("communicated", "There was communication in the fence epoch.")
      .boolean(window.has(MPIDBG_WIN_INFO_COMMUNICATED));
  json.key("lock_all_inferred", "Access lock_all is a conclusion: every rank is locked.")
      .boolean(window.has(MPIDBG_WIN_INFO_LOCK_ALL_INFERRED));
  json.key("no_locks", "The window was made with the hint no_locks.").boolean(window.has(MPIDBG_WIN_INFO_NO_LOCKS));
  json.key("start_group", "The group of MPI_Win_start; null if not started.").address_or_null(window.start_group);
  json.key("start_peers", "Its members.");
  write_peers(json, window.start_peers);
  json.key("posts_arrived", "How many of them have called MPI_Win_post; null if not kept.")
      .natural_if(window.has(MPIDBG_WIN_INFO_POSTS_COUNTED), window.posts_arrived);
  write_locks(json, window);
  json.key("pending_operations", "Started by this process and not known to be complete; null if not kept.")
      .natural_if(window.has(MPIDBG_WIN_INFO_OPERATIONS_COUNTED), window.pending_operations);
  json.key("post_group", "The group of MPI_Win_post; null if not posted.").address_or_null(window.post_group);
  json.key("post_peers", "Its members.");
  write_peers(json, window.post_peers);
  json.key("completes_arrived", "How many of them have called MPI_Win_complete.")
      .natural_if(window.has(MPIDBG_WIN_INFO_COMPLETES_COUNTED), window.completes_arrived);
  json.key("posters_known", "Whether `posters` can be seen.").boolean(window.has(MPIDBG_WIN_INFO_POSTERS_KNOWN));
  json.key("posters", "Who called MPI_Win_post for this process, which has not called MPI_Win_start for them yet.");
  write_peers(json, window.posters);
  json.key("lock", "The lock of this process's memory; null if not known. Who holds it no library keeps.");
  write_lock_word(json, window.lock_word);
  json.key("lock_all_holders",
           "How many processes hold MPI_Win_lock_all, where that is not in `lock`; null if not kept.")
      .natural_or_null(window.lock_all_holders);
  write_waiters(json, window);
  json.key("last_call_inferred",
           "The last synchronisation call, where the epochs leave but one; null otherwise. No library keeps it.")
      .if_known(window.has(MPIDBG_WIN_INFO_LAST_CALL_INFERRED), [&] { json.term(window_call_term, window.last_call); });
}

void write_regions(JsonWriter &json, const WindowRecord &window) {
  json.list(window.regions, [&](const mpidbg_win_region_t &region) {
    json.object([&] {
      json.key("base").address(Address(region.base));
      json.key("bytes").natural(static_cast<std::int64_t>(region.bytes));
    });
  });
}

}  // namespace

void write_json(JsonWriter &json, const ProcessReport &report, const WindowRecord &window, const RenderOptions &) {
  const bool inferred = window.has(MPIDBG_WIN_INFO_ORIGIN_COMM_INFERRED);
  json.definition("window", "A window.", [&] {
    json.object([&] {
      write_handle_head(json, window);
      json.key("freed_by_application", "MPI_Win_free was called, and the library keeps the object all the same.")
          .boolean(window.has(MPIDBG_WIN_INFO_FREED_HANDLE));
      json.key("freed_by_library").boolean(window.has(MPIDBG_WIN_INFO_FREED_OBJECT));
      json.key("rank", "Of this process in the window.").natural_or_null(window.rank);
      json.key("size", "Number of processes; null if not known, as of MPI_WIN_NULL of MPICH, which has no group.")
          .natural_or_null(window.size);
      json.key("group", "Of the window.").address_or_null(window.group);
      json.key("communicator",
               "The library's own duplicate of the communicator that the window was made with; null if not known.")
          .address_or_null(window.communicator);
      json.key("origin_communicator_inferred",
               "The communicator that the window was made with: concluded from the label of the duplicate. Null if it "
               "cannot be determined, or was freed.")
          .address_or_null(inferred ? window.origin_communicator : Address());
      json.key(
              "origin_communicator",
              "The communicator that the window was made with, if the recorder has noted it; null if not, or if it was "
              "freed.")
          .address_or_null(inferred ? Address() : window.origin_communicator);
      json.key("errhandler").address_or_null(window.errhandler);
      json.key("errhandler_name", "Of a predefined error handler.").string_or_null(window.errhandler_name);
      json.key("reference_count").natural_or_null(window.reference_count);
      json.key("memory", "The part of the window that is this process's; null for MPI_WIN_NULL.")
          .if_known(window.has(MPIDBG_WIN_INFO_MEMORY_KNOWN),
                    [&] { json.object([&] { write_memory(json, window); }); });
      write_hints(json, window.has(MPIDBG_WIN_INFO_HINTS), window.info, window.ignored_info,
                  "As MPI_Win_get_info gives them; null if they cannot be seen.",
                  "Set by the program, and not known to the library.");
      json.key("attributes", "Null if they cannot be seen.")
          .if_known(window.has(MPIDBG_WIN_INFO_ATTRIBUTES_KNOWN),
                    [&] { write_attributes(json, report, window.attributes); });
      json.key("requests", "Pending requests of it.");
      write_handles(json, window.requests);
      json.key("component",
               "The library's one-sided layer that the window has: rdma, sm, pt2pt, ucx. Null if not known.")
          .string_or_null(window.component);
      json.key("component_inferred").boolean(window.has(MPIDBG_WIN_INFO_COMPONENT_INFERRED));
      json.key("synchronization_problem", "Why the synchronisation cannot be seen, or not whole.")
          .string_or_null(window.sync_problem);
      json.key("synchronization", "The state of synchronisation at this process; null if it cannot be seen.")
          .if_known(window.has(MPIDBG_WIN_INFO_SYNC_KNOWN),
                    [&] { json.object([&] { write_synchronisation(json, report, window); }); });
      json.key("regions",
               "What MPI_Win_attach added to a dynamic window; null for others, and where it cannot be seen.")
          .if_known(window.has(MPIDBG_WIN_INFO_REGIONS_KNOWN), [&] { write_regions(json, window); });
    });
  });
}

}  // namespace mqs_shim
