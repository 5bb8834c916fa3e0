#include "mpidbg/model/mpich/attach.h"

#include <algorithm>

#include "mpidbg/debugger/elf_segments.h"
#include "mpidbg/layout/resolve.h"
#include "mpidbg/model/mpich/objects/object_tables.h"

namespace mpidbg::model::mpich {

namespace {

std::string read_version(const debugger::Image &image, const debugger::Memory &memory) {
  const auto symbol = image.find_symbol("MPII_Version_string");
  if (!symbol) return {};
  const auto text = memory.read_string(*symbol, 64, "MPII_Version_string");
  return text ? text->substr(0, text->find_first_not_of("0123456789.")) : std::string();
}

// Compares the sizes of objects in the layouts with those in the process's tables. Each version differs from all others
// in at least one of the sizes.
Status check_sizes(const Attachment &attachment) {
  ObjectTables tables(attachment);
  for (const ObjectKind kind : {ObjectKind::communicator, ObjectKind::group, ObjectKind::request, ObjectKind::window}) {
    MPIDBG_TRY(tables.of(kind).status());
  }
  return {};
}

// Resolves the layouts with the chosen profile. Returns why the profile was not used, or an empty text.
std::string resolve(Attachment &attachment, const layout::ChosenProfile &chosen) {
  attachment.layouts = Layouts();
  attachment.profile = chosen;
  layout::DebugInformation debug_information(attachment.image);
  std::optional<layout::ProfileSource> profile;
  if (chosen.profile != nullptr) profile.emplace(*chosen.profile);
  std::string no_profile = layout::resolve_all(attachment.layouts, debug_information, profile ? &*profile : nullptr,
                                               chosen.origin, attachment.memory.pointer_size());
  resolve_numbers(attachment.layouts.numbers, no_profile.empty() ? chosen.profile : nullptr, attachment.version);
  return no_profile;
}

// Resolves the layouts with the first candidate that has the object sizes of the process. If no candidate fits, uses
// debug information alone. Errors: the reasons why no candidate fits.
Status resolve_by_sizes(Attachment &attachment, std::span<const layout::ChosenProfile> candidates) {
  std::string why;
  for (const layout::ChosenProfile &candidate : candidates) {
    std::string unfit = resolve(attachment, candidate);
    if (unfit.empty()) {
      const Status checked = check_sizes(attachment);
      if (checked) return {};
      unfit = checked.error().message;
    }
    why += (why.empty() ? "" : "; ") + candidate.profile->name + " does not fit: " + unfit;
  }
  (void)resolve(attachment, {});
  if (check_sizes(attachment)) return {};
  return Error{ErrorCode::layout, why};
}

std::string read_device(const debugger::Image &image, const debugger::Memory &memory) {
  const auto symbol = image.find_symbol("MPII_Version_device");
  if (!symbol) return {};
  return memory.read_string(*symbol, 64, "MPII_Version_device").value_or({});
}

// Returns true for a library with the standard ABI. In that ABI, MPI_UNWEIGHTED is a constant of the standard; other
// libraries export it as a variable.
bool has_standard_abi(const debugger::Image &image) {
  return image.has_function("MPI_Abi_get_version") && !image.find_symbol("MPI_UNWEIGHTED");
}

// Resolves the layouts of a library whose version is unknown. A statically linked program may lack the variable with
// the version, and since 4.2 that variable cannot be found by a symbol.
Status resolve_unknown_version(Attachment &attachment) {
  const Status resolved =
      resolve_by_sizes(attachment, layout::profiles_of_machine(Layouts::library, attachment.memory));
  if (resolved) return {};
  const std::string why = resolved.error().message;
  return Error{ErrorCode::layout, "no struct layouts for MPICH, whose version is unknown: " +
                                      (why.empty() ? "no profile is for this machine" : why)};
}

// Puts profiles for the library's device first, because a candidate that does not fit costs a search of the library's
// data.
void put_in_order(const Attachment &attachment, std::vector<layout::ChosenProfile> &candidates) {
  if (attachment.device.empty()) return;
  const bool is_ucx = attachment.device.starts_with("ch4:ucx");
  std::stable_partition(candidates.begin(), candidates.end(), [&](const layout::ChosenProfile &candidate) {
    return (candidate.profile->find_struct("MPIDI_UCX_global_t") != nullptr) == is_ucx;
  });
}

// Resolves the layouts with the profile of the build or of the version. If a version has several profiles, for example
// for different networks, the sizes of objects decide; if none fits, the reason is reported later, when objects are
// requested. Returns why no profile was used, or an empty text.
std::string resolve_version(Attachment &attachment, const layout::ChosenProfile &chosen) {
  if (chosen.origin == layout::LayoutOrigin::profile_by_version) {
    auto candidates = layout::profiles_of_version(Layouts::library, attachment.memory, attachment.version);
    put_in_order(attachment, candidates);
    if (candidates.size() > 1 && resolve_by_sizes(attachment, candidates)) return {};
  }
  return resolve(attachment, chosen);
}

}  // namespace

std::optional<Address> Attachment::variable(const std::string &name) const {
  const auto symbol = image.find_symbol(name);
  return symbol ? symbol : profile.variable(name);
}

std::optional<bool> Attachment::has_code(Address address) const {
  if (profile.origin != layout::LayoutOrigin::profile_by_build_id) return std::nullopt;
  const auto segments = debugger::read_elf_segments(memory, profile.load_address);
  if (!segments) return std::nullopt;
  return std::any_of(segments->begin(), segments->end(), [&](const debugger::ElfSegment &segment) {
    return segment.executable && segment.range.contains(address);
  });
}

const StaticData &Attachment::static_data() const {
  if (!*kept_static_data) *kept_static_data = read_static_data(image, memory);
  return **kept_static_data;
}

Result<Attachment> attach(const debugger::Image &image, const debugger::Memory &memory) {
  Attachment result{image, memory, {}, {}, read_version(image, memory), read_device(image, memory), {}};
  if (has_standard_abi(image)) result.header = &standard_header;
  const layout::ChosenProfile chosen = layout::choose_profile(Layouts::library, image, memory, result.version);
  if (result.version.empty() && chosen.profile != nullptr) result.version = chosen.profile->version;
  if (result.version.empty()) {
    MPIDBG_TRY(resolve_unknown_version(result));
  } else {
    const std::string no_profile = resolve_version(result, chosen);
    if (!result.layouts.array.resolved() || !result.layouts.control_variable.resolved()) {
      return Error{ErrorCode::layout, "no struct layouts for MPICH " + result.version +
                                          ": it has no debug information, and " +
                                          (no_profile.empty() ? result.layouts.array.problem : no_profile)};
    }
  }
  result.layout_source = layout::describe_source(result.layouts, result.profile, result.version);
  return result;
}

}  // namespace mpidbg::model::mpich
