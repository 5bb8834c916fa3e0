#pragma once
// Selects the parts of a report that are shown, and sorts them.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/render/render.h"

namespace mqs_shim {

// Names the queues in the order in which they are shown.
struct QueueName {
  mpidbg_queue_t queue;
  std::string_view text;
  std::string_view json;
  std::string_view meaning;
};
inline constexpr QueueName queue_names[] = {
    {MPIDBG_QUEUE_RECEIVES, "posted", "posted", "Posted receives, and matched ones whose data are still arriving."},
    {MPIDBG_QUEUE_UNEXPECTED, "unexpected", "unexpected", "Messages that arrived and that no receive has matched."},
    {MPIDBG_QUEUE_SENDS, "sends", "sends", "Sends that are not complete."},
    {MPIDBG_QUEUE_INACTIVE, "inactive", "inactive", "Persistent requests that are not started."},
};

// Decides what is shown according to the filters in RenderOptions, such as --rank, --comm and --tag.
class Selection {
 public:
  explicit Selection(const RenderOptions &options);

  bool process(const ProcessReport &report) const;
  bool operation(const Operation &operation) const { return matches(operation) && visible(operation); }
  // Returns true if the operation has the tag that --tag selects, or if --tag was not given. Internal operations are
  // not excluded.
  bool matches(const Operation &operation) const;
  bool visible(const Operation &operation) const { return all_ || (operation.flags & MPIDBG_OP_INTERNAL) == 0; }
  // Returns true if the object is to be shown. Predefined and internal objects are shown only with --all. With --comm,
  // only objects that belong to the communicator are shown.
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
  // Finds the communicators of the process that --comm selects. Must be called before object().
  void look_up_communicators(const ProcessReport &report);
  bool limits_operations() const { return limits_communicators() || tag_.has_value(); }
  bool limits_communicators() const { return !communicator_.empty(); }

  // Returns the selected communicators, sorted. Internal ones are included with --all or `with_internal`.
  std::vector<const CommunicatorRecord *> communicators(const ProcessReport &report, bool with_internal) const;
  std::vector<const GroupRecord *> groups(const ProcessReport &report) const;

  bool is_meant(const CommunicatorRecord &communicator) const;

 private:
  // Returns true for requests with the tag that --tag selects, and for receives from any tag.
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

// Returns the reason why a queue cannot be shown, if it is the same for all communicators of the process; otherwise an
// empty text.
std::string common_problem(const ProcessReport &report, mpidbg_queue_t queue);

// Returns "before or in MPI_Init" or "in or after MPI_Finalize"; empty if MPI is initialised, or if its state is
// unknown.
std::string_view state_text(int mpi_state);

// Returns the number of a job as users know it: 1 for the first job, 2 and more for spawned jobs. Returns nothing for a
// job of another mpirun.
std::optional<std::uint32_t> local_job(const ProcessReport &report, std::uint32_t job);

}  // namespace mqs_shim
