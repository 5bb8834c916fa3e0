#pragma once
// A communicator as MPI means it. Plain data; what memory does not hold is an empty optional.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/attribute.h"
#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/objects/info.h"

namespace mpidbg::model {

struct CartesianTopology {
  std::vector<int> dims;
  std::vector<int> periods;
  std::vector<int> coords;  // of this process; empty if it has none
};

struct GraphTopology {
  std::vector<int> index;  // one a node
  std::vector<int> edges;  // index.back() of them
};

struct DistributedGraphTopology {
  bool weighted = false;
  std::vector<int> sources, source_weights;
  std::vector<int> destinations, destination_weights;
};

inline constexpr std::uint64_t unknown_context = UINT64_MAX;

struct Communicator {
  Handle handle{};
  std::string name;
  bool named = false;                        // by the program or the standard; else the name is the library's label
  std::uint64_t context_id = 0;              // the same on all members; unknown_context: not known
  std::optional<std::uint64_t> own_context;  // what messages to this process carry, where that is another number
  int rank = -1;
  bool predefined = false;
  bool is_null = false;
  bool intercommunicator = false;
  bool kind_known = true;  // else intercommunicator and the topologies say nothing
  bool internal = false;   // the library's own: no handle of the program refers to it
  int fortran_index = -1;
  int reference_count = 0;
  // How many nonblocking collectives the process has begun on it, those of the library included; empty: not known.
  std::optional<std::uint64_t> nonblocking_collectives;
  int size_without_group = -1;         // where the groups cannot be seen; -1: not known
  GroupMembers members_without_group;  // likewise, of the local group; null: not known
  Handle local_group{};
  Handle remote_group{};  // the local group again unless an intercommunicator
  // Whether the library records which windows and files were made with it. They keep duplicates of it.
  bool keeps_derived = true;
  Handle errhandler{};
  std::string errhandler_name;  // of a predefined error handler

  // Whether the program called MPI_Comm_free on it while operations keep it alive. Inferred from reference counts;
  // empty if they do not show it.
  std::optional<bool> freed;

  bool topology_reordered = false;
  std::optional<CartesianTopology> cartesian;
  std::optional<GraphTopology> graph;
  std::optional<DistributedGraphTopology> distributed_graph;

  std::optional<std::vector<Attribute>> attributes;  // empty if they cannot be read
  std::optional<Hints> hints;                        // empty if they cannot be read
};

}  // namespace mpidbg::model
