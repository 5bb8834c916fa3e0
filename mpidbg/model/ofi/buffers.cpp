#include "mpidbg/model/ofi/buffers.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model::ofi {

namespace {

constexpr std::uint64_t most_parts = 64;  // libfabric's own limits are below 16

Error bad_buffer(Address entry, const std::string &what) {
  return Error{ErrorCode::corrupt, "the receive of libfabric at " + hex(entry) + " has a " + what, entry};
}

}  // namespace

Status read_buffer(const debugger::Memory &memory, Address place, std::uint64_t parts, Receive &receive) {
  if (parts > most_parts) return bad_buffer(receive.entry, "buffer of " + std::to_string(parts) + " parts");
  if (parts == 0) return {};
  MPIDBG_ASSIGN(words, memory.read_pointers(place, 2 * parts, "the buffer of a receive of libfabric"));
  receive.buffer = words.front();
  for (std::size_t i = 1; i < words.size(); i += 2) {
    const std::uint64_t bytes = words[i].value();
    if (bytes >= limits::message_bytes) return bad_buffer(receive.entry, "part of " + hex(bytes) + " bytes");
    receive.bytes += bytes;
  }
  return {};
}

}  // namespace mpidbg::model::ofi
