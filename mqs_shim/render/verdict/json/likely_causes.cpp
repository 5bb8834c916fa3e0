#include "mqs_shim/render/verdict/json/likely_causes.h"

#include <optional>

#include "mqs_shim/job/why/causes/likely_cause.h"
#include "mqs_shim/render/verdict/json/why_parts.h"
#include "mqs_shim/render/verdict/words/cause_words.h"
#include "mqs_shim/render/verdict/words/why_terms.h"

namespace mqs_shim {

namespace {

using why::Cause;
using why::CauseKind;
using why::OperationKind;

class CauseJson {
 public:
  CauseJson(JsonWriter &json, const why::Waits &waits, const WaitWords &words)
      : json_(json), waits_(waits), words_(words) {}

  void write(const Cause &cause) {
    const bool is_on_two =
        cause.kind == CauseKind::other_communicator || cause.kind == CauseKind::collectives_exchanged;
    const bool has_other = is_on_two || cause.kind == CauseKind::concurrent_collectives;
    const bool has_wanted = cause.kind == CauseKind::near_message || cause.kind == CauseKind::unequal_counts ||
                            cause.kind == CauseKind::not_started || cause.kind == CauseKind::nonblocking_order ||
                            cause.kind == CauseKind::not_received || cause.kind == CauseKind::taken_by_wildcard;
    const why::Operation *const wanted = has_wanted && !json_.describes() ? why::waited_for(waits_, cause) : nullptr;
    const why::Operation *const nearest = nearest_of(cause);
    json_
        .key("kind",
             "near message: a message, or a receive, that differs in few fields. unequal counts: more receives than "
             "messages. other communicator: the same collective on two communicators. collectives exchanged: two "
             "collectives in different order. no root: a rooted collective on an intercommunicator without MPI_ROOT. "
             "not started: the persistent request that would match is inactive. nonblocking order: a nonblocking "
             "collective that another rank has not begun, or has completed. not received: a message that MPI_Mprobe "
             "took and MPI_Mrecv does not receive. no communicator: a collective on a communicator that members of it "
             "do not have, in without_it. other collective: a message, in nearest, whose tag is that of another "
             "collective, and whose sender is in none; inferred. concurrent collectives: two threads of one rank in "
             "collectives on one communicator. other root: data of the collective, in nearest, has come from another "
             "rank than the awaited one, or gone to another. neighbors differ: the waiting rank lists the rank in "
             "without_it as a neighbour more often than that rank lists it. left out: the ranks in without_it are in "
             "MPI_Finalize and have called the collective less often. taken by wildcard: a message, in nearest, that a "
             "complete receive with MPI_ANY_SOURCE or MPI_ANY_TAG has taken.")
        .term(cause_term, cause.kind);
    json_.key("sentence").string(json_.describes() ? std::string() : cause_text(words_, waits_, cause));
    json_.key("waiting", "Whose wait it explains.");
    write_agent(cause.agent);
    json_.key("wanted", "What that one waits for; null of collectives.");
    write_message(waits_.agents()[cause.agent].process, wanted);
    json_.key("nearest",
              "Of near message, not received, other collective, other root and taken by wildcard; of not started the "
              "inactive request, unless it is a collective.");
    write_message(cause.process, nearest);
    json_.key("other", "Who is in the other one of two collectives or calls.").if_known(has_other, [&] {
      write_agent(cause.other_agent);
    });
    json_
        .key("differs",
             "The fields that differ, with both values. messages: how many were asked for and sent. nonblocking "
             "collectives: the number of the one that is waited in, and how many the other rank has begun. sources and "
             "destinations: how often the waiting rank lists the other as such, and how often that lists it as the "
             "opposite.")
        .begin_array();
    if (json_.describes()) {
      write_difference("tag", std::optional<std::int64_t>(), std::optional<std::int64_t>());
      write_difference("communicator", std::string(), std::string());
    }
    if (wanted != nullptr && nearest != nullptr) write_differences(cause, *wanted, *nearest);
    if (is_on_two) write_differences(cause);
    if (cause.kind == CauseKind::unequal_counts) write_difference("messages", cause.asked, cause.sent);
    if (cause.kind == CauseKind::nonblocking_order)
      write_difference("nonblocking collectives", cause.number, cause.begun);
    if (cause.kind == CauseKind::neighbors_differ)
      write_difference(cause.as_source ? "sources" : "destinations", cause.asked, cause.sent);
    json_.end_array();
    json_
        .key("may_come_later",
             "Of near message, other communicator, not started and taken by wildcard: somebody on whom it depends "
             "waits, "
             "or runs, and may still send, ask for, or start what fits.")
        .boolean(cause.may_come_later);
    json_.key("likewise", "Ranks that make the same mistake at the same place.");
    write_processes(cause.alike);
    const bool is_root = cause.kind == CauseKind::no_root, has_neighbor = cause.kind == CauseKind::neighbors_differ;
    json_.key("root_among", "Of no root: one of these should have passed MPI_ROOT.");
    write_processes(is_root ? cause.group : std::vector<std::uint32_t>());
    json_.key("without_it",
              "Of no communicator: members that do not have it. Of left out: members that have not called it. Of "
              "neighbors differ: the other rank.");
    write_processes(is_root ? std::vector<std::uint32_t>() : has_neighbor ? std::vector{cause.process} : cause.group);
  }

