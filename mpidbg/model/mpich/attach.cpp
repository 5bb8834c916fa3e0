#include "mpidbg/model/mpich/attach.h"

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

// A program that has the library inside may lack its version. Each table has the size of its objects, which no two
// versions have all in common.
Status check_sizes(const Attachment &attachment) {
  ObjectTables tables(attachment);
  for (const ObjectKind kind : {ObjectKind::communicator, ObjectKind::group, ObjectKind::request, ObjectKind::window}) {
    const auto found = tables.of(kind);
    if (found) continue;
    return Error{ErrorCode::layout, "no struct layouts for MPICH, whose version is unknown: " + found.error().message};
  }
  return {};
}

}  // namespace

std::optional<Address> Attachment::variable(const std::string &name) const {
  const auto symbol = image.find_symbol(name);
  return symbol ? symbol : profile.variable(name);
}

Result<Attachment> attach(const debugger::Image &image, const debugger::Memory &memory) {
  Attachment result{image, memory, {}, {}, read_version(image, memory), {}};
  result.profile =
      layout::choose_profile(Layouts::library, image, memory, result.version, layout::UnknownVersion::any_of_machine);
  layout::DebugInformation debug_information(image);
  std::optional<layout::ProfileSource> profile;
  if (result.profile.profile != nullptr) profile.emplace(*result.profile.profile);
  const std::string no_profile = layout::resolve_all(result.layouts, debug_information, profile ? &*profile : nullptr,
                                                     result.profile.origin, memory.pointer_size());
  resolve_numbers(result.layouts.numbers, no_profile.empty() ? result.profile.profile : nullptr, result.version);
  if (!result.layouts.array.resolved() || !result.layouts.control_variable.resolved()) {
    return Error{ErrorCode::layout, "no struct layouts for MPICH " + result.version +
                                        ": it has no debug information, and " +
                                        (no_profile.empty() ? result.layouts.array.problem : no_profile)};
  }
  if (result.version.empty() && result.profile.profile != nullptr) MPIDBG_TRY(check_sizes(result));
  result.layout_source = layout::describe_source(result.layouts, result.profile, result.version);
  return result;
}

}  // namespace mpidbg::model::mpich
