#pragma once
// Adapts the C API's table of functions to the interface InspectedProcess.

#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/look/inspected_process.h"
#include "mqs_shim/mqs_shim.h"
#include "mqs_shim/targets/callback_target.h"

namespace mqs_shim {

class CallbackProcess : public InspectedProcess {
 public:
  // Copies the table. Target and session must outlive this object. If `session` is null, `problem` is the reason why
  // nothing can be read.
  CallbackProcess(const mqs_shim_target &table, CallbackTarget &target, Session *session, std::string problem = {});

  bool has_threads() const { return table_.threads != nullptr; }
  // Returns true if the process runs between looks, and false if the caller of the C API holds it all the time.
  bool runs() const { return table_.resume != nullptr; }
  // Returns the rank in MPI_COMM_WORLD if it is known without reading memory.
  std::optional<int> world_rank();

  const std::string &target() const override { return name_; }
  void describe(ProcessReport &report, bool with_state) override;
  Result<Session *> session() override;
  Status hold() override;
  void resume() override;
  bool may_be_let_go() override { return may_be_let_go_; }
  void wait_for_tracers() override;
  Result<std::vector<MpiStack>> stacks() override;
  std::optional<std::vector<SocketRecord>> sockets() override;
  int timer_signal() override { return ask(nullptr).timer_signal; }
  void name_frames(MpiStack &stack, NamedFrames which) override;
  void name_last_calls(ProcessReport &report) override;
  bool end_look(ProcessReport &report) override;
  std::optional<RecordedLooks> recorded_looks() override;
  void show_recorded_look(bool first) override;

 private:
  mqs_shim_description ask(const char *error);

  mqs_shim_target table_;
  CallbackTarget &target_;
  Session *session_;
  std::string problem_, name_, host_;
  bool may_be_let_go_ = false;  // result of may_be_let_go() for the last failed hold()
};

}  // namespace mqs_shim
