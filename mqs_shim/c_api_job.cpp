// This file implements the functions of mqs_shim.h about several processes.

#include <utility>
#include <vector>

#include "mqs_shim/c_api.h"
#include "mqs_shim/job/jobs.h"
#include "mqs_shim/render/jobs_text.h"
#include "mqs_shim/render/verdict/render_why.h"

using namespace mqs_shim;
using namespace mqs_shim::c_api;

struct mqs_shim_job {
  mqs_shim_job(Noun wanted, Format form, RenderOptions chosen)
      : noun(wanted), format(form), options(std::move(chosen)), jobs(wanted), sink(write_to_string(text)) {
    renderer = make_renderer(noun, format, options, sink);
  }

  // Returns the renderer of the verdict; null if the job is not about Noun::why, or if it is finished.
  WhyRenderer *why() { return dynamic_cast<WhyRenderer *>(renderer.get()); }

  std::vector<int> missing() const {
    return jobs.missing([&](int rank) { return !options.ranks || options.ranks->contains(rank); });
  }

  const Noun noun;
  const Format format;
  const RenderOptions options;
  Jobs jobs;  // jobs at the current look
  bool look_is_over = false;
  std::string text;
  Sink sink;
  std::unique_ptr<Renderer> renderer;  // null once it is finished
  std::vector<std::int32_t> lent_missing;
  std::string error;
};

mqs_shim_job *mqs_shim_job_new(int noun, int format, const mqs_shim_render_options *options, char **error) {
  if (error != nullptr) *error = nullptr;
  std::string problem;
  mqs_shim_job *job = guard<mqs_shim_job *>(problem, nullptr, [&]() -> mqs_shim_job * {
    const auto wanted = to_noun(noun);
    const auto form = to_format(format);
    RenderOptions render_options;
    problem = wanted && form ? to_render_options(options, render_options) : "no such noun or format";
    if (!problem.empty()) return nullptr;
    return std::make_unique<mqs_shim_job>(*wanted, *form, std::move(render_options)).release();
  });
  if (job == nullptr && error != nullptr) *error = duplicate(problem);
  return job;
}

int mqs_shim_job_add(mqs_shim_job *job, mqs_shim_session *session) {
  if (job == nullptr || job->renderer == nullptr || (session != nullptr && !session->report)) return MQS_SHIM_ARGUMENT;
  return guard<int>(job->error, MQS_SHIM_FAILED, [&]() -> int {
    if (std::exchange(job->look_is_over, false)) job->jobs = Jobs(job->noun);
    if (session == nullptr) {
      job->jobs.add_unseen();
    } else {
      job->jobs.add(*session->report);
      job->renderer->add(*session->report);
    }
    return MQS_SHIM_OK;
  });
}

int mqs_shim_job_have_two_pictures(mqs_shim_job *job) {
  if (job == nullptr || job->why() == nullptr || job->jobs.processes() != 0) return MQS_SHIM_ARGUMENT;
  job->why()->have_two_snapshots();
  return MQS_SHIM_OK;
}

int mqs_shim_job_look_again(mqs_shim_job *job, double seconds) {
  if (job == nullptr || job->why() == nullptr) return 0;
  return guard<int>(job->error, 0, [&]() -> int {
    job->look_is_over = true;
    return job->why()->wants_another_look(seconds) ? 1 : 0;
  });
}

int mqs_shim_job_get_facts(mqs_shim_job *job, mqs_shim_job_facts *facts) {
  if (job == nullptr || facts == nullptr) return MQS_SHIM_ARGUMENT;
  return guard<int>(job->error, MQS_SHIM_FAILED, [&]() -> int {
    const std::vector<int> missing = job->missing();
    job->lent_missing.assign(missing.begin(), missing.end());
    mqs_shim_job_facts filled{};
    filled.process_count = static_cast<std::uint32_t>(job->jobs.processes());
    filled.launch_count = static_cast<std::uint32_t>(job->jobs.launches());
    filled.mismatch_count = static_cast<std::uint32_t>(job->jobs.mismatches().size());
    filled.missing_count = static_cast<std::uint32_t>(job->lent_missing.size());
    filled.missing = job->lent_missing.empty() ? nullptr : job->lent_missing.data();
    return narrow(filled, &mqs_shim_job_facts::missing, facts) ? MQS_SHIM_OK : MQS_SHIM_ARGUMENT;
  });
}

char *mqs_shim_job_finish(mqs_shim_job *job) {
  if (job == nullptr || job->renderer == nullptr) return nullptr;
  return guard<char *>(job->error, nullptr, [&]() -> char * {
    const bool json = job->format == Format::json;
    job->renderer->finish(job->jobs.names_missing(json) ? job->missing() : std::vector<int>());
    job->renderer.reset();
    if (job->jobs.has_several_launches() && !json) job->sink.append(jobs_text(job->jobs));
    job->sink.flush();
    return duplicate(job->text);
  });
}

void mqs_shim_job_free(mqs_shim_job *job) {
  std::string ignored;
  guard<int>(ignored, 0, [&] {
    delete job;
    return 0;
  });
}
