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
    const bool has_other =
        cause.kind == CauseKind::other_communicator || cause.kind == CauseKind::collectives_exchanged;
    const bool has_wanted = cause.kind == CauseKind::near_message || cause.kind == CauseKind::unequal_counts ||
                            cause.kind == CauseKind::not_started || cause.kind == CauseKind::nonblocking_order ||
                            cause.kind == CauseKind::not_received;
    const why::Operation *const wanted = has_wanted ? why::waited_for(waits_, cause) : nullptr;
    const why::Operation *const nearest = nearest_of(cause);
    json_.begin_object();
    json_.key("kind").string(cause_term(cause.kind));
    json_.key("sentence").string(cause_text(words_, waits_, cause));
    json_.key("waiting");
    write_agent(cause.agent);
    json_.key("wanted");
    write_message(waits_.agents()[cause.agent].process, wanted);
    json_.key("nearest");
    write_message(cause.process, nearest);
    json_.key("other");
    has_other ? write_agent(cause.other_agent) : json_.null();
    json_.key("differs").begin_array();
    if (wanted != nullptr && nearest != nullptr) write_differences(cause, *wanted, *nearest);
    if (has_other) write_differences(cause);
    if (cause.kind == CauseKind::unequal_counts) write_difference("messages", cause.asked, cause.sent);
    if (cause.kind == CauseKind::nonblocking_order)
      write_difference("nonblocking collectives", cause.number, cause.begun);
    json_.end_array();
    json_.key("may_come_later").boolean(cause.may_come_later);
    write_processes("likewise", cause.alike);
    const bool is_without = cause.kind == CauseKind::no_communicator;
    write_processes("root_among", is_without ? std::vector<std::uint32_t>() : cause.group);
    write_processes("without_it", is_without ? cause.group : std::vector<std::uint32_t>());
    json_.end_object();
  }

 private:
  const why::Operation *nearest_of(const Cause &cause) const {
    const why::Evidence &evidence = waits_.evidence()[cause.process];
    if (cause.kind == CauseKind::near_message || cause.kind == CauseKind::not_received ||
        cause.kind == CauseKind::other_collective)
      return &evidence.operations[cause.operation];
    if (cause.kind != CauseKind::not_started) return nullptr;
    const why::Operation &idle = (*evidence.inactive)[cause.operation];
    return idle.kind == OperationKind::collective ? nullptr : &idle;
  }

  void write_agent(std::uint32_t agent) {
    json_.begin_object();
    write_caller(json_, waits_, words_, agent);
    json_.end_object();
  }

  // Returns the rank in the MPI_COMM_WORLD of the process's job, or nothing for "any".
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

  void number(const std::optional<std::int64_t> &value) { value ? json_.number(*value) : json_.null(); }

  void write_message(std::uint32_t process, const why::Operation *one) {
    if (one == nullptr) return json_.null();
    const why::Evidence &evidence = waits_.evidence()[process];
    json_.begin_object();
    json_.key("kind").string(operation_term(one->kind));
    write_id(json_, evidence.id);
    json_.key("sender");
    number(sender(process, *one));
    json_.key("receiver");
    number(receiver(process, *one));
    json_.key("tag");
    number(tag(*one));
    json_.key("bytes").number_or_null(one->bytes);
    json_.key("communicator");
    write_communicator(json_, evidence, one->communicator);
    json_.key("request").address(one->request);
    json_.end_object();
  }

  void write_difference(const char *field, std::optional<std::int64_t> wanted, std::optional<std::int64_t> nearest) {
    json_.begin_object();
    json_.key("field").string(field);
    json_.key("wanted");
    number(wanted);
    json_.key("nearest");
    number(nearest);
    json_.end_object();
  }

  void write_difference(const char *field, const std::string &wanted, const std::string &nearest) {
    json_.begin_object();
    json_.key("field").string(field);
    json_.key("wanted").string(wanted);
    json_.key("nearest").string(nearest);
    json_.end_object();
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

  void write_processes(const char *name, const std::vector<std::uint32_t> &processes) {
    json_.key(name).begin_array();
    for (const std::uint32_t process : processes) {
      json_.begin_object();
      write_id(json_, waits_.evidence()[process].id);
      json_.end_object();
    }
    json_.end_array();
  }

  JsonWriter &json_;
  const why::Waits &waits_;
  const WaitWords &words_;
};

}  // namespace

void write_likely_causes(JsonWriter &json, const why::Waits &waits, const why::Verdict &verdict,
                         const WaitWords &words) {
  CauseJson causes(json, waits, words);
  json.begin_array(true);
  for (const Cause &cause : why::likely_causes(waits, verdict)) causes.write(cause);
  json.end_array();
}

}  // namespace mqs_shim
