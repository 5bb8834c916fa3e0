// Implements `profile check`, which compares a profile with a process. Open MPI stores the name and size of every class
// in the process: the variable NAME_class is an opal_class_t with cls_name "NAME" and cls_sizeof. Other libraries have
// no such classes. In addition, the plugin is asked which checks it makes before it trusts the profile.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "corefile/command/targets/look.h"
#include "corefile/command/targets/module_files.h"
#include "corefile/command/targets/targets.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/profile/profile_file.h"
#include "corefile/command/words/output.h"
#include "corefile/mpi/mpi_entry_points.h"
#include "mpidbg/base/byte_order.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/sink.h"

namespace command {

namespace {

using corefile::Process;
using mpidbg::Address;
using mpidbg::layout::Profile;
using mpidbg::layout::ProfileField;
using mpidbg::layout::ProfileStruct;

std::optional<std::uint64_t> read_unsigned(const Process &process, Address address, std::size_t size) {
  std::array<std::byte, 8> bytes{};
  if (size == 0 || size > bytes.size() || process.read_up_to(address, bytes.data(), size) != size) return std::nullopt;
  return mpidbg::decode_unsigned(std::span(bytes).first(size), process.byte_order());
}

std::string read_name(const Process &process, Address address) {
  char text[256];
  const std::size_t size = process.read_up_to(address, text, sizeof text);
  return std::string(text, std::find(text, text + size, '\0'));
}

struct Finding {
  enum class Kind { agrees, differs, other_components, not_checkable } kind = Kind::not_checkable;
  std::string what;
};

// The fields of opal_class_t with the name and size of a class, as the profile describes them.
struct ClassLayout {
  const ProfileField *name = nullptr;
  const ProfileField *size = nullptr;

