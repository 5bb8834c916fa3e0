#pragma once
// Describes topologies of communicators. Source: ompi/mca/topo/topo.h, interface 2.2.0, 4.1 to 6.0.

#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes mca_topo_base_module_t, the topology of a communicator.
struct TopologyModuleLayout : StructLayout {
  TopologyModuleLayout() : StructLayout("mca_topo_base_module_t") {}
  using Base = ObjectLayout;
  Slot<bool> reorder;
  // Points to one of the three structs below. The communicator's flags state which.
  Slot<Address> mtc;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("reorder", reorder);
    field("mtc", mtc);
  }
};

// Describes mca_topo_base_comm_cart_2_2_0_t, a Cartesian topology. The pointers lead to arrays of `ndims` integers.
struct CartesianLayout : StructLayout {
  CartesianLayout() : StructLayout("mca_topo_base_comm_cart_2_2_0_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> ndims;
  Slot<Address> dims;
  Slot<Address> periods;
  Slot<Address> coords;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ndims", ndims);
    field("dims", dims);
    field("periods", periods);
    field("coords", coords);
  }
};

// Describes mca_topo_base_comm_graph_2_2_0_t, a graph topology. `index` points to `nnodes` integers, and `edges` to as
// many integers as the last element of `index` states.
struct GraphLayout : StructLayout {
  GraphLayout() : StructLayout("mca_topo_base_comm_graph_2_2_0_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> nnodes;
  Slot<Address> index;
  Slot<Address> edges;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("nnodes", nnodes);
    field("index", index);
    field("edges", edges);
  }
};

// Describes mca_topo_base_comm_dist_graph_2_2_0_t, the neighbours of a process in a distributed graph. The weights are
// null unless `weighted`.
struct DistributedGraphLayout : StructLayout {
  DistributedGraphLayout() : StructLayout("mca_topo_base_comm_dist_graph_2_2_0_t") {}
  using Base = ObjectLayout;
  Slot<Address> in;
  Slot<Address> inw;
  Slot<Address> out;
  Slot<Address> outw;
  Slot<std::int32_t> indegree;
  Slot<std::int32_t> outdegree;
  Slot<bool> weighted;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("in", in);
    field("inw", inw);
    field("out", out);
    field("outw", outw);
    field("indegree", indegree);
    field("outdegree", outdegree);
    field("weighted", weighted);
  }
};

}  // namespace mpidbg::layout::openmpi
