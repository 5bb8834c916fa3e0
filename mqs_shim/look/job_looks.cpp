#include "mqs_shim/look/job_looks.h"

#include <utility>

#include "mqs_shim/job/why/evidence/rank_evidence.h"
#include "mqs_shim/job/why/graph/wire.h"
#include "mqs_shim/look/captured_looks.h"
#include "mqs_shim/look/held_together.h"
#include "mqs_shim/look/processor_wait.h"

namespace mqs_shim {

namespace {

void look_in_turn(const JobLooks::Job &job, const LookRequest &request, const JobLooks::Take &take) {
  const HeldTogether held(job, request.together);
  for (InspectedProcess *const process : job) {
    RankLook seen = look_at_rank(*process, request);
    seen.is_held = held.holds(*process);
    take(std::move(seen));
  }
}

}  // namespace

RankLook rank_look(Look look) {
  why::Evidence evidence = why::rank_evidence(look.report);
  return {std::move(evidence), std::move(look.report), look.end, false};
}

RankLook look_at_rank(InspectedProcess &process, const LookRequest &request) {
  LookOptions options;
  options.sockets = request.all_sockets;
  RankLook seen = rank_look(look_at(process, Noun::why, request.questions, options));
  if (!request.all_sockets && seen.report.error.empty() && why::needs_sockets(seen.evidence)) {
    if (auto sockets = process.sockets()) seen.evidence.sockets = std::move(*sockets);
  }
  return seen;
}

JobLooks::JobLooks(Job job, bool processes_run, LookAtAll look_at_all)
    : job_(std::move(job)),
      processes_run_(processes_run),
      look_at_all_(look_at_all ? std::move(look_at_all) : look_in_turn) {
  CapturedLooks captured = captured_looks(job_);
  if (captured.are_of_different_times) notes_.emplace_back(different_times);
  recorded_ = std::move(captured.looks);
}

void JobLooks::begin(const Before &before) {
  const bool is_first = looks_ == 0;
  if (recorded_) {
    shows_first_ = is_first || before.begins_anew;
    for (InspectedProcess *const process : job_) process->show_recorded_look(shows_first_);
  } else if (!is_first && processes_run_) {
    sleep_until_all_have_run(job_, looked_ + time_between_looks(before.may_linger));
  }
}

std::size_t JobLooks::look(const LookRequest &request, const Take &take) {
  std::size_t seen_processes = 0;
  look_at_all_(job_, request, [&](RankLook seen) {
    // A core file shows an instant of its own. A capture with two looks does not, and therefore does not count as a
    // core file here.
    if (recorded_) {
      seen.evidence.is_core = false;
    } else if (!processes_run_ && !seen.evidence.is_core) {
      seen.is_held = true;
    }
    if (seen.is_held) seen.evidence.instant = looks_;
    ++seen_processes;
    take(std::move(seen));
  });
  const auto last = std::exchange(looked_, std::chrono::steady_clock::now());
  if (looks_ != 0) {
    seconds_ = recorded_ ? static_cast<double>(recorded_->second - recorded_->first) / 1e9
                         : std::chrono::duration<double>(looked_ - last).count();
  }
  ++looks_;
  return seen_processes;
}

}  // namespace mqs_shim