 private:
  const why::Operation *nearest_of(const Cause &cause) const {
    if (json_.describes()) return nullptr;
    const why::Evidence &evidence = waits_.evidence()[cause.process];
    if (cause.kind == CauseKind::near_message || cause.kind == CauseKind::not_received ||
        cause.kind == CauseKind::other_collective || cause.kind == CauseKind::other_root ||
        cause.kind == CauseKind::taken_by_wildcard)
      return &evidence.operations[cause.operation];
    if (cause.kind != CauseKind::not_started) return nullptr;
    const why::Operation &idle = (*evidence.inactive)[cause.operation];
    return idle.kind == OperationKind::collective ? nullptr : &idle;
  }

  void write_agent(std::uint32_t agent) {
    json_.definition("caller", "A thread that waits, or a nonblocking collective.",
                     [&] { json_.object([&] { write_caller(json_, waits_, words_, agent); }); });
  }

  // Returns the rank of the process in the MPI_COMM_WORLD of its job, or nothing if `process` is not set, which means
  // any source.
  static std::optional<std::int64_t> rank_of(const std::optional<why::ProcessId> &process) {
    return process ? std::optional<std::int64_t>(process->rank) : std::nullopt;
  }
  static bool is_send(const why::Operation &one) {
    return one.kind == OperationKind::send || one.kind == OperationKind::partitioned_send;
  }
  std::optional<std::int64_t> sender(std::uint32_t process, const why::Operation &one) const {
    return is_send(one) ? waits_.evidence()[process].id.rank : rank_of(one.peer);
  }
  std::optional<std::int64_t> receiver(std::uint32_t process, const why::Operation &one) const {
    return is_send(one) ? rank_of(one.peer) : waits_.evidence()[process].id.rank;
  }
  static std::optional<std::int64_t> tag(const why::Operation &one) {
    return one.any_tag || !one.tag_known ? std::nullopt : std::optional<std::int64_t>(one.tag);
  }

  void write_message(std::uint32_t process, const why::Operation *message) {
    const why::Evidence &evidence = waits_.evidence()[process];
    const auto write = [&](const why::Operation &one) {
      json_.key("kind").term(operation_term, one.kind);
      write_id(json_, evidence.id);
      json_.key("sender", "Rank in the MPI_COMM_WORLD of its job; null: any.").number_or_null(sender(process, one));
      json_.key("receiver", "Rank in the MPI_COMM_WORLD of its job.").number_or_null(receiver(process, one));
      json_.key("tag", "Null: any; of a partitioned send not known.").number_or_null(tag(one));
      json_.key("bytes").natural_or_null(one.bytes);
      json_.key("communicator");
      write_communicator(json_, evidence, one.communicator);
      json_.key("request").address_or_null(one.request);
    };
    json_.definition("cause_message", "A message, or a receive or probe for one.",
                     [&] { json_.object_or_null(message, write); });
  }

  void write_difference(const char *field, std::optional<std::int64_t> wanted, std::optional<std::int64_t> nearest) {
    json_.object([&] {
      json_.key("field").word(field, {"tag", "sender", "receiver", "bytes", "messages", "nonblocking collectives",
                                      "sources", "destinations"});
      json_.key("wanted", "Null: any, or not known.").number_or_null(wanted);
      json_.key("nearest", "Null: any, or not known.").number_or_null(nearest);
    });
  }

  void write_difference(const char *field, const std::string &wanted, const std::string &nearest) {
    json_.object([&] {
      json_.key("field").word(field, {"communicator", "collective"});
      json_.key("wanted", "Null: any, or not known.").string(wanted);
      json_.key("nearest", "Null: any, or not known.").string(nearest);
    });
  }

  void write_differences(const Cause &cause, const why::Operation &wanted, const why::Operation &nearest) {
    const std::uint32_t process = waits_.agents()[cause.agent].process;
    const why::Differences &differ = cause.differences;
    if (differ.tag) write_difference("tag", tag(wanted), tag(nearest));
    if (differ.communicator)
      write_difference("communicator", words_.communicator(process, wanted.communicator),
                       words_.communicator(cause.process, nearest.communicator));
    if (differ.sender) write_difference("sender", sender(process, wanted), sender(cause.process, nearest));
    if (differ.receiver) write_difference("receiver", receiver(process, wanted), receiver(cause.process, nearest));
    if (cause.too_long) write_difference("bytes", wanted.bytes, nearest.bytes);
  }

  // Writes the properties in which two collectives differ.
  void write_differences(const Cause &cause) {
    const why::Collective &one = *waits_.collective(cause.agent), &other = *waits_.collective(cause.other_agent);
    if (one.name != other.name) write_difference("collective", one.name, other.name);
    write_difference("communicator", words_.communicator(waits_.agents()[cause.agent].process, one.communicator),
                     words_.communicator(waits_.agents()[cause.other_agent].process, other.communicator));
  }

  void write_processes(const std::vector<std::uint32_t> &processes) {
    json_.list(processes, [&](std::uint32_t process) {
      json_.definition("cause_process", {},
                       [&] { json_.object([&] { write_id(json_, waits_.evidence()[process].id); }); });
    });
  }

  JsonWriter &json_;
  const why::Waits &waits_;
  const WaitWords &words_;
};

}  // namespace

void write_likely_causes(JsonWriter &json, const why::Waits &waits, const why::Verdict &verdict,
                         const WaitWords &words) {
  CauseJson causes(json, waits, words);
  json.lines(why::likely_causes(waits, verdict), [&](const Cause &cause) {
    json.definition("likely_cause", "What nearly fits what a rank waits for.",
                    [&] { json.object([&] { causes.write(cause); }); });
  });
}

}  // namespace mqs_shim
