#include "mpidbg/model/ofi/fabrics.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/elf_segments.h"
#include "mpidbg/debugger/memory_walk.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/completions.h"
#include "mpidbg/model/ofi/lists.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::View;
using namespace layout::ofi;

namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t most_code_before = 16u << 20;  // bytes from the start of the library to its functions
constexpr std::size_t most_fabrics = 256, most_domains = 1024;

// Returns the address at which libfabric was loaded: that of the ELF header before its code.
Result<Address> load_address(const debugger::Image &image, const debugger::Memory &memory) {
  const auto function = image.find_function("fi_version");
  if (!function) return Error{ErrorCode::not_found, "there is no libfabric in the process"};
  const std::uint64_t first = function->value() / page * page;
  for (std::uint64_t back = 0; back <= std::min(most_code_before, first); back += page) {
    std::array<std::byte, SELFMAG> bytes{};
    const Address place(first - back);
    if (!memory.read(place, bytes, "the ELF header of libfabric")) continue;
    if (std::memcmp(bytes.data(), ELFMAG, SELFMAG) == 0) return place;
  }
  return Error{ErrorCode::not_found, "the start of libfabric was not found before its code at " + hex(*function)};
}

// Reads a list of fabrics; empty if there is none at `head`.
std::vector<Address> read_fabrics(const debugger::Memory &memory, const Layouts &layouts, Address head) {
  std::vector<Address> fabrics;
  const Status walked = walk_ring(memory, layouts.link, head, "the fabrics of libfabric", [&](Address link) -> Status {
    const Address place = link - layouts.fabric.list_entry.offset;
    MPIDBG_ASSIGN(view, View<FabricLayout>::read(memory, layouts.fabric, place));
    MPIDBG_ASSIGN(identifier, view.as(layouts.identifier));
    if (identifier.get(&IdentifierLayout::fclass) != constants::class_fabric || fabrics.size() >= most_fabrics) {
      return Error{ErrorCode::corrupt, "the object of libfabric at " + hex(place) + " is not a fabric", place};
    }
    fabrics.push_back(place);
    return {};
  });
  return walked ? fabrics : std::vector<Address>();
}

// Searches the segments of the library that have data for the head of the list.
Result<std::vector<Address>> find_fabrics(const debugger::Memory &memory, const Layouts &layouts, Address library) {
  MPIDBG_ASSIGN(segments, debugger::read_elf_segments(memory, library));
  const std::uint64_t width = memory.pointer_size();
  for (const debugger::ElfSegment &segment : segments) {
    if (segment.type != PT_LOAD || segment.executable) continue;
    const std::uint64_t size = segment.range.end - segment.range.begin;
    if (size > limits::static_data_bytes) continue;
    const auto words = memory.read_pointers(segment.range.begin, size / width, "the data of libfabric");
    if (!words) continue;
    for (std::size_t i = 0; i + 1 < words->size(); ++i) {
      const Address head = segment.range.begin + i * width, next = (*words)[i], last = (*words)[i + 1];
      if (next.value() < page || last.value() < page || next == head || next.value() % width != 0) continue;
      if (last.value() % width != 0) continue;
      // One read shows of nearly every pair of words that they are not such a head.
      const auto back = memory.read_pointer(next + layouts.link.prev.offset, "dlist_entry.prev");
      if (!back || *back != head) continue;
      std::vector<Address> fabrics = read_fabrics(memory, layouts, head);
      if (!fabrics.empty()) return fabrics;
    }
  }
  return Error{ErrorCode::not_found, "the static data of libfabric has no list of fabrics"};
}

}  // namespace

Result<std::vector<FoundDomain>> find_domains(const debugger::Image &image, const debugger::Memory &memory,
                                              const Layouts &layouts) {
  if (!layouts.fabric.resolved()) return Error{ErrorCode::layout, layouts.fabric.problem};
  MPIDBG_ASSIGN(library, load_address(image, memory));
  MPIDBG_ASSIGN(fabrics, find_fabrics(memory, layouts, library));
  std::vector<FoundDomain> found;
  for (const Address fabric : fabrics) {
    MPIDBG_TRY(walk_ring(memory, layouts.link, fabric + layouts.fabric.domain_list.offset, "util_fabric.domain_list",
                         [&](Address link) -> Status {
                           const Address place = link - layouts.domain.list_entry.offset;
                           MPIDBG_ASSIGN(view, View<DomainLayout>::read(memory, layouts.domain, place));
                           if (view.get(&DomainLayout::fabric) != fabric || found.size() >= most_domains) {
                             return Error{ErrorCode::corrupt,
                                          "util_domain at " + hex(place) + " is not of the fabric that lists it",
                                          place};
                           }
                           MPIDBG_ASSIGN(name, provider_of(memory, layouts, place));
                           found.push_back({place, name});
                           return {};
                         }));
  }
  return found;
}

Result<std::vector<Address>> find_endpoints(const debugger::Memory &memory, const Layouts &layouts,
                                            std::span<const FoundDomain> domains,
                                            std::span<const AddressRange> ranges) {
  std::vector<std::uint64_t> wanted;
  for (const FoundDomain &domain : domains) wanted.push_back(domain.domain.value());
  std::sort(wanted.begin(), wanted.end());
  const unsigned width = memory.pointer_size();
  std::vector<Address> places;
  MPIDBG_TRY(debugger::walk_memory(memory, ranges, [&](std::span<const std::byte> piece, Address begin) {
    for (std::size_t at = 0; at + width <= piece.size(); at += width) {
      const std::uint64_t word = decode_unsigned(piece.subspan(at, width), memory.byte_order());
      if (word != 0 && std::binary_search(wanted.begin(), wanted.end(), word)) places.push_back(begin + at);
    }
  }));
  std::vector<Address> found;
  const auto add = [&](Address endpoint) {
    const auto identifier = View<IdentifierLayout>::read(memory, layouts.identifier, endpoint);
    if (identifier && identifier->get(&IdentifierLayout::fclass) == constants::class_endpoint)
      found.push_back(endpoint);
  };
  for (const Address place : places) {
    const auto base = View<EndpointLayout>::read(memory, layouts.endpoint, place - layouts.endpoint.domain.offset);
    const std::uint32_t type = base ? base->get(&EndpointLayout::type) : ~0u;
    if (type == constants::endpoint_reliable_datagram || type == constants::endpoint_unspecified) add(base->address());
    if (layouts.psm_endpoint.resolved()) add(place - layouts.psm_endpoint.domain.offset);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace mpidbg::model::ofi
