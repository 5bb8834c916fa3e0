#include "corefile/conformance/rules.h"

#include <algorithm>

namespace mqs_shim {
namespace {

constexpr RuleText rules[] = {
#define CONFORMANCE_RULE(name, id, level, what) {Rule::name, id, RuleLevel::level, what},
#include "corefile/conformance/rules.def"
};

}  // namespace

std::span<const RuleText> all_rules() {
  return rules;
}

const RuleText &text_of(Rule rule) {
  return rules[static_cast<std::size_t>(rule)];
}

std::optional<Rule> rule_of(std::string_view id) {
  const auto *const found =
      std::find_if(std::begin(rules), std::end(rules), [&](const RuleText &r) { return r.id == id; });
  if (found == std::end(rules)) return std::nullopt;
  return found->rule;
}

}  // namespace mqs_shim
