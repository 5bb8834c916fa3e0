#include "mqs_shim/plugin/plugin_check.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <set>

#include "corefile/elf/exports.h"
#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"
#include "mqs_shim/host/callback_tables.h"
#include "mqs_shim/plugin/child_trial.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/plugin/queue_name.h"

namespace mqs_shim {
namespace {

constexpr int communicators_tried = 10000;
constexpr int operations_tried = 100000;
constexpr std::size_t output_lines_shown = 10;

// Sees nothing.
class EmptyTarget : public Target {
 public:
  unsigned pointer_size() const override { return sizeof(void *); }
  ByteOrder byte_order() const override { return mpidbg::host_byte_order(); }
  std::size_t read_up_to(Address, void *, std::size_t) override { return 0; }
  std::optional<Address> find_symbol(const std::string &, SymbolKind) override { return std::nullopt; }
  const TargetType *find_type(const std::string &) override { return nullptr; }
  std::optional<int> world_rank() override { return std::nullopt; }
  std::string build_id_of(const std::string &) override { return {}; }
};

// ---- in the child ----

// Lines to the parent: a letter and a text. The plugin's name and version are facts too.
class Examiner {
 public:
  Examiner(TrialJournal &journal, const Plugin &plugin, Target &target)
      : journal_(journal),
        plugin_(plugin),
        call_(plugin.functions()),
        image_(target, plugin.dialect()),
        process_(image_, PageCache::small_capacity) {}

  // A debugger's complete visit. `past_end`: also what comes after the end of lists.
  void visit(bool past_end) {
    JournalScope scope(image_.journal);
    const std::uint64_t live = live_allocation_count();
    look(past_end);
    tear_down();
    if (past_end) return;  // reported by the other visit
    if (const std::uint64_t now = live_allocation_count(); now > live) {
      fault("does not free " + std::to_string(now - live) + " of its allocations");
    }
    if (!plugin_.dialect().extended) {
      for (const std::string &field : image_.journal.missing_fields()) {
        fault("goes on after it was told that the field " + field + " does not exist");
      }
    }
    // One with layouts of its own asks for all and needs none.
    const auto &types = image_.journal.missing_types();
    if (!types.empty() && !plugin_.dialect().extended) {
      note("asks for types that are not known: " + types.front() +
           (types.size() == 1 ? "" : " and " + std::to_string(types.size() - 1) + " more"));
    }
    for (const std::string &text : image_.journal.diagnostics()) note("diagnostics: " + plain_text(text.c_str()));
  }

  // The callbacks that TotalView's test program leaves out.
  void visit_sparse_debugger() {
    static mqs_basic_callbacks basic = basic_callbacks();
    static mqs_image_callbacks image = image_callbacks();
    basic.mqs_dprints_fp = nullptr;
    image.mqs_sizeof_fp = nullptr;
    journal_.step("mqs_setup_image of a debugger without mqs_dprints and mqs_sizeof");
    call_.mqs_setup_basic_callbacks(&basic);
    if (call_.mqs_setup_image(&image_, &image) != mqs_ok) return;
    journal_.step("mqs_image_has_queues of a debugger without mqs_dprints and mqs_sizeof");
    char *message = nullptr;
    call_.mqs_image_has_queues(&image_, &message);
  }

  void try_error_strings() {
    std::vector<int> codes = {INT_MIN, -1, 1000, 65536, INT_MAX};
    for (int code = 0; code < 300; ++code) codes.push_back(code);
    for (const int code : codes) {
      journal_.step("mqs_dll_error_string(" + std::to_string(code) + ")");
      if (call_.mqs_dll_error_string(code) == nullptr) {
        return fault("mqs_dll_error_string(" + std::to_string(code) + ") is null");
      }
    }
  }

 private:
  void fact(const std::string &text) { journal_.report('F', text); }
  void note(const std::string &text) { journal_.report('N', text); }
  void fault(const std::string &text) { journal_.report('E', text); }

  int refused(const char *function, int code) {
    if (code != mqs_ok) fact(std::string(function) + ": " + std::to_string(code) + ", " + plugin_.error_string(code));
    return code;
  }

  void check_message(const char *function, int code, const char *message) {
    const std::string text = plain_text(message);
    if (text.empty()) return;
    fact(std::string(function) + " says: " + expand_message(message, "PROGRAM"));
    if (code == mqs_ok) note(std::string(function) + " leaves a message although it succeeds");
    int conversions = 0;
    bool others = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '%') continue;
      ++i;
      if (i < text.size() && text[i] == '%') continue;
      if (i < text.size() && text[i] == 's') {
        ++conversions;
      } else {
        others = true;
      }
    }
    if (others || conversions > 1) fault(std::string(function) + ": its message is not safe to print: " + text);
  }

