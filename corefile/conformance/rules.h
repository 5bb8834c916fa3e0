#pragma once
// Names the rules of the conformance kit. rules.def lists them, and mpidbg/abi/plugins.md explains them.

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace mqs_shim {

// Says how severe a violation is: hosts fail (`must`), or have to work around it (`should`).
enum class RuleLevel { must, should };

enum class Rule {
#define CONFORMANCE_RULE(name, id, level, what) name,
#include "corefile/conformance/rules.def"
};

// A rule with its texts.
struct RuleText {
  Rule rule;
  std::string_view id;  // stable name, such as "MQS-07"
  RuleLevel level;
  std::string_view what;  // the rest of a sentence that starts with "The plugin"
};

// Returns the texts in the order of the enumerators.
std::span<const RuleText> all_rules();
const RuleText &text_of(Rule rule);
// Returns the rule with an id; nothing if the id is unknown.
std::optional<Rule> rule_of(std::string_view id);

}  // namespace mqs_shim
