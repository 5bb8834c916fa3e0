#include "mpidbg/model/objects/topology_check.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::model {

namespace {

// Returns the number of places in the grid; nullopt if a dimension is not positive or the number overflows.
std::optional<std::int64_t> places(const std::vector<int> &dims) {
  std::int64_t count = 1;
  for (const int extent : dims) {
    if (extent <= 0 || __builtin_mul_overflow(count, std::int64_t{extent}, &count)) return std::nullopt;
  }
  return count;
}

std::string problem(const CartesianTopology &grid, std::int64_t processes) {
  const auto count = places(grid.dims);
  if (!count) return "its Cartesian dims are implausible";
  if (*count != processes) {
    return "its Cartesian topology has " + std::to_string(*count) + " places for " + std::to_string(processes) +
           " processes";
  }
  for (std::size_t i = 0; i < grid.coords.size() && i < grid.dims.size(); ++i) {
    if (grid.coords[i] < 0 || grid.coords[i] >= grid.dims[i]) {
      return "its Cartesian coords are outside of the grid: " + std::to_string(grid.coords[i]) + " of " +
             std::to_string(grid.dims[i]);
    }
  }
  return {};
}

std::string problem_of_ranks(const std::vector<int> &ranks, std::int64_t processes) {
  const auto wrong = std::find_if(ranks.begin(), ranks.end(), [&](int rank) { return rank < 0 || rank >= processes; });
  return wrong == ranks.end()
             ? ""
             : "its graph has a neighbour of rank " + std::to_string(*wrong) + " of " + std::to_string(processes);
}

std::string problem(const GraphTopology &graph, std::int64_t processes) {
  if (static_cast<std::int64_t>(graph.index.size()) != processes) {
    return "its graph has " + std::to_string(graph.index.size()) + " nodes for " + std::to_string(processes) +
           " processes";
  }
  if (!std::is_sorted(graph.index.begin(), graph.index.end()) || (!graph.index.empty() && graph.index.front() < 0)) {
    return "the index of its graph does not rise";
  }
  return problem_of_ranks(graph.edges, processes);
}

std::string problem(const DistributedGraphTopology &graph, std::int64_t processes) {
  std::string wrong = problem_of_ranks(graph.sources, processes);
  return wrong.empty() ? problem_of_ranks(graph.destinations, processes) : wrong;
}

}  // namespace

Status check_topology(const Communicator &communicator, std::int64_t processes) {
  std::string wrong;
  if (communicator.cartesian) wrong = problem(*communicator.cartesian, processes);
  if (communicator.graph) wrong = problem(*communicator.graph, processes);
  if (communicator.distributed_graph) wrong = problem(*communicator.distributed_graph, processes);
  if (wrong.empty()) return {};
  return Error{ErrorCode::corrupt, "communicator " + hex(communicator.handle.value()) + ": " + wrong,
               Address(communicator.handle.value())};
}

}  // namespace mpidbg::model