  void look(bool past_end) {
    char *message = nullptr;
    journal_.step("mqs_setup_image");
    if (refused("mqs_setup_image", call_.mqs_setup_image(&image_, &image_callbacks())) != mqs_ok) return;
    image_is_set_up_ = true;
    if (image_.info == nullptr) note("keeps nothing with the image: some debuggers then see no queues");
    journal_.step("mqs_image_has_queues");
    int code = call_.mqs_image_has_queues(&image_, &message);
    check_message("mqs_image_has_queues", code, message);
    if (refused("mqs_image_has_queues", code) != mqs_ok) return;

    journal_.step("mqs_setup_process");
    if (refused("mqs_setup_process", call_.mqs_setup_process(&process_, &process_callbacks())) != mqs_ok) return;
    process_is_set_up_ = true;
    if (process_.info == nullptr) note("keeps nothing with the process: some debuggers then see no queues");
    journal_.step("mqs_process_has_queues");
    message = nullptr;
    code = call_.mqs_process_has_queues(&process_, &message);
    check_message("mqs_process_has_queues", code, message);
    if (refused("mqs_process_has_queues", code) != mqs_ok) return;

    journal_.step("mqs_update_communicator_list");
    if (refused("mqs_update_communicator_list", call_.mqs_update_communicator_list(&process_)) != mqs_ok) return;
    iterate(past_end);
    // A debugger asks again at every stop.
    journal_.step("mqs_update_communicator_list, a second time");
    process_.memory.drop();
    if (call_.mqs_update_communicator_list(&process_) != mqs_ok)
      fault("mqs_update_communicator_list fails the second time");
  }

  void iterate(bool past_end) {
    journal_.step("mqs_setup_communicator_iterator");
    int code = call_.mqs_setup_communicator_iterator(&process_);
    int count = 0;
    for (; code == mqs_ok && count < communicators_tried; ++count) {
      mqs_communicator communicator{};
      std::memset(communicator.name, 'x', sizeof communicator.name);
      journal_.step("mqs_get_communicator");
      code = call_.mqs_get_communicator(&process_, &communicator);
      if (code != mqs_ok) break;
      check_communicator(communicator);
      for (const int queue : {mqs_pending_sends, mqs_pending_receives, mqs_unexpected_messages}) {
        iterate_queue(queue, past_end);
      }
      journal_.step("mqs_next_communicator");
      code = call_.mqs_next_communicator(&process_);
    }
    if (!past_end) fact(std::to_string(count) + (count == 1 ? " communicator" : " communicators"));
    if (count == communicators_tried) return fault("the list of communicators has no end");
    if (code != mqs_end_of_list) refused("the iteration over communicators", code);
    if (!past_end) return;
    mqs_communicator communicator{};
    journal_.step("mqs_get_communicator after the last one");
    if (call_.mqs_get_communicator(&process_, &communicator) == mqs_ok) {
      fault("mqs_get_communicator succeeds after the last communicator");
    }
    journal_.step("mqs_next_communicator after the last one");
    if (call_.mqs_next_communicator(&process_) == mqs_ok)
      fault("mqs_next_communicator succeeds after the last communicator");
    journal_.step("mqs_setup_operation_iterator for a queue that does not exist");
    if (call_.mqs_setup_operation_iterator(&process_, 77) == mqs_ok) {
      note("accepts a queue that does not exist");
    }
  }

  void check_communicator(const mqs_communicator &communicator) {
    if (std::memchr(communicator.name, 0, sizeof communicator.name) == nullptr) {
      once_fault("a communicator's name has no end");
    }
    if (is_null_communicator(communicator)) once_note("lists MPI_COMM_NULL");
    if (is_zero_extended(communicator.local_rank)) once_fault("a negative rank arrives as a large positive number");
    if (call_.mqs_get_comm_group == nullptr || communicator.size <= 0 || communicator.size > operations_tried) return;
    const auto size = static_cast<std::size_t>(communicator.size);
    std::vector<int> ranks(size + 1, INT_MIN);
    journal_.step("mqs_get_comm_group");
    if (call_.mqs_get_comm_group(&process_, ranks.data()) != mqs_ok) return;
    if (ranks[size] != INT_MIN) once_fault("mqs_get_comm_group writes beyond the communicator's size");
    if (std::find(ranks.begin(), ranks.end() - 1, INT_MIN) != ranks.end() - 1) {
      once_fault("mqs_get_comm_group succeeds without writing all ranks");
    }
  }

