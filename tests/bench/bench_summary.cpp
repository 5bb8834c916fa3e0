// What it costs to bring the summaries of a job of any size to one place: its nodes are made up (tests/summary/
// synthetic_job.h), and each inner node of the tree decodes what comes to it, merges it and encodes the result.
//
//     bench_summary SHAPE RANKS [--fan-in N] [--node N] [--cyclic] [--mistakes N] [--verdict] [--pattern FILE]
//
// For each level: nodes, bytes that come to the slowest, its milliseconds of processor time, and those of all together.
// FILE is what `mpidbg summarize` wrote: its first rank is the pattern.

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "corefile/launch/lines.h"
#include "mqs_shim/summary/collection.h"
#include "tests/summary/synthetic_job.h"

namespace {

using namespace mqs_shim::summaries;

// Of processor time: the machine may do other things, too.
struct Clock {
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
  }
};

double milliseconds_since(double start) {
  return Clock::now() - start;
}

long peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

RankSummary pattern_of(const char *file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::vector<std::string> records;
  corefile::LineReader reader(
      [&](corefile::LineReader::Message message) { records.push_back(std::move(message.data)); });
  reader.add(text);
  if (records.empty()) throw std::runtime_error(std::string("no summary in ") + file);
  std::optional<RankSummary> first;
  const auto summary = Summary::decode(records.front());
  const auto read = summary.ok() ? summary->for_each([&](RankSummary rank) {
    if (!first) first = std::move(rank);
  })
                                 : summary.status();
  if (!read.ok()) throw std::runtime_error(read.error().message);
  return std::move(*first);
}

}  // namespace

int main(int argc, char **argv) {
  SyntheticJob job;
  std::size_t fan_in = 32;
  bool with_verdict = false;
  RankSummary pattern = usual_pattern();
  const auto shape = argc > 2 ? shape_of(argv[1]) : std::nullopt;
  if (!shape) {
    std::fputs("usage: bench_summary ring|torus|tree|star RANKS [OPTION...]\n", stderr);
    return 2;
  }
  job.shape = *shape;
  job.size = std::atoi(argv[2]);
  for (int i = 3; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--cyclic") job.cyclic = true;
    if (option == "--verdict") with_verdict = true;
    if (i + 1 == argc) break;
    if (option == "--fan-in") fan_in = static_cast<std::size_t>(std::atoi(argv[++i]));
    if (option == "--node") job.ranks_of_a_node = std::atoi(argv[++i]);
    if (option == "--mistakes") job.mistakes = std::atoi(argv[++i]);
    if (option == "--pattern") pattern = pattern_of(argv[++i]);
  }

  std::vector<std::string> level(static_cast<std::size_t>(job.nodes()));
  double slowest = 0, all = 0;
  for (std::int32_t node = 0; node < job.nodes(); ++node) {
    std::vector<RankSummary> ranks;
    const std::int32_t first = job.cyclic ? node : node * job.ranks_of_a_node, step = job.cyclic ? job.nodes() : 1;
    for (std::int32_t i = 0, rank = first; i < job.ranks_of_a_node && rank < job.size; ++i, rank += step)
      ranks.push_back(synthetic_rank(job, pattern, rank));
    const auto start = Clock::now();
    std::vector<Summary> parts(ranks.size());
    for (std::size_t i = 0; i < ranks.size(); ++i) parts[i].add(ranks[i]);
    level[static_cast<std::size_t>(node)] = merged(std::move(parts)).encode();
    const double took = milliseconds_since(start);
    slowest = std::max(slowest, took);
    all += took;
  }
  std::printf(
      "%s of %d ranks%s: %zu nodes make summaries of up to %zu bytes in up to %.1f ms, %.0f ms together\n", argv[1],
      job.size, job.cyclic ? ", dealt out" : "", level.size(),
      std::max_element(level.begin(), level.end(), [](auto &a, auto &b) { return a.size() < b.size(); })->size(),
      slowest, all);
  double merging = 0, path = 0;
  std::optional<Summary> root;
  while (!root) {
    std::vector<std::string> next;
    slowest = all = 0;
    std::size_t bytes = 0;
    const bool is_root = level.size() <= fan_in;
    for (std::size_t begin = 0; begin < level.size(); begin += fan_in) {
      const auto start = Clock::now();
      std::vector<Summary> parts;
      std::size_t here = 0;
      for (std::size_t i = begin; i < std::min(begin + fan_in, level.size()); ++i) {
        here += level[i].size();
        auto part = Summary::decode(level[i]);
        if (!part) {
          std::fprintf(stderr, "%s\n", part.error().message.c_str());
          return 1;
        }
        parts.push_back(std::move(*part));
      }
      Summary summary = merged(std::move(parts));
      if (is_root) {
        root = std::move(summary);
      } else {
        next.push_back(summary.encode());
      }
      const double took = milliseconds_since(start);
      slowest = std::max(slowest, took);
      bytes = std::max(bytes, here);
      all += took;
    }
    std::printf("  %4zu inner nodes of %zu: up to %zu bytes come in, up to %.1f ms, %.0f ms together\n",
                is_root ? 1 : next.size(), fan_in, bytes, slowest, all);
    merging += all;
    path += slowest;
    level = std::move(next);
  }
  std::printf("  all merging %.2f s, the longest way to the root %.0f ms; %zu ranks in %zu classes, peak %ld MiB\n",
              merging / 1000, path, root->ranks(), root->classes(), peak_mebibytes());
  if (!with_verdict) return 0;
  const auto start = Clock::now();
  auto judged = judge(*root, [](const RankSummary &) { return true; });
  if (!judged) return 1;
  std::printf("  verdict from the summary: %.0f ms, exit code %d, peak %ld MiB\n", milliseconds_since(start),
              static_cast<int>(judged->inquiry.verdict().outcome), peak_mebibytes());
}
