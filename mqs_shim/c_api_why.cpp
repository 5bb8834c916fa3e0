// Implements the functions of mqs_shim.h for the verdict on a job.

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "mqs_shim/c_api.h"
#include "mqs_shim/look/investigation.h"
#include "mqs_shim/render/rank_set.h"
#include "mqs_shim/render/verdict/render_why.h"

using namespace mqs_shim;
using namespace mqs_shim::c_api;

struct mqs_shim_verdict {
  why::Inquiry inquiry;
  double seconds = 0;
  std::string launcher, notes, error;
};

namespace {

// Makes captures show their second look again at the end of the scope, as they did initially.
class ShownLooks {
 public:
  explicit ShownLooks(const Investigation::Job &job) : job_(job) {}
  ~ShownLooks() {
    for (InspectedProcess *const process : job_) process->show_recorded_look(false);
  }
  ShownLooks(const ShownLooks &) = delete;
  ShownLooks &operator=(const ShownLooks &) = delete;

 private:
  const Investigation::Job &job_;
};

// Returns the rank in MPI_COMM_WORLD, or nothing if it is not known.
std::optional<int> rank_of(mqs_shim_session &session) {
  if (const auto rank = session.process->world_rank()) return rank;
  // The environment does not contain the rank, so that the plugin is asked.
  Questions least;
  least.details = false;
  const int rank = look_at(*session.process, Noun::handles, least, {.stacks = false}).report.world_rank;
  return rank < 0 ? std::nullopt : std::optional<int>(rank);
}

// Returns the sessions of the processes whose ranks are in `ranks` or not known, in the order of the ranks.
std::vector<mqs_shim_session *> job_of(size_t count, mqs_shim_session *const *sessions,
                                       const std::optional<RankSet> &ranks) {
  std::vector<std::pair<int, mqs_shim_session *>> job;
  for (size_t i = 0; i < count; ++i) {
    if (sessions[i] == nullptr) continue;
    const auto rank = rank_of(*sessions[i]);
    if (ranks && rank && !ranks->contains(*rank)) continue;
    job.emplace_back(rank.value_or(std::numeric_limits<int>::max()), sessions[i]);
  }
  std::stable_sort(job.begin(), job.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<mqs_shim_session *> sorted;
  for (const auto &[rank, session] : job) sorted.push_back(session);
  return sorted;
}

void investigate(const std::vector<mqs_shim_session *> &sessions, mqs_shim_verdict &verdict) {
  Investigation::Job job;
  InvestigationOptions options;
  options.processes_run = false;
  for (mqs_shim_session *const session : sessions) {
    job.push_back(session->process.get());
    options.processes_run = options.processes_run || session->process->runs();
  }
  const ShownLooks shown(job);
  Investigation investigation(job, options);
  for (const std::string &note : investigation.notes()) verdict.notes += note + '\n';
  auto session = sessions.begin();
  investigation.on_look([&](const RankLook &seen) {
    (*session)->report = seen.report;
    if (++session == sessions.end()) session = sessions.begin();
  });
  while (investigation.look()) continue;
  verdict.seconds = investigation.seconds();
  verdict.inquiry = investigation.take_inquiry();
}

}  // namespace

mqs_shim_verdict *mqs_shim_investigate(size_t count, mqs_shim_session *const *sessions, const char *ranks,
                                       const char *launcher, char **error) {
  if (error != nullptr) *error = nullptr;
  std::string problem;
  mqs_shim_verdict *verdict = guard<mqs_shim_verdict *>(problem, nullptr, [&]() -> mqs_shim_verdict * {
    std::optional<RankSet> wanted;
    if (ranks != nullptr) {
      auto parsed = RankSet::parse(ranks);
      if (!parsed) {
        problem = parsed.error().message;
        return nullptr;
      }
      wanted = std::move(*parsed);
    }
    const std::vector<mqs_shim_session *> job = job_of(sessions == nullptr ? 0 : count, sessions, wanted);
    if (job.empty()) {
      problem = "no process was given";
      return nullptr;
    }
    auto made = std::make_unique<mqs_shim_verdict>();
    made->launcher = text_of(launcher);
    investigate(job, *made);
    return made.release();
  });
  if (verdict == nullptr && error != nullptr) *error = duplicate(problem);
  return verdict;
}

char *mqs_shim_verdict_render(mqs_shim_verdict *verdict, int format, const mqs_shim_render_options *options) {
  if (verdict == nullptr) return nullptr;
  return guard<char *>(verdict->error, nullptr, [&]() -> char * {
    RenderOptions chosen;
    const auto form = format == MQS_SHIM_DOT ? Format::dot : to_format(format);
    if (!form || !to_render_options(options, chosen).empty()) return nullptr;
    WhyOptions how;
    how.each = chosen.each;
    how.one_dash = chosen.one_dash;
    how.color = chosen.color;
    how.seconds = verdict->seconds;
    how.launcher = verdict->launcher;
    std::string text;
    {
      Sink sink(write_to_string(text));
      render_why(verdict->inquiry, *form, how, sink);
    }
    return duplicate(text);
  });
}

const char *mqs_shim_verdict_notes(mqs_shim_verdict *verdict) {
  return verdict == nullptr ? "" : verdict->notes.c_str();
}

void mqs_shim_verdict_free(mqs_shim_verdict *verdict) {
  std::string ignored;
  guard<int>(ignored, 0, [&] {
    delete verdict;
    return 0;
  });
}
