#include "mqs_shim/job/why/evidence/thread_wait.h"

#include <algorithm>
#include <set>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/job/why/evidence/partitioned.h"
#include "mqs_shim/job/why/evidence/reachable_requests.h"
#include "mqs_shim/job/why/evidence/window_wait.h"

namespace mqs_shim::why {

using mpidbg::CallWait;

namespace {

// Returns the index of the communicator whose handle is in the library's part of the stack, if there is exactly one
// such communicator.
std::optional<std::int32_t> communicator_at_hand(const ThreadRecord &record, const PendingOperations &pending) {
  std::set<std::int32_t> at_hand;
  for (const Address word : record.library_words) {
    const auto found = pending.communicators.find(word);
    if (found != pending.communicators.end()) at_hand.insert(found->second);
  }
  return at_hand.size() == 1 ? std::optional(*at_hand.begin()) : std::nullopt;
}

class WaitFinder {
 public:
  WaitFinder(const ThreadRecord &record, const ProcessReport &report, const PendingOperations &pending,
             const Evidence &evidence, Thread &thread)
      : record_(record),
        report_(report),
        pending_(pending),
        evidence_(evidence),
        thread_(thread),
        call_(mpidbg::mpi_call(thread.call)),
        makes_one_(makes_one_communicator(record, report, pending)),
        requests_(record, report, pending, evidence, thread.call) {}

  void find() {
    const CallKind kind = kind_of_call(thread_.call);
    thread_.activity = Activity::waits;
    thread_.all = kind != CallKind::wait_for_any;
    switch (kind) {
      case CallKind::init:
      case CallKind::finalize:
        return wait_for_world();
      case CallKind::outside:
        // Members of a communicator call MPI_Comm_accept, MPI_Comm_connect and MPI_Comm_spawn together.
        if (!call_.is_collective) return wait_for_outside();
        thread_.collective = Collective{};
        thread_.collective->name = thread_.call;
        break;
      case CallKind::collective:
        if (takes_a_tag(thread_.call)) break;
        thread_.collective = Collective{};
        thread_.collective->name = thread_.call;
        break;
      case CallKind::window_group:
      case CallKind::window_target:
      case CallKind::point_to_point:
      case CallKind::wait_for_any:
      case CallKind::other:
        break;
    }
    const bool detaches = call_.wait == CallWait::buffer;
    const bool of_program =
        kind == CallKind::point_to_point || kind == CallKind::wait_for_any || takes_a_tag(thread_.call) || detaches;
    if (detaches && wait_for_buffered_sends()) return;
    if (wait_for(requests_.by_waiter(), false)) return;
    if (wait_for(kind == CallKind::wait_for_any ? requests_.whole_list() : requests_.listed(), false)) return;
    if (kind == CallKind::wait_for_any && requests_.is_all(requests_.anywhere()) &&
        wait_for(requests_.anywhere(), true))
      return;
    if (wait_for(requests_.sending_half(), false)) return;
    if (const Found both = requests_.both_halves(); wait_for(both, false)) {
      thread_.inferred = !requests_.is_all(both);
      return;
    }
    if (waits_with(of_program)) return;
    if (const Found listed = requests_.in_arrays(); call_.takes_requests() && wait_for(listed, true)) {
      // The function may refer to an array whose request has completed, and no longer to the one that it waits for.
      thread_.inferred = thread_.inferred || (listed.size() > 1 && !requests_.is_all(listed));
      return;
    }
    if (!detaches && on_stack(of_program)) return;
    // Messages with a tag of the program were tried above. Some libraries treat the messages of these calls as
    // internal, like messages inside collectives.
    if (takes_a_tag(thread_.call) && (waits_with(false) || on_stack(false))) return;
    if (detaches) return wait_for_unseen_buffer();
    if (call_.is_blocking_probe() && wait_for_recorded_probe()) return;
    if (thread_.collective) return wait_for_members();
    if (kind == CallKind::window_group || kind == CallKind::window_target) return wait_for_window();
    if (call_.takes_requests() && wait_for_any_of_program()) return;
    if (call_.waits_for_requests() && has_inactive_collective())
      return unknown("a persistent collective in its stack frame is not started: MPI_Start is missing, or comes later");
    if (call_.waits_for_requests() && evidence_.queues_complete)
      return unknown(
          "none of the pending requests that can be seen was found in its stack frame: its request may have been "
          "freed");
    unknown("what " + thread_.call + " waits for is not visible");
  }

 private:
  using Found = RequestsAtHand::Found;

