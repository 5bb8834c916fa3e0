#pragma once
// Which parts of a report are shown, and in which order.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/render/render.h"

namespace mqs_shim {

// How queues are called, in the order in which they are shown.
struct QueueName {
  mpidbg_queue_t queue;
  std::string_view text;
  std::string_view json;
};
inline constexpr QueueName queue_names[] = {
    {MPIDBG_QUEUE_RECEIVES, "posted", "posted"},
    {MPIDBG_QUEUE_UNEXPECTED, "unexpected", "unexpected"},
    {MPIDBG_QUEUE_SENDS, "sends", "sends"},
    {MPIDBG_QUEUE_INACTIVE, "inactive", "inactive"},
};

class Selection {
 public:
  explicit Selection(const RenderOptions &options);

  bool process(const ProcessReport &report) const;
  bool operation(const Operation &operation) const { return matches(operation) && visible(operation); }
  // Let through by --tag; internal or not.
  bool matches(const Operation &operation) const;
  bool visible(const Operation &operation) const { return all_ || (operation.flags & MPIDBG_OP_INTERNAL) == 0; }
  // Predefined objects and the library's own only with --all; with --comm only what belongs to it.
  template <class Record>
  bool object(const Record &record) const {
    if (is_predefined(record) && !all_) return false;
    if constexpr (requires { record.communicator; }) {
      if (limits_communicators() && !meant_handles_.contains(record.communicator)) return false;
    }
    if constexpr (requires { record.tag; }) {
      if (tag_ && !has_tag(record)) return false;
    }
    if constexpr (requires { KindOf<Record>::internal_flag; }) {
      if ((record.flags & KindOf<Record>::internal_flag) != 0 && !all_) return false;
    }
    return true;
  }
  // The communicators that --comm means, for object().
  void look_up_communicators(const ProcessReport &report);
  bool limits_operations() const { return limits_communicators() || tag_.has_value(); }
  bool limits_communicators() const { return !communicator_.empty(); }

  // Of the ones asked for, internal ones only with --all, sorted. `with_internal` lets them through.
  std::vector<const CommunicatorRecord *> communicators(const ProcessReport &report, bool with_internal) const;
  std::vector<const GroupRecord *> groups(const ProcessReport &report) const;

  bool is_meant(const CommunicatorRecord &communicator) const;

 private:
  // Sent or to be received with the tag, or by a receive that takes any.
  bool has_tag(const RequestRecord &record) const;
  bool has_tag(const MessageRecord &record) const { return record.tag == *tag_; }

  bool all_;
  std::optional<RankSet> ranks_;
  std::string communicator_;
  std::optional<Address> handle_;
  std::optional<int> tag_;
  std::set<Address> meant_handles_;
};

inline bool is_internal(const CommunicatorRecord &communicator) {
  return (communicator.flags & MPIDBG_COMM_INFO_INTERNAL) != 0;
}

// The reason that all communicators of a process give for one queue; empty if there is none, or they differ.
std::string common_problem(const ProcessReport &report, mpidbg_queue_t queue);

// "before or in MPI_Init", "in or after MPI_Finalize"; empty if MPI is up, or if that is unknown.
std::string_view state_text(int mpi_state);

// The number of a job as the user knows it: 1 the first, 2.. spawned ones. Nothing if the job belongs to another
// mpirun.
std::optional<std::uint32_t> local_job(const ProcessReport &report, std::uint32_t job);

}  // namespace mqs_shim
