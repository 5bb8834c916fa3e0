#include "mqs_shim/render/selection.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "mpidbg/base/whole_number.h"

namespace mqs_shim {

namespace {

std::optional<Address> parse_handle(std::string_view text) {
  const auto value = mpidbg::whole_number_or_hex(text);
  return value ? std::optional(Address(*value)) : std::nullopt;
}

auto sort_key(const CommunicatorRecord &communicator) {
  const std::int64_t context = communicator.context_id;
  return std::make_tuple(context < 0 ? std::numeric_limits<std::int64_t>::max() : context, communicator.handle);
}

}  // namespace

Selection::Selection(const RenderOptions &options)
    : all_(options.all),
      ranks_(options.ranks),
      communicator_(options.communicator),
      handle_(parse_handle(options.communicator)),
      tag_(options.tag) {}

bool Selection::process(const ProcessReport &report) const {
  return !ranks_ || report.world_rank < 0 || ranks_->contains(report.world_rank);
}

bool Selection::matches(const Operation &operation) const {
  if (!tag_ || operation.tag == *tag_) return true;
  return (operation.flags & MPIDBG_OP_ANY_TAG) != 0 && (operation.flags & MPIDBG_OP_MATCHED) == 0;
}

bool Selection::has_tag(const RequestRecord &record) const {
  if (record.has(MPIDBG_REQUEST_INFO_ANY_TAG)) return !record.matched || record.matched->tag == *tag_;
  return record.tag == tag_;
}

void Selection::look_up_communicators(const ProcessReport &report) {
  meant_handles_.clear();
  for (const CommunicatorRecord &communicator : report.communicators) {
    if (is_meant(communicator)) meant_handles_.insert(communicator.handle);
  }
}

bool Selection::is_meant(const CommunicatorRecord &communicator) const {
  return communicator_.empty() || communicator.name == communicator_ || (handle_ && communicator.handle == *handle_);
}

std::vector<const CommunicatorRecord *> Selection::communicators(const ProcessReport &report,
                                                                 bool with_internal) const {
  std::vector<const CommunicatorRecord *> chosen;
  for (const CommunicatorRecord &communicator : report.communicators) {
    if (report.shown && report.shown->kind == MPIDBG_KIND_COMM) {
      if (report.shown->handle == communicator.handle) chosen.push_back(&communicator);
      continue;
    }
    if (!is_meant(communicator)) continue;
    // An internal communicator is shown if the user has requested it by handle or name.
    if (is_internal(communicator) && !with_internal && !all_ && communicator_.empty()) continue;
    chosen.push_back(&communicator);
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const auto *a, const auto *b) { return sort_key(*a) < sort_key(*b); });
  return chosen;
}

std::vector<const GroupRecord *> Selection::groups(const ProcessReport &report) const {
  const auto of_communicator = [&](Address group) {
    return std::any_of(report.communicators.begin(), report.communicators.end(), [&](const auto &communicator) {
      return is_meant(communicator) && (communicator.local_group == group || communicator.remote_group == group);
    });
  };
  const auto is_of_internal_ones_only = [&](const GroupRecord &group) {
    if (group.communicators.empty()) return false;
    return std::all_of(group.communicators.begin(), group.communicators.end(), [&](Address handle) {
      return std::any_of(report.communicators.begin(), report.communicators.end(), [&](const auto &communicator) {
        return communicator.handle == handle && is_internal(communicator);
      });
    });
  };
  std::vector<const GroupRecord *> chosen;
  for (const GroupRecord &group : report.groups) {
    if (report.shown && report.shown->kind == MPIDBG_KIND_GROUP) {
      if (report.shown->handle == group.handle) chosen.push_back(&group);
      continue;
    }
    if (limits_communicators() ? !of_communicator(group.handle) : !all_ && is_of_internal_ones_only(group)) continue;
    chosen.push_back(&group);
  }
  return chosen;
}

std::string common_problem(const ProcessReport &report, mpidbg_queue_t queue) {
  if (report.communicators.empty()) return {};
  const std::string &problem = report.communicators.front().queues[queue].problem;
  const bool same =
      std::all_of(report.communicators.begin(), report.communicators.end(),
                  [&](const auto &communicator) { return communicator.queues[queue].problem == problem; });
  return same ? problem : std::string();
}

std::string_view state_text(int mpi_state) {
  if (mpi_state == MPIDBG_MPI_NOT_INITIALIZED) return "before or in MPI_Init";
  if (mpi_state == MPIDBG_MPI_FINALIZED) return "in or after MPI_Finalize";
  return {};
}

std::optional<std::uint32_t> local_job(const ProcessReport &report, std::uint32_t job) {
  const std::uint32_t number = job - (report.job - report.local_job);
  if (number > 0xffff) return std::nullopt;
  return number;
}

}  // namespace mqs_shim
