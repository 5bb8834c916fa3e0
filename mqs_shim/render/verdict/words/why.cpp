#include "mqs_shim/render/verdict/words/why.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/verdict/words/cause_words.h"
#include "mqs_shim/render/verdict/words/missing_words.h"
#include "mqs_shim/render/verdict/words/participation_words.h"
#include "mqs_shim/render/verdict/words/verdict_titles.h"
#include "mqs_shim/render/verdict/words/wait_words.h"
#include "mqs_shim/render/verdict/words/why_finding.h"
#include "mqs_shim/render/verdict/words/why_recorded.h"
#include "mqs_shim/render/verdict/words/why_section.h"

namespace mqs_shim {

namespace {

using why::Finding;

class WhyWords {
 public:
  WhyWords(const why::Inquiry &inquiry, const ListOptions &lists, double seconds, BlockOutput &output,
           const std::string &launcher)
      : waits_(inquiry.waits()),
        verdict_(inquiry.verdict()),
        words_(waits_),
        lists_(lists),
        output_(output),
        launcher_(launcher),
        finding_words_(waits_, verdict_, words_, lists, seconds, output, launcher) {}

  void write() {
    for (const Finding &finding : joined_findings(verdict_)) finding_words_.write(finding);
    if (verdict_.findings.empty()) write_nothing_found();
    write_others();
    write_causes();
    write_collectives();
    write_recorded_calls(waits_, verdict_, words_, lists_, output_);
    write_movement();
    write_warnings();
    write_limits();
    write_jobs();
  }

 private:
  void write_nothing_found() {
    const OpenBlock open(output_, object_block(title_without_findings(verdict_, words_)));
    Finding every;
    for (std::uint32_t i = 0; i < waits_.evidence().size(); ++i) {
      const bool is_unseen = std::find(verdict_.unseen.begin(), verdict_.unseen.end(), i) != verdict_.unseen.end();
      if (!is_unseen) every.processes.push_back(i);
    }
    finding_words_.write_targets(every);
  }

  void write_causes() {
    std::vector<std::string> lines;
    bool are_likely = false;
    for (const why::Cause &cause : why::likely_causes(waits_, verdict_)) {
      lines.push_back(cause_text(words_, waits_, cause));
      are_likely = are_likely || !cause.may_come_later;
    }
    const std::string title =
        std::string(are_likely ? "Likely cause" : "Possible cause") + (lines.size() == 1 ? "" : "s");
    write_section(output_, title.c_str(), lines);
  }

  // Returns true for an internal communicator that belongs to a communicator of the program, for example to a group of
  // an intercommunicator.
  bool is_part_of_another(const why::Participation &roll) const {
    const why::GlobalCommunicator &one = waits_.communicators().all()[roll.communicator];
    const auto index = static_cast<std::int32_t>(one.index);
    const std::string call =
        roll.groups.empty() ? std::string() : roll.groups.back().example.of(waits_.evidence()).name;
    return waits_.evidence()[one.process].communicators[one.index].internal &&
           words_.owner(one.process, index, call).empty();
  }

  void write_collectives() {
    const std::vector<why::Participation> rolls = why::participations(waits_);
    std::vector<std::string> lines;
    for (const why::Participation &roll : rolls) {
      if (is_part_of_another(roll)) continue;
      const bool is_equal =
          roll.groups.size() <= 1 && roll.traced.empty() && roll.hidden.empty() && roll.absent.empty();
      if (!is_equal) lines.push_back(participation_text(words_, waits_, roll));
    }
    for (const why::Participation &roll : rolls) {
      for (const std::string &text :
           {entered_text(words_, waits_, verdict_, roll), begun_text(words_, waits_, verdict_, roll)}) {
        if (!text.empty()) lines.push_back(text);
      }
    }
    std::set<std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>> parted;
    for (const why::Outliers &outliers : why::find_outliers(waits_, rolls)) {
      // Skips a pair of groups that was already reported the other way round, for another communicator.
      if (parted.contains({outliers.most, outliers.processes})) continue;
      parted.insert({outliers.processes, outliers.most});
      if (const std::string text = outliers_text(words_, waits_, outliers); !text.empty()) lines.push_back(text);
    }
    write_section(output_, "Collectives", lines);
  }