  explicit ClassLayout(const Profile &profile) {
    const ProfileStruct *type = profile.find_struct("opal_class_t");
    if (type == nullptr) return;
    const auto field = [type](std::string_view wanted) {
      const auto found = type->fields.find(wanted);
      return found == type->fields.end() ? nullptr : &found->second;
    };
    name = field("cls_name");
    size = field("cls_sizeof");
  }
};

Finding check_class(const Process &process, const ClassLayout &layout, const std::string &name,
                    const ProfileStruct &type) {
  if (layout.name == nullptr || layout.size == nullptr) return {Finding::Kind::not_checkable, "no opal_class_t"};
  const auto variable = process.find_symbol(name + "_class", corefile::SymbolKind::data);
  if (!variable) return {Finding::Kind::not_checkable, "no class of that name in the process"};
  const auto text = read_unsigned(process, *variable + layout.name->offset, process.pointer_size());
  const auto size = read_unsigned(process, *variable + layout.size->offset,
                                  layout.size->size == 0 ? process.pointer_size() : layout.size->size);
  if (!text || !size) return {Finding::Kind::not_checkable, "its class cannot be read"};
  const std::string class_name = read_name(process, Address(*text));
  if (class_name != name)
    return {Finding::Kind::differs, "its class is called '" + mqs_shim::printable(class_name) + "' there"};
  if (*size != type.size) {
    const std::string there = std::to_string(*size) + " in the process";
    // Another size of ompi_proc_t is not an error: it depends on the build, and the plugin takes it from the process
    // (see UcxEndpoints).
    if (name == "ompi_proc_t")
      return {Finding::Kind::other_components, there + ": one pointer for each of some components"};
    return {Finding::Kind::differs, there};
  }
  return {Finding::Kind::agrees, {}};
}

// Returns the result for one struct. If the plugin checks the struct, this is the plugin's result; otherwise the struct
// is compared with the process.
Finding check_struct(const Process &process, const ClassLayout &layout, const std::string &name,
                     const ProfileStruct &type, const std::vector<mqs_shim::LayoutCheckRecord> &checks) {
  const auto check = std::find_if(checks.begin(), checks.end(), [&](const auto &made) { return made.subject == name; });
  if (check == checks.end()) return check_class(process, layout, name, type);
  return {check->outcome == MPIDBG_LAYOUT_AGREES    ? Finding::Kind::agrees
          : check->outcome == MPIDBG_LAYOUT_DIFFERS ? Finding::Kind::differs
                                                    : Finding::Kind::not_checkable,
          mqs_shim::printable(check->words)};
}

std::string build_id_of(const Process &process, const Profile &profile) {
  const corefile::Module *const anchored = profile.anchor ? process.module_defining(profile.anchor->symbol) : nullptr;
  if (anchored != nullptr && !anchored->build_id.empty()) return anchored->build_id;
  const corefile::Module *const library = corefile::find_mpi_entry_point(process).module;
  return library == nullptr ? std::string() : library->build_id;
}

// Returns true if the library of the process is not that of the profile. Libraries are recognised by functions or
// variables that only one of them has; without any of these, the library counts as MPICH.
bool is_of_another_library(const Process &process, const Profile &profile) {
  const auto has = [&](const char *symbol) {
    return process.find_symbol(symbol, corefile::SymbolKind::data).has_value() ||
           process.find_symbol(symbol, corefile::SymbolKind::function).has_value();
  };
  if (corefile::find_mpi_entry_point(process).module == nullptr) return false;
  if (profile.library == "UCX") return !has("ucp_worker_create");
  return (profile.library == "Open MPI") != has("ompi_mpi_communicators");
}

struct Totals {
  std::size_t agree = 0, differ = 0, not_checkable = 0;
  bool same_build = false;
};

// The plugin's judgement about the process, made with the profile.
struct Verdict {
  enum class Kind { believed, refused, not_used } kind = Kind::not_used;
  std::string words;
  std::vector<mqs_shim::LayoutCheckRecord> checks_of_profile = {};  // empty for `not_used`
};

Verdict ask_plugin(OpenedTarget &target, const Options &options, const Profile &profile) {
  if (options.profile.find('/') != std::string::npos || options.profile.ends_with(".json")) {
    std::error_code error;
    std::string places = std::filesystem::absolute(options.profile, error).parent_path().string();
    if (const char *others = std::getenv("MPIDBG_PROFILE_PATH"); others != nullptr && *others != '\0')
      places.append(":").append(others);
    setenv("MPIDBG_PROFILE_PATH", places.c_str(), 1);
  }
  Plugins plugins(options.plugin);
  mqs_shim::Questions questions = mqs_shim::questions_of(mqs_shim::Noun::queues);
  questions.layout_checks = true;
  const mqs_shim::ProcessReport report = look_at(target, mqs_shim::Noun::queues, false, questions, plugins).report;
  const bool is_named = report.layout_source.find("profile " + profile.name + " (") != std::string::npos;
  if (report.error.empty() && !is_named) return {Verdict::Kind::not_used, report.layout_source};
  if (!report.error.empty()) return {Verdict::Kind::refused, report.error, report.layout_checks};
  return {Verdict::Kind::believed, report.layout_source, report.layout_checks};
}

void write_verdict(mqs_shim::Sink &sink, const Verdict &verdict) {
  const std::string_view state = verdict.kind == Verdict::Kind::believed  ? "believed"
                                 : verdict.kind == Verdict::Kind::refused ? "REFUSED"
                                                                          : "not used";
  sink.append(state);
  sink.pad_to(15);
  sink.append(mqs_shim::printable(verdict.words));
  sink.end_line();
}

// Writes a line for the result of each struct, and returns how many structs agree, differ and cannot be checked.
// `checks` are the checks that the plugin has made.
Totals write_findings(mqs_shim::Sink &sink, const Profile &profile, const Process &process,
                      const std::vector<mqs_shim::LayoutCheckRecord> &checks, bool verbose) {
  std::size_t width = 0;
  for (const auto &[name, type] : profile.structs) width = std::max(width, name.size());
  const auto line = [&](std::string_view state, std::string_view what, std::string_view detail) {
    sink.append(state);
    sink.pad_to(15);
    sink.append(what);
    if (!detail.empty()) {
      sink.pad_to(15 + width + 2);
      sink.append(detail);
    }
    sink.end_line();
  };

  Totals totals;
  const std::string build_id = build_id_of(process, profile);
  if (profile.build_id.empty() || build_id.empty()) {
    line("not checkable", "build-id",
         profile.build_id.empty() ? "the profile has none" : "not in the process's memory");
  } else if (profile.build_id == build_id) {
    totals.same_build = true;
    line("agrees", "build-id", build_id);
  } else {
    // This is only a note, because another build of the same release may well have the same layouts.
    line("other build", "build-id", profile.build_id + ", " + build_id + " in the process");
  }
  const ClassLayout layout(profile);
  for (const auto &[name, type] : profile.structs) {
    const Finding finding = check_struct(process, layout, name, type, checks);
    const std::string size = "size " + std::to_string(type.size);
    switch (finding.kind) {
      case Finding::Kind::agrees:
        ++totals.agree;
        line("agrees", name, finding.what.empty() ? size : size + ": " + finding.what);
        break;
      case Finding::Kind::differs:
        ++totals.differ;
        line("DIFFERS", name, size + ", " + finding.what);
        break;
      case Finding::Kind::other_components:
        line("other build", name, size + ", " + finding.what);
        break;
      case Finding::Kind::not_checkable:
        ++totals.not_checkable;
        if (verbose) line("not checkable", name, finding.what);
        break;
    }
  }
  sink.append(std::to_string(totals.agree) + " agree, " + std::to_string(totals.differ) + " differ, " +
              std::to_string(totals.not_checkable) + " not checkable");
  sink.end_line();
  return totals;
}

}  // namespace

ExitCode run_profile_check(const Options &options, Messages &messages) {
  const auto profile = find_profile(options.profile);
  if (!profile) {
    messages.error(profile.error().message);
    return ExitCode::failed;
  }
  OpenedTarget target = open_single_target(options.targets.front(), options);
  if (!target.process) {
    messages.error(target.problem);
    return ExitCode::failed;
  }
  for (const std::string &warning : target.process->warnings()) messages.warning(warning);
  for (const std::string &warning : file_warnings(*target.process)) messages.warning(warning);
  if (profile->pointer_size != target.process->pointer_size() || profile->byte_order != target.process->byte_order()) {
    messages.error(profile->name + " is for " + profile->architecture + ", " + target.name + " is not");
    return ExitCode::failed;
  }
  if (is_of_another_library(*target.process, *profile)) {
    messages.error(profile->name + " is of " + profile->library + ", " + target.name + " has another library");
    return ExitCode::failed;
  }
  Output output(options.output);
  if (!output.is_open()) {
    output.close(messages);
    return ExitCode::failed;
  }
  const std::vector<mqs_shim::LayoutCheckRecord> no_checks;
  Totals totals;
  std::optional<Verdict> verdict;
  {
    mqs_shim::Sink sink(output.writer());
    if (profile->library != "Open MPI") verdict = ask_plugin(target, options, *profile);
    totals = write_findings(sink, *profile, *target.process, verdict ? verdict->checks_of_profile : no_checks,
                            options.render.verbose);
    if (verdict) write_verdict(sink, *verdict);
  }
  if (!output.close(messages)) return ExitCode::failed;
  if (totals.differ != 0 || (verdict && verdict->kind == Verdict::Kind::refused)) return ExitCode::failed;
  if (verdict && verdict->kind == Verdict::Kind::believed) return ExitCode::done;
  return totals.agree != 0 || totals.same_build ? ExitCode::done : ExitCode::not_enough;
}

}  // namespace command
