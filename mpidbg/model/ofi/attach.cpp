#include "mpidbg/model/ofi/attach.h"

#include <array>
#include <optional>

#include "mpidbg/layout/choose_profile.h"
#include "mpidbg/layout/resolve.h"

namespace mpidbg::model::ofi {

namespace {

// Reads the version from the code of fi_version(), because libfabric has no variable with its version. On x86-64, the
// code is "mov $VERSION, %eax; ret", after an endbr64 in some builds, and VERSION is major << 16 | minor.
std::string read_version(const debugger::Image &image, const debugger::Memory &memory) {
  const auto function = image.find_function("fi_version");
  std::array<std::byte, 10> code{};
  if (!function || memory.byte_order() != ByteOrder::little || memory.pointer_size() != 8) return {};
  if (!memory.read(*function, code, "fi_version")) return {};
  constexpr std::array endbr64{std::byte{0xf3}, std::byte{0x0f}, std::byte{0x1e}, std::byte{0xfa}};
  constexpr std::byte move{0xb8}, end{0xc3};
  const std::size_t start = std::equal(endbr64.begin(), endbr64.end(), code.begin()) ? endbr64.size() : 0;
  const auto rest = std::span<const std::byte>(code).subspan(start);
  if (rest[0] != move || rest[5] != end) return {};
  const std::uint64_t version = decode_unsigned(rest.subspan(1, 4), ByteOrder::little);
  return std::to_string(version >> 16) + "." + std::to_string(version & 0xffff);
}

}  // namespace

Attachment attach(const debugger::Image &image, const debugger::Memory &memory) {
  Attachment result;
  result.version = read_version(image, memory);
  const layout::ChosenProfile chosen = layout::choose_profile(Layouts::library, image, memory, result.version);
  layout::DebugInformation debug_information(image);
  std::optional<layout::ProfileSource> profile;
  if (chosen.profile != nullptr) profile.emplace(*chosen.profile);
  const std::string no_profile = layout::resolve_all(result.layouts, debug_information, profile ? &*profile : nullptr,
                                                     chosen.origin, memory.pointer_size());
  const Layouts &layouts = result.layouts;
  for (const layout::StructLayout *const common : {static_cast<const layout::StructLayout *>(&layouts.identifier),
                                                   static_cast<const layout::StructLayout *>(&layouts.provider),
                                                   static_cast<const layout::StructLayout *>(&layouts.domain),
                                                   static_cast<const layout::StructLayout *>(&layouts.endpoint),
                                                   static_cast<const layout::StructLayout *>(&layouts.completion_queue),
                                                   static_cast<const layout::StructLayout *>(&layouts.completion_ring),
                                                   static_cast<const layout::StructLayout *>(&layouts.link),
                                                   static_cast<const layout::StructLayout *>(&layouts.singly_linked)}) {
    if (common->resolved()) continue;
    const std::string name = result.version.empty() ? "libfabric layout and version unknown"
                                                    : "libfabric " + result.version + " layout unknown";
    result.problem = name + ": " + (common->is_unknown && !no_profile.empty() ? no_profile : common->problem);
    return result;
  }
  result.layout_source = layout::describe_source(result.layouts, chosen, result.version);
  return result;
}

}  // namespace mpidbg::model::ofi
