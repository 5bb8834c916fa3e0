#include "tests/summary/synthetic_job.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace mqs_shim::summaries {

namespace {

constexpr std::int32_t tag = 7;

// Looks like an address: at another place in each process.
Address made_up(std::int32_t rank, std::uint64_t salt) {
  std::uint64_t mixed = (static_cast<std::uint64_t>(rank) + 1) * 0x9e3779b97f4a7c15u + salt * 0xbf58476d1ce4e5b9u;
  mixed ^= mixed >> 29;
  return Address(0x7f0000000000 + (mixed & 0xffffffff0));
}

// Of messages on one way, the same for both of its ends.
std::uint16_t count_of(std::int32_t from, std::int32_t to) {
  return static_cast<std::uint16_t>(5 + (from * 7 + to) % 3);
}

std::vector<std::int32_t> sources(const SyntheticJob &job, std::int32_t rank) {
  const auto size = job.size;
  switch (job.shape) {
    case JobShape::ring:
      return {(rank + 1) % size};
    case JobShape::torus: {
      const auto width = static_cast<std::int32_t>(std::sqrt(size));
      const std::int32_t rows = size / width, row = rank / width, column = rank % width;
      if (row >= rows) return {0};
      return {row * width + (column + 1) % width, row * width + (column + width - 1) % width,
              (row + 1) % rows * width + column, (row + rows - 1) % rows * width + column};
    }
    case JobShape::tree: {
      std::vector<std::int32_t> children;
      for (const std::int32_t child : {2 * rank + 1, 2 * rank + 2})
        if (child < size) children.push_back(child);
      return children.empty() ? std::vector<std::int32_t>{0} : children;
    }
    case JobShape::star:
      break;
  }
  return {rank == 0 ? -1 : 0};
}

// With whom it has exchanged messages.
std::vector<std::int32_t> neighbours(const SyntheticJob &job, std::int32_t rank) {
  std::vector<std::int32_t> all = sources(job, rank);
  const std::int32_t first_leaf = job.size / 2;
  if (job.shape == JobShape::ring) all.push_back((rank + job.size - 1) % job.size);
  if (job.shape == JobShape::tree && rank != 0) all.push_back((rank - 1) / 2);
  if (job.shape == JobShape::tree && rank == 0)
    for (std::int32_t leaf = first_leaf; leaf < job.size; ++leaf) all.push_back(leaf);
  if (job.shape == JobShape::star && rank == 0)
    for (std::int32_t other = 1; other < job.size; ++other) all.push_back(other);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::erase(all, -1);
  return all;
}

bool is_mistaken(const SyntheticJob &job, std::int32_t rank) {
  if (job.mistakes == 0) return false;
  return rank % (job.size / job.mistakes) == job.size / job.mistakes / 2;
}

why::Operation receive(std::int32_t source, std::int32_t wanted) {
  why::Operation one;
  one.kind = why::OperationKind::receive;
  one.communicator = 0;
  if (source >= 0) one.peer = why::ProcessId{0, source};
  one.tag = wanted;
  one.bytes = 4096;
  one.count = 512;
  one.datatype = "MPI_DOUBLE";
  return one;
}

FrameRecord frame_of(std::string_view function, std::uint32_t line) {
  FrameRecord frame;
  frame.function = function;
  frame.file = "/home/user/solver/" + std::string(function) + ".c";
  frame.line = line;
  frame.module = "/home/user/solver/solver";
  return frame;
}

}  // namespace

std::int32_t SyntheticJob::node_of(std::int32_t rank) const {
  return cyclic ? rank % nodes() : rank / ranks_of_a_node;
}

RankSummary usual_pattern() {
  RankSummary rank;
  ProcessReport &report = rank.report;
  report.program = "solver";
  report.plugin = "mpidbg 0.1.0";
  report.library = "Open MPI 4.1.4";
  report.point_to_point = "ob1";
  report.layout_source = "profile openmpi-4.1.4-x86_64 (build-id, checked)";
  report.mpi_state = MPIDBG_MPI_INITIALIZED;
  ThreadRecord &thread = report.threads.emplace_back();
  thread.call = "MPI_Waitall";
  thread.blocking = true;
  for (std::uint32_t i = 0; i < 4; ++i) {
    FrameRecord frame = frame_of("opal_progress", 0);
    frame.file.clear();
    frame.module = "/usr/lib/x86_64-linux-gnu/libopen-pal.so.40.30.2";
    frame.offset = 0x1000 * (i + 1);
    frame.internal = true;
    thread.frames.push_back(std::move(frame));
  }
  thread.call_frame = 3;
  for (const auto &[function, line] : {std::pair("exchange", 88U), {"relax", 40U}, {"step", 12U}, {"main", 91U}})
    thread.frames.push_back(frame_of(function, line));
  thread.site = 4;
  why::Evidence &evidence = rank.evidence;
  evidence.counts = true;
  why::Thread &seen = evidence.threads.emplace_back();
  seen.activity = why::Activity::waits;
  seen.call = thread.call;
  for (std::size_t i = thread.frames.size(); i-- > 4;) {
    const FrameRecord &frame = thread.frames[i];
    seen.path.push_back({frame.function, frame.file, frame.module, frame.line, frame.offset});
  }
  seen.site = seen.path.back();
  for (const char *name : {"MPI_COMM_WORLD", "halo"}) {
    CommunicatorRecord communicator;
    communicator.name = name;
    communicator.context_id = static_cast<std::int64_t>(report.communicators.size());
    communicator.has_details = true;
    communicator.errhandler_name = "MPI_ERRORS_ARE_FATAL";
    report.communicators.push_back(communicator);
    why::Communicator one;
    one.name = name;
    one.context_id = communicator.context_id;
    evidence.communicators.push_back(one);
  }
  return rank;
}

