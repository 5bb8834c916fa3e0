#pragma once
// A communicator in the terms of the MPI standard. Plain data; facts that memory does not contain are empty optionals.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/attribute.h"
#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/objects/info.h"

namespace mpidbg::model {

// A Cartesian topology. All vectors have one element per dimension, except as noted.
struct CartesianTopology {
  std::vector<int> dims;
  std::vector<int> periods;
  // The coordinates of this process; empty if it is not part of the topology.
  std::vector<int> coords;
};

// A graph topology in the form of MPI_Graph_create.
struct GraphTopology {
  // One element per node.
  std::vector<int> index;
  // index.back() elements.
  std::vector<int> edges;
};

// The neighbours of this process in a distributed graph. The weights are empty unless `weighted`.
struct DistributedGraphTopology {
  bool weighted = false;
  std::vector<int> sources, source_weights;
  std::vector<int> destinations, destination_weights;
};

// The context id of a communicator whose context is unknown.
inline constexpr std::uint64_t unknown_context = UINT64_MAX;

struct Communicator {
  Handle handle{};
  std::string name;
  // The program or the standard named it. Otherwise `name` is a label of the library.
  bool named = false;
  // The same number on all members, or unknown_context.
  std::uint64_t context_id = 0;
  // The context id in messages to this process, if it is another number.
  std::optional<std::uint64_t> own_context;
  // The rank of this process; -1 if it is not a member.
  int rank = -1;
  // True for MPI_COMM_WORLD, MPI_COMM_SELF and MPI_COMM_NULL.
  bool predefined = false;
  bool is_null = false;
  bool intercommunicator = false;
  // If false, `intercommunicator` and the topologies have no meaning.
  bool kind_known = true;
  // The library made it for itself; no handle of the program refers to it.
  bool internal = false;
  // The Fortran INTEGER handle; -1 if it has none.
  int fortran_index = -1;
  // The library's count, which includes references by pending operations.
  int reference_count = 0;
  // The number of nonblocking collectives that the process has started on it, including those of the library; empty if
  // unknown.
  std::optional<std::uint64_t> nonblocking_collectives;
  // The size, for libraries whose groups cannot be seen; -1 if unknown.
  int size_without_group = -1;
  // The members of the local group, for libraries whose groups cannot be seen; null if unknown.
  GroupMembers members_without_group;
  Handle local_group{};
  // The remote group of an intercommunicator; otherwise the local group again.
  Handle remote_group{};
  // True if the library records which windows and files were made with it. Windows and files keep duplicates of it.
  bool keeps_derived = true;
  Handle errhandler{};
  // The name of a predefined error handler, otherwise empty.
  std::string errhandler_name;

  // True if the program has called MPI_Comm_free while operations keep the object alive. Inferred from reference
  // counts; empty if they do not show it.
  std::optional<bool> freed;

  // The library was allowed to reorder the ranks when the topology was made.
  bool topology_reordered = false;
  std::optional<CartesianTopology> cartesian;
  std::optional<GraphTopology> graph;
  std::optional<DistributedGraphTopology> distributed_graph;

  // Empty if they cannot be read.
  std::optional<std::vector<Attribute>> attributes;
  // Empty if they cannot be read.
  std::optional<Hints> hints;
};

}  // namespace mpidbg::model