  // Returns true if the call refers to a persistent collective that is not started. Some libraries wait for such a
  // request, although the standard requires the call to return at once.
  bool has_inactive_collective() const {
    if (call_.wait != CallWait::request) return false;
    const auto is_one = [this](Address word) { return pending_.inactive_collectives.contains(word); };
    return std::any_of(record_.library_words.begin(), record_.library_words.end(), is_one) ||
           std::any_of(record_.waiting_registers.begin(), record_.waiting_registers.end(), is_one) ||
           std::any_of(record_.waiting_slots.begin(), record_.waiting_slots.end(), is_one);
  }

  void unknown(const std::string &why) {
    thread_.activity = Activity::unknown;
    thread_.why_unknown = why;
  }

  // Makes the thread wait for a probe that only the recorder has noted. The recorder does not tell the thread: if there
  // are several such probes, the thread waits for one of them.
  bool wait_for_recorded_probe() {
    for (std::size_t i = 0; i < evidence_.operations.size(); ++i) {
      if (evidence_.operations[i].kind == OperationKind::probe)
        thread_.conditions.push_back({ConditionKind::operation, static_cast<std::int32_t>(i), {}});
    }
    if (thread_.conditions.size() > 1) thread_.inferred = true, thread_.all = false;
    return !thread_.conditions.empty();
  }

  // Makes the thread wait for requests whose addresses are in the registers or stack slots of the waiting function.
  bool waits_with(bool of_program) {
    return wait_for(requests_.in(record_.waiting_registers, of_program), true) ||
           wait_for(requests_.in(record_.waiting_slots, of_program), true);
  }

  // Makes the thread wait until all messages have left the attached buffer.
  bool wait_for_buffered_sends() {
    for (std::size_t i = 0; i < evidence_.operations.size(); ++i) {
      if (!evidence_.operations[i].buffered) continue;
      thread_.conditions.push_back({ConditionKind::operation, static_cast<std::int32_t>(i), {}});
    }
    return !thread_.conditions.empty();
  }

  // Handles a wait for the attached buffer (as in MPI_Buffer_detach) if no buffered message is known and the stack
  // refers to none.
  void wait_for_unseen_buffer() {
    if (!evidence_.queues_complete) unknown("which buffered messages " + thread_.call + " waits for is not visible");
  }

  // Makes the thread wait for any request of the program, because a call that has not returned waits for at least one
  // of the pending requests. Returns false if none is pending, or if not all requests are known.
  bool wait_for_any_of_program() {
    if (!pending_.has_all || !wait_for(requests_.all_of_program(), true)) return false;
    thread_.inferred = true;
    return true;
  }

  // Makes the found requests the conditions of the thread and returns true; returns false if there are none. With
  // `singly`, the call waits for one request after the other, so that it is not known for which of several candidates
  // it waits now. If the call waits for any one of its requests, it may wait for more than those found, unless these
  // are all pending requests.
  bool wait_for(Found found, bool singly) {
    std::erase_if(found, [&](const Pending *pending) { return contradicts(*pending); });
    if (makes_one_) leave_out_steps(pending_, found);
    if (found.empty()) return false;
    if (singly && (found.size() > 1 || !thread_.all)) {
      // A call that waits for a single request waits for one of the candidates. It is stuck if all of them are.
      thread_.inferred = call_.wait != CallWait::request && !requests_.is_all(found);
      thread_.all = false;
    }
    for (const Pending *pending : found) add(*pending);
    const auto unclear = std::find_if(found.begin(), found.end(),
                                      [](const Pending *pending) { return pending->kind == Pending::Kind::unclear; });
    // If the thread waits for all its conditions, the known ones may suffice to prove that it is stuck.
    if (unclear != found.end() && (thread_.conditions.empty() || !thread_.all))
      unknown(pending_.unclear[static_cast<std::size_t>((*unclear)->index)]);
    if (thread_.collective) name_communicator();
    return true;
  }

  // Returns true if the call cannot wait for this request, for example because a receiving call does not wait for
  // sends.
  bool contradicts(const Pending &pending) const {
    if (pending.kind != Pending::Kind::operation) return call_.wait == CallWait::message;
    const OperationKind kind = evidence_.operations[static_cast<std::size_t>(pending.index)].kind;
    const bool sends = kind == OperationKind::send, probes = kind == OperationKind::probe;
    // Only calls that wait for requests can complete a partitioned request of the program.
    if (is_partitioned(kind)) return !call_.waits_for_requests();
    if (call_.receives()) return sends || probes;
    if (call_.is_blocking_probe()) return !probes;
    if (call_.sends() || call_.wait == CallWait::buffer) return !sends;
    return false;
  }

