#include "mpidbg/model/ucx/message_reader.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/ucx/constants.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::ucx {

namespace constants = layout::ucx;
using layout::View;
using namespace layout::ucx;

namespace {

Error corrupt_descriptor(Address descriptor, const std::string &what) {
  return {ErrorCode::corrupt, "ucp_recv_desc at " + hex(descriptor) + " " + what, descriptor};
}

Status check_bytes(const Message &message) {
  if (message.bytes < limits::message_bytes) return {};
  return corrupt_descriptor(message.descriptor, "announces " + hex(message.bytes) + " bytes");
}

// Returns the address of the sender's request, which the header contains.
template <class Header, class Slot>
Result<Address> sender_request(const debugger::Memory &memory, const Layouts &layouts, const Header &header,
                               Slot Header::*slot, Address at) {
  MPIDBG_ASSIGN(view, View<Header>::read(memory, header, at));
  MPIDBG_ASSIGN(request, view.part(slot, layouts.request_header));
  return Address(request.get(&RequestHeaderLayout::req_id));
}

}  // namespace

Result<Message> read_message(const debugger::Memory &memory, const Layouts &layouts, Address descriptor) {
  MPIDBG_ASSIGN(view, View<DescriptorLayout>::read(memory, layouts.descriptor, descriptor));
  const std::uint16_t flags = view.get(&DescriptorLayout::flags);
  const std::uint32_t length = view.get(&DescriptorLayout::length);
  const std::uint32_t payload = view.get(&DescriptorLayout::payload_offset);
  const Address header = descriptor + layouts.descriptor.byte_size;
  MPIDBG_ASSIGN(tag, View<TagHeaderLayout>::read(memory, layouts.tag_header, header));

  Message message;
  message.descriptor = descriptor;
  message.tag = tag.get(&TagHeaderLayout::tag);
  if ((flags & constants::descriptor_rendezvous) != 0) {
    MPIDBG_ASSIGN(start, View<RendezvousHeaderLayout>::read(memory, layouts.rendezvous_header, header));
    message.rendezvous = true;
    message.bytes = start.get(&RendezvousHeaderLayout::size);
    MPIDBG_TRY(check_bytes(message));
    MPIDBG_ASSIGN(sender,
                  sender_request(memory, layouts, layouts.rendezvous_header, &RendezvousHeaderLayout::sreq, header));
    message.sender_request = sender;
    return message;
  }
  if ((flags & constants::descriptor_eager) == 0) {
    return corrupt_descriptor(descriptor, "is neither an eager message nor a rendezvous: flags " + hex(flags));
  }
  if (payload > length) {
    return corrupt_descriptor(
        descriptor, "has " + std::to_string(length) + " bytes, and its data begins at " + std::to_string(payload));
  }
  message.payload = header + payload;
  message.synchronous = (flags & constants::descriptor_eager_sync) != 0;
  const bool only = (flags & constants::descriptor_eager_only) != 0;
  message.bytes = length - payload;
  if (!only) {
    MPIDBG_ASSIGN(first, View<EagerFirstHeaderLayout>::read(memory, layouts.eager_first_header, header));
    message.bytes = first.get(&EagerFirstHeaderLayout::total_len);
  }
  MPIDBG_TRY(check_bytes(message));
  if (message.synchronous) {
    MPIDBG_ASSIGN(sender,
                  only ? sender_request(memory, layouts, layouts.eager_sync_header, &EagerSyncHeaderLayout::req, header)
                       : sender_request(memory, layouts, layouts.eager_sync_first_header,
                                        &EagerSyncFirstHeaderLayout::req, header));
    message.sender_request = sender;
  }
  return message;
}

}  // namespace mpidbg::model::ucx
