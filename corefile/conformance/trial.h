#pragma once
// Provides the body of a trial, which runs in a child process, with the plugin, the host that watches the plugin, and
// the channel for results.

#include <set>
#include <string>

#include "corefile/conformance/child_trial.h"
#include "corefile/conformance/rules.h"
#include "corefile/conformance/strict_host.h"
#include "mqs_shim/plugin/plugin.h"

namespace mqs_shim {

// The first characters of the lines that a trial reports.
namespace trial_line {
constexpr char broken = 'B';  // id, space, text
constexpr char tested = 'U';  // id
constexpr char fact = 'F';    // text
constexpr char answer = 'T';  // line of a transcript
constexpr char loaded = 'L';
constexpr char version = 'V';
constexpr char interface = 'C';
constexpr char width = 'W';
constexpr char extended = 'X';
constexpr char ended = 'E';  // the body came to its end
}  // namespace trial_line

class Trial {
 public:
  Trial(TrialJournal &journal, const Plugin &plugin);

  const PluginFunctions &call() const { return plugin_.functions(); }
  const Plugin &plugin() const { return plugin_; }
  StrictHost &host() { return host_; }

  // The call that comes next, for the report of a crash.
  void step(const std::string &what);
  // Broken: said once for each text. Tested: held, unless it is broken somewhere.
  void broken(Rule rule, const std::string &text);
  void tested(Rule rule);
  // Broken unless it holds.
  void require(Rule rule, bool holds, const std::string &text);
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
