#pragma once
// Makes one answer about a process: reads everything that was requested into the report.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/allowance.h"
#include "mqs_shim/session/attachment.h"
#include "mqs_shim/session/hold.h"

namespace mqs_shim {

// Exists for one answer only. All arguments of the constructor must outlive this object.
class Answer {
 public:
  Answer(Attachment &attachment, Hold &hold, const SessionOptions &options, ProcessReport &report)
      : attachment_(attachment), hold_(hold), options_(options), report_(report), talk_(attachment.talk) {}

  // Reads everything that was requested. Data that cannot be read becomes a gap of the report; an error means that the
  // plugin could not answer at all.
  Status read(const Questions &questions);

  // Reads one object. Data that was read since the process was held is used again.
  Status look_at(mpidbg_handle_kind_t kind, Address handle);

  // Returns the C handle for an expression (handle_expression.h), which may belong to no object.
  Result<Address> resolve(mpidbg_handle_kind_t kind, const std::string &expression);

  // Reads the facts about the process, promises the plugin that the process does not run any more (hold.h), and sets up
  // handle queries. Errors: MPI is not initialised, or the plugin does not answer queries about `subject`.
  Status prepare(const char *subject);

 private:
  Status read_header(bool of_variables);
  bool has_snapshots() const;
  std::string why_no_objects() const;
  Status read_parts(const Questions &questions);
  std::vector<Address> requests_at_hand(const Questions &questions) const;
  bool has_pointers_as_requests() const;
  void read_request_arrays(const Questions &questions);
  void read_files_of_requests(const Questions &questions);
  void read_unclaimed();
  Status read_shown(mpidbg_handle_kind_t kind, Address handle, bool in_full);
  void read_layout_checks();
  void report_doubts();

  Attachment &attachment_;
  Hold &hold_;
  const SessionOptions &options_;
  Allowance operations_{options_.operation_bytes};
  ProcessReport &report_;
  const Conversation &talk_;
  mpidbg_process_info_t info_{};  // the plugin's facts about the process; zero for a plain plugin
};

}  // namespace mqs_shim
