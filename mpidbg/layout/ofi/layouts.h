#pragma once
// Holds all layouts of libfabric, which are resolved together for one image. Most providers exist only in some
// versions, so each reader states which layouts it needs.

#include "mpidbg/layout/ofi/containers_layout.h"
#include "mpidbg/layout/ofi/endpoint_layout.h"
#include "mpidbg/layout/ofi/lnx_layout.h"
#include "mpidbg/layout/ofi/psm_layout.h"
#include "mpidbg/layout/ofi/rxm_layout.h"
#include "mpidbg/layout/ofi/shared_receive_layout.h"
#include "mpidbg/layout/ofi/shm_layout.h"
#include "mpidbg/layout/ofi/sm2_layout.h"
#include "mpidbg/layout/ofi/xnet_layout.h"

namespace mpidbg::layout::ofi {

struct Layouts {
  // The name of the library in profiles.
  static constexpr const char *library = "libfabric";
  // The symbol of the anchor; see ProfileAnchor.
  static constexpr const char *anchor_symbol = "fi_version";

  LinkLayout link;
  SinglyLinkedLayout singly_linked;
  BufferPoolLayout pool;
  BufferRegionLayout pool_region;
  BufferHeaderLayout pool_header;
  DynamicArrayLayout dynamic_array;
  IndexMapLayout index_map;
  IdentifierLayout identifier;
  ProviderLayout provider;
  FabricLayout fabric;
  DomainLayout domain;
  EndpointLayout endpoint;
  CompletionQueueLayout completion_queue;
  CompletionRingLayout completion_ring;
  RxmEndpointLayout rxm_endpoint;
  RxmReceiveQueueLayout rxm_receive_queue;
  RxmReceiveLayout rxm_receive;
  RxmReceiveBufferLayout rxm_receive_buffer;
  RxmSendBufferLayout rxm_send_buffer;
  RxmPacketLayout rxm_packet;
  RxmConnectionLayout rxm_connection;
  PeerLayout peer;
  SharedReceiveLayout shared_receive;
  UnexpectedPeerLayout unexpected_peer;
  PeerEntryLayout peer_entry;
  ReceiveEntryLayout receive_entry;
  XnetEndpointLayout xnet_endpoint;
  XnetReceivesLayout xnet_receives;
  XnetSavedLayout xnet_saved;
  XnetDomainLayout xnet_domain;
  XnetConnectionLayout xnet_connection;
  XnetConnectedLayout xnet_connected;
  XnetTransferLayout xnet_transfer;
  XnetHeaderLayout xnet_header;
  ShmEndpointLayout shm_endpoint;
  ShmReceivesLayout shm_receives;
  ShmReceiveLayout shm_receive;
  ShmMessageLayout shm_message;
  ShmSendLayout shm_send;
  ShmFormerArrivingLayout shm_former_arriving;
  ShmPendingLayout shm_pending;
  ShmFormerSendStackLayout shm_former_send_stack;
  ShmPresentSendStackLayout shm_send_stack;
  ShmFormerSendElementLayout shm_former_send_element;
  ShmPresentSendElementLayout shm_send_element;
  ShmRegionLayout shm_region;
  ShmCommandsLayout shm_commands;
  ShmPeersLayout shm_peers;
  ShmPeerLayout shm_peer;
  PsmEndpointLayout psm_endpoint;
  PsmContextLayout psm_context;
  PsmAddressesLayout psm_addresses;
  PsmConnectionsLayout psm_connections;
  PsmListLayout psm_list;
  PsmQueuesLayout psm_queues;
  PsmRequestLayout psm_request;
  PsmPoolLayout psm_pool;
  PsmElementLayout psm_element;
  LnxEndpointLayout lnx_endpoint;
  LnxEntryLayout lnx_entry;
  Sm2EndpointLayout sm2_endpoint;
  Sm2MessageLayout sm2_message;

  // Calls visit(layout) for each layout.
  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(link), visit(singly_linked), visit(pool), visit(pool_region), visit(pool_header), visit(dynamic_array),
        visit(index_map);
    visit(identifier), visit(provider), visit(fabric), visit(domain), visit(endpoint), visit(completion_queue),
        visit(completion_ring);
    visit(rxm_endpoint), visit(rxm_receive_queue), visit(rxm_receive), visit(rxm_receive_buffer),
        visit(rxm_send_buffer), visit(rxm_packet), visit(rxm_connection), visit(peer);
    visit(shared_receive), visit(unexpected_peer), visit(peer_entry), visit(receive_entry);
    visit(xnet_endpoint), visit(xnet_receives), visit(xnet_saved), visit(xnet_domain), visit(xnet_connection),
        visit(xnet_connected), visit(xnet_transfer), visit(xnet_header);
    visit(shm_endpoint), visit(shm_receives), visit(shm_receive), visit(shm_message), visit(shm_send),
        visit(shm_former_arriving), visit(shm_pending), visit(shm_former_send_stack), visit(shm_send_stack),
        visit(shm_former_send_element), visit(shm_send_element), visit(shm_region), visit(shm_commands),
        visit(shm_peers), visit(shm_peer);
    visit(psm_endpoint), visit(psm_context), visit(psm_addresses), visit(psm_connections), visit(psm_list),
        visit(psm_queues), visit(psm_request), visit(psm_pool), visit(psm_element);
    visit(lnx_endpoint), visit(lnx_entry), visit(sm2_endpoint), visit(sm2_message);
  }
};

}  // namespace mpidbg::layout::ofi
