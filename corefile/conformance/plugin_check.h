#pragma once
// Loads a plugin as debuggers do, tries it on processes that are made up for it, and reports rule by rule.
//
// Everything that runs code of the plugin happens in child processes, one for each trial: a plugin that crashes or
// hangs is a finding, and what one trial breaks is not in the way of the next.

#include <chrono>
#include <string>
#include <vector>

#include "corefile/conformance/process_script.h"
#include "corefile/conformance/rules.h"
#include "mqs_shim/host/target.h"

namespace mqs_shim {

enum class RuleOutcome {
  held,
  broken,
  untested  // the plugin saw no process in which the rule can be broken, or lacks the interface
};

struct RuleResult {
  struct Witness {
    std::string where;  // "Open MPI 4, 64-bit little-endian, no type opal_list_t"
    std::string what;   // "mqs_setup_image: ..."
  };
  static constexpr std::size_t most_witnesses = 3;

  Rule rule = Rule::exports;
  RuleOutcome outcome = RuleOutcome::untested;
  std::size_t violations = 0;
  std::vector<Witness> witnesses;  // the first ones
};

struct PluginReport {
  std::string path;
  bool loaded = false;
  std::string version;
  int compatibility = -1;
  int address_width = -1;                  // -1: it does not say
  bool extended = false;                   // has the queue details and handle queries
  std::vector<std::string> missing;        // required functions that it lacks
  std::vector<std::string> optional;       // optional functions that it has
  std::vector<std::string> other_exports;  // names that no debugger looks up
  std::vector<std::string> needed;         // libraries that it needs
  std::vector<std::string> understood;     // processes in which it saw communicators
  std::vector<std::string> facts;          // about the process that was given, and what was not understood
  std::vector<RuleResult> rules;           // all of them, in their order
  std::size_t trials = 0;
  // At least so many, because they or those before did not end in time: what held was not tried in them.
  std::size_t trials_left_out = 0;
  // Why it could not be tested, for reasons that are not the plugin's: then nothing else here says anything about it.
  std::string problem;

  const RuleResult &of(Rule rule) const { return rules[static_cast<std::size_t>(rule)]; }
  // A rule of the level `must` is broken, or it cannot be loaded.
  bool is_faulty() const;
  // Rules that only a process which the plugin knows can test were tested.
  bool is_tested() const { return loaded && !understood.empty(); }
};

struct PluginCheckOptions {
  Target *target = nullptr;              // a process to try it on, besides those that are made up
  std::vector<ProcessScript> processes;  // besides the built-in ones
  bool says_refusals = false;            // with the facts: which call failed where a made-up process is not understood
  // A trial is ended that is silent for longer, or takes twice as long, or computes for longer. No more trials are made
  // when those that were ended, or in which lists had no end, have taken three times as long together.
  std::chrono::milliseconds patience = std::chrono::seconds(10);
};

PluginReport check_plugin(const std::string &path, const PluginCheckOptions &options = {});

}  // namespace mqs_shim
