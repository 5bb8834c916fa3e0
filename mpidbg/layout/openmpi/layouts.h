#pragma once
// Holds all layouts of Open MPI, which are resolved together for one image.

#include "mpidbg/layout/openmpi/datatypes/datatype_layout.h"
#include "mpidbg/layout/openmpi/io/file_layout.h"
#include "mpidbg/layout/openmpi/io/ompio_layout.h"
#include "mpidbg/layout/openmpi/io/romio_layout.h"
#include "mpidbg/layout/openmpi/mpit/mpit_layout.h"
#include "mpidbg/layout/openmpi/numbers.h"
#include "mpidbg/layout/openmpi/objects/attribute_layout.h"
#include "mpidbg/layout/openmpi/objects/communicator_layout.h"
#include "mpidbg/layout/openmpi/objects/errhandler_layout.h"
#include "mpidbg/layout/openmpi/objects/group_layout.h"
#include "mpidbg/layout/openmpi/objects/info_layout.h"
#include "mpidbg/layout/openmpi/objects/op_layout.h"
#include "mpidbg/layout/openmpi/objects/session_layout.h"
#include "mpidbg/layout/openmpi/objects/topology_layout.h"
#include "mpidbg/layout/openmpi/objects/window_layout.h"
#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/openmpi/osc/osc_pt2pt_layout.h"
#include "mpidbg/layout/openmpi/osc/osc_rdma_layout.h"
#include "mpidbg/layout/openmpi/osc/osc_sm_layout.h"
#include "mpidbg/layout/openmpi/osc/osc_ucx_layout.h"
#include "mpidbg/layout/openmpi/p2p/cm_layout.h"
#include "mpidbg/layout/openmpi/p2p/nbc_layout.h"
#include "mpidbg/layout/openmpi/p2p/ob1_layout.h"
#include "mpidbg/layout/openmpi/p2p/request_kinds_layout.h"
#include "mpidbg/layout/openmpi/p2p/request_layout.h"
#include "mpidbg/layout/openmpi/p2p/ucx_pml_layout.h"

namespace mpidbg::layout::openmpi {

struct Layouts {
  // The name of the library in profiles.
  static constexpr const char *library = "Open MPI";
  // The symbol of the anchor; see ProfileAnchor.
  static constexpr const char *anchor_symbol = "ompi_mpi_communicators";
  // The symbol of a string that starts with the version.
  static constexpr const char *version_symbol = "ompi_version_string";

  // The numbers that differ between versions. They are not structs, so for_each() omits them.
  Numbers numbers;

