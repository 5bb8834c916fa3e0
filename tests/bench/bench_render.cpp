// What one more operation costs on its way to the user, as text and as JSON.

#include <benchmark/benchmark.h>

#include <string>

#include "mqs_shim/render/render.h"

namespace {

using mqs_shim::Format;

// A process with `count` unexpected messages.
mqs_shim::ProcessReport process_with_messages(std::int64_t count) {
  mqs_shim::ProcessReport report;
  report.target = "pid 4151";
  report.library = "Open MPI 4.1.4";
  report.point_to_point = "ob1";
  report.mpi_state = MPIDBG_MPI_INITIALIZED;
  report.world_rank = 0;
  report.world_size = 2;
  mqs_shim::CommunicatorRecord world;
  world.name = "MPI_COMM_WORLD";
  world.context_id = 0;
  world.rank = 0;
  world.size = 2;
  mqs_shim::Operation message;
  message.protocol = MPIDBG_PROTOCOL_EAGER;
  message.comm_rank = message.world_rank = 1;
  message.bytes = 4;
  message.context_id = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    message.tag = static_cast<std::int32_t>(i % 100);
    message.sequence = i;
    message.record = mqs_shim::Address{0x55550000u + static_cast<std::uint64_t>(i) * 128};
    world.queues[MPIDBG_QUEUE_UNEXPECTED].operations.push_back(message);
  }
  report.communicators.push_back(world);
  return report;
}

void render(benchmark::State &state, Format format) {
  const mqs_shim::ProcessReport job[] = {process_with_messages(state.range(0))};
  for (auto _ : state) {
    std::string text = mqs_shim::render(mqs_shim::Noun::queues, format, job, {});
    benchmark::DoNotOptimize(text);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

}  // namespace

BENCHMARK_CAPTURE(render, text, Format::text)->Arg(1000)->Arg(100000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(render, json, Format::json)->Arg(1000)->Arg(100000)->Unit(benchmark::kMicrosecond);

BENCHMARK_MAIN();