  void iterate_queue(int queue, bool past_end) {
    const std::string name = queue_name(queue);
    journal_.step("mqs_setup_operation_iterator for " + name);
    int code = call_.mqs_setup_operation_iterator(&process_, queue);
    if (code == mqs_no_information) return once_note("gives no information on " + name);
    if (code != mqs_ok && code != mqs_end_of_list) return once_note(name + ": " + plugin_.error_string(code));
    int count = 0;
    for (; code == mqs_ok && count < operations_tried; ++count) {
      mqs_pending_operation operation{};
      journal_.step("mqs_next_operation for " + name);
      code = call_.mqs_next_operation(&process_, &operation);
      if (code != mqs_ok) break;
      if (is_zero_extended(operation.desired_local_rank) || is_zero_extended(operation.desired_tag) ||
          is_zero_extended(operation.desired_global_rank)) {
        once_fault("a negative rank or tag arrives as a large positive number");
      }
    }
    if (count > 0 && !past_end) {
      fact(name + ": " + (count == operations_tried ? "at least " : "") + std::to_string(count));
    }
    if (count == operations_tried) return;
    if (code != mqs_end_of_list) once_note(name + " end with: " + plugin_.error_string(code));
    if (!past_end) return;
    mqs_pending_operation operation{};
    journal_.step("mqs_next_operation after the last one");
    if (call_.mqs_next_operation(&process_, &operation) == mqs_ok)
      once_fault("mqs_next_operation succeeds after the end");
  }

  void tear_down() {
    if (process_is_set_up_ && process_.info != nullptr) {
      journal_.step("mqs_destroy_process_info");
      call_.mqs_destroy_process_info(process_.info);
    }
    if (image_is_set_up_ && image_.info != nullptr) {
      journal_.step("mqs_destroy_image_info");
      call_.mqs_destroy_image_info(image_.info);
    }
  }

  void once_note(const std::string &text) {
    if (said_.insert(text).second) note(text);
  }
  void once_fault(const std::string &text) {
    if (said_.insert(text).second) fault(text);
  }

  TrialJournal &journal_;
  const Plugin &plugin_;
  const PluginFunctions &call_;
  mqs_image_ image_;
  mqs_process_ process_;
  bool image_is_set_up_ = false;
  bool process_is_set_up_ = false;
  std::set<std::string> said_;
};

// ---- in the parent ----

void add(PluginReport &report, Severity severity, const std::string &text) {
  for (const PluginFinding &finding : report.findings) {
    if (finding.text == text) return;
  }
  report.findings.push_back({severity, text});
}

void take_line(PluginReport &report, const std::string &line) {
  const std::string text = line.substr(1);
  switch (line[0]) {
    case 'L':
      report.loaded = true;
      break;
    case 'V':
      report.version = text;
      break;
    case 'C':
      report.compatibility = mpidbg::whole_number<int>(text).value_or(report.compatibility);
      break;
    case 'W':
      report.address_width = mpidbg::whole_number<int>(text).value_or(report.address_width);
      break;
    case 'X':
      report.extended = true;
      break;
    case 'F':
      add(report, Severity::fact, text);
      break;
    case 'N':
      add(report, Severity::note, text);
      break;
    default:
      add(report, Severity::fault, text);
      break;
  }
}

void take(PluginReport &report, const TrialResult &result) {
  for (const std::string &line : result.lines) {
    if (!line.empty()) take_line(report, line);
  }
  if (!result.end.empty()) {
    add(report, Severity::fault, result.end + (result.last_step.empty() ? "" : " in " + result.last_step));
  }
  std::vector<std::string_view> written = mpidbg::split(result.output, '\n');
  if (written.size() > output_lines_shown) written.resize(output_lines_shown);
  for (const std::string_view part : written) {
    const std::string line = plain_text(std::string(part).c_str());
    if (!line.empty()) add(report, Severity::fault, "writes to the debugger's stdout or stderr: " + line);
  }
}

