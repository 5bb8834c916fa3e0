// Profiles: what reading one costs, since every run of the command needs one.

#include <benchmark/benchmark.h>

#include <string>

#include "mpidbg/layout/profile.h"

namespace {

void parse_profile(benchmark::State &state) {
  const auto &profiles = mpidbg::layout::profile_collection().profiles;
  if (profiles.empty()) {
    state.SkipWithError("no profile is embedded");
    return;
  }
  const std::string json = mpidbg::layout::format_profile(*profiles.front());
  for (auto _ : state) {
    auto profile = mpidbg::layout::parse_profile("benchmark", json);
    benchmark::DoNotOptimize(profile);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(json.size()));
}

}  // namespace

BENCHMARK(parse_profile)->Unit(benchmark::kMicrosecond);

BENCHMARK_MAIN();
