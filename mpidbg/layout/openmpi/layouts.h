#pragma once
// All struct descriptions of Open MPI together: what is resolved for one image.

#include "mpidbg/layout/openmpi/attribute_layout.h"
#include "mpidbg/layout/openmpi/communicator_layout.h"
#include "mpidbg/layout/openmpi/containers_layout.h"
#include "mpidbg/layout/openmpi/datatype_layout.h"
#include "mpidbg/layout/openmpi/errhandler_layout.h"
#include "mpidbg/layout/openmpi/group_layout.h"
#include "mpidbg/layout/openmpi/info_layout.h"
#include "mpidbg/layout/openmpi/ob1_layout.h"
#include "mpidbg/layout/openmpi/object_layout.h"
#include "mpidbg/layout/openmpi/op_layout.h"
#include "mpidbg/layout/openmpi/request_layout.h"
#include "mpidbg/layout/openmpi/topology_layout.h"

namespace mpidbg::layout::openmpi {

struct Layouts {
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
  OpLayout op;
  OpalInfoLayout opal_info;
  InfoLayout info;
  InfoEntryLayout info_entry;
  InfoSubscriberLayout info_subscriber;

  // Calls visit(layout) for each.
  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(object), visit(object_class), visit(pointer_array), visit(list_item), visit(list), visit(free_list_item),
        visit(free_list), visit(communicator), visit(errhandler), visit(group), visit(proc), visit(topology),
        visit(cartesian), visit(graph), visit(distributed_graph), visit(request), visit(pml_request),
        visit(pml_send_request), visit(pml_receive_request), visit(status), visit(datatype), visit(opal_datatype),
        visit(component), visit(ob1_comm), visit(ob1_comm_proc), visit(ob1_receive_fragment), visit(ob1_common_header),
        visit(ob1_match_header), visit(ob1_rendezvous_header), visit(segment), visit(ob1_receive_request),
        visit(ob1_send_request), visit(ob1_module);
    visit(hash_table), visit(hash_element), visit(attribute);
    visit(op);
    visit(opal_info), visit(info), visit(info_entry), visit(info_subscriber);
  }
};

}  // namespace mpidbg::layout::openmpi