void take_exports(PluginReport &report) {
  const auto exports = corefile::read_exports(report.path);
  if (!exports) return;  // loading will say why
  const auto has = [&](const std::string &name) {
    return std::binary_search(exports->symbols.begin(), exports->symbols.end(), name);
  };
  for (const std::string &name : required_functions()) {
    if (!has(name)) report.missing.push_back(name);
  }
  for (const std::string &name : optional_functions()) {
    if (has(name)) report.optional.push_back(name);
  }
  for (const std::string &name : exports->symbols) {
    if (name.rfind("mqs_", 0) == 0 || name.rfind("mpidbg_", 0) == 0) {
      // Historical entry points that we do not call are still looked up by others; data is not.
      if (name != "mqs_basic_entrypoints") continue;
    }
    report.other_exports.push_back(name);
  }
  report.needed = exports->needed;
  if (report.missing.size() == required_functions().size()) return;  // it is not a plugin at all
  for (const std::string &name : report.missing) add(report, Severity::fault, "lacks the required function " + name);
  if (!has("mqs_get_comm_group")) add(report, Severity::note, "has no mqs_get_comm_group: members cannot be shown");
  if (!report.other_exports.empty()) {
    add(report, Severity::note,
        "exports " + std::to_string(report.other_exports.size()) +
            " names that no debugger looks up, which can clash with others");
  }
}

std::string joined(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

}  // namespace

bool PluginReport::usable() const {
  return loaded && std::none_of(findings.begin(), findings.end(),
                                [](const PluginFinding &finding) { return finding.severity == Severity::fault; });
}

PluginReport check_plugin(const std::string &path, Target *target, std::chrono::milliseconds patience) {
  PluginReport report;
  report.path = path;
  take_exports(report);
  EmptyTarget nothing;
  Target &seen = target != nullptr ? *target : nothing;

  // Each trial loads the plugin anew, into a child of its own: what one breaks is not in the way of the next.
  const auto trial = [&](const std::function<void(Examiner &)> &examine, bool tell) {
    take(report, run_trial(
                     [&](TrialJournal &journal) {
                       journal.step("being loaded");
                       auto plugin = Plugin::load(path);
                       if (!plugin) return journal.report('E', plugin.error().message);
                       if (tell) {
                         journal.report('L', "");
                         journal.report('V', (*plugin)->version());
                         const PluginFunctions &call = (*plugin)->functions();
                         journal.report('C', std::to_string(call.mqs_version_compatibility()));
                         if (call.mqs_dll_taddr_width != nullptr) {
                           journal.report('W', std::to_string(call.mqs_dll_taddr_width()));
                         }
                         if ((*plugin)->dialect().extended) journal.report('X', "");
                       }
                       Examiner examiner(journal, **plugin, seen);
                       examine(examiner);
                     },
                     patience));
  };
  trial([](Examiner &examiner) { examiner.visit(false); }, true);
  if (!report.loaded) return report;
  trial([](Examiner &examiner) { examiner.visit(true); }, false);
  trial([](Examiner &examiner) { examiner.visit_sparse_debugger(); }, false);
  trial([](Examiner &examiner) { examiner.try_error_strings(); }, false);
  return report;
}

std::string plugin_report_text(const PluginReport &report) {
  std::string text = report.path + "\n";
  const auto line = [&](const std::string &name, const std::string &value) {
    if (!value.empty()) text += "  " + name + std::string(name.size() < 14 ? 14 - name.size() : 1, ' ') + value + "\n";
  };
  line("version", report.version);
  if (report.compatibility >= 0) line("interface", std::to_string(report.compatibility));
  if (report.address_width >= 0) line("addresses", std::to_string(report.address_width) + " bytes");
  if (report.loaded)
    line("dialect", report.extended ? "extended: queue details, handle queries" : "plain message queues");
  line("missing", joined(report.missing));
  line("optional", joined(report.optional));
  // A library that is not a plugin may export thousands.
  constexpr std::size_t most_names = 24;
  std::vector<std::string> others = report.other_exports;
  if (others.size() > most_names) {
    const std::string rest = "and " + std::to_string(others.size() - most_names) + " more";
    others.resize(most_names);
    others.push_back(rest);
  }
  line("also exports", joined(others));
  line("needs", joined(report.needed));
  constexpr const char *severities[] = {"", "note: ", "FAULT: "};
  for (const PluginFinding &finding : report.findings) {
    text += std::string("  ") + severities[static_cast<int>(finding.severity)] + finding.text + "\n";
  }
  text += report.usable() ? "  usable\n" : report.loaded ? "  usable with care\n" : "  not usable\n";
  return text;
}

}  // namespace mqs_shim
