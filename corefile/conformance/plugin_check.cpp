#include "corefile/conformance/plugin_check.h"

#include <fcntl.h>
#include <malloc.h>

#include <algorithm>
#include <climits>
#include <functional>

#include "corefile/conformance/handle_visit.h"
#include "corefile/conformance/host_state.h"
#include "corefile/conformance/visit.h"
#include "corefile/elf/exports.h"
#include "mpidbg/base/file_descriptor.h"
#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"

namespace mqs_shim {
namespace {

constexpr std::size_t output_lines_shown = 3;
constexpr std::size_t most_facts = 50;
constexpr int most_hangs = 3;                   // limit for the time lost in trials that hang, in units of the patience
constexpr std::size_t needed_descriptors = 16;  // for a trial, the plugin and the files that the plugin opens
constexpr int stops = 20;
// The number of visits (complete inspections of a process) in a test for lost memory, and the least number of bytes
// that a plugin with a leak loses in each visit. malloc's smallest block is larger than that.
constexpr std::size_t visits = 200, smallest_loss = 16;

using Body = std::function<void(Trial &)>;

// Returns the bytes that this process has allocated with malloc, including large blocks in separate mappings.
std::size_t heap_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

std::size_t free_descriptors() {
  std::vector<mpidbg::FileDescriptor> opened;
  while (opened.size() < needed_descriptors) {
    mpidbg::FileDescriptor one(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!one) break;
    opened.push_back(std::move(one));
  }
  return opened.size();
}

// Returns the answers in a form that can be compared. The plugin's texts in refusals are left out, because they may
// contain addresses.
Transcript comparable(const Transcript &answers) {
  Transcript lines = answers;
  for (std::string &line : lines) {
    if (line.starts_with(refusal_mark)) line.resize(std::min(line.size(), line.find(',')));
  }
  return lines;
}

// Describes how the answers about members of communicators differ from those in the script. Returns an empty string if
// they agree, and nothing if no members are to be compared.
std::optional<std::string> wrong_members(const ProcessScript &script, const Transcript &answers) {
  std::optional<ListedCommunicator> communicator;
  std::optional<std::string> wrong;
  for (const std::string &line : answers) {
    if (const auto listed = communicator_in(line)) {
      communicator = listed;
      continue;
    }
    if (!communicator) continue;
    const std::vector<int> *members = script.members_of(communicator->name);
    if (members == nullptr) continue;
    if (const std::string other = wrong_rank(line, communicator->own_rank, *members); !other.empty()) {
      return communicator->name + ": " + other;
    }
    if (!is_members_line(line)) continue;
    if (const std::string other = difference({members_line(*members)}, {line}, true); !other.empty())
      return communicator->name + ": " + other + " instead of \"" + shown(members_line(*members)) + "\"";
    wrong = "";
  }
  return wrong;
}

class Check {
 public:
  Check(PluginReport &report, const PluginCheckOptions &options) : report_(report), options_(options) {
    for (const RuleText &rule : all_rules()) report_.rules.push_back({rule.rule, RuleOutcome::untested, 0, {}});
  }

  void run();

 private:
  // The answers about a process without damage.
  struct Healthy {
    Abi abi;
    Transcript answers;
    bool is_understood() const;
  };

  void examine_file();
  void load();
  void try_empty_process();
  void try_obliging_processes();
  void try_script(const ProcessScript &script);
  void try_damages(const ProcessScript &script, const Healthy &healthy);
  void try_orders(const std::string &where, const std::function<std::unique_ptr<Target>()> &make, Target *given,
                  const Transcript &healthy);
  void try_target(Target &target);

  struct Outcome {
    Transcript answers;
    bool ended = false;  // the body was finished; otherwise answers may be missing without a fault
  };

