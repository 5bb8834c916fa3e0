#include "mpidbg/model/mpich/objects/topologies.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/model/objects/topology_check.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

using TopologyView = layout::View<TopologyLayout>;

// Reads one of the library's arrays of int. A null pointer stands for an empty array.
Result<std::vector<int>> read_ints(const Attachment &process, Address array, std::int64_t count, const char *what) {
  if (count < 0 || static_cast<std::uint64_t>(count) > limits::topology_entries) {
    return Error{ErrorCode::corrupt, std::string(what) + " has " + std::to_string(count) + " entries", array};
  }
  if (count == 0) return std::vector<int>{};
  return process.memory.read_int32s(array, static_cast<std::uint64_t>(count), what);
}

Status read_cartesian(const Attachment &process, const TopologyView &topology, Communicator &communicator) {
  MPIDBG_ASSIGN(view, topology.part(&TopologyLayout::topo, process.layouts.cartesian));
  const std::int32_t dimensions = view.get(&CartesianLayout::ndims);
  CartesianTopology cartesian;
  MPIDBG_ASSIGN(dims, read_ints(process, view.get(&CartesianLayout::dims), dimensions, "MPII_Cart_topology.dims"));
  MPIDBG_ASSIGN(periods,
                read_ints(process, view.get(&CartesianLayout::periodic), dimensions, "MPII_Cart_topology.periodic"));
  MPIDBG_ASSIGN(coords,
                read_ints(process, view.get(&CartesianLayout::position), dimensions, "MPII_Cart_topology.position"));
  cartesian.dims = std::move(dims);
  cartesian.periods = std::move(periods);
  cartesian.coords = std::move(coords);
  communicator.cartesian = std::move(cartesian);
  return {};
}

Status read_graph(const Attachment &process, const TopologyView &topology, Communicator &communicator) {
  MPIDBG_ASSIGN(view, topology.part(&TopologyLayout::topo, process.layouts.graph));
  GraphTopology graph;
  MPIDBG_ASSIGN(index, read_ints(process, view.get(&GraphLayout::index), view.get(&GraphLayout::nnodes),
                                 "MPII_Graph_topology.index"));
  MPIDBG_ASSIGN(edges, read_ints(process, view.get(&GraphLayout::edges), view.get(&GraphLayout::nedges),
                                 "MPII_Graph_topology.edges"));
  graph.index = std::move(index);
  graph.edges = std::move(edges);
  if (!graph.index.empty() && static_cast<std::size_t>(graph.index.back()) != graph.edges.size()) {
    return Error{ErrorCode::corrupt,
                 "MPII_Graph_topology at " + hex(view.address()) + " has " + std::to_string(graph.edges.size()) +
                     " edges, and " + std::to_string(graph.index.back()) + " by its index",
                 view.address()};
  }
  communicator.graph = std::move(graph);
  return {};
}

Status read_distributed_graph(const Attachment &process, const TopologyView &topology, Communicator &communicator) {
  MPIDBG_ASSIGN(view, topology.part(&TopologyLayout::topo, process.layouts.distributed_graph));
  const std::int32_t in = view.get(&DistributedGraphLayout::indegree),
                     out = view.get(&DistributedGraphLayout::outdegree);
  DistributedGraphTopology graph;
  graph.weighted = view.get(&DistributedGraphLayout::is_weighted) != 0;
  MPIDBG_ASSIGN(sources, read_ints(process, view.get(&DistributedGraphLayout::in), in, "MPII_Dist_graph_topology.in"));
  MPIDBG_ASSIGN(destinations,
                read_ints(process, view.get(&DistributedGraphLayout::out), out, "MPII_Dist_graph_topology.out"));
  graph.sources = std::move(sources);
  graph.destinations = std::move(destinations);
  if (graph.weighted) {
    MPIDBG_ASSIGN(in_weights, read_ints(process, view.get(&DistributedGraphLayout::in_weights), in,
                                        "MPII_Dist_graph_topology.in_weights"));
    MPIDBG_ASSIGN(out_weights, read_ints(process, view.get(&DistributedGraphLayout::out_weights), out,
                                         "MPII_Dist_graph_topology.out_weights"));
    graph.source_weights = std::move(in_weights);
    graph.destination_weights = std::move(out_weights);
  }
  communicator.distributed_graph = std::move(graph);
  return {};
}

}  // namespace

bool can_be_topology(const Attachment &process, Address topology, int size) {
  if (topology.is_null()) return false;
  Communicator scratch;
  if (!read_topology(process, topology, scratch)) return false;
  return static_cast<bool>(check_topology(scratch, size));
}

Status read_topology(const Attachment &process, Address topology, Communicator &communicator) {
  MPIDBG_ASSIGN(view, TopologyView::read(process.memory, process.layouts.topology, topology));
  const std::uint32_t kind = view.get(&TopologyLayout::kind);
  if (kind == process.header->topology_graph) return read_graph(process, view, communicator);
  if (kind == process.header->topology_cartesian) return read_cartesian(process, view, communicator);
  if (kind == process.header->topology_distributed_graph) return read_distributed_graph(process, view, communicator);
  return Error{ErrorCode::corrupt, "MPIR_Topology.kind at " + hex(topology) + " is " + std::to_string(kind), topology};
}

}  // namespace mpidbg::model::mpich
