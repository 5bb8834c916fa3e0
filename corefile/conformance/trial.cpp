#include "corefile/conformance/trial.h"

#include <unistd.h>

namespace mqs_shim {

Trial::Trial(TrialJournal &journal, const Plugin &plugin)
    : journal_(journal), plugin_(plugin), host_([this](Rule rule, const std::string &text) {
        broken(rule, text);
        if (rule != Rule::returns) return;
        journal_.step("");
        _exit(0);
      }) {
  call().mqs_setup_basic_callbacks(&host_.basic());
}

void Trial::step(const std::string &what) {
  host_.begin_call();
  journal_.call();
  if (what == step_) return;
  step_ = what;
  journal_.step(what);
}

void Trial::broken(Rule rule, const std::string &text) {
  const std::string line = std::string(text_of(rule).id) + " " + (step_.empty() ? "" : step_ + ": ") + text;
  if (said_.insert(line).second) journal_.report(trial_line::broken, line);
}

void Trial::tested(Rule rule) {
  const std::string id(text_of(rule).id);
  if (said_.insert(id).second) journal_.report(trial_line::tested, id);
}

void Trial::require(Rule rule, bool holds, const std::string &text) {
  tested(rule);
  if (!holds) broken(rule, text);
}

void Trial::fact(const std::string &text) {
  if (said_.insert("fact " + text).second) journal_.report(trial_line::fact, text);
}

}  // namespace mqs_shim