  // Runs `body` in a child. A crash counts as a violation of `blamed`.
  Outcome trial(const std::string &where, const Body &body, Rule blamed = Rule::crash);
  // Makes one complete visit (inspection of the process), as a debugger does. The plugin gets the sizes of C types from
  // the debugger: five sizes if `type_sizes` is 5, and otherwise as many as the plugin is known to expect.
  Outcome list(const std::string &where, Target &target, int type_sizes = 7);
  void try_growth(const std::string &where, Target &target);
  void take_line(const std::string &where, const std::string &line, Outcome &outcome);
  void broken(Rule rule, const std::string &where, const std::string &what);
  void tested(Rule rule) {
    RuleResult &result = report_.rules[static_cast<std::size_t>(rule)];
    if (result.outcome == RuleOutcome::untested) result.outcome = RuleOutcome::held;
  }
  void require(Rule rule, bool holds, const std::string &where, const std::string &what) {
    tested(rule);
    if (!holds) broken(rule, where, what);
  }

  PluginReport &report_;
  const PluginCheckOptions &options_;
  bool says_facts_ = false;
  bool is_obliging_ = false;                    // the plugin is given a process that has every symbol and type
  bool is_damaged_ = false;                     // the plugin is given a process with damaged memory
  std::chrono::steady_clock::duration lost_{};  // time spent in trials that did not end
};

bool Check::Healthy::is_understood() const {
  return std::any_of(answers.begin(), answers.end(), [](const std::string &l) { return !l.starts_with(refusal_mark); });
}

void Check::broken(Rule rule, const std::string &where, const std::string &what) {
  RuleResult &result = report_.rules[static_cast<std::size_t>(rule)];
  result.outcome = RuleOutcome::broken;
  ++result.violations;
  const bool is_known = std::any_of(result.witnesses.begin(), result.witnesses.end(),
                                    [&](const RuleResult::Witness &witness) { return witness.what == what; });
  if (!is_known && result.witnesses.size() < RuleResult::most_witnesses) result.witnesses.push_back({where, what});
}

// Evaluates a line from a child. The line need not be valid, because the plugin may have written to the child's pipe.
void Check::take_line(const std::string &where, const std::string &line, Outcome &outcome) {
  const std::string text = line.substr(1);
  switch (line[0]) {
    case trial_line::broken:
      if (const auto rule = rule_of(text.substr(0, text.find(' '))); rule && text.find(' ') != std::string::npos) {
        if (*rule == Rule::unique_ids && is_damaged_) break;  // in a ring, a communicator is listed more than once
        broken(*rule, where, text.substr(text.find(' ') + 1));
      }
      break;
    case trial_line::tested:
      // The obliging process has every symbol and type, and the same contents everywhere. Nearly no rule about contents
      // can be broken there.
      if (const auto rule = rule_of(text); rule && (!is_obliging_ || *rule == Rule::message_on_success)) tested(*rule);
      break;
    case trial_line::fact:
      if (says_facts_ && report_.facts.size() < most_facts) report_.facts.push_back(text);
      break;
    case trial_line::answer:
      outcome.answers.push_back(text);
      break;
    case trial_line::loaded:
      report_.loaded = true;
      break;
    case trial_line::version:
      report_.version = text;
      break;
    case trial_line::interface:
      report_.compatibility = mpidbg::whole_number<int>(text).value_or(report_.compatibility);
      break;
    case trial_line::width:
      report_.address_width = mpidbg::whole_number<int>(text).value_or(report_.address_width);
      break;
    case trial_line::extended:
      report_.extended = true;
      break;
    case trial_line::ended:
      outcome.ended = true;
      break;
    default:
      break;
  }
}

Check::Outcome Check::trial(const std::string &where, const Body &body, Rule blamed) {
  Outcome outcome;
  if (!report_.problem.empty()) return outcome;
  if (lost_ >= most_hangs * options_.patience) {
    ++report_.trials_left_out;
    return outcome;
  }
  ++report_.trials;
  const auto started = std::chrono::steady_clock::now();
  const std::size_t endless = report_.of(Rule::lists_end).violations;
  const TrialResult result = run_trial(
      [&](TrialJournal &journal) {
        const HostState before = HostState::now();
        journal.step("being loaded");
        auto plugin = Plugin::load(report_.path);
        if (!plugin) {
          return journal.report(trial_line::broken,
                                std::string(text_of(Rule::loads).id) + " " + plugin.error().message);
        }
        Trial trial(journal, **plugin);
        body(trial);
        for (const std::string &change : HostState::now().changes_since(before)) {
          journal.report(trial_line::broken, std::string(text_of(Rule::host_state).id) + " " + change);
        }
        journal.report(trial_line::ended, "");
      },
      options_.patience);
  if (!result.problem.empty()) {
    report_.problem = result.problem;
    return outcome;
  }
  for (const std::string &line : result.lines) {
    if (!line.empty()) take_line(where, line, outcome);
  }
  if (result.left_processes != 0) broken(Rule::host_state, where, "leaves a process that it started");
  outcome.ended = outcome.ended && result.end.empty();
  if (result.end == trial_is_slow) {
    ++report_.trials_left_out;
    if (report_.facts.size() < most_facts) {
      report_.facts.push_back(where + ": slow; ended at the limit of time, although each call returned");
    }
  } else if (result.end == trial_hangs) {
    broken(Rule::returns, where, result.last_step);
  } else if (!result.end.empty()) {
    broken(blamed, where, (result.last_step.empty() ? "" : result.last_step + ": ") + result.end);
  }
  std::vector<std::string_view> written = mpidbg::split(result.output, '\n');
  if (written.size() > output_lines_shown) written.resize(output_lines_shown);
  for (const std::string_view part : written) {
    const std::string line = plain_text(std::string(part).c_str());
    if (!line.empty()) broken(Rule::silent, where, line);
  }
  if (result.end == trial_hangs || result.end == trial_is_slow || report_.of(Rule::lists_end).violations > endless) {
    lost_ += std::chrono::steady_clock::now() - started;
  }
  return outcome;
}

Check::Outcome Check::list(const std::string &where, Target &target, int type_sizes) {
  return trial(where, [&](Trial &trial) {
    PluginDialect dialect = trial.plugin().dialect();
    if (type_sizes == 5) dialect.seven_type_sizes = false;
    Visit visit(trial, target, dialect);
    if (visit.set_up()) visit.list();
    visit.tear_down();
    trial.step("the end of the visit");
    trial.require(Rule::frees, trial.host().allocations() == 0,
                  std::to_string(trial.host().allocations()) + " allocations are left");
    for (const std::string &line : visit.transcript()) trial.answer(line);
  });
}

void Check::examine_file() {
  const auto exports = corefile::read_exports(report_.path);
  if (!exports) return;  // loading the plugin will report the reason
  const auto has = [&](const std::string &name) {
    return std::binary_search(exports->symbols.begin(), exports->symbols.end(), name);
  };
  for (const std::string &name : required_functions()) {
    if (!has(name)) report_.missing.push_back(name);
  }
  for (const std::string &name : optional_functions()) {
    if (has(name)) report_.optional.push_back(name);
  }
  for (const HandleQuery &query : handle_queries)
    if (has(query.function)) report_.handles.emplace_back(query.kind);
  for (const char *name : handle_set_up_functions) {
    if (!report_.handles.empty() && !has(name))
      report_.facts.push_back(std::string("its handle queries were not tried, because it lacks ") + name);
  }
  for (const std::string &name : exports->symbols) {
    // This host does not call all functions of the interfaces, but other hosts may look up the rest.
    // mqs_basic_entrypoints is data, and no host looks it up.
    const bool is_interface =
        (name.starts_with("mqs_") || name.starts_with("mpidbg_")) && name != "mqs_basic_entrypoints";
    if (!is_interface) report_.other_exports.push_back(name);
  }
  report_.needed = exports->needed;
  if (report_.missing.size() == required_functions().size()) return;  // the library is not a plugin at all
  tested(Rule::exports);
  for (const std::string &name : report_.missing) broken(Rule::exports, "its exports", "lacks " + name);
  require(Rule::has_group, has("mqs_get_comm_group"), "its exports", "members of communicators cannot be shown");
  require(
      Rule::other_exports, report_.other_exports.empty(), "its exports",
      std::to_string(report_.other_exports.size()) + " names that no debugger looks up, which can clash with others");
  tested(Rule::libraries);
  for (const std::string &library : report_.needed) {
    const bool is_c = library.starts_with("libc.so") || library.starts_with("ld-linux") ||
                      library.starts_with("libm.so") || library.starts_with("libdl.so") ||
                      library.starts_with("libpthread.so");
    if (!is_c) broken(Rule::libraries, "its exports", "needs " + library);
  }
}

void Check::load() {
  trial("being loaded", [](Trial &trial) {
    // The plugin is loaded, and its initialisers have run. A body that ends early has reported none of this.
    const PluginFunctions &call = trial.call();
    trial.report(trial_line::loaded, "");
    trial.report(trial_line::version, trial.plugin().version());
    trial.report(trial_line::interface, std::to_string(call.mqs_version_compatibility()));
    if (call.mqs_dll_taddr_width != nullptr) {
      trial.report(trial_line::width, std::to_string(call.mqs_dll_taddr_width()));
    }
    if (trial.plugin().dialect().extended) trial.report(trial_line::extended, "");
    if (has_handles(trial.plugin())) check_handle_versions(trial);
  });
  if (!report_.loaded) return;
  tested(Rule::loads);
  tested(Rule::error_strings);
  trial(
      "error codes",
      [](Trial &trial) {
        std::vector<int> codes = {INT_MIN, -1, 1000, 65536, INT_MAX};
        for (int code = 0; code < 300; ++code) codes.push_back(code);
        for (const int code : codes) {
          trial.step("mqs_dll_error_string(" + std::to_string(code) + ")");
          trial.require(Rule::error_strings, trial.call().mqs_dll_error_string(code) != nullptr, "is null");
        }
      },
      Rule::error_strings);
}

// Visits a process without the optional callbacks mqs_dprints and mqs_sizeof. The test program that came with the
// interface does not provide them either.
void visit_without_optional_callbacks(Trial &trial, Target &target) {
  static mqs_basic_callbacks basic;
  static mqs_image_callbacks image;
  basic = trial.host().basic();
  image = trial.host().image();
  basic.mqs_dprints_fp = nullptr;
  image.mqs_sizeof_fp = nullptr;
  mqs_image_ seen(target, trial.plugin().dialect());
  trial.step("mqs_setup_image without mqs_dprints and mqs_sizeof");
  trial.call().mqs_setup_basic_callbacks(&basic);
  if (trial.call().mqs_setup_image(&seen, &image) != mqs_ok) return;
  trial.step("mqs_image_has_queues without mqs_dprints and mqs_sizeof");
  char *message = nullptr;
  trial.call().mqs_image_has_queues(&seen, &message);
}

void Check::try_empty_process() {
  tested(Rule::refuses_other_images);
  tested(Rule::null_callbacks);
  const auto process = make_empty_process();
  const std::string where = "a program without MPI";
  const Outcome visit = trial(where, [&](Trial &trial) {
    Visit visit(trial, *process);
    trial.require(Rule::refuses_other_images, !visit.set_up(), "sees queues");
    visit.tear_down();
  });
  // A crash without optional callbacks is blamed on their lack only if a visit with all callbacks was finished.
  if (visit.ended) {
    trial(
        where, [&](Trial &trial) { visit_without_optional_callbacks(trial, *process); }, Rule::null_callbacks);
    try_growth(where, *process);
  }
  for (const Rule rule : {Rule::crash, Rule::returns, Rule::silent, Rule::frees, Rule::frees_own, Rule::checked_counts,
                          Rule::type_names, Rule::known_types, Rule::host_state}) {
    tested(rule);
  }
}

void Check::try_obliging_processes() {
  is_obliging_ = true;
  is_damaged_ = true;
  for (const Abi &abi : all_abis) {
    for (const Fill fill : {Fill::zeros, Fill::ones, Fill::pointers_to_themselves, Fill::unreadable}) {
      const auto process = make_obliging_process(abi, fill);
      const std::string where = "any symbol and type, " + std::string(text_of(fill)) + ", " + std::string(abi.name);
      const Transcript answers = list(where, *process).answers;
      if (fill != Fill::unreadable) continue;
      const auto answer = std::find_if(answers.begin(), answers.end(),
                                       [](const std::string &line) { return !line.starts_with(refusal_mark); });
      if (answer != answers.end()) broken(Rule::no_substitutes, where, "answers \"" + *answer + "\"");
    }
  }
}

void Check::try_orders(const std::string &where, const std::function<std::unique_ptr<Target>()> &make, Target *given,
                       const Transcript &healthy) {
  const auto made = make ? make() : nullptr;
  Target &target = given != nullptr ? *given : *made;
  const auto visited = [&](const std::function<void(Trial &, Visit &)> &body, Rule blamed = Rule::crash) {
    trial(
        where,
        [&](Trial &trial) {
          Visit visit(trial, target);
          if (visit.set_up()) body(trial, visit);
        },
        blamed);
  };
  const auto compare = [&](Trial &trial, Rule rule, Visit &visit) {
    const std::string other = difference(healthy, visit.list());
    trial.step("the list");
    trial.require(rule, other.empty(), other);
  };
  visited([&](Trial &, Visit &visit) { visit.go_past_the_end(); }, Rule::nothing_after_end);
  visited([&](Trial &, Visit &visit) { visit.get_twice(); });
  visited([&](Trial &trial, Visit &visit) {
    visit.list();
    visit.drop_memory();
    compare(trial, Rule::second_update, visit);
    visit.tear_down();
    trial.step("the end of the visit");
    trial.require(Rule::frees, trial.host().allocations() == 0,
                  std::to_string(trial.host().allocations()) + " allocations are left after two updates");
  });
  // If a plugin breaks one of these two rules, some of the following trials would report violations of other rules.
  const bool updates = report_.of(Rule::second_update).outcome != RuleOutcome::broken;
  const bool frees = report_.of(Rule::frees).outcome != RuleOutcome::broken;
  visited([&](Trial &trial, Visit &visit) {
    visit.begin_and_abandon();
    if (updates) compare(trial, Rule::abandoned, visit);
  });
  visited([&](Trial &trial, Visit &visit) {
    visit.begin_and_abandon();
    for (const auto again : {&Visit::list_again, &Visit::list_again, &Visit::list_hesitating}) {
      const std::string other = difference(healthy, (visit.*again)());
      trial.step("the list without another update");
      trial.require(Rule::abandoned, other.empty(), other);
    }
  });
  visited(
      [&](Trial &trial, Visit &visit) {
        visit.set_up_again();
        compare(trial, Rule::second_setup, visit);
        visit.tear_down();
        trial.require(Rule::second_setup, !frees || trial.host().allocations() == 0,
                      std::to_string(trial.host().allocations()) + " allocations are left");
      },
      Rule::second_setup);
  trial(
      where, [&](Trial &trial) { visit_without_optional_callbacks(trial, target); }, Rule::null_callbacks);
  trial(where, [&](Trial &trial) {
    if (has_handles(trial.plugin()) && updates) visit_handles(trial, target);
  });
}

// Repeats interrupted and complete visits of an unchanged process. They are so many that lost memory can be
// distinguished from memory that the plugin keeps.
void Check::try_growth(const std::string &where, Target &target) {
  trial(where + ", " + std::to_string(stops) + " stops", [&](Trial &trial) {
    Visit visit(trial, target);
    if (!visit.set_up()) return;
    std::size_t before = 0;
    for (int stop = 0; stop < stops; ++stop) {
      if (stop == stops / 2) before = trial.host().allocated_bytes();
      visit.list();
    }
    const std::size_t now = trial.host().allocated_bytes();
    trial.step("mqs_update_communicator_list, repeated");
    trial.require(Rule::frees, now < before + stops / 2,
                  "keeps " + std::to_string(now - before) + " bytes more after " + std::to_string(stops / 2) +
                      " more updates of a process that did not change");
  });
  trial(where + ", " + std::to_string(visits) + " times", [&](Trial &trial) {
    std::size_t heap[3] = {}, allocations[3] = {}, files[3] = {};  // in the middle, after three quarters, at the end
    for (std::size_t count = 0; count <= visits; ++count) {
      const std::size_t quarter = 4 * count / visits;
      if (4 * count % visits == 0 && quarter >= 2) {
        heap[quarter - 2] = heap_in_use();
        allocations[quarter - 2] = trial.host().allocations();
        files[quarter - 2] = HostState::now().open_files();
      }
      Visit visit(trial, target);
      if (visit.set_up()) visit.list();
      visit.tear_down();
    }
    trial.step("repeated visits");
    const bool grows =
        heap[1] >= heap[0] + visits / 4 * smallest_loss && heap[2] >= heap[1] + visits / 4 * smallest_loss;
    // If memory from mqs_malloc has grown, another trial reports that.
    const bool is_of_callbacks = allocations[2] > allocations[0];
    trial.require(Rule::frees, !grows || is_of_callbacks,
                  "the heap of the debugger grows by " + std::to_string((heap[2] - heap[0]) / (visits / 2)) +
                      " bytes at each visit, which mqs_malloc did not give");
    trial.require(Rule::host_state, files[1] <= files[0] || files[2] <= files[1],
                  "opens more and more files, and does not close them");
  });
}

void Check::try_damages(const ProcessScript &script, const Healthy &healthy) {
  for (const Damage &damage : script.damages()) {
    const auto process = script.build(healthy.abi, &damage);
    const std::string where = script.library() + ", " + std::string(healthy.abi.name) + ", " + damage.text();
    is_damaged_ = !damage.hides();
    const Transcript answers = list(where, *process).answers;
    is_damaged_ = false;
    if (!damage.hides()) continue;
    const std::string other = difference(healthy.answers, answers, true);
    // A plugin that refused before it listed anything has no answers to compare.
    require(Rule::no_substitutes, answers.empty() || other.empty(), where, other);
  }
}

void Check::try_script(const ProcessScript &script) {
  std::vector<Healthy> all;
  std::string strange;  // where the plugin does not understand the process
  for (const Abi &abi : all_abis) {
    const std::string where = script.library() + ", " + std::string(abi.name);
    Outcome listed = list(where, *script.build(abi));
    Healthy healthy{abi, std::move(listed.answers)};
    if (!listed.ended) continue;
    if (!healthy.is_understood()) {
      if (options_.says_refusals && !healthy.answers.empty() && report_.facts.size() < most_facts) {
        report_.facts.push_back(where + " is not understood: " + healthy.answers.back().substr(1));
      }
      strange += (strange.empty() ? "" : ", ") + std::string(abi.name);
      continue;
    }
    report_.understood.push_back(where);
    const auto without_sign = script.without_sign();
    for (const std::string &line : healthy.answers) {
      for (const std::int64_t number : ranks_and_tags(line)) {
        const auto found = without_sign.find(number);
        if (found == without_sign.end()) continue;
        require(Rule::signs, false, where,
                "a rank or tag is " + std::to_string(number) + ", which is " + std::to_string(found->second) +
                    " in two bytes of the process");
      }
    }
    if (all.empty()) {
      const auto other = wrong_members(script, healthy.answers);
      if (other) require(Rule::members, other->empty(), where, *other);
    } else {
      const std::string other = difference(comparable(all.front().answers), comparable(healthy.answers));
      require(Rule::word_sizes, other.empty(), where, other);
    }
    all.push_back(std::move(healthy));
  }
  if (all.empty()) return;
  if (!strange.empty()) {
    std::string known;
    for (const Healthy &healthy : all) known += (known.empty() ? "" : ", ") + std::string(healthy.abi.name);
    require(Rule::word_sizes, false, script.library(),
            "understands the process as " + known + ", but not as " + strange);
  }
  const Healthy &first = all.front();
  const std::string where = script.library() + ", " + std::string(first.abi.name);
  try_growth(where, *script.build(first.abi));
  try_orders(
      where, [&] { return script.build(first.abi); }, nullptr, first.answers);

  const auto one = script.build(first.abi), other = script.build(first.abi, nullptr, 0x200000);
  // A plugin that uses freed memory may get data of the other process here. It already breaks the rule frees_own, and
  // is not blamed a second time for mixing up the processes.
  const bool frees_own = report_.of(Rule::frees_own).outcome != RuleOutcome::broken;
  trial(where + ", two processes", [&](Trial &trial) {
    Visit a(trial, *one), b(trial, *other);
    if (!a.set_up() || !b.set_up()) return;
    bool more_a = a.begin(), more_b = b.begin();
    while (more_a || more_b) {
      if (more_a) more_a = a.step();
      if (more_b) more_b = b.step();
    }
    trial.step("the lists of both");
    if (!frees_own) return;
    for (const Visit *visit : {&a, &b}) {
      const std::string mixed = difference(first.answers, visit->transcript());
      trial.require(Rule::processes, mixed.empty(), mixed);
    }
  });
  if (const Outcome listed = list(where + ", five type sizes", *one, 5); listed.ended) {
    const std::string changed = difference(first.answers, listed.answers);
    require(Rule::five_sizes, changed.empty(), where, changed);
  }
  try_damages(script, first);
  if (all.size() > 1) try_damages(script, all.back());
}

void Check::try_target(Target &target) {
  const std::string where = "the process";
  says_facts_ = true;
  Outcome listed = list(where, target);
  Healthy healthy{all_abis[0], std::move(listed.answers)};
  says_facts_ = false;
  for (const std::string &line : healthy.answers) {
    if (!is_members_line(line) && report_.facts.size() < most_facts) report_.facts.push_back(line);
  }
  if (!listed.ended || !healthy.is_understood()) return;
  report_.understood.push_back(where);
  try_orders(where, nullptr, &target, healthy.answers);
}

void Check::run() {
  if (const std::size_t count = free_descriptors(); count < needed_descriptors) {
    report_.problem = std::to_string(count) + " more files can be opened, and " + std::to_string(needed_descriptors) +
                      " are needed; ulimit -n shows the limit";
    return;
  }
  examine_file();
  if (report_.of(Rule::exports).outcome == RuleOutcome::broken) return;
  load();
  if (!report_.loaded) return;
  if (options_.target != nullptr) try_target(*options_.target);
  try_empty_process();
  for (const ProcessScript &script : built_in_processes()) try_script(script);
  for (const ProcessScript &script : options_.processes) try_script(script);
  try_obliging_processes();
}

}  // namespace

bool PluginReport::is_faulty() const {
  return !loaded || std::any_of(rules.begin(), rules.end(), [](const RuleResult &result) {
    return result.outcome == RuleOutcome::broken && text_of(result.rule).level == RuleLevel::must;
  });
}

PluginReport check_plugin(const std::string &path, const PluginCheckOptions &options) {
  PluginReport report;
  report.path = path;
  Check(report, options).run();
  return report;
}

}  // namespace mqs_shim
