#pragma once
// Describes communicators, and the maps from their ranks to processes. Source: src/include/mpir_comm.h and
// src/mpid/ch4/include/mpidpre.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Maps the ranks of a group to processes, by a rule or a list. Up to 4.3 it is part of communicators; since 5.0 groups
// have a similar map.
struct RankMapLayout : StructLayout {
  RankMapLayout() : StructLayout("MPIDI_rank_map_t") {}
  // The rule that maps ranks to processes, one of RankMapMode.
  Slot<std::uint32_t> mode;
  // The number of the address table that contains the processes; 0 for those of the process's own MPI_COMM_WORLD.
  Slot<std::int32_t> avtid;
  // The number of ranks.
  Slot<std::int32_t> size;
  // The parameters of the rule.
  Slot<std::int32_t> offset, stride, block_size;
  // Points to the list of a map by list. The list contains a lpid for each rank, or avtid and lpid.
  Slot<Address> list;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("mode", mode);
    field("avtid", avtid);
    field("size", size);
    field("reg.stride.offset", offset);
    field("reg.stride.stride", stride);
    field("reg.stride.blocksize", block_size);
    field("irreg.lut.lpid", list);
  }
};

// Describes MPIDI_Devcomm_t, the part of a communicator that belongs to the device.
struct DeviceCommunicatorLayout : StructLayout {
  DeviceCommunicatorLayout() : StructLayout("MPIDI_Devcomm_t") {}
  // All versions have this field. A source of layouts without it does not know the fields of this struct, so the struct
  // is not used then.
  Slot<Embedded> am;
  // Map the ranks of peers, and the ranks in the local group of an intercommunicator, to processes; up to 4.3.
  Slot<Optional<Part<RankMapLayout>>> map, local_map;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ch4.am", am);
    field("ch4.map", map);
    field("ch4.local_map", local_map);
  }
};

// Describes MPIR_Comm, the object behind an MPI_Comm.
struct CommunicatorLayout : StructLayout {
  CommunicatorLayout() : StructLayout("MPIR_Comm") {}
  using Base = ObjectLayout;
  // The context ids of messages that are sent and received.
  Slot<Unsigned16Or32> context_id, recvcontext_id;
  Slot<std::int32_t> rank, local_size, remote_size;
  // Points to the groups. Up to 4.3 they are null until first requested.
  Slot<Address> local_group, remote_group;
  // The kind of communicator, one of CommunicatorKind.
  Slot<std::uint32_t> comm_kind;
  Slot<Text<128>> name;
  // Points to the first attribute (AttributeLayout) of a list.
  Slot<Address> attributes;
  // Points to the error handler; null for MPI_ERRORS_ARE_FATAL.
  Slot<Address> errhandler;
  // Points to the library's own communicator over the local group of an intercommunicator; may be null.
  Slot<Address> local_comm;
  // The part that the communicator has in a hierarchy of nodes, one of HierarchyKind; up to 4.3.
  Slot<Optional<std::uint32_t>> hierarchy_kind;
  // Points to the library's own communicators within and among the nodes; null if there are none.
  Slot<Address> node_comm, node_roots_comm;
  // The tag of the next nonblocking collective operation.
  Slot<std::int32_t> next_sched_tag;
  // The values of hints, an array of int with the same indices as MPIR_comm_hint_list.
  Slot<Embedded> hints;
  Slot<Part<DeviceCommunicatorLayout>> dev;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("context_id", context_id);
    field("recvcontext_id", recvcontext_id);
    field("rank", rank);
    field("local_size", local_size);
    field("remote_size", remote_size);
    field("local_group", local_group);
    field("remote_group", remote_group);
    field("comm_kind", comm_kind);
    field("name", name);
    field("attributes", attributes);
    field("errhandler", errhandler);
    field("local_comm", local_comm);
    field("hierarchy_kind", hierarchy_kind);
    field("node_comm", node_comm);
    field("node_roots_comm", node_roots_comm);
    field("next_sched_tag", next_sched_tag);
    field("hints", hints);
    field("dev", dev);
  }
};

}  // namespace mpidbg::layout::mpich
