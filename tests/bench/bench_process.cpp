// A process as a target: opening it, and the two questions that plugins ask most.

#include <benchmark/benchmark.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>

#include "corefile/process/process.h"

namespace {

// A child of this program that does nothing.
class Sleeper {
 public:
  Sleeper() : pid_(fork()) {
    if (pid_ == 0) {
      for (;;) pause();
    }
  }
  ~Sleeper() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Sleeper(const Sleeper &) = delete;
  Sleeper &operator=(const Sleeper &) = delete;
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

void open_process(benchmark::State &state) {
  const Sleeper sleeper;
  for (auto _ : state) {
    auto process = corefile::open_live_process(sleeper.pid(), {});
    if (!process) return state.SkipWithError("cannot open the process");
    benchmark::DoNotOptimize(process);
  }
}

void find_symbol(benchmark::State &state, const char *name) {
  const Sleeper sleeper;
  auto process = corefile::open_live_process(sleeper.pid(), {});
  if (!process) return state.SkipWithError("cannot open the process");
  for (auto _ : state) benchmark::DoNotOptimize((*process)->find_symbol(name, corefile::SymbolKind::data));
}

void read_memory(benchmark::State &state) {
  static char memory[65536];
  const Sleeper sleeper;
  auto process = corefile::open_live_process(sleeper.pid(), {});
  if (!process) return state.SkipWithError("cannot open the process");
  static char buffer[sizeof memory];
  const corefile::Address address{reinterpret_cast<std::uintptr_t>(memory)};
  for (auto _ : state)
    benchmark::DoNotOptimize((*process)->read_up_to(address, buffer, static_cast<std::size_t>(state.range(0))));
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

}  // namespace

BENCHMARK(open_process)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(find_symbol, in_the_c_library, "environ");
BENCHMARK_CAPTURE(find_symbol, nowhere, "no_such_symbol");
BENCHMARK(read_memory)->Arg(8)->Arg(4096)->Arg(65536);

BENCHMARK_MAIN();
