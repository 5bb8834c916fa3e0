#pragma once
// Holds all layouts of MPICH, which are resolved together for one image.

#include <array>

#include "mpidbg/layout/mpich/mpit_layout.h"
#include "mpidbg/layout/mpich/numbers.h"
#include "mpidbg/layout/mpich/objects/attribute_layout.h"
#include "mpidbg/layout/mpich/objects/communicator_layout.h"
#include "mpidbg/layout/mpich/objects/datatype_layout.h"
#include "mpidbg/layout/mpich/objects/errhandler_layout.h"
#include "mpidbg/layout/mpich/objects/group_layout.h"
#include "mpidbg/layout/mpich/objects/hint_layout.h"
#include "mpidbg/layout/mpich/objects/info_layout.h"
#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/mpich/objects/op_layout.h"
#include "mpidbg/layout/mpich/objects/session_layout.h"
#include "mpidbg/layout/mpich/objects/topology_layout.h"
#include "mpidbg/layout/mpich/objects/window_layout.h"
#include "mpidbg/layout/mpich/p2p/active_message_layout.h"
#include "mpidbg/layout/mpich/p2p/request_layout.h"
#include "mpidbg/layout/mpich/p2p/ucx_device_layout.h"
#include "mpidbg/layout/mpich/process_layout.h"
#include "mpidbg/layout/romio/file_layout.h"

namespace mpidbg::layout::mpich {

struct Layouts {
  // The name of the library in profiles.
  static constexpr const char *library = "MPICH";
  // The symbol of the anchor; see ProfileAnchor.
  static constexpr const char *anchor_symbol = "MPI_T_PVAR_ALL_HANDLES";
  // The symbol of a string that starts with the version.
  static constexpr const char *version_symbol = "MPII_Version_string";
  // Variables in the library's static data that lead to all objects. A stripped library has no symbols for them.
  static constexpr std::array variables{"ADIOI_cb_config_list_keyval",
                                        "ADIOI_syshints",
                                        "ADIO_Init_keyval",
                                        "MPIDI_POSIX_eager_iqueue_global",
                                        "MPIDI_UCX_global",
                                        "MPIDI_global",
                                        "MPID_Attr_mem",
                                        "MPII_Attr_delete_c_proxy",
                                        "MPII_Keyval_mem",
                                        "MPIR_Comm_builtin",
                                        "MPIR_Comm_mem",
                                        "MPIR_Datatype_builtin",
                                        "MPIR_Datatype_direct",
                                        "MPIR_Datatype_mem",
                                        "MPIR_Errhandler_builtin",
                                        "MPIR_Errhandler_mem",
                                        "MPIR_Grequest_class_mem",
                                        "MPIR_Group_builtin",
                                        "MPIR_Group_mem",
                                        "MPIR_Info_builtin",
                                        "MPIR_Info_mem",
                                        "MPIR_Op_builtin",
                                        "MPIR_Op_mem",
                                        "MPIR_Process",
                                        "MPIR_Request_builtin",
                                        "MPIR_Request_builtins",
                                        "MPIR_Request_mem",
                                        "MPIR_Session_mem",
                                        "MPIR_ThreadInfo",
                                        "MPIR_Topology_keyval",
                                        "MPIR_Win_mem",
                                        "MPIR_comm_hint_list",
                                        "MPIR_world_model_state",
                                        "cat_stamp",
                                        "cat_table",
                                        "cvar_table",
                                        "pvar_table"};

  // The numbers that differ between versions. They are not structs, so for_each() omits them.
  Numbers numbers;

  PredefinedAttributesLayout predefined_attributes;
  ProcessLayout process;
  ObjectLayout object;
  ObjectTableLayout object_table;
  RankMapLayout rank_map;
  DeviceCommunicatorLayout device_communicator;
  CommunicatorLayout communicator;
  HintLayout hint;
  GroupLayout group;
  GroupEntryLayout group_entry;
  ProcessMapLayout process_map;
  AttributeLayout attribute;
  CopyFunctionLayout copy_function;
  DeleteFunctionLayout delete_function;
  KeyvalLayout keyval;
  GraphLayout graph;
  CartesianLayout cartesian;
  DistributedGraphLayout distributed_graph;
  TopologyLayout topology;
  PersistentRequestLayout persistent_request;
  SelfRequestLayout self_request;
  UcxRequestLayout ucx_request;
  PartitionedMatchLayout partitioned_match;
  PartitionedRequestLayout partitioned_request;
  ReceiveStateLayout receive_state;
  ActiveMessageStateLayout active_message_state;
  ActiveMessageLayout active_message;
  InterfaceLayout interface;
  SharedQueueLayout shared_queue;
  SharedTransportLayout shared_transport;
  DeviceRequestLayout device_request;
  RequestLayout request;
  GeneralizedFunctionsLayout generalized_functions;
  UcxInterfaceLayout ucx_interface;
  UcxGlobalLayout ucx_global;
  AddressManagerLayout address_manager;
  GlobalLayout global;
  AddressTableLayout address_table;
  AddressEntryLayout address_entry;
  InfoLayout info;
  InfoEntryLayout info_entry;
  OpLayout op;
  ErrhandlerLayout errhandler;
  DatatypeLayout datatype;
  DatatypeContentsLayout datatype_contents;
  GroupSyncLayout group_sync;
  LockQueueLayout lock_queue;
  WaitingLockLayout waiting_lock;
  WindowSyncLayout window_sync;
  WindowHintsLayout window_hints;
  HashLinkLayout hash_link;
  TargetSyncLayout target_sync;
  WindowTargetLayout window_target;
  ActiveMessageWindowLayout active_message_window;
  DeviceWindowLayout device_window;
  WindowLayout window;
  SessionLayout session;
  romio::FileLayout<std::uint32_t> adio_file;
  // The layout of ROMIO's files in a library for the standard ABI, in which handles are as wide as addresses.
  romio::FileLayout<Address> standard_abi_adio_file;
  ArrayLayout array;
  ElementKindLayout element_kind;
  ControlVariableLayout control_variable;
  PerformanceVariableLayout performance_variable;
  CategoryLayout category;
  EventSourceLayout event_source;
  EventTypeLayout event_type;

  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(predefined_attributes), visit(process), visit(object), visit(object_table);
    visit(rank_map), visit(device_communicator), visit(communicator), visit(hint);
    visit(group), visit(group_entry), visit(process_map);
    visit(attribute), visit(copy_function), visit(delete_function), visit(keyval);
    visit(graph), visit(cartesian), visit(distributed_graph), visit(topology);
    visit(persistent_request), visit(self_request), visit(ucx_request), visit(partitioned_match),
        visit(partitioned_request), visit(device_request), visit(request), visit(generalized_functions);
    visit(receive_state), visit(active_message_state), visit(active_message), visit(interface), visit(shared_queue),
        visit(shared_transport);
    visit(ucx_interface), visit(ucx_global), visit(address_manager), visit(global), visit(address_table),
        visit(address_entry);
    visit(info), visit(info_entry), visit(op), visit(errhandler), visit(datatype), visit(datatype_contents);
    visit(group_sync), visit(lock_queue), visit(waiting_lock), visit(window_sync), visit(window_hints);
    visit(hash_link), visit(target_sync), visit(window_target), visit(active_message_window), visit(device_window);
    visit(window), visit(session), visit(standard_abi_adio_file), visit(adio_file);
    visit(array), visit(element_kind), visit(control_variable), visit(performance_variable), visit(category),
        visit(event_source), visit(event_type);
  }
};

}  // namespace mpidbg::layout::mpich