  void write_movement() {
    if (verdict_.moved.empty()) return;
    std::vector<std::uint32_t> moved;
    for (const why::Movement &movement : verdict_.moved) moved.push_back(movement.process);
    output_.write(object_block(words_.ranks_of(moved) + " made progress between the two looks"));
  }

  // Returns true if the process was described in a finding, because it is one of the finding's awaited processes.
  bool is_shown(std::uint32_t process) const {
    return std::any_of(verdict_.findings.begin(), verdict_.findings.end(), [&](const Finding &finding) {
      return std::find(finding.processes.begin(), finding.processes.end(), process) != finding.processes.end();
    });
  }

  // Writes the warnings about unreadable data. Each warning is written once, with the ranks to which it applies.
  void write_warnings() {
    constexpr std::size_t most = 8;
    std::map<std::string, std::vector<std::uint32_t>> ranks_of;
    std::vector<std::pair<std::string, std::string>> warnings;  // wordings for several ranks, and for one
    for (std::uint32_t process = 0; process < waits_.evidence().size(); ++process) {
      const why::Evidence &one = waits_.evidence()[process];
      if (!one.warnings) continue;
      const std::string prefix = one.target + ": ";
      for (const std::string &warning : *one.warnings) {
        const std::string text = warning.starts_with(prefix) ? warning.substr(prefix.size()) : warning;
        std::vector<std::uint32_t> &processes = ranks_of[text];
        const bool names_target = warning.find(one.target) != std::string::npos;
        if (processes.empty())
          warnings.emplace_back(text, names_target ? warning : words_.rank_of(process) + ": " + warning);
        processes.push_back(process);
      }
    }
    const std::size_t shown = lists_.each || warnings.size() <= most ? warnings.size() : most;
    for (std::size_t i = 0; i < shown; ++i) {
      const auto &[text, whole] = warnings[i];
      const std::vector<std::uint32_t> &processes = ranks_of[text];
      const std::string who = words_.ranks_of(processes) + ": ";
      write_problem(output_, "warning: " + (processes.size() == 1 ? printable(whole) : who + printable(text)));
    }
    if (shown < warnings.size())
      write_problem(output_, "warning: and " + std::to_string(warnings.size() - shown) + " more, which " +
                                 lists_.each_option() + " shows");
  }

  void write_limits() {
    if (verdict_.missing.empty()) return;
    constexpr std::size_t most = 65536;
    std::vector<why::ProcessId> missing;
    for (const why::MemberRun &run : verdict_.missing.runs()) {
      for (std::int32_t i = 0; i < run.count && missing.size() < most; ++i)
        missing.push_back({run.first.job, run.first.rank + i * run.stride});
    }
    const std::size_t left_out = static_cast<std::size_t>(verdict_.missing.size()) - missing.size();
    output_.write(problem_block(missing_text(waits_, missing, launcher_) + ": " + words_.ranks(missing) +
                                (left_out == 0 ? "" : " and " + std::to_string(left_out) + " more")));
  }

  // Writes which ranks cannot be seen and which are stopped. Leaves out ranks about which a finding says that already.
  void write_others() {
    std::vector<std::uint32_t> others;
    for (const std::uint32_t process : verdict_.unseen) {
      if (!is_shown(process)) others.push_back(process);
    }
    for (std::uint32_t process = 0; process < waits_.evidence().size(); ++process) {
      const bool is_said = verdict_.findings.empty() || is_shown(process);
      if (waits_.role(process) == why::Role::stopped && !is_said) others.push_back(process);
    }
    for (const auto &[activity, processes] : finding_words_.by_activity(others))
      output_.write(problem_block(words_.ranks_of(processes) + " " + finding_words_.activity_of(processes, activity)));
  }

  // If there are several jobs, writes the launcher's name and the targets of each job number.
  void write_jobs() {
    for (const auto &[job, targets] : words_.targets_of_jobs()) output_.write(object_block(job + ": " + targets));
  }

  const why::Waits &waits_;
  const why::Verdict &verdict_;
  const WaitWords words_;
  const ListOptions lists_;
  BlockOutput &output_;
  const std::string &launcher_;
  FindingWords finding_words_;
};

}  // namespace

void word_why(const why::Inquiry &inquiry, const ListOptions &lists, double seconds, BlockOutput &output,
              const std::string &launcher) {
  WhyWords(inquiry, lists, seconds, output, launcher).write();
}

}  // namespace mqs_shim
