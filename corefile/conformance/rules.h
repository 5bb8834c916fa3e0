#pragma once
// The rules of the conformance kit by name; rules.def has them, and mpidbg/abi/plugins.md explains them.

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace mqs_shim {

enum class RuleLevel { must, should };

enum class Rule {
#define CONFORMANCE_RULE(name, id, level, what) name,
#include "corefile/conformance/rules.def"
};

struct RuleText {
  Rule rule;
  std::string_view id;  // "MQS-07"
  RuleLevel level;
  std::string_view what;  // the rest of a sentence that begins with "The plugin"
};

// In the order of the enum.
std::span<const RuleText> all_rules();
const RuleText &text_of(Rule rule);
std::optional<Rule> rule_of(std::string_view id);

}  // namespace mqs_shim