RankSummary synthetic_rank(const SyntheticJob &job, const RankSummary &pattern, std::int32_t rank) {
  RankSummary one = pattern;
  ProcessReport &report = one.report;
  why::Evidence &evidence = one.evidence;
  const std::string host = "node" + std::to_string(job.node_of(rank));
  report.world_rank = rank;
  report.world_size = evidence.world_size = job.size;
  report.host = evidence.host = host;
  report.pid = evidence.pid = 20000 + rank % job.ranks_of_a_node;
  report.target = evidence.target = "pid " + std::to_string(report.pid);
  evidence.id = {0, rank};
  for (std::size_t i = 0; i < report.communicators.size(); ++i) {
    CommunicatorRecord &communicator = report.communicators[i];
    communicator.handle = made_up(rank, i);
    communicator.rank = communicator.world_rank = rank;
    communicator.size = job.size;
    communicator.local_members.clear();  // as many for each rank as there are ranks
    for (Queue &queue : communicator.queues) queue.operations.clear();
  }
  for (why::Communicator &communicator : evidence.communicators) {
    communicator.handle = made_up(rank, static_cast<std::uint64_t>(communicator.context_id));
    communicator.members = why::Members({{{0, 0}, job.size, 1}});
  }
  for (ThreadRecord &thread : report.threads) thread.tid = static_cast<std::uint64_t>(report.pid);
  evidence.operations.clear();
  evidence.channels.clear();
  why::Thread &thread = evidence.threads.front();
  thread.tid = static_cast<std::uint64_t>(report.pid);
  thread.conditions.clear();
  const bool is_mistake = is_mistaken(job, rank);
  const bool same_counts = job.shape == JobShape::tree || job.shape == JobShape::star;
  for (const std::int32_t peer : neighbours(job, rank)) {
    const auto sent = same_counts ? std::uint16_t{5} : count_of(rank, peer);
    const auto taken = same_counts ? std::uint16_t{5} : count_of(peer, rank);
    evidence.channels.push_back({0, {0, peer}, sent, taken, 0});
  }
  if (job.computes == rank) {
    thread.activity = why::Activity::runs;
    thread.call.clear();
    report.threads.front().call.clear();
    report.threads.front().blocking = false;
    report.threads.front().call_frame.reset();
    return one;
  }
  const std::int32_t wanted = is_mistake ? tag + 1 : tag;
  for (const std::int32_t source : sources(job, rank)) {
    thread.conditions.push_back(
        {why::ConditionKind::operation, static_cast<std::int32_t>(evidence.operations.size()), {}, -1});
    evidence.operations.push_back(receive(source, wanted));
    Operation posted;
    posted.flags = source < 0 ? MPIDBG_OP_ANY_SOURCE : 0;
    posted.comm_rank = posted.world_rank = source;
    posted.tag = wanted;
    posted.bytes = 4096;
    posted.count = 512;
    posted.datatype_name = report.intern("MPI_DOUBLE");
    posted.waiting_call = report.intern("MPI_Waitall");
    report.communicators.front().queues[MPIDBG_QUEUE_RECEIVES].operations.push_back(posted);
    if (source >= 0) {
      // What was meant for it.
      if (is_mistake) {
        evidence.operations.push_back(receive(source, tag));
        evidence.operations.back().kind = why::OperationKind::unexpected;
      }
    }
  }
  return one;
}

std::optional<JobShape> shape_of(const std::string &name) {
  if (name == "ring") return JobShape::ring;
  if (name == "torus") return JobShape::torus;
  if (name == "tree") return JobShape::tree;
  if (name == "star") return JobShape::star;
  return std::nullopt;
}

}  // namespace mqs_shim::summaries
