// This file explains why an answer is incomplete, and checks whether the requested objects exist.

#include <algorithm>

#include "mqs_shim/job/stack_tree.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/render/selection.h"
#include "mqs_shim/render/unseen.h"
#include "mqs_shim/render/variables/choice.h"

namespace mqs_shim {

namespace {

bool answers_queries(const ProcessReport &report) {
  return std::any_of(report.communicators.begin(), report.communicators.end(),
                     [](const auto &communicator) { return communicator.is_described(); });
}

std::string queue_problem(const ProcessReport &report) {
  for (const CommunicatorRecord &communicator : report.communicators)
    for (const Queue &queue : communicator.queues)
      if (!queue.problem.empty()) return queue.problem;
  return report.unclaimed.problem;
}

}  // namespace

std::string recorder_limit(const ProcessReport &report) {
  return report.sees_memory || !report.error.empty() ? "" : "any that did not come from a recorded call";
}

std::string first_limit(const ProcessReport &report, Noun noun) {
  if (!report.error.empty()) return report.error;
  const bool shows_calls = noun == Noun::ranks || noun == Noun::stacks || noun == Noun::queues || noun == Noun::comms;
  if (shows_calls) {
    if (std::string lost = report.lost_call(); !lost.empty()) return lost;
  }
  if (noun == Noun::ranks || noun == Noun::stacks) return {};
  // Answers about variables are complete even if MPI is not initialised, or is finalized: the values then come from
  // snapshots.
  if (const auto state = state_text(report.mpi_state); !state.empty() && !report.variables.asked())
    return std::string(state);
  if (noun == Noun::groups && report.groups.empty() && !answers_queries(report))
    return "the plugin answers no queries of handles";
  if (noun == Noun::comms || noun == Noun::groups) {
    if (std::string limit = recorder_limit(report); !limit.empty()) return limit;
  }
  if (noun == Noun::queues) {
    if (std::string problem = queue_problem(report); !problem.empty()) return problem;
  }
  std::string problem;
  report.handles.for_each([&](const auto &list) {
    if (list.asked && problem.empty()) problem = unseen_part(list);
  });
  report.variables.for_each([&](const auto &list) {
    if (list.asked && problem.empty()) problem = list.problem;
  });
  if (!problem.empty()) return problem;
  if (report.incomplete) return report.warnings.empty() ? "the answer is incomplete" : report.warnings.back();
  return {};
}

bool has_communicator(const ProcessReport &report, const std::string &name_or_handle) {
  RenderOptions options;
  options.communicator = name_or_handle;
  const Selection selection(options);
  return std::any_of(report.communicators.begin(), report.communicators.end(),
                     [&](const auto &communicator) { return selection.is_meant(communicator); });
}

bool has_variable(const ProcessReport &report, Noun noun, const std::string &name) {
  const auto has = [&](const auto &list) {
    return std::any_of(list.objects.begin(), list.objects.end(),
                       [&](const auto &record) { return is_meant(name, record.name); });
  };
  if (noun == Noun::cvars) return has(report.variables.control_variables);
  if (noun == Noun::pvars) return has(report.variables.performance_variables);
  if (noun == Noun::events) return has(report.variables.events);
  if (noun == Noun::sources) return has(report.variables.sources);
  return noun == Noun::categories && has(report.variables.categories);
}

std::string value_limit(const ProcessReport &report, Noun noun, const RenderOptions &options) {
  const auto first = [&](const auto &list) -> std::string {
    for (const auto &record : list.objects) {
      if (is_chosen(options, record) && !record.value_problem.empty()) return record.value_problem;
      if (is_in_doubt(options, record)) return "where the value comes from is not known";
    }
    return {};
  };
  if (noun == Noun::cvars) return first(report.variables.control_variables);
  return noun == Noun::pvars ? first(report.variables.performance_variables) : std::string();
}

std::string stack_limit(const ProcessReport &report, const RenderOptions &options) {
  for (const ThreadRecord &thread : report.threads) {
    for (const StackPlace &place : stack_places(thread, options.all ? StackDetail::all : StackDetail::folded))
      if (place.kind == StackPlaceKind::cut) return place.function;
  }
  return {};
}

}  // namespace mqs_shim
