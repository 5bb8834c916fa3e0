// What `plugin check` shows of a plugin, all of it, of reports made by hand.

#include "corefile/command/verbs/plugin_report.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using mqs_shim::PluginReport;
using mqs_shim::RuleOutcome;

namespace {

// With three rules: one that must hold, one that should, and one that was not tested.
PluginReport report() {
  PluginReport one;
  one.path = "/opt/plugin.so";
  one.loaded = true;
  one.version = "maker 1.0";
  one.compatibility = 2;
  one.address_width = 8;
  one.needed = {"libc.so.6", "libm.so.6"};
  one.facts = {"a fact"};
  one.trials = 7;
  for (const auto &[id, outcome] : {std::pair("MQS-01", RuleOutcome::held), std::pair("MQS-02", RuleOutcome::held),
                                    std::pair("MQS-31", RuleOutcome::untested)}) {
    mqs_shim::RuleResult &result = one.rules.emplace_back();
    result.outcome = outcome;
    for (int rule = 0; rule < 100; ++rule) {
      result.rule = static_cast<mqs_shim::Rule>(rule);
      if (text_of(result.rule).id == id) break;
    }
  }
  return one;
}

std::string sentence_of(const PluginReport &one, int rule) {
  return std::string(text_of(one.rules[static_cast<std::size_t>(rule)].rule).what);
}

std::string last_line(const PluginReport &one, bool any_given) {
  const std::string text = command::plugin_report_text(one, any_given);
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

}  // namespace

TEST_CASE("a plugin that keeps the rules that were tested") {
  CHECK(command::plugin_report_text(report(), false) ==
        "/opt/plugin.so\n"
        "  version       maker 1.0\n"
        "  interface     2\n"
        "  addresses     8 bytes\n"
        "  dialect       plain message queues\n"
        "  needs         libc.so.6 libm.so.6\n"
        "  a fact\n"
        "  held          MQS-01 MQS-02\n"
        "  not tested    MQS-31\n"
        "  0 rules broken, 2 held, 1 not tested, in 7 trials; the guide for plugins explains each\n"
        "  no fault found; it saw no process that it knows: give a TARGET or --process\n");
}

TEST_CASE("rules that are broken, with their witnesses") {
  PluginReport one = report();
  one.extended = true;
  one.handles = {"comm", "op"};
  one.understood = {"Open MPI 4"};
  one.missing = {"mqs_a"};
  one.optional = {"mqs_b", "mqs_c"};
  one.other_exports = {"helper"};
  one.rules[0].outcome = RuleOutcome::broken;
  one.rules[0].violations = 1;
  one.rules[0].witnesses = {{"here", "a call"}};
  one.rules[2].outcome = RuleOutcome::broken;
  one.rules[2].violations = 5;
  one.rules[2].witnesses = {{"there", "another"}, {"elsewhere", "a third"}};
  const auto word = [&](int rule) {
    return text_of(one.rules[static_cast<std::size_t>(rule)].rule).level == mqs_shim::RuleLevel::must ? "  BROKEN  "
                                                                                                      : "  not so  ";
  };
  CHECK(command::plugin_report_text(one, true) ==
        "/opt/plugin.so\n"
        "  version       maker 1.0\n"
        "  interface     2\n"
        "  addresses     8 bytes\n"
        "  dialect       extended: queue details, handle queries\n"
        "  handles       comm op\n"
        "  missing       mqs_a\n"
        "  optional      mqs_b mqs_c\n"
        "  also exports  helper\n"
        "  needs         libc.so.6 libm.so.6\n"
        "  understands   Open MPI 4\n"
        "  a fact\n"
        "  MQS-01" +
            std::string(word(0)) + sentence_of(one, 0) +
            "\n"
            "      here: a call\n"
            "  MQS-31" +
            word(2) + sentence_of(one, 2) +
            "\n"
            "      there: another\n"
            "      elsewhere: a third\n"
            "      5 times in all\n"
            "  held          MQS-02\n"
            "  2 rules broken, 1 held, 0 not tested, in 7 trials; the guide for plugins explains each\n"
            "  faulty\n");
  std::string text;
  {
    mqs_shim::Sink sink(mqs_shim::write_to_string(text));
    mqs_shim::JsonWriter writer(sink);
    command::write_plugin_json(writer, one);
  }
  const auto json = nlohmann::json::parse(text);
  CHECK(json["conforms"] == false);
  CHECK(json["loaded"] == true);
  CHECK(json["interface"] == 2);
  CHECK(json["address_width"] == 8);
  CHECK(json["extended"] == true);
  CHECK(json["handles"] == nlohmann::json{"comm", "op"});
  CHECK(json["other_exports"] == nlohmann::json{"helper"});
  const auto rule = [&](int number, const char *id, const char *outcome, int violations, nlohmann::json witnesses) {
    const bool must = text_of(one.rules[static_cast<std::size_t>(number)].rule).level == mqs_shim::RuleLevel::must;
    return nlohmann::json{
        {"id", id},           {"level", must ? "must" : "should"}, {"rule", sentence_of(one, number)},
        {"outcome", outcome}, {"violations", violations},          {"witnesses", std::move(witnesses)}};
  };
  CHECK(json["rules"] == nlohmann::json{rule(0, "MQS-01", "broken", 1, {{{"where", "here"}, {"what", "a call"}}}),
                                        rule(1, "MQS-02", "held", 0, nlohmann::json::array()),
                                        rule(2, "MQS-31", "broken", 5,
                                             {{{"where", "there"}, {"what", "another"}},
                                              {{"where", "elsewhere"}, {"what", "a third"}}})});
}

TEST_CASE("a plugin of others that can be asked about handles") {
  PluginReport one = report();
  one.handles = {"comm"};
  CHECK(command::plugin_report_text(one, false)
            .find("  dialect       message queues, handle queries\n"
                  "  handles       comm\n") != std::string::npos);
}

TEST_CASE("the verdict on a plugin") {
  PluginReport one = report();
  CHECK(last_line(one, true) == "  no fault found; it saw no process that it knows: those that were given are none\n");
  one.understood = {"Open MPI 4"};
  CHECK(last_line(one, true) == "  conforms\n");
  one.loaded = false;
  CHECK(last_line(one, true) == "  cannot be used\n");
  CHECK(command::plugin_report_text(one, true).find("dialect") == std::string::npos);
  one = report();
  for (mqs_shim::RuleResult &result : one.rules) {
    if (text_of(result.rule).level != mqs_shim::RuleLevel::must) result.outcome = RuleOutcome::broken;
  }
  const bool any = std::any_of(one.rules.begin(), one.rules.end(),
                               [](const auto &result) { return result.outcome == RuleOutcome::broken; });
  REQUIRE(any);
  CHECK(last_line(one, false) ==
        "  no rule broken that must hold; it saw no process that it knows: give a TARGET or --process\n");
  one.version.clear();
  one.compatibility = one.address_width = -1;
  const std::string text = command::plugin_report_text(one, false);
  for (const char *const name : {"version", "interface", "addresses"}) CHECK(text.find(name) == std::string::npos);
  one.compatibility = one.address_width = 0;
  CHECK(command::plugin_report_text(one, false).find("\n  interface     0\n  addresses     0 bytes\n") !=
        std::string::npos);
}

TEST_CASE("what a plugin's file and its functions say is harmless to print") {
  const std::string hostile = "a\x1b[31mb\xff\\";
  const std::string shown = "a\\x1b[31mb\\xff\\\\";
  PluginReport one = report();
  one.path = one.version = hostile;
  one.missing = one.optional = one.other_exports = one.needed = one.understood = one.facts = {hostile};
  one.rules[0].outcome = RuleOutcome::broken;
  one.rules[0].violations = 1;
  one.rules[0].witnesses = {{hostile, hostile}};
  const std::string text = command::plugin_report_text(one, false);
  CHECK(text.find_first_of("\x1b\xff") == std::string::npos);
  for (const std::string &line :
       {shown + "\n", "  version       " + shown + "\n", "  missing       " + shown + "\n",
        "  optional      " + shown + "\n", "  also exports  " + shown + "\n", "  needs         " + shown + "\n",
        "  understands   " + shown + "\n", "  " + shown + "\n", "      " + shown + ": " + shown + "\n"}) {
    CAPTURE(line);
    CHECK(("\n" + text).find("\n" + line) != std::string::npos);
  }
}

TEST_CASE("24 names of a list") {
  for (const std::size_t count : {23u, 24u, 25u}) {
    CAPTURE(count);
    PluginReport one = report();
    one.other_exports.assign(count, "x");
    std::string expected = "  also exports ";
    for (std::size_t i = 0; i < std::min<std::size_t>(count, 24); ++i) expected += " x";
    expected += count > 24 ? " and 1 more\n" : "\n";
    CHECK(command::plugin_report_text(one, false).find("\n" + expected) != std::string::npos);
  }
}
