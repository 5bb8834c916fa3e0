#include "mpidbg/model/ucx/attach.h"

#include <algorithm>
#include <array>
#include <optional>

#include "mpidbg/layout/choose_profile.h"
#include "mpidbg/layout/resolve.h"

namespace mpidbg::model::ucx {

namespace {

// Reads the version from the code of ucp_get_version_string(), because UCX has no variable with its version. On x86-64,
// the code is "lea OFFSET(%rip), %rax; ret", after an endbr64 in some builds.
std::string read_version(const debugger::Image &image, const debugger::Memory &memory) {
  const auto function = image.find_function("ucp_get_version_string");
  std::array<std::byte, 12> code{};
  if (!function || memory.byte_order() != ByteOrder::little || memory.pointer_size() != 8) return {};
  if (!memory.read(*function, code, "ucp_get_version_string")) return {};
  constexpr std::array endbr64{std::byte{0xf3}, std::byte{0x0f}, std::byte{0x1e}, std::byte{0xfa}};
  constexpr std::array lea{std::byte{0x48}, std::byte{0x8d}, std::byte{0x05}};
  const std::size_t start = std::equal(endbr64.begin(), endbr64.end(), code.begin()) ? endbr64.size() : 0;
  const auto rest = std::span<const std::byte>(code).subspan(start);
  if (!std::equal(lea.begin(), lea.end(), rest.begin())) return {};
  constexpr std::size_t lea_bytes = 7;
  const std::int64_t offset = decode_signed(rest.subspan(lea.size(), 4), ByteOrder::little);
  const Address text = *function + start + lea_bytes + static_cast<std::uint64_t>(offset);
  const auto version = memory.read_string(text, 32, "the version of UCX");
  if (!version || version->empty() || version->find_first_not_of("0123456789.") == 0) return {};
  return version->substr(0, version->find_first_not_of("0123456789."));
}

// Returns true for the layouts of transports. Without these layouts the queues can be read, but not whether messages
// are in flight.
bool is_of_transport(const Layouts &layouts, const layout::StructLayout &layout) {
  const layout::StructLayout *const transport[] = {&layouts.interface, &layouts.resource, &layouts.transport_name,
                                                   &layouts.shared_memory, &layouts.shared_fifo};
  return std::find(std::begin(transport), std::end(transport), &layout) != std::end(transport);
}

}  // namespace

Attachment attach(const debugger::Image &image, const debugger::Memory &memory) {
  Attachment result;
  result.version = read_version(image, memory);
  const layout::ChosenProfile chosen = layout::choose_profile(Layouts::library, image, memory, result.version);
  layout::DebugInformation debug_information(image);
  std::optional<layout::ProfileSource> profile;
  if (chosen.profile != nullptr) profile.emplace(*chosen.profile);
  if (chosen.profile != nullptr && result.version.empty()) result.version = chosen.profile->version;
  const std::string no_profile = layout::resolve_all(result.layouts, debug_information, profile ? &*profile : nullptr,
                                                     chosen.origin, memory.pointer_size());
  std::string unresolved;
  bool known = false;
  result.layouts.for_each([&](const layout::StructLayout &layout) {
    if (layout.resolved() || is_of_transport(result.layouts, layout)) return;
    if (unresolved.empty() || (!known && !layout.is_unknown)) unresolved = layout.problem;
    known |= !layout.is_unknown;
  });
  if (unresolved.empty()) {
    result.layout_source = layout::describe_source(result.layouts, chosen, result.version);
  } else {
    const std::string name =
        result.version.empty() ? "UCX layout and version unknown" : "UCX " + result.version + " layout unknown";
    result.problem = name + ": " + (known || no_profile.empty() ? unresolved : no_profile);
  }
  return result;
}

}  // namespace mpidbg::model::ucx
