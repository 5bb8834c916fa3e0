#pragma once
// Defines what the body of a trial works with: the plugin, the host that watches the plugin, and the channel for
// results. The body runs in a child process.

#include <set>
#include <string>

#include "corefile/conformance/child_trial.h"
#include "corefile/conformance/rules.h"
#include "corefile/conformance/strict_host.h"
#include "mqs_shim/plugin/plugin.h"

namespace mqs_shim {

// The first character of each line that a trial reports. It says what follows in the line.
namespace trial_line {
constexpr char broken = 'B';  // followed by id, space and text
constexpr char tested = 'U';  // followed by the id
constexpr char fact = 'F';    // followed by a text
constexpr char answer = 'T';  // followed by a line of a transcript
constexpr char loaded = 'L';
constexpr char version = 'V';
constexpr char interface = 'C';
constexpr char width = 'W';
constexpr char extended = 'X';
constexpr char ended = 'E';  // the body was finished
}  // namespace trial_line

// Gives the body access to the plugin, and reports results to the parent process.
class Trial {
 public:
  // Both arguments must outlive this object.
  Trial(TrialJournal &journal, const Plugin &plugin);

  const PluginFunctions &call() const { return plugin_.functions(); }
  const Plugin &plugin() const { return plugin_; }
  StrictHost &host() { return host_; }

  // Names the next call, for the report of a crash.
  void step(const std::string &what);
  // broken() reports a violation, once for each text. tested() reports that the rule was tried; it counts as held if it
  // is not broken anywhere.
  void broken(Rule rule, const std::string &text);
  void tested(Rule rule);
  // Reports the rule as tested, and as broken unless `holds`.
  void require(Rule rule, bool holds, const std::string &text);
  // Reports a fact, a line of a transcript, or a line of another kind.
  void fact(const std::string &text);
  void answer(const std::string &line) { report(trial_line::answer, line); }
  void report(char kind, const std::string &text) { journal_.report(kind, text); }

 private:
  TrialJournal &journal_;
  const Plugin &plugin_;
  StrictHost host_;
  std::string step_;
  std::set<std::string> said_;
};

}  // namespace mqs_shim
