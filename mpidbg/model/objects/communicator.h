#pragma once
// Describes a communicator in the terms of the MPI standard. Plain data; facts that memory does not contain are empty
// optionals.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/attribute.h"
#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/objects/info.h"

namespace mpidbg::model {

// Describes a Cartesian topology. Each vector has one element per dimension, except as noted.
struct CartesianTopology {
  // The number of processes in each dimension.
  std::vector<int> dims;
  // 1 for each dimension that is periodic, otherwise 0.
  std::vector<int> periods;
  // The coordinates of this process; empty if it is not part of the topology.
  std::vector<int> coords;
};

// Describes a graph topology in the form of MPI_Graph_create.
struct GraphTopology {
  // For each node, the number of neighbours of this node and all nodes before it.
  std::vector<int> index;
  // The neighbours of all nodes, one node after the other; index.back() elements.
  std::vector<int> edges;
};

// Describes the neighbours of this process in a distributed graph, in the order of MPI_Dist_graph_neighbors. The
// vectors of weights are empty unless `weighted` is true; otherwise they have one element per neighbour.
struct DistributedGraphTopology {
  bool weighted = false;
  // The ranks of the neighbours from which edges lead to this process.
  std::vector<int> sources, source_weights;
  // The ranks of the neighbours to which edges lead from this process.
  std::vector<int> destinations, destination_weights;
};

// The value of `context_id` if the context is unknown.
inline constexpr std::uint64_t unknown_context = UINT64_MAX;

// Describes one communicator, as one process sees it. `handle` identifies it while the process is stopped.
struct Communicator {
  Handle handle{};
  std::string name;
  // True if the program or the standard named the communicator. Otherwise `name` is a label of the library.
  bool named = false;
  // The context id: the same number on all members, or unknown_context.
  std::uint64_t context_id = 0;
  // The context id in messages to this process, if it differs from `context_id`.
  std::optional<std::uint64_t> own_context;
  // The rank of this process; -1 if it is not a member.
  int rank = -1;
  // True for MPI_COMM_WORLD, MPI_COMM_SELF and MPI_COMM_NULL.
  bool predefined = false;
  bool is_null = false;
  bool intercommunicator = false;
  // True if it is known whether this is an intercommunicator. If false, `intercommunicator` and the topologies have no
  // meaning.
  bool kind_known = true;
  // True if the library made the communicator for itself, so that no handle of the program refers to it.
  bool internal = false;
  // The Fortran INTEGER handle; -1 if the communicator has none.
  int fortran_index = -1;
  // The library's reference count, which includes references by pending operations.
  int reference_count = 0;
  // The number of nonblocking collectives that the process has started on the communicator, including those that the
  // library started for itself; empty if unknown.
  std::optional<std::uint64_t> nonblocking_collectives;
  // The number of members, for libraries whose groups cannot be read; -1 if unknown.
  int size_without_group = -1;
  // The members of the local group, for libraries whose groups cannot be read; null if unknown.
  GroupMembers members_without_group;
  Handle local_group{};
  // The remote group of an intercommunicator; otherwise the local group again.
  Handle remote_group{};
  // True if memory shows which windows and files were made with the communicator. False if they refer only to the
  // library's duplicates of it.
  bool keeps_derived = true;
  // The attached error handler; null if unknown.
  Handle errhandler{};
  // The name of a predefined error handler, otherwise empty.
  std::string errhandler_name;

  // True if the program has called MPI_Comm_free while operations keep the object alive. This is inferred from
  // reference counts; empty if the counts are inconclusive.
  std::optional<bool> freed;

  // False if the communicator certainly has no distributed graph. It is known even if topologies are not read.
  bool may_have_distributed_graph = false;
  // True if the library was allowed to reorder the ranks when the topology was made.
  bool topology_reordered = false;
  // At most one of the three topologies is set.
  std::optional<CartesianTopology> cartesian;
  std::optional<GraphTopology> graph;
  std::optional<DistributedGraphTopology> distributed_graph;

  // The attributes that are set; empty if they cannot be read.
  std::optional<std::vector<Attribute>> attributes;
  // The hints in effect; empty if they cannot be read.
  std::optional<Hints> hints;
};

}  // namespace mpidbg::model
