#include "corefile/command/verbs/plugin_report.h"

#include <algorithm>

#include "mqs_shim/render/escape.h"

namespace command {
namespace {

using mqs_shim::PluginReport;
using mqs_shim::printable;
using mqs_shim::RuleLevel;
using mqs_shim::RuleOutcome;
using mqs_shim::RuleResult;

// The limit for a list of names. A library that is not a plugin may export thousands of functions.
constexpr std::size_t most_names = 24;

std::string in_one_line(const std::vector<std::string> &names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most_names; ++i) text += (text.empty() ? "" : " ") + names[i];
  if (names.size() > most_names) text += " and " + std::to_string(names.size() - most_names) + " more";
  return text;
}

std::string ids_of(const PluginReport &report, RuleOutcome outcome) {
  std::vector<std::string> ids;
  for (const RuleResult &result : report.rules) {
    if (result.outcome == outcome) ids.emplace_back(text_of(result.rule).id);
  }
  std::string text;
  for (const std::string &id : ids) text += (text.empty() ? "" : " ") + id;
  return text;
}

std::size_t count_of(const PluginReport &report, RuleOutcome outcome) {
  return static_cast<std::size_t>(std::count_if(report.rules.begin(), report.rules.end(),
                                                [&](const RuleResult &result) { return result.outcome == outcome; }));
}

const char *word_of(RuleOutcome outcome) {
  switch (outcome) {
    case RuleOutcome::held:
      return "held";
    case RuleOutcome::broken:
      return "broken";
    case RuleOutcome::untested:
      return "untested";
  }
  return "";
}

std::string verdict_of(const PluginReport &report, bool any_given) {
  if (!report.loaded) return "cannot be used";
  if (report.is_faulty()) return "faulty";
  if (report.is_tested()) return "conforms";
  const std::string found =
      count_of(report, RuleOutcome::broken) == 0 ? "no fault found" : "no rule broken that must hold";
  return found + "; it saw no process that it knows: " +
         (any_given ? "those that were given are none" : "give a TARGET or --process");
}

}  // namespace

std::string plugin_report_text(const PluginReport &report, bool any_given) {
  std::string text = printable(report.path) + "\n";
  const auto line = [&](const std::string &name, const std::string &value) {
    if (!value.empty())
      text += "  " + name + std::string(name.size() < 14 ? 14 - name.size() : 1, ' ') + printable(value) + "\n";
  };
  line("version", report.version);
  if (report.compatibility >= 0) line("interface", std::to_string(report.compatibility));
  if (report.address_width >= 0) line("addresses", std::to_string(report.address_width) + " bytes");
  if (report.loaded) {
    line("dialect", report.extended          ? "extended: queue details, handle queries"
                    : report.handles.empty() ? "plain message queues"
                                             : "message queues, handle queries");
  }
  line("handles", in_one_line(report.handles));
  line("missing", in_one_line(report.missing));
  line("optional", in_one_line(report.optional));
  line("also exports", in_one_line(report.other_exports));
  line("needs", in_one_line(report.needed));
  for (const std::string &process : report.understood) line("understands", process);
  for (const std::string &fact : report.facts) text += "  " + printable(fact) + "\n";
  for (const RuleResult &result : report.rules) {
    if (result.outcome != RuleOutcome::broken) continue;
    const mqs_shim::RuleText &rule = text_of(result.rule);
    text += "  " + std::string(rule.id) + (rule.level == RuleLevel::must ? "  BROKEN  " : "  not so  ") +
            std::string(rule.what) + "\n";
    for (const RuleResult::Witness &witness : result.witnesses) {
      text += "      " + printable(witness.where) + ": " + printable(witness.what) + "\n";
    }
    if (result.violations > result.witnesses.size()) {
      text += "      " + std::to_string(result.violations) + " times in all\n";
    }
  }
  line("held", ids_of(report, RuleOutcome::held));
  line("not tested", ids_of(report, RuleOutcome::untested));
  text += "  " + std::to_string(count_of(report, RuleOutcome::broken)) + " rules broken, " +
          std::to_string(count_of(report, RuleOutcome::held)) + " held, " +
          std::to_string(count_of(report, RuleOutcome::untested)) + " not tested, in " + std::to_string(report.trials) +
          " trials; the guide for plugins explains each\n";
  if (report.trials_left_out != 0) {
    text += "  at least " + std::to_string(report.trials_left_out) +
            " more trials were left out, because those before did not end: what held was not tried in them\n";
  }
  text += "  " + verdict_of(report, any_given) + "\n";
  return text;
}

void write_plugin_json(mqs_shim::JsonWriter &json, const PluginReport &report) {
  json.begin_object();
  json.key("schema").string("mpidbg-plugin-1");
  json.key("path").string(report.path);
  json.key("loaded").boolean(report.loaded);
  json.key("conforms").boolean(!report.is_faulty());
  json.key("version").string_or_null(report.version);
  json.key("interface").natural_or_null(report.compatibility);
  json.key("address_width").natural_or_null(report.address_width);
  json.key("extended").boolean(report.extended);
  json.key("handles").strings(report.handles);
  json.key("missing").strings(report.missing);
  json.key("optional").strings(report.optional);
  json.key("other_exports").strings(report.other_exports);
  json.key("needed").strings(report.needed);
  json.key("understood").strings(report.understood);
  json.key("facts").strings(report.facts);
  json.key("trials").number(static_cast<std::int64_t>(report.trials));
  json.key("trials_left_out").number(static_cast<std::int64_t>(report.trials_left_out));
  json.key("rules").begin_array(true);
  for (const RuleResult &result : report.rules) {
    const mqs_shim::RuleText &rule = text_of(result.rule);
    json.begin_object();
    json.key("id").string(rule.id);
    json.key("level").string(rule.level == RuleLevel::must ? "must" : "should");
    json.key("rule").string(rule.what);
    json.key("outcome").string(word_of(result.outcome));
    json.key("violations").number(static_cast<std::int64_t>(result.violations));
    json.key("witnesses").begin_array();
    for (const RuleResult::Witness &witness : result.witnesses) {
      json.begin_object();
      json.key("where").string(witness.where);
      json.key("what").string(witness.what);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace command
