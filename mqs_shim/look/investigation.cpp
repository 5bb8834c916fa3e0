#include "mqs_shim/look/investigation.h"

#include <thread>
#include <utility>

#include "mqs_shim/job/why/evidence/rank_evidence.h"
#include "mqs_shim/job/why/graph/wire.h"
#include "mqs_shim/look/captured_looks.h"
#include "mqs_shim/look/held_together.h"

namespace mqs_shim {

namespace {

using Clock = std::chrono::steady_clock;

void look_in_turn(const Investigation::Job &job, const LookRequest &request, const Investigation::Take &take) {
  const HeldTogether held(job, request.together);
  for (InspectedProcess *const process : job) {
    RankLook seen = rank_look(look_at(*process, Noun::why, request.questions));
    seen.is_held = held.holds(*process);
    take(std::move(seen));
  }
}

}  // namespace

RankLook rank_look(Look look) {
  why::Evidence evidence = why::rank_evidence(look.report);
  return {std::move(evidence), std::move(look.report), look.end, false};
}

Investigation::Investigation(Job job, const InvestigationOptions &options, LookAtAll look_at_all)
    : job_(std::move(job)), options_(options), look_at_all_(look_at_all ? std::move(look_at_all) : look_in_turn) {
  const CapturedLooks captured = captured_looks(job_);
  if (captured.are_of_different_times) notes_.emplace_back(different_times);
  if (captured.looks) recorded_ = captured.seconds();
}

void Investigation::show(bool first) {
  for (InspectedProcess *const process : job_) process->show_recorded_look(first);
  shows_first_ = first;
}

bool Investigation::look() {
  const bool is_first = inquiry_.looks() == 0;
  const bool asks_more = !is_first && inquiry_.wants_windows() && questions_.kinds.insert(MPIDBG_KIND_WIN).second;
  if (recorded_) {
    // Another question is not compared with the look before: it begins anew.
    show(is_first || asks_more);
  } else if (!is_first && options_.processes_run) {
    std::this_thread::sleep_until(looked_ +
                                  time_between_looks(why::may_linger_in_network(inquiry_.waits().evidence())));
  }
  LookRequest request{questions_, {}};
  if (!is_first && !recorded_) request.together = inquiry_.wants_together();
  look_at_all_(job_, request, [&](RankLook seen) {
    // A core file shows an instant of its own, unlike a capture of two looks.
    if (recorded_) {
      seen.evidence.is_core = false;
    } else if (!options_.processes_run && !seen.evidence.is_core) {
      seen.is_held = true;
    }
    if (seen.is_held) seen.evidence.instant = inquiry_.looks();
    if (heard_) heard_(seen);
    inquiry_.add(std::move(seen.evidence));
  });
  const auto before = std::exchange(looked_, Clock::now());
  if (!is_first) seconds_ = recorded_ ? *recorded_ : std::chrono::duration<double>(looked_ - before).count();
  inquiry_.judge();
  return wants_another_look();
}

bool Investigation::wants_another_look() const {
  if (!inquiry_.wants_another_look()) return false;
  if (inquiry_.wants_windows() && !questions_.kinds.contains(MPIDBG_KIND_WIN)) return true;
  return recorded_ ? shows_first_ : options_.processes_run;
}

}  // namespace mqs_shim
