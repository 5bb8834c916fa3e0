#pragma once
// Describes the data of the device ch4:ucx: UCX's workers, and the endpoints for sending to other processes. Source:
// src/mpid/ch4/netmod/ucx/ucx_types.h and src/mpid/ch4/include/mpidpre.h, 4.0 to 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIDI_UCX_context_t, a virtual interface. If there are several, each communicator uses one of them.
struct UcxInterfaceLayout : StructLayout {
  UcxInterfaceLayout() : StructLayout("MPIDI_UCX_context_t") {}
  // Points to a ucp_worker.
  Slot<Address> worker;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("worker", worker);
  }
};

// Describes MPIDI_UCX_global_t, the type of the library's variable MPIDI_UCX_global.
struct UcxGlobalLayout : StructLayout {
  UcxGlobalLayout() : StructLayout("MPIDI_UCX_global_t") {}
  // Points to a ucp_context.
  Slot<Address> context;
  // An array with one element for each interface.
  Slot<Part<UcxInterfaceLayout>> ctx;
  // The number of elements of `ctx` in use; up to 4.1.
  Slot<Optional<std::int32_t>> num_vnis;
  // The number of elements of `ctx` in use; since 4.2.
  Slot<Optional<std::int32_t>> num_vcis;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("context", context);
    field("ctx", ctx);
    field("num_vnis", num_vnis);
    field("num_vcis", num_vcis);
  }
};

// Describes MPIDIU_avt_manager, the part of the variable MPIDI_global that lists the address tables.
struct AddressManagerLayout : StructLayout {
  AddressManagerLayout() : StructLayout("MPIDIU_avt_manager") {}
  // The number of address tables in use. The array `av_tables` has further, unused elements.
  Slot<std::int32_t> n_avts;
  // Points to the AddressTableLayout of the process's own MPI_COMM_WORLD.
  Slot<Address> av_table0;
  // Points to an array of pointers to all address tables, indexed by the number of the table.
  Slot<Address> av_tables;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("n_avts", n_avts);
    field("av_table0", av_table0);
    field("av_tables", av_tables);
  }
};

// Describes MPIDI_CH4_Global_t, the type of the library's variable MPIDI_global.
struct GlobalLayout : StructLayout {
  GlobalLayout() : StructLayout("MPIDI_CH4_Global_t") {}
  Slot<Part<AddressManagerLayout>> avt_mgr;
  // An array of InterfaceLayout, one per virtual interface.
  Slot<Optional<Embedded>> per_vci;
  // The number of elements of `per_vci` in use; up to 4.1.
  Slot<Optional<std::int32_t>> n_vcis;
  // The number of elements of `per_vci` in use; since 4.2.
  Slot<Optional<std::int32_t>> n_total_vcis;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("avt_mgr", avt_mgr);
    field("per_vci", per_vci);
    field("n_vcis", n_vcis);
    field("n_total_vcis", n_total_vcis);
  }
};

// Describes MPIDI_av_table_t, a table with the addresses of the processes of one world.
struct AddressTableLayout : StructLayout {
  AddressTableLayout() : StructLayout("MPIDI_av_table_t") {}
  Slot<std::int32_t> size;
  // An array of AddressEntryLayout, one per process.
  Slot<Embedded> table;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("size", size);
    field("table", table);
  }
};

// Describes MPIDI_av_entry_t, an entry of an address table with the addresses of one process.
struct AddressEntryLayout : StructLayout {
  AddressEntryLayout() : StructLayout("MPIDI_av_entry_t") {}
  // Pointers to endpoints (ucp_ep). The first one leads from this process's first interface to the first interface of
  // the other process.
  Slot<Embedded> ucx;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("netmod.ucx", ucx);
  }
};

}  // namespace mpidbg::layout::mpich