  ObjectLayout object;
  ClassLayout object_class;
  PointerArrayLayout pointer_array;
  ListItemLayout list_item;
  ListLayout list;
  FreeListItemLayout free_list_item;
  FreeListLayout free_list;
  CommunicatorLayout communicator;
  ErrhandlerLayout errhandler;
  GroupLayout group;
  ProcLayout proc;
  TopologyModuleLayout topology;
  CartesianLayout cartesian;
  GraphLayout graph;
  DistributedGraphLayout distributed_graph;
  RequestLayout request;
  PmlRequestLayout pml_request;
  PmlSendRequestLayout pml_send_request;
  PmlReceiveRequestLayout pml_receive_request;
  StatusLayout status;
  DatatypeLayout datatype;
  OpalDatatypeLayout opal_datatype;
  DatatypeArgumentsLayout datatype_arguments;
  LargeDatatypeArgumentsLayout large_datatype_arguments;
  DataDescriptionLayout data_description;
  DataRecordLayout data_record;
  DataElementLayout data_element;
  DataLoopLayout data_loop;
  ComponentLayout component;
  Ob1CommLayout ob1_comm;
  Ob1CommProcLayout ob1_comm_proc;
  Ob1ReceiveFragmentLayout ob1_receive_fragment;
  Ob1CommonHeaderLayout ob1_common_header;
  Ob1MatchHeaderLayout ob1_match_header;
  Ob1RendezvousHeaderLayout ob1_rendezvous_header;
  SegmentLayout segment;
  Ob1ReceiveRequestLayout ob1_receive_request;
  Ob1SendRequestLayout ob1_send_request;
  Ob1ModuleLayout ob1_module;
  HashTableLayout hash_table;
  HashElementLayout hash_element;
  AttributeLayout attribute;
  FormerAttributeLayout former_attribute;
  KeyvalLayout keyval;
  WindowLayout window;
  OscModuleLayout osc_module;
  OscModule4Layout osc_module_4;
  OscRdmaModuleLayout osc_rdma_module;
  OscRdmaStateLayout osc_rdma_state;
  OscRdmaSyncLayout osc_rdma_sync;
  OscRdmaPeerLayout osc_rdma_peer;
  OscRdmaPendingPostLayout osc_rdma_pending_post;
  OscRdmaHandleLayout osc_rdma_handle;
  OscRdmaAttachmentLayout osc_rdma_attachment;
  OscPt2ptModuleLayout osc_pt2pt_module;
  OscPt2ptSyncLayout osc_pt2pt_sync;
  OscPt2ptPeerLayout osc_pt2pt_peer;
  OscPt2ptPendingLockLayout osc_pt2pt_pending_lock;
  OscSmModuleLayout osc_sm_module;
  OscSmNodeStateLayout osc_sm_node_state;
  OscSmLockLayout osc_sm_lock;
  OscUcxModuleLayout osc_ucx_module;
  OscUcxStateLayout osc_ucx_state;
  OscUcxEpochLayout osc_ucx_epoch;
  OscUcxLockLayout osc_ucx_lock;
  OscUcxPendingPostLayout osc_ucx_pending_post;
  OscUcxRegionLayout osc_ucx_region;
  OpLayout op;
  SessionLayout session;
  OpalInfoLayout opal_info;
  InfoLayout info;
  InfoEntryLayout info_entry;
  CountedStringLayout counted_string;
  InfoSubscriberLayout info_subscriber;
  NbcComponentLayout nbc_component;
  NbcRequestLayout nbc_request;
  NbcScheduleLayout nbc_schedule;
  NbcSendLayout nbc_send;
  NbcReceiveLayout nbc_receive;
  NbcOpLayout nbc_op;
  NbcCopyLayout nbc_copy;
  NbcUnpackLayout nbc_unpack;
  GeneralizedRequestLayout generalized_request;
  FileRequestLayout file_request;
  PosixRequestDataLayout posix_request_data;
  PosixRequestData6Layout posix_request_data_6;
  RdmaRequestLayout rdma_request;
  Pt2ptComponentLayout pt2pt_component;
  Pt2ptRequestLayout pt2pt_request;
  PartitionedRequestLayout partitioned_request;
  PartitionedModuleLayout partitioned_module;
  CommunicatorRequestLayout communicator_request;
  CommunicatorRequestItemLayout communicator_request_item;
  MessageLayout message;
  UcxModuleLayout ucx_module;
  UcxPersistentRequestLayout ucx_persistent_request;
  RequestCallbackLayout request_callback;
  ProcEndpointsLayout proc_endpoints;
  ConvertorLayout convertor;
  CmRequestLayout cm_request;
  CmThinSendLayout cm_thin_send;
  CmHeavySendLayout cm_heavy_send;
  CmThinReceiveLayout cm_thin_receive;
  CmHeavyReceiveLayout cm_heavy_receive;
  MtlModuleLayout mtl_module;
  MtlRequestLayout mtl_request;
  OfiModuleLayout ofi_module;
  OfiContextLayout ofi_context;
  OfiEndpointLayout ofi_endpoint;
  OfiRequestLayout ofi_request;
  FileLayout file;
  OmpioFileLayout ompio_file;
  OmpioViewLayout ompio_view;
  OmpioView6Layout ompio_view_6;
  SharedPointerLayout shared_pointer;
  SharedPointerSmLayout shared_pointer_sm;
  SharedPointerSmOffsetLayout shared_pointer_sm_offset;
  RomioDataLayout romio_data;
  Romio341DataLayout romio341_data;
  AdioFileLayout adio_file;
  AdioFlatTypeLayout adio_flat_type;
  ValueArrayLayout value_array;
  ControlVariableLayout control_variable;
  FileValueLayout file_value;
  PerformanceVariableLayout performance_variable;
  VariableGroupLayout variable_group;
  EnumeratorLayout enumerator;
  EnumeratorValueLayout enumerator_value;
  FlagEnumeratorLayout flag_enumerator;
  EnumeratorFlagLayout enumerator_flag;

