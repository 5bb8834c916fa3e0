#include "corefile/command/targets/look.h"

#include <algorithm>
#include <utility>

#include "corefile/capture/capture_image.h"
#include "corefile/command/targets/workers.h"
#include "corefile/elf/shrunk_file.h"
#include "mqs_shim/look/held_together.h"
#include "mqs_shim/render/render.h"

namespace command {

namespace {

using mqs_shim::LookEnd;
using mqs_shim::Noun;
using mqs_shim::ProcessReport;
using mqs_shim::RankLook;

// The least number of targets for which worker processes save time.
constexpr std::size_t worth_workers = 8;

RankLook look_for_why(OpenedTarget &target, mqs_shim::InspectedProcess &process, const mqs_shim::LookRequest &request) {
  RankLook seen = mqs_shim::look_at_rank(process, request);
  // All captures remain open, because there may be a second look; only their memory is released.
  if (const auto *capture = dynamic_cast<const corefile::CaptureImage *>(target.process.get()))
    capture->release_memory();
  return seen;
}

// Encodes a look in a worker process for its parent.
std::string packed(RankLook seen) {
  mqs_shim::summaries::RankSummary summary;
  summary.evidence = std::move(seen.evidence);
  summary.report = std::move(seen.report);
  summary.code = static_cast<int>(seen.end);
  return mqs_shim::summaries::pack(summary) + (corefile::has_shrunk_file() ? '1' : '0');
}

mpidbg::Result<RankLook> unpacked(WorkResult result) {
  if (!result.problem.empty()) return mpidbg::Error{mpidbg::ErrorCode::system, result.problem};
  if (!result.bytes.empty() && result.bytes.back() == '1') corefile::note_shrunk_file();
  if (!result.bytes.empty()) result.bytes.pop_back();
  auto summary = mqs_shim::summaries::unpack(result.bytes);
  if (!summary) return summary.error();
  return RankLook{std::move(summary->evidence), std::move(summary->report), static_cast<LookEnd>(summary->code), false};
}

void look_in_processes(std::vector<OpenedTarget> &targets, const mqs_shim::Investigation::Job &job,
                       const mqs_shim::LookRequest &request, unsigned workers, Messages &messages,
                       const mqs_shim::Investigation::Take &take) {
  // The symbols of one target's libraries are read before the workers are forked, so that all workers share them: the
  // other targets mostly have the same libraries.
  const auto known = std::find_if(targets.begin(), targets.end(),
                                  [](const OpenedTarget &target) { return target.process != nullptr; });
  if (known != targets.end()) known->process->find_symbol("MPI_Init", corefile::SymbolKind::function);
  WorkLimits limits;
  limits.workers = workers;
  work_in_processes(
      targets.size(), limits, [&](std::size_t i) { return packed(look_for_why(targets[i], *job[i], request)); },
      [&](std::size_t i, WorkResult result) {
        messages.progress(targets[i].name, i, targets.size());
        auto seen = unpacked(std::move(result));
        take(seen ? std::move(*seen)
                  : mqs_shim::rank_look({not_inspected(targets[i], seen.error().message), LookEnd::failed}));
      });
}

}  // namespace

ExitCode code_of(LookEnd end) {
  return end == LookEnd::done ? ExitCode::done : end == LookEnd::failed ? ExitCode::failed : ExitCode::not_enough;
}

RankLook rank_look(mqs_shim::summaries::RankSummary rank) {
  const auto code = static_cast<ExitCode>(rank.code);
  const LookEnd end = code == ExitCode::done     ? LookEnd::done
                      : code == ExitCode::failed ? LookEnd::failed
                                                 : LookEnd::not_enough;
  return {std::move(rank.evidence), std::move(rank.report), end, false};
}

std::string about_target(const std::string &target, const std::string &error) {
  return error.find(target) != std::string::npos ? error : target + ": " + error;
}

std::string about_target(const ProcessReport &report) {
  return about_target(report.target, report.error);
}

Look look_at(OpenedTarget &target, Noun noun, bool all, const mqs_shim::Questions &questions, Plugins &plugins) {
  InspectedTarget process(target, plugins);
  mqs_shim::LookOptions options;
  options.all_frames = all;
  mqs_shim::Look seen = mqs_shim::look_at(process, noun, questions, options);
  Look look{std::move(seen.report), code_of(seen.end)};
  if (look.code == ExitCode::done && !mqs_shim::first_limit(look.report, noun).empty())
    look.code = ExitCode::not_enough;
  return look;
}

mqs_shim::Investigation::LookAtAll look_at_all(std::vector<OpenedTarget> &targets, unsigned jobs, Messages &messages) {
  const unsigned workers = jobs == 0 ? usable_processors() : jobs;
  return [&targets, workers, &messages](const mqs_shim::Investigation::Job &job, const mqs_shim::LookRequest &request,
                                        const mqs_shim::Investigation::Take &take) {
    const mqs_shim::HeldTogether held(job, request.together);
    if (workers <= 1 || targets.size() < worth_workers || held.holds_any()) {
      for (std::size_t i = 0; i < targets.size(); ++i) {
        messages.progress(targets[i].name, i, targets.size());
        RankLook seen = look_for_why(targets[i], *job[i], request);
        seen.is_held = held.holds(*job[i]);
        take(std::move(seen));
      }
    } else {
      look_in_processes(targets, job, request, workers, messages, take);
    }
    messages.clear_progress();
  };
}

}  // namespace command
