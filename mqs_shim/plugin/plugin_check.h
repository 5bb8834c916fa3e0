#pragma once
// Loads a plugin as a debugger would and reports what it exports, answers, and gets wrong.
//
// Everything that runs code of the plugin happens in child processes: a plugin that crashes or hangs is a finding.
// Debuggers differ in what they lend and in what order they call; each difference that is known to break plugins is
// tried.

#include <chrono>
#include <string>
#include <vector>

#include "mqs_shim/host/target.h"

namespace mqs_shim {

enum class Severity {
  fact,  // how it is
  note,  // legal, and a debugger should know
  fault  // against the interface, or wrong data
};

struct PluginFinding {
  Severity severity = Severity::fact;
  std::string text;
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
  std::vector<PluginFinding> findings;

  // Whether a debugger can use it: it loads, and no test of it found a fault.
  bool usable() const;
};

// `target` may be null: then the plugin sees a process with no symbols and no types. A child that is silent for longer
// than `patience` is ended.
PluginReport check_plugin(const std::string &path, Target *target,
                          std::chrono::milliseconds patience = std::chrono::seconds(10));

// As the command prints it.
std::string plugin_report_text(const PluginReport &report);

}  // namespace mqs_shim