  void add(const Pending &pending) {
    switch (pending.kind) {
      case Pending::Kind::operation:
        thread_.conditions.push_back({ConditionKind::operation, pending.index, {}});
        break;
      case Pending::Kind::schedule:
        thread_.conditions.push_back({ConditionKind::schedule, pending.index, {}});
        break;
      case Pending::Kind::program:
        thread_.conditions.push_back({ConditionKind::program, -1, {}});
        break;
      case Pending::Kind::outside:
        thread_.conditions.push_back({ConditionKind::external, -1, {}});
        break;
      case Pending::Kind::communicator:
        wait_for_new_communicator();
        break;
      case Pending::Kind::file:
        wait_for_file();
        break;
      case Pending::Kind::unclear:
        break;
    }
  }

  // Makes the thread wait for a request that creates a communicator. Such a request makes progress by internal
  // collectives and by messages. It waits for all that are pending.
  void wait_for_new_communicator() {
    if (!makes_one_) return wait_for_one_of_new_communicators();
    std::vector<Condition> steps = conditions_of_steps(pending_);
    if (steps.empty()) {
      thread_.inferred = true;
      return wait_for_one_of_new_communicators();
    }
    thread_.conditions.insert(thread_.conditions.end(), steps.begin(), steps.end());
  }

  // Does the same if it is not visible which collectives or messages belong to the request.
  void wait_for_one_of_new_communicators() {
    std::vector<Condition> waits;
    for (std::size_t i = 0; i < evidence_.schedules.size(); ++i)
      waits.push_back({ConditionKind::schedule, static_cast<std::int32_t>(i), {}});
    if (takes_a_tag(thread_.call)) {
      for (const auto &[request, pending] : pending_.by_request) {
        const bool is_message = pending.kind == Pending::Kind::operation && pending.waiter.is_null();
        if (is_message) waits.push_back({ConditionKind::operation, pending.index, {}});
      }
      thread_.inferred = true;
    }
    if (waits.size() != 1) thread_.inferred = true, thread_.all = false;
    if (waits.empty()) return unknown("what makes the communicator is not visible");
    thread_.conditions.insert(thread_.conditions.end(), waits.begin(), waits.end());
  }

  // Makes the thread wait for a file access of ROMIO, which makes progress by messages and nonblocking collectives on
  // the communicator of the file. Without either, the access waits for the file system. With several requests, it is
  // not known which messages belong to which.
  void wait_for_file() {
    const auto is_of_file = [&](std::int32_t communicator) {
      return communicator >= 0 && std::any_of(evidence_.files.begin(), evidence_.files.end(),
                                              [&](const File &file) { return file.communicator == communicator; });
    };
    std::vector<Condition> waits;
    std::set<std::int32_t> communicators;
    for (const auto &[request, pending] : pending_.by_request) {
      if (pending.kind != Pending::Kind::operation) continue;
      const std::int32_t communicator = evidence_.operations[static_cast<std::size_t>(pending.index)].communicator;
      if (!is_of_file(communicator)) continue;
      waits.push_back({ConditionKind::operation, pending.index, {}});
      communicators.insert(communicator);
    }
    const bool has_messages = !waits.empty();
    for (std::size_t i = 0; i < evidence_.schedules.size(); ++i) {
      const std::int32_t communicator = evidence_.schedules[i].collective.communicator;
      if (has_messages || !is_of_file(communicator)) continue;
      waits.push_back({ConditionKind::schedule, static_cast<std::int32_t>(i), {}});
      communicators.insert(communicator);
    }
    const auto files = std::count_if(pending_.by_request.begin(), pending_.by_request.end(),
                                     [](const auto &one) { return one.second.kind == Pending::Kind::file; });
    if (!waits.empty() && (files > 1 || communicators.size() > 1)) thread_.inferred = true, thread_.all = false;
    if (waits.empty()) waits.push_back({ConditionKind::external, -1, {}});
    for (Condition &condition : waits) {
      condition.of_file = true;
      thread_.conditions.push_back(std::move(condition));
    }
  }

  // Makes the thread wait for requests that are on its stack: a probe with its record there, or requests anywhere in
  // the frames below the call.
  bool on_stack(bool of_program) {
    Found found;
    for (const auto &[request, pending] : pending_.by_request) {
      if (record_.library_stack.contains(request) && pending.waiter.is_null()) found.push_back(&pending);
    }
    if (wait_for(found, true)) return true;
    if (!wait_for(requests_.in(record_.library_words, of_program), true)) return false;
    thread_.inferred = true;
    return true;
  }

