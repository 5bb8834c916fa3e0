#pragma once
// Describes topologies, which MPICH stores as values of attributes. Source: src/mpi/topo/topo.h (mpir_topo.h), 4.0 to
// 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPII_Graph_topology, a graph topology. `index` points to `nnodes` integers, and `edges` to `nedges`
// integers.
struct GraphLayout : StructLayout {
  GraphLayout() : StructLayout("MPII_Graph_topology") {}
  Slot<std::int32_t> nnodes, nedges;
  Slot<Address> index, edges;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("nnodes", nnodes);
    field("nedges", nedges);
    field("index", index);
    field("edges", edges);
  }
};

// Describes MPII_Cart_topology, a Cartesian topology. The pointers lead to arrays of `ndims` integers.
struct CartesianLayout : StructLayout {
  CartesianLayout() : StructLayout("MPII_Cart_topology") {}
  Slot<std::int32_t> nnodes, ndims;
  Slot<Address> dims, periodic, position;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("nnodes", nnodes);
    field("ndims", ndims);
    field("dims", dims);
    field("periodic", periodic);
    field("position", position);
  }
};

// Describes MPII_Dist_graph_topology, the neighbours of a process in a distributed graph.
struct DistributedGraphLayout : StructLayout {
  DistributedGraphLayout() : StructLayout("MPII_Dist_graph_topology") {}
  Slot<std::int32_t> indegree;
  Slot<Address> in, in_weights;
  Slot<std::int32_t> outdegree;
  Slot<Address> out, out_weights;
  Slot<std::int32_t> is_weighted;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("indegree", indegree);
    field("in", in);
    field("in_weights", in_weights);
    field("outdegree", outdegree);
    field("out", out);
    field("out_weights", out_weights);
    field("is_weighted", is_weighted);
  }
};

// Describes MPIR_Topology, a topology of any kind.
struct TopologyLayout : StructLayout {
  TopologyLayout() : StructLayout("MPIR_Topology") {}
  // The kind of topology, one of the values topology_* in header_values.h.
  Slot<std::uint32_t> kind;
  Slot<Part<GraphLayout, CartesianLayout, DistributedGraphLayout>> topo;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("kind", kind);
    field("topo", topo);
  }
};

}  // namespace mpidbg::layout::mpich
