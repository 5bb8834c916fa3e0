#pragma once
// Maps the enumerators of a verdict to the terms of its JSON.

#include <string_view>

#include "mqs_shim/job/why/causes/likely_cause.h"
#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim {

constexpr std::string_view outcome_term(why::Outcome outcome) {
  switch (outcome) {
    case why::Outcome::goes_on:
      return "goes on";
    case why::Outcome::stuck:
      return "stuck";
    case why::Outcome::ranks_missing:
      return "ranks missing";
    case why::Outcome::may_go_on:
      return "may go on";
    case why::Outcome::unseen:
      return "unseen";
  }
  return {};
}

constexpr std::string_view finding_term(why::FindingKind kind) {
  switch (kind) {
    case why::FindingKind::deadlock:
      return "deadlock";
    case why::FindingKind::collective_mismatch:
      return "collective mismatch";
    case why::FindingKind::self_deadlock:
      return "self-deadlock";
    case why::FindingKind::waits_for_dead:
      return "waits for exited";
    case why::FindingKind::waits_for_finalized:
      return "waits for finalized";
    case why::FindingKind::unmatched:
      return "unmatched";
    case why::FindingKind::waits_for_running:
      return "waits for running";
    case why::FindingKind::waits_for_polling:
      return "waits for polling";
    case why::FindingKind::waits_for_returning:
      return "waits for returning";
    case why::FindingKind::waits_for_stopped:
      return "waits for stopped";
    case why::FindingKind::waits_for_not_started:
      return "waits for not started";
    case why::FindingKind::waits_for_program:
      return "waits for its own program";
    case why::FindingKind::waits_for_outside:
      return "waits for outside";
    case why::FindingKind::waits_for_arrival:
      return "waits for arrival";
    case why::FindingKind::waits_for_missing:
      return "waits for missing";
    case why::FindingKind::waits_for_unknown:
      return "waits for unknown";
  }
  return {};
}

constexpr std::string_view proof_term(why::Proof proof) {
  switch (proof) {
    case why::Proof::counters:
      return "counters";
    case why::Proof::instant:
      return "instant";
    case why::Proof::transport:
      return "transport";
    case why::Proof::looks:
      return "looks";
    case why::Proof::suspected:
      return "suspected";
    case why::Proof::none:
      break;
  }
  return {};
}

constexpr std::string_view lack_term(why::Lack lack) {
  switch (lack) {
    case why::Lack::counters:
      return "counters";
    case why::Lack::queues:
      return "queues";
    case why::Lack::communicator:
      return "communicator";
    case why::Lack::second_look:
      return "second look";
    case why::Lack::standstill:
      return "standstill";
    case why::Lack::transport:
      return "transport";
    case why::Lack::arrival:
      return "arrival";
    case why::Lack::instant:
      return "instant";
    case why::Lack::timer:
      return "timer";
    case why::Lack::thread_level:
      return "thread level";
    case why::Lack::certain_wait:
      return "certain wait";
  }
  return {};
}

constexpr std::string_view cause_term(why::CauseKind kind) {
  switch (kind) {
    case why::CauseKind::near_message:
      return "near message";
    case why::CauseKind::unequal_counts:
      return "unequal counts";
    case why::CauseKind::other_communicator:
      return "other communicator";
    case why::CauseKind::collectives_exchanged:
      return "collectives exchanged";
    case why::CauseKind::no_root:
      return "no root";
    case why::CauseKind::not_started:
      return "not started";
    case why::CauseKind::nonblocking_order:
      return "nonblocking order";
    case why::CauseKind::not_received:
      return "not received";
    case why::CauseKind::no_communicator:
      return "no communicator";
    case why::CauseKind::other_collective:
      return "other collective";
    case why::CauseKind::concurrent_collectives:
      return "concurrent collectives";
    case why::CauseKind::other_root:
      return "other root";
    case why::CauseKind::neighbors_differ:
      return "neighbors differ";
    case why::CauseKind::left_out:
      return "left out";
    case why::CauseKind::taken_by_wildcard:
      return "taken by wildcard";
  }
  return {};
}

constexpr std::string_view operation_term(why::OperationKind kind) {
  switch (kind) {
    case why::OperationKind::receive:
      return "receive";
    case why::OperationKind::probe:
      return "probe";
    case why::OperationKind::unexpected:
      return "unexpected";
    case why::OperationKind::send:
      return "send";
    case why::OperationKind::transfer:
      return "transfer";
    case why::OperationKind::extracted:
      return "extracted";
    case why::OperationKind::partitioned_send:
      return "partitioned send";
    case why::OperationKind::partitioned_receive:
      return "partitioned receive";
    case why::OperationKind::collective:
      return "collective";
    case why::OperationKind::taken:
      return "taken";
  }
  return {};
}

constexpr std::string_view condition_term(why::ConditionKind kind) {
  switch (kind) {
    case why::ConditionKind::operation:
      return "operation";
    case why::ConditionKind::schedule:
      return "nonblocking collective";
    case why::ConditionKind::enter:
      return "enter";
    case why::ConditionKind::members:
      return "members";
    case why::ConditionKind::any_member:
      return "any member";
    case why::ConditionKind::post:
      return "post";
    case why::ConditionKind::complete:
      return "complete";
    case why::ConditionKind::lock:
      return "lock";
    case why::ConditionKind::program:
      return "generalized request";
    case why::ConditionKind::external:
      return "outside";
  }
  return {};
}

}  // namespace mqs_shim
