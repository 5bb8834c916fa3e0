#pragma once
// Holds all layouts of UCX, which are resolved together for one image.

#include "mpidbg/layout/ucx/containers_layout.h"
#include "mpidbg/layout/ucx/message_layout.h"
#include "mpidbg/layout/ucx/request_layout.h"
#include "mpidbg/layout/ucx/transport_layout.h"
#include "mpidbg/layout/ucx/worker_layout.h"

namespace mpidbg::layout::ucx {

struct Layouts {
  // The name of the library in profiles.
  static constexpr const char *library = "UCX";
  // The symbol of the anchor; see ProfileAnchor.
  static constexpr const char *anchor_symbol = "ucp_am_eager_multi_bcopy_proto";

  QueueLayout queue;
  ListLinkLayout list_link;
  PoolLayout pool;
  PoolDataLayout pool_data;
  PoolChunkLayout pool_chunk;
  FragmentHashLayout fragment_hash;
  WorkerLayout worker;
  ContextLayout context;
  EndpointLayout endpoint;
  RequestQueueLayout request_queue;
  TagMatchLayout tag_match;
  RequestLayout request;
  ReceiveRequestLayout receive_request;
  MatchedReceiveLayout matched_receive;
  SendRequestLayout send_request;
  ReceivedLayout received;
  ContiguousIteratorLayout contiguous_iterator;
  GenericIteratorLayout generic_iterator;
  GenericDatatypeLayout generic_datatype;
  ProtocolLayout protocol;
  DescriptorLayout descriptor;
  TagHeaderLayout tag_header;
  EagerFirstHeaderLayout eager_first_header;
  EagerSyncHeaderLayout eager_sync_header;
  EagerSyncFirstHeaderLayout eager_sync_first_header;
  RendezvousHeaderLayout rendezvous_header;
  RequestHeaderLayout request_header;
  InterfaceLayout interface;
  ResourceLayout resource;
  TransportNameLayout transport_name;
  SharedMemoryLayout shared_memory;
  SharedFifoLayout shared_fifo;

  // Calls visit(layout) for each layout.
  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(queue), visit(list_link), visit(pool), visit(pool_data), visit(pool_chunk), visit(fragment_hash);
    visit(worker), visit(context), visit(endpoint), visit(request_queue), visit(tag_match);
    visit(request), visit(receive_request), visit(matched_receive), visit(send_request), visit(received),
        visit(contiguous_iterator), visit(generic_iterator), visit(generic_datatype), visit(protocol);
    visit(descriptor), visit(tag_header), visit(eager_first_header), visit(eager_sync_header),
        visit(eager_sync_first_header), visit(rendezvous_header), visit(request_header);
    visit(interface), visit(resource), visit(transport_name), visit(shared_memory), visit(shared_fifo);
  }
};

}  // namespace mpidbg::layout::ucx