  std::int32_t communicator_of(const Condition &condition) const {
    const auto index = static_cast<std::size_t>(condition.index);
    if (condition.kind == ConditionKind::operation) return evidence_.operations[index].communicator;
    if (condition.kind == ConditionKind::schedule) return evidence_.schedules[index].collective.communicator;
    return -1;
  }

  void name_communicator() {
    std::set<std::int32_t> communicators;
    for (const Condition &condition : thread_.conditions) communicators.insert(communicator_of(condition));
    if (communicators.size() == 1) thread_.collective->communicator = *communicators.begin();
  }

  // Makes the thread wait for members to enter the collective, as the messages inside it are not visible. The
  // communicator is the only one that the library's part of the stack refers to. Some collectives wait for something
  // outside of the job as well.
  void wait_for_members() {
    const auto communicator = communicator_at_hand(record_, pending_);
    const bool is_for_outside = call_.wait == CallWait::outside;
    if (!communicator && is_for_outside) {
      thread_.collective.reset();
      return wait_for_outside();
    }
    if (!communicator) return unknown("the communicator of " + thread_.call + " is not visible");
    thread_.collective->communicator = *communicator;
    thread_.collective->communicator_inferred = true;
    thread_.conditions.push_back({ConditionKind::enter, -1, {}});
    if (is_for_outside) wait_for_outside();
  }

  void wait_for_outside() { thread_.conditions.push_back({ConditionKind::external, -1, {}}); }

  void wait_for_world() {
    if (report_.world_size <= 0) return unknown("the size of MPI_COMM_WORLD is not known");
    const Members world(std::vector<MemberRun>{{{evidence_.id.job, 0}, report_.world_size, 1}});
    thread_.conditions.push_back({ConditionKind::members, -1, world});
  }

  // Makes the thread wait for processes of the window of its call. If that window is not visible, makes the thread wait
  // for any member of any internal communicator.
  void wait_for_window() {
    if (find_window_wait(record_, evidence_, thread_)) return;
    // MPI_Win_unlock, MPI_Win_flush and the like wait for data. The data moves while both sides are inside MPI, or the
    // layer moves it by itself.
    const bool has_lock = kind_of_call(thread_.call) == CallKind::window_target && !is_for_a_lock(thread_.call);
    const bool are_seen = evidence_.windows_known && !evidence_.windows.empty();
    if (has_lock && are_seen) return unknown("what " + thread_.call + " waits for is not visible in the window");
    if (kind_of_call(thread_.call) == CallKind::window_group && are_seen) {
      // If posts or completes of other processes were missing, that would be visible in the epoch. Without conditions,
      // the call is about to return.
      if (!is_epoch_seen()) unknown("what " + thread_.call + " waits for is not visible in the window");
      return;
    }
    std::vector<MemberRun> others;
    for (const Communicator &communicator : evidence_.communicators) {
      if (!communicator.internal) continue;
      for (const MemberRun &run : communicator.members.runs()) others.push_back(run);
    }
    if (others.empty()) return unknown("the window of " + thread_.call + " is not visible");
    thread_.inferred = true;
    thread_.conditions.push_back({ConditionKind::any_member, -1, Members(others)});
  }

  // Returns true if a window shows the epoch that the call opens or ends. MPI_Win_complete may have closed it already.
  bool is_epoch_seen() const {
    return thread_.call == "MPI_Win_complete" ||
           std::any_of(evidence_.windows.begin(), evidence_.windows.end(), [this](const Window &window) {
             return !(thread_.call == "MPI_Win_wait" ? window.posted : window.started).empty();
           });
  }

  const ThreadRecord &record_;
  const ProcessReport &report_;
  const PendingOperations &pending_;
  const Evidence &evidence_;
  Thread &thread_;
  const mpidbg::MpiCall call_;
  const bool makes_one_;
  const RequestsAtHand requests_;
};

}  // namespace

void find_wait(const ThreadRecord &record, const ProcessReport &report, const PendingOperations &pending,
               const Evidence &evidence, Thread &thread) {
  WaitFinder(record, report, pending, evidence, thread).find();
}

void find_surrounding_collective(const ThreadRecord &record, const PendingOperations &pending, Thread &thread) {
  if (kind_of_call(record.inside) != CallKind::collective || takes_a_tag(record.inside)) return;
  const auto communicator = communicator_at_hand(record, pending);
  if (!communicator) return;
  thread.collective = Collective{};
  thread.collective->name = record.inside;
  thread.collective->communicator = *communicator;
  thread.collective->communicator_inferred = true;
}

}  // namespace mqs_shim::why