  // Calls visit(layout) for each layout.
  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(object), visit(object_class), visit(pointer_array), visit(list_item), visit(list), visit(free_list_item),
        visit(free_list), visit(communicator), visit(errhandler), visit(group), visit(proc), visit(topology),
        visit(cartesian), visit(graph), visit(distributed_graph), visit(request), visit(pml_request),
        visit(pml_send_request), visit(pml_receive_request), visit(status), visit(datatype), visit(opal_datatype),
        visit(datatype_arguments), visit(large_datatype_arguments), visit(data_description), visit(data_record),
        visit(data_element), visit(data_loop), visit(component), visit(ob1_comm), visit(ob1_comm_proc),
        visit(ob1_receive_fragment), visit(ob1_common_header), visit(ob1_match_header), visit(ob1_rendezvous_header),
        visit(segment), visit(ob1_receive_request), visit(ob1_send_request), visit(ob1_module);
    visit(hash_table), visit(hash_element), visit(attribute), visit(former_attribute), visit(keyval);
    visit(window), visit(osc_module), visit(osc_module_4), visit(osc_rdma_module), visit(osc_rdma_state),
        visit(osc_rdma_sync), visit(osc_rdma_peer), visit(osc_rdma_pending_post), visit(osc_rdma_handle),
        visit(osc_rdma_attachment), visit(osc_pt2pt_module), visit(osc_pt2pt_sync), visit(osc_pt2pt_peer),
        visit(osc_pt2pt_pending_lock), visit(osc_sm_module), visit(osc_sm_node_state), visit(osc_sm_lock),
        visit(osc_ucx_module), visit(osc_ucx_state), visit(osc_ucx_epoch), visit(osc_ucx_lock),
        visit(osc_ucx_pending_post), visit(osc_ucx_region);
    visit(op), visit(session);
    visit(opal_info), visit(info), visit(info_entry), visit(counted_string), visit(info_subscriber);
    visit(file), visit(ompio_file), visit(ompio_view), visit(ompio_view_6), visit(shared_pointer),
        visit(shared_pointer_sm), visit(shared_pointer_sm_offset);
    visit(romio_data), visit(romio341_data), visit(adio_file), visit(adio_flat_type);
    visit(value_array), visit(control_variable), visit(file_value), visit(performance_variable), visit(variable_group),
        visit(enumerator), visit(enumerator_value), visit(flag_enumerator), visit(enumerator_flag);
    visit_requests(visit);
  }

 private:
  template <class Visitor>
  void visit_requests(Visitor &&visit) {
    visit(nbc_component), visit(nbc_request), visit(nbc_schedule), visit(nbc_send), visit(nbc_receive), visit(nbc_op),
        visit(nbc_copy), visit(nbc_unpack), visit(generalized_request), visit(file_request), visit(posix_request_data),
        visit(posix_request_data_6), visit(rdma_request), visit(pt2pt_component), visit(pt2pt_request),
        visit(partitioned_request), visit(partitioned_module), visit(communicator_request),
        visit(communicator_request_item), visit(message), visit(ucx_module), visit(ucx_persistent_request),
        visit(request_callback), visit(proc_endpoints);
    visit(convertor), visit(cm_request), visit(cm_thin_send), visit(cm_heavy_send), visit(cm_thin_receive),
        visit(cm_heavy_receive), visit(mtl_module), visit(mtl_request), visit(ofi_module), visit(ofi_context),
        visit(ofi_endpoint), visit(ofi_request);
  }
};

}  // namespace mpidbg::layout::openmpi
