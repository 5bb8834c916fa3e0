#pragma once
// Loads a plugin as debuggers do, tries it with made-up processes, and reports the result for each rule.
//
// All code of the plugin runs in child processes, one for each trial. A plugin that crashes or hangs is therefore a
// finding, and damage by one trial does not affect the next.

#include <chrono>
#include <string>
#include <vector>

#include "corefile/conformance/process_script.h"
#include "corefile/conformance/rules.h"
#include "mqs_shim/host/target.h"

namespace mqs_shim {

// The result for one rule.
enum class RuleOutcome {
  held,
  broken,
  untested  // no process could show a violation of the rule, or the plugin lacks the interface
};

// The result for one rule, with examples of violations.
struct RuleResult {
  // An example of a violation.
  struct Witness {
    std::string where;  // process in which it happened, such as "Open MPI 4, 64-bit little-endian, no type opal_list_t"
    std::string what;   // call and violation, such as "mqs_setup_image: ..."
  };
  static constexpr std::size_t most_witnesses = 3;

  Rule rule = Rule::exports;
  RuleOutcome outcome = RuleOutcome::untested;
  std::size_t violations = 0;
  std::vector<Witness> witnesses;  // the first violations
};

// The result of all trials.
struct PluginReport {
  std::string path;
  bool loaded = false;
  std::string version;
  int compatibility = -1;
  int address_width = -1;                  // in bits; -1: the plugin does not report it
  bool extended = false;                   // the plugin has queue details and handle queries
  std::vector<std::string> handles;        // kinds of handles about which the plugin can be asked, such as "comm"
  std::vector<std::string> missing;        // required functions that the plugin lacks
  std::vector<std::string> optional;       // optional functions that the plugin has
  std::vector<std::string> other_exports;  // exported names that no debugger looks up
  std::vector<std::string> needed;         // libraries that the plugin needs
  std::vector<std::string> understood;     // processes in which the plugin found communicators
  std::vector<std::string> facts;          // facts about the given process, and about calls that failed
  std::vector<RuleResult> rules;           // one result for each rule, in the order of the rules
  std::size_t trials = 0;
  // At least this many trials were left out, because they or earlier trials did not end in time. A rule that is
  // reported as held was not tried in them.
  std::size_t trials_left_out = 0;
  // Reason why the plugin could not be tested, although this is not the plugin's fault. If it is set, the other members
  // have no meaning.
  std::string problem;

  const RuleResult &of(Rule rule) const { return rules[static_cast<std::size_t>(rule)]; }
  // Returns true if a rule of the level `must` is broken, or if the plugin cannot be loaded.
  bool is_faulty() const;
  // Returns true if the plugin understood a process, so that the rules about contents were tested.
  bool is_tested() const { return loaded && !understood.empty(); }
};

// Options of a check.
struct PluginCheckOptions {
  Target *target = nullptr;              // a process to be tried in addition to the made-up ones
  std::vector<ProcessScript> processes;  // processes in addition to the built-in ones
  // Adds to the facts which call failed for a made-up process that the plugin does not understand.
  bool says_refusals = false;
  // A trial is ended if it is silent for longer than this, computes for longer than this, or takes more than twice this
  // time in total. No further trials are made when ended trials and trials with endless lists have together taken three
  // times this time.
  std::chrono::milliseconds patience = std::chrono::seconds(10);
};

// Checks the plugin at `path`. Takes up to some minutes for a plugin that hangs.
PluginReport check_plugin(const std::string &path, const PluginCheckOptions &options = {});

}  // namespace mqs_shim
