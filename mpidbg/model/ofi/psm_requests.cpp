#include "mpidbg/model/ofi/psm_requests.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/debugger/list_walk.h"
#include "mpidbg/layout/ofi/constants.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::View;
using namespace layout::ofi;

namespace {

constexpr std::uint64_t most_elements_of_psm = 1u << 24, most_chunks = 1u << 16, most_element_bytes = 1u << 16;

// The highest four bits of a tag of 64 bits are psm3's own: what kind of message it is, and whether the remaining 32
// bits have data for the receiver's completion.
constexpr std::uint64_t tag_bits = 0x0fffffffffffffff;
constexpr std::uint64_t kind_bits = std::uint64_t{3} << 62, data_bit = std::uint64_t{1} << 60;

Error bad_request(Address place, const std::string &what) {
  return Error{ErrorCode::corrupt, "psm2_mq_req at " + hex(place) + " " + what, place};
}

}  // namespace

std::uint64_t PsmRequests::tables() const {
  const PsmRequestLayout &layout = layouts_.psm_request;
  const std::uint64_t bytes = layout.prev.offset > layout.next.offset ? layout.prev.offset - layout.next.offset : 0;
  return bytes < std::uint64_t{2} * memory_.pointer_size() ? 0 : bytes / memory_.pointer_size() - 1;
}

Result<std::uint64_t> PsmRequests::walk(Address list, std::uint64_t links, const char *what, const Found &found) const {
  MPIDBG_ASSIGN(ends, View<PsmListLayout>::read(memory_, layouts_.psm_list, list));
  debugger::ListWalk walk(what);
  const PsmRequestLayout &layout = layouts_.psm_request;
  Address before{};
  for (Address place = ends.get(&PsmListLayout::first); !place.is_null();) {
    MPIDBG_TRY(walk.step(place));
    MPIDBG_ASSIGN(request, Request::read(memory_, layout, place));
    const std::uint64_t link = links * memory_.pointer_size();
    MPIDBG_ASSIGN(back, memory_.read_pointer(place + layout.prev.offset + link, "psm2_mq_req.prev"));
    if (back != before || request.get(&PsmRequestLayout::mq) != queues_) {
      return bad_request(place, "is not after the one at " + hex(before) + ", or of the queues at " +
                                    hex(request.get(&PsmRequestLayout::mq)));
    }
    MPIDBG_TRY(found(request));
    before = place;
    MPIDBG_ASSIGN(next, memory_.read_pointer(place + layout.next.offset + link, "psm2_mq_req.next"));
    place = next;
  }
  if (ends.get(&PsmListLayout::last) == before) return walk.steps();
  return Error{ErrorCode::corrupt,
               std::string(what) + " at " + hex(list) + " ends at " + hex(before) + ", and its head says " +
                   hex(ends.get(&PsmListLayout::last)),
               list};
}

Status PsmRequests::check_pool(Address pool) const {
  MPIDBG_ASSIGN(view, View<PsmPoolLayout>::read(memory_, layouts_.psm_pool, pool));
  const std::uint64_t pitch = view.get(&PsmPoolLayout::mp_elm_size), size = view.get(&PsmPoolLayout::mp_obj_size);
  const std::uint64_t count = view.get(&PsmPoolLayout::mp_num_obj),
                      chunk = view.get(&PsmPoolLayout::mp_num_obj_per_chunk);
  if (size >= layouts_.psm_request.byte_size && size + layouts_.psm_element.byte_size <= pitch &&
      pitch <= most_element_bytes && count <= most_elements_of_psm && chunk != 0 && count % chunk == 0 &&
      count / chunk <= view.get(&PsmPoolLayout::mp_elm_vector_size) && count / chunk <= most_chunks &&
      view.get(&PsmPoolLayout::mp_num_obj_inuse) <= count && view.get(&PsmPoolLayout::mp_elm_offset) <= pitch) {
    return {};
  }
  return Error{ErrorCode::corrupt,
               "mpool at " + hex(pool) + " has " + std::to_string(count) + " elements of " + std::to_string(size) +
                   " bytes, and by the layouts they have " + std::to_string(layouts_.psm_request.byte_size),
               pool};
}

