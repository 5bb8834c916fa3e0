// What one mpidbg_X_query costs in the plugin, warm: bench_handles PLUGIN PID, where PID is a rank of samples/handles.
//
// The process is held by promise (it hangs), so the plugin may use what it has read. Prints a line of Markdown for each
// kind: microseconds a query, how many times it called the debugger, and how much of the time that took.

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "corefile/process/process.h"
#include "corefile/targets/process_target.h"
#include "mqs_shim/host/callback_tables.h"
#include "mqs_shim/plugin/plugin.h"

namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t calls = 0;
Clock::duration in_calls{};
bool timing = false;

int counted_fetch(mqs_process *process, mqs_taddr_t address, int size, void *buffer) {
  ++calls;
  if (!timing) return mqs_shim::process_callbacks().mqs_fetch_data_fp(process, address, size, buffer);
  const auto begin = Clock::now();
  const int code = mqs_shim::process_callbacks().mqs_fetch_data_fp(process, address, size, buffer);
  in_calls += Clock::now() - begin;
  return code;
}

[[noreturn]] void fail(const std::string &what) {
  std::fprintf(stderr, "bench_handles: %s\n", what.c_str());
  std::exit(1);
}

class Bench {
 public:
  Bench(const mqs_shim::Plugin &plugin, mqs_shim::Target &target)
      : call_(plugin.functions()),
        image_(target, plugin.dialect()),
        process_(image_, mqs_shim::PageCache::large_capacity) {
    call_.mpidbg_init_once(&mqs_shim::basic_callbacks());
    mpidbg_handle_info_t types{};
    if (call_.mpidbg_init_per_image(&image_, &mqs_shim::image_callbacks(), &types) != MPIDBG_SUCCESS) fail("no image");
    if (call_.mpidbg_init_per_process(&process_, &callbacks_, &types) != MPIDBG_SUCCESS) fail("no process");
    call_.mpidbg_set_held(&process_, 1);
    std::vector<mpidbg_memory_range_t> ranges;
    for (const auto &range : target.private_memory()) ranges.push_back({range.begin.value(), range.end.value()});
    call_.mpidbg_set_memory_ranges(&process_, static_cast<int>(ranges.size()), ranges.data());
  }

  void measure(mpidbg_handle_kind_t kind) {
    int count = 0;
    mqs_taddr_t *handles = nullptr;
    if (call_.mpidbg_list(&process_, kind, &count, &handles) != MPIDBG_SUCCESS || count == 0) return;
    query_all(kind, handles, count);  // warm
    calls = 0;
    constexpr int rounds = 20;
    const auto begin = Clock::now();
    for (int round = 0; round < rounds; ++round) query_all(kind, handles, count);
    const auto spent = Clock::now() - begin;
    const double queries = static_cast<double>(rounds) * count;
    const double callbacks = static_cast<double>(calls) / queries;
    timing = true;
    in_calls = {};
    query_all(kind, handles, count);
    timing = false;
    std::printf(
        "| `mpidbg_query` %s, %d objects | %.2f us, %.1f callbacks (%.2f us in them) | 20 us plus callbacks |\n",
        call_.mpidbg_kind_name(kind), count, microseconds(spent) / queries, callbacks, microseconds(in_calls) / count);
    mqs_shim::basic_callbacks().mqs_free_fp(handles);
  }

 private:
  static double microseconds(Clock::duration duration) {
    return std::chrono::duration<double, std::micro>(duration).count();
  }

  void query_all(mpidbg_handle_kind_t kind, const mqs_taddr_t *handles, int count) {
    for (int i = 0; i < count; ++i) {
      void *info = nullptr;
      if (call_.mpidbg_query(&process_, kind, handles[i], &info) != MPIDBG_SUCCESS) continue;
      call_.mpidbg_free(info, kind);
    }
  }

  const mqs_shim::PluginFunctions &call_;
  mqs_process_callbacks callbacks_ = [] {
    mqs_process_callbacks table = mqs_shim::process_callbacks();
    table.mqs_fetch_data_fp = counted_fetch;
    return table;
  }();
  mqs_image_ image_;
  mqs_process_ process_;
};

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) fail("usage: bench_handles PLUGIN PID");
  auto plugin = mqs_shim::Plugin::load(argv[1]);
  if (!plugin) fail(plugin.error().message);
  auto process = corefile::open_live_process(std::atoi(argv[2]), {});
  if (!process) fail(process.error().message);
  corefile::ProcessTarget target(**process);
  (*plugin)->functions().mqs_setup_basic_callbacks(&mqs_shim::basic_callbacks());
  Bench bench(**plugin, target);
  for (int kind = 0; kind < MPIDBG_KIND_MAX; ++kind) bench.measure(static_cast<mpidbg_handle_kind_t>(kind));
  return 0;
}
