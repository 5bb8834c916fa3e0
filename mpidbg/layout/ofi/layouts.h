#pragma once
// Holds all layouts of libfabric, which are resolved together for one image. Most providers exist only in some
// versions, so each reader states which layouts it needs.

#include "mpidbg/layout/ofi/containers_layout.h"
#include "mpidbg/layout/ofi/endpoint_layout.h"
#include "mpidbg/layout/ofi/rxm_layout.h"
#include "mpidbg/layout/ofi/shared_receive_layout.h"

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
  }
};

}  // namespace mpidbg::layout::ofi