Status PsmRequests::walk_pool(Address pool, const Found &found) const {
  MPIDBG_TRY(check_pool(pool));
  MPIDBG_ASSIGN(view, View<PsmPoolLayout>::read(memory_, layouts_.psm_pool, pool));
  const std::uint64_t each = view.get(&PsmPoolLayout::mp_num_obj_per_chunk);
  const std::uint64_t count = view.get(&PsmPoolLayout::mp_num_obj), pitch = view.get(&PsmPoolLayout::mp_elm_size);
  MPIDBG_ASSIGN(chunks,
                memory_.read_pointers(view.get(&PsmPoolLayout::mp_elm_vector), count / each, "mpool.mp_elm_vector"));
  std::uint64_t used = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Address place = chunks[i / each] + view.get(&PsmPoolLayout::mp_elm_offset) + i % each * pitch;
    MPIDBG_ASSIGN(element, View<PsmElementLayout>::read(memory_, layouts_.psm_element, place));
    if (element.get(&PsmElementLayout::me_index) != i) {
      return Error{ErrorCode::corrupt, "mpool_element at " + hex(place) + " is not number " + std::to_string(i), place};
    }
    if (element.get(&PsmElementLayout::me_mpool) != pool) continue;
    ++used;
    MPIDBG_ASSIGN(request, Request::read(memory_, layouts_.psm_request, place + layouts_.psm_element.byte_size));
    MPIDBG_TRY(found(request));
  }
  if (used == view.get(&PsmPoolLayout::mp_num_obj_inuse)) return {};
  return Error{ErrorCode::corrupt,
               "mpool at " + hex(pool) + " counts " + std::to_string(view.get(&PsmPoolLayout::mp_num_obj_inuse)) +
                   " elements in use, and " + std::to_string(used) + " are",
               pool};
}

Result<std::optional<Receive>> PsmRequests::receive(const Request &request) const {
  const std::uint64_t tag = request.get(&PsmRequestLayout::tag);
  if ((tag & kind_bits) != 0) return std::optional<Receive>();
  if (request.get(&PsmRequestLayout::type) != constants::psm_type_receive) {
    return bad_request(request.address(), "is not a receive");
  }
  Receive receive;
  receive.entry = request.address();
  receive.context = request.get(&PsmRequestLayout::context);
  receive.tag = tag & tag_bits;
  receive.ignore = ~request.get(&PsmRequestLayout::tagsel) & tag_bits;
  receive.buffer = request.get(&PsmRequestLayout::buf);
  receive.bytes = request.get(&PsmRequestLayout::buf_len);
  const Address peer = request.get(&PsmRequestLayout::peer);
  if (!peer.is_null()) receive.source = peer.value();
  return std::optional(receive);
}

Result<std::optional<Message>> PsmRequests::message(const Request &request) const {
  const std::uint64_t tag = request.get(&PsmRequestLayout::tag);
  if ((tag & kind_bits) != 0) return std::optional<Message>();
  if (request.get(&PsmRequestLayout::type) != constants::psm_type_receive) {
    return bad_request(request.address(), "is not a message");
  }
  Message message;
  message.entry = message.record = request.address();
  message.tag = tag & tag_bits;
  if ((tag & data_bit) != 0) message.data = request.get(&PsmRequestLayout::tag2);
  message.bytes = request.get(&PsmRequestLayout::send_msglen);
  const Address peer = request.get(&PsmRequestLayout::peer);
  if (!peer.is_null()) message.source = peer.value();
  const std::uint32_t state = request.get(&PsmRequestLayout::state);
  message.rendezvous = state == constants::psm_announced;
  if (state == constants::psm_complete) message.payload = request.get(&PsmRequestLayout::buf);
  return std::optional(message);
}

Result<std::optional<Send>> PsmRequests::send(const Request &request) const {
  const std::uint64_t tag = request.get(&PsmRequestLayout::tag);
  if ((request.get(&PsmRequestLayout::type) & constants::psm_type_send) == 0 ||
      request.get(&PsmRequestLayout::state) == constants::psm_complete || (tag & kind_bits) != 0) {
    return std::optional<Send>();
  }
  Send send;
  send.entry = request.address();
  send.context = request.get(&PsmRequestLayout::context);
  send.tag = tag & tag_bits;
  if ((tag & data_bit) != 0) send.data = request.get(&PsmRequestLayout::tag2);
  send.bytes = request.get(&PsmRequestLayout::send_msglen);
  const Address peer = request.get(&PsmRequestLayout::peer);
  if (!peer.is_null()) send.destination = peer.value();
  return std::optional(send);
}

}  // namespace mpidbg::model::ofi
