#pragma once
// Holds what a plugin reported about a window.

#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

struct WindowRecord : HandleRecord {
  int rank = -1;
  int size = 0;  // -1: not known
  Address group{}, communicator{}, origin_communicator{}, errhandler{};
  std::string errhandler_name;  // name of a predefined error handler
  int reference_count = -1;

  // The following members are set if `flags` has MPIDBG_WIN_INFO_MEMORY_KNOWN.
  Address base{};
  std::int64_t bytes = 0;
  int disp_unit = 0;
  int flavor = 0;  // mpidbg_win_flavor_t
  int model = 0;   // mpidbg_win_model_t

  std::vector<InfoPairRecord> info, ignored_info;  // set if `flags` has MPIDBG_WIN_INFO_HINTS
  std::vector<AttributeRecord> attributes;         // set if `flags` has MPIDBG_WIN_INFO_ATTRIBUTES_KNOWN
  std::vector<Address> requests;

  std::string component;     // part of the library that serves the window, such as "rdma"; empty: not known
  std::string sync_problem;  // reason why the members below are not, or not completely, known

  // The following members are set if `flags` has MPIDBG_WIN_INFO_SYNC_KNOWN.
  int access = MPIDBG_WIN_ACCESS_NONE;
  Address start_group{}, post_group{};
  std::vector<mpidbg_win_peer_t> start_peers, post_peers, posters;
  int posts_arrived = 0, completes_arrived = 0, pending_operations = 0;
  std::vector<mpidbg_win_lock_t> locks;
  mpidbg_win_lock_word_t lock_word{};
  int lock_all_holders = -1;
  std::vector<mpidbg_win_waiter_t> waiters;
  std::vector<mpidbg_win_region_t> regions;
  int last_call = MPIDBG_WIN_CALL_UNKNOWN;

  bool has(unsigned flag) const { return (flags & flag) != 0; }
};

template <>
struct KindOf<WindowRecord> {
  using Info = mpidbg_win_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_WIN;
  static constexpr std::string_view noun = "window";    // `mpidbg show window`
  static constexpr std::string_view nouns = "windows";  // `mpidbg windows`
};

// Copies the plugin's result to `record`. A list with an implausible length becomes empty.
void take(const mpidbg_win_info_t &info, WindowRecord &record);

}  // namespace mqs_shim
