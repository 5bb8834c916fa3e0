#include "mpidbg/model/openmpi/objects/topologies.h"

#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/objects/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// Reads one of the library's arrays of int. If the pointer to it is null, the array is empty.
Result<std::vector<int>> read_ints(Objects &objects, Address array, std::int64_t count, const char *what) {
  if (count < 0 || static_cast<std::uint64_t>(count) > limits::topology_entries) {
    return Error{ErrorCode::corrupt, std::string(what) + " claims " + std::to_string(count) + " entries", array};
  }
  if (count == 0) return std::vector<int>{};
  return objects.memory().read_int32s(array, static_cast<std::uint64_t>(count), what);
}

Status read_cartesian(Objects &objects, Address address, Communicator &communicator) {
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().cartesian, address));
  const std::int32_t dimensions = view.get(&CartesianLayout::ndims);
  CartesianTopology cartesian;
  MPIDBG_ASSIGN(dims, read_ints(objects, view.get(&CartesianLayout::dims), dimensions, "Cartesian dims"));
  cartesian.dims = std::move(dims);
  MPIDBG_ASSIGN(periods, read_ints(objects, view.get(&CartesianLayout::periods), dimensions, "Cartesian periods"));
  cartesian.periods = std::move(periods);
  if (!view.get(&CartesianLayout::coords).is_null()) {
    MPIDBG_ASSIGN(coords, read_ints(objects, view.get(&CartesianLayout::coords), dimensions, "Cartesian coords"));
    cartesian.coords = std::move(coords);
  }
  communicator.cartesian = std::move(cartesian);
  return {};
}

Status read_graph(Objects &objects, Address address, Communicator &communicator) {
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().graph, address));
  GraphTopology graph;
  MPIDBG_ASSIGN(index,
                read_ints(objects, view.get(&GraphLayout::index), view.get(&GraphLayout::nnodes), "graph index"));
  graph.index = std::move(index);
  if (!graph.index.empty()) {
    MPIDBG_ASSIGN(edges, read_ints(objects, view.get(&GraphLayout::edges), graph.index.back(), "graph edges"));
    graph.edges = std::move(edges);
  }
  communicator.graph = std::move(graph);
  return {};
}

Status read_distributed_graph(Objects &objects, Address address, Communicator &communicator) {
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().distributed_graph, address));
  DistributedGraphTopology graph;
  const std::int32_t in = view.get(&DistributedGraphLayout::indegree);
  const std::int32_t out = view.get(&DistributedGraphLayout::outdegree);
  graph.weighted = view.get(&DistributedGraphLayout::weighted);
  MPIDBG_ASSIGN(sources, read_ints(objects, view.get(&DistributedGraphLayout::in), in, "distributed graph sources"));
  graph.sources = std::move(sources);
  MPIDBG_ASSIGN(destinations,
                read_ints(objects, view.get(&DistributedGraphLayout::out), out, "distributed graph destinations"));
  graph.destinations = std::move(destinations);
  if (graph.weighted) {
    MPIDBG_ASSIGN(source_weights,
                  read_ints(objects, view.get(&DistributedGraphLayout::inw), in, "distributed graph weights"));
    graph.source_weights = std::move(source_weights);
    MPIDBG_ASSIGN(destination_weights,
                  read_ints(objects, view.get(&DistributedGraphLayout::outw), out, "distributed graph weights"));
    graph.destination_weights = std::move(destination_weights);
  }
  communicator.distributed_graph = std::move(graph);
  return {};
}

}  // namespace

Status read_topology(Objects &objects, Address topology, std::uint32_t communicator_flags, Communicator &communicator) {
  const std::uint32_t kinds = constants::comm_cartesian | constants::comm_graph | constants::comm_distributed_graph;
  if ((communicator_flags & kinds) == 0) return {};
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().topology, topology));
  communicator.topology_reordered = view.get(&TopologyModuleLayout::reorder);
  const Address object = view.get(&TopologyModuleLayout::mtc);
  if (communicator_flags & constants::comm_cartesian) return read_cartesian(objects, object, communicator);
  if (communicator_flags & constants::comm_graph) return read_graph(objects, object, communicator);
  return read_distributed_graph(objects, object, communicator);
}

}  // namespace mpidbg::model::openmpi
