#include "mqs_shim/look/investigation.h"

#include <utility>

#include "mqs_shim/job/why/graph/wire.h"

namespace mqs_shim {

Investigation::Investigation(Job job, const InvestigationOptions &options, LookAtAll look_at_all)
    : looks_(std::move(job), options.processes_run, std::move(look_at_all)) {}

bool Investigation::asks_for_windows() const {
  return questions_.kinds.contains(MPIDBG_KIND_WIN);
}

bool Investigation::look() {
  LookRequest request{questions_};
  JobLooks::Before before;
  // The first look does not read all sockets, as the counters of messages alone may prove the verdict.
  request.all_sockets = inquiry_.looks() != 0 || !looks_.can_differ();
  if (inquiry_.looks() != 0) {
    before.may_linger = why::may_linger_in_network(inquiry_.waits().evidence());
    before.begins_anew = inquiry_.wants_windows() && questions_.kinds.insert(MPIDBG_KIND_WIN).second;
    if (!looks_.recorded()) request.together = inquiry_.wants_together();
  }
  looks_.begin(before);
  const std::size_t processes = looks_.look(request, [&](RankLook seen) {
    if (heard_) heard_(seen);
    inquiry_.add(std::move(seen.evidence));
  });
  if (processes == 0 && inquiry_.looks() != 0) return false;
  seconds_ = looks_.seconds();
  inquiry_.judge();
  if (!inquiry_.wants_another_look()) return false;
  return looks_.can_differ() || (inquiry_.wants_windows() && !asks_for_windows());
}

}  // namespace mqs_shim
