#include "mqs_shim/render/verdict/json/why.h"

#include <cmath>

#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/json/report.h"
#include "mqs_shim/render/verdict/json/likely_causes.h"
#include "mqs_shim/render/verdict/json/why_parts.h"
#include "mqs_shim/render/verdict/words/activity_words.h"
#include "mqs_shim/render/verdict/words/missing_words.h"
#include "mqs_shim/render/verdict/words/socket_words.h"
#include "mqs_shim/render/verdict/words/wait_words.h"
#include "mqs_shim/render/verdict/words/why_terms.h"

namespace mqs_shim {

namespace {

class WhyJson {
 public:
  WhyJson(const why::Inquiry &inquiry, double seconds, const std::string &launcher, JsonWriter json)
      : inquiry_(inquiry),
        waits_(inquiry.waits()),
        verdict_(inquiry.verdict()),
        words_(waits_),
        seconds_(seconds),
        launcher_(launcher),
        json_(std::move(json)) {}

  void write() {
    begin_answer(json_, Noun::why);
    for (std::uint32_t process = 0; process < waits_.evidence().size(); ++process) write_process(process);
    json_.end_array();
    json_.key("verdict", "Of why: who can never go on, and what the others wait for.").definition("verdict", {}, [&] {
      json_.object([&] { write_verdict(); });
    });
    json_.key("missing_ranks", "Ranks of the job that were not among the targets.")
        .list(missing_ranks(), [&](std::int32_t rank) { json_.natural(rank); });
    json_.end_object();
    json_.finish();
  }

 private:
  std::vector<std::int32_t> missing_ranks() const {
    std::vector<std::int32_t> ranks;
    for (const why::MemberRun &run : verdict_.missing.runs()) {
      for (std::int32_t i = 0; i < run.count && ranks.size() < most_missing; ++i)
        ranks.push_back(run.first.rank + i * run.stride);
    }
    return ranks;
  }
  static constexpr std::size_t most_missing = 1 << 20;  // the size of a job may be damaged

  void write_process(std::uint32_t process) {
    const auto &warnings = waits_.evidence()[process].warnings;
    json_.definition("process_why", "A process, what it does, and what limits what could be read of it.", [&] {
      json_.object([&] {
        write_activity(process);
        json_.key("warnings").strings(warnings ? *warnings : std::vector<std::string>());
      });
    });
  }

  void write_activity(std::uint32_t process) {
    const why::Evidence &evidence = waits_.evidence()[process];
    write_id(json_, evidence.id);
    json_.key("target").string(evidence.target);
    json_.key("activity", "In words.").string(process_activity(waits_, process));
  }

  void write_active(std::uint32_t process) {
    json_.definition("process_activity", "A process and what it does.",
                     [&] { json_.object([&] { write_activity(process); }); });
  }

  void write_missing(why::ProcessId id) {
    json_.object([&] {
      write_id(json_, id);
      json_.key("target").null();
      json_.key("activity", "In words.").string("is " + missing_with_reason(waits_, {id}, launcher_));
    });
  }

  void write_verdict() {
    json_
        .key("outcome", "The exit code of the answer: 0 continues, 3 stuck, 4 ranks missing, 5 may continue, 6 unseen.")
        .term(outcome_term, verdict_.outcome);
    json_.key("looks").natural(inquiry_.looks());
    json_.key("milliseconds_between_looks", "Between the last two looks.")
        .natural_if(inquiry_.looks() > 1, std::llround(seconds_ * 1000));
    json_.key("findings", "Those that can never go on come first.")
        .lines(verdict_.findings, [&](const why::Finding &finding) {
          json_.definition("finding", {}, [&] { json_.object([&] { write(finding); }); });
        });
    json_.key("likely_causes", "Of findings that can never go on; the most likely first.");
    write_likely_causes(json_, waits_, verdict_, words_);
    json_.key("moved", "Processes that moved between the looks.")
        .list(verdict_.moved, [&](const why::Movement &movement) { write_active(movement.process); });
    json_.key("unseen", "Processes whose evidence is not complete.").list(verdict_.unseen, [&](std::uint32_t process) {
      write_active(process);
    });
  }

  void write(const why::Finding &finding) {
    json_.key("kind").term(finding_term, finding.kind);
    json_
        .key("can_never_go_on",
             "As far as it is proved: see proof. False also where a message was on its way to one of those that wait.")
        .boolean(why::claims_standstill(finding));
    json_
        .key("proof",
             "counters: the numbers of messages show that nothing is on its way. instant: all were held still at one "
             "instant. transport: two equal looks, and the transport was empty. looks: two equal looks. suspected: no "
             "proof. Null of what may go on.")
        .term_or_null(proof_term, finding.proof);
    json_.key("cycle", "Each of `waiting` waits for the next one, and the last for the first.")
        .boolean(finding.is_cycle);
    json_.key("waiting").lines(finding.agents, [&](std::uint32_t agent) { write_agent(agent); });
    json_.key("behind", "Those that would go on if `waiting` did.").lines(finding.behind, [&](std::uint32_t agent) {
      write_agent(agent);
    });
    json_.key("waited_for", "Processes that do not wait themselves.").begin_array(true);
    json_.each(finding.processes, [&](std::uint32_t process) { write_active(process); });
    json_.each(finding.missing, [&](why::ProcessId id) { write_missing(id); });
    json_.end_array();
    json_
        .key("in_network",
             "TCP connections of these processes in which something is under way, as the kernel shows it.")
        .list(processes_of(waits_, finding), [&](std::uint32_t process) { write_sockets(process); });
    json_
        .key("thread_levels",
             "Of the waiting processes: threads that are in MPI against its thread level, or could release it if they "
             "called MPI against it. A sentence each.")
        .list(thread_level_remarks(waits_, finding), [&](const auto &of_process) {
          const why::Evidence &evidence = waits_.evidence()[of_process.first];
          json_.object([&] {
            json_.key("rank").natural_or_null(evidence.id.rank);
            json_.key("level").term(thread_level_name, evidence.thread_level);
            json_.key("remark").string(of_process.second);
          });
        });
    json_.key("not_proved_for", "What a better proof lacks.").list(finding.lacks, [&](const auto &lacks) {
      json_.object([&] {
        json_.key("lack").term(lack_term, lacks.first);
        json_.key("ranks").list(lacks.second,
                                [&](std::uint32_t process) { json_.number(waits_.evidence()[process].id.rank); });
      });
    });
  }

  void write_sockets(std::uint32_t process) {
    const why::Evidence &evidence = waits_.evidence()[process];
    const auto write = [&](const SocketRecord &socket) {
      json_.object([&] {
        write_id(json_, evidence.id);
        json_.key("local", "Address and port.").string(socket_end_text(socket.local));
        json_.key("remote").string(socket_end_text(socket.remote));
        json_.key("phase", "connects: the connection is being made.").term(socket_phase_term, socket.phase);
        json_.key("unacknowledged", "Bytes that were sent, and whose arrival is not known.")
            .natural(std::int64_t{socket.unacknowledged});
        json_.key("unread", "Bytes that have arrived, and the process has not read.")
            .natural(std::int64_t{socket.unread});
        json_.key("retransmissions", "In a row, without an answer.").natural(std::int64_t{socket.retransmissions});
        json_.key("earlier", "As the look before saw it; nothing is under way there now.").boolean(socket.earlier);
      });
    };
    if (json_.describes()) return write({});
    for (const std::uint32_t index : waits_.wire().under_way(process)) write((*evidence.sockets)[index]);
  }

  void write_agent(std::uint32_t number) {
    json_.definition(
        "waiting",
        "A thread and what it waits for, or a nonblocking collective, which needs no thread as long as its "
        "process is in MPI.",
        [&] { json_.object([&] { write_waiting(number); }); });
  }

  void write_waiting(std::uint32_t number) {
    const why::Agent &agent = waits_.agents()[number];
    write_caller(json_, waits_, words_, number);
    json_.key("recorded", "The record that a recorder has of the call and of those before it.")
        .object_or_null(recorded_of(agent), [&](const why::RecordedCalls &calls) { write_recorded(calls); });
    json_.key("collective", "That it takes part in.")
        .object_or_null(waits_.collective(number),
                        [&](const why::Collective &collective) { write_collective(agent.process, collective); });
    json_.key("waits_for", "In words.").string(words_.wait(verdict_, number, false));
    json_.key("needs_all", "It waits for all of the conditions, as MPI_Waitall does; false: for one of them.")
        .boolean(waits_.needs_all(number));
    json_.key("conditions").begin_array();
    if (json_.describes()) {
      describe_conditions(number);
    } else {
      for (const std::uint32_t index : why::reasons(waits_, verdict_, number)) write_condition(number, index);
    }
    json_.end_array();
  }

  void write_collective(std::uint32_t process, const why::Collective &collective) {
    json_.key("name").string_or_null(collective.name);
    json_.key("communicator");
    write_communicator(json_, waits_.evidence()[process], collective.communicator);
    json_.key("root", "Rank in the communicator; null: none, or not known.").number_or_null(collective.root);
    json_.key("number", "Among those that the rank has begun on the communicator, from 1 on; null: not known.")
        .number_or_null(collective.sequence);
  }

  const why::RecordedCalls *recorded_of(const why::Agent &agent) const {
    if (agent.schedule) return nullptr;
    const auto &recorded = waits_.evidence()[agent.process].threads[agent.index].recorded;
    return recorded && (!recorded->call.empty() || !recorded->last_calls.empty()) ? &*recorded : nullptr;
  }

  void write_recorded(const why::RecordedCalls &recorded) {
    json_.key("call", "With its arguments.").string_or_null(recorded.call);
    json_.key("nanoseconds", "For how long the thread has been in it.").number_or_null(recorded.nanoseconds);
    json_.key("last_calls", "Of the thread, those that have returned: the latest first, a few.")
        .list(recorded.last_calls, [&](const why::LastCall &call) {
          json_.object([&] {
            json_.key("call", "With its arguments.").string(call.name);
            json_.key("site");
            write_site(json_, call.site);
            json_.key("nanoseconds_ago", "When the last of them began.").number_or_null(call.nanoseconds_ago);
            json_.key("times", "How often in succession, from the same place.").positive(std::int64_t{call.times});
            json_.key("failed", "It returned an error.").boolean(call.failed);
          });
        });
  }

  // Holds what a condition of a wait is about: an operation, or a window and perhaps a lock. All members are null if
  // the condition is about processes alone.
  struct Subject {
    const why::Operation *operation = nullptr;
    const why::Window *window = nullptr;
    const why::WindowLock *lock = nullptr;
  };

  Subject subject_of(const why::Evidence &evidence, const why::Condition &condition) const {
    Subject subject;
    if (condition.kind == why::ConditionKind::operation)
      subject.operation = &evidence.operations[static_cast<std::size_t>(condition.index)];
    subject.window = why::Windows::window_of(evidence, condition);
    if (subject.window != nullptr && condition.lock >= 0)
      subject.lock = &subject.window->locks[static_cast<std::size_t>(condition.lock)];
    return subject;
  }

  void write_condition(std::uint32_t number, std::uint32_t index) {
    const why::Condition condition = waits_.condition(number, index);
    const Subject subject = subject_of(waits_.evidence()[waits_.agents()[number].process], condition);
    write_condition(number, condition.kind, subject, waits_.helpers(number, index, 4096));
  }

  // Describes sample conditions of all kinds for the schema, because each kind has members of its own.
  void describe_conditions(std::uint32_t number) {
    why::Operation operation;
    const why::Window window;
    const why::WindowLock lock;
    for (const auto kind : {why::OperationKind::receive, why::OperationKind::probe, why::OperationKind::send,
                            why::OperationKind::transfer, why::OperationKind::partitioned_send,
                            why::OperationKind::partitioned_receive}) {
      operation.kind = kind;
      write_condition(number, why::ConditionKind::operation, {.operation = &operation}, {});
    }
    for (const auto kind : {why::ConditionKind::post, why::ConditionKind::complete})
      write_condition(number, kind, {.window = &window}, {});
    write_condition(number, why::ConditionKind::lock, {.window = &window, .lock = &lock}, {});
    for (const auto kind : {why::ConditionKind::schedule, why::ConditionKind::enter, why::ConditionKind::members,
                            why::ConditionKind::any_member, why::ConditionKind::program, why::ConditionKind::external})
      write_condition(number, kind, {}, {});
  }

  void write_condition(std::uint32_t number, why::ConditionKind kind, const Subject &subject,
                       const std::vector<std::uint32_t> &helpers) {
    const std::string_view term =
        subject.operation != nullptr ? operation_term(subject.operation->kind) : condition_term(kind);
    json_.object([&] {
      json_.key("kind").word(term, {term});
      if (subject.operation != nullptr) write(number, *subject.operation);
      if (subject.window != nullptr) write(*subject.window);
      if (subject.lock != nullptr) write(*subject.lock);
      if (kind == why::ConditionKind::program) write_other_threads(number);
      json_.key("ranks", "Whose help it needs.").list(helpers, [&](std::uint32_t process) {
        json_.number(waits_.evidence()[process].id.rank);
      });
    });
  }

  void write(std::uint32_t number, const why::Operation &operation) {
    const why::Evidence &evidence = waits_.evidence()[waits_.agents()[number].process];
    const std::int64_t peer = operation.peer ? operation.peer->rank : 0;
    json_.key("peer", "Rank in the MPI_COMM_WORLD of its job; null: any.").number_if(operation.peer.has_value(), peer);
    json_.key("tag", "Null: any, or of a partitioned send, whose tag its process does not keep.")
        .number_if(!operation.any_tag && operation.tag_known, operation.tag);
    if (why::is_partitioned(operation.kind)) {
      json_.key("partitions", "Of a partitioned send or receive.").natural(operation.partitions);
      json_.key("partitions_ready", "Of a partitioned send: those that MPI_Pready has marked, at least.")
          .natural_or_null(operation.partitions_ready);
    }
    json_.key("internal", "A message of the library's own, as inside collectives.").boolean(operation.internal);
    json_.key("request").address_or_null(operation.request);
    json_.key("communicator");
    write_communicator(json_, evidence, operation.communicator);
  }

  void write(const why::Window &window) {
    json_.key("window", "Of post, complete and lock.").object([&] {
      json_.key("handle").address_or_null(window.handle);
      json_.key("name").string_or_null(window.name);
    });
  }

  void write(const why::WindowLock &lock) {
    json_.key("lock", "That is wanted.").object([&] {
      json_.key("target", "Rank in the window; null: all.").natural_or_null(lock.target);
      json_.key("exclusive").boolean(lock.exclusive);
    });
  }

  void write_other_threads(std::uint32_t number) {
    const why::Agent &agent = waits_.agents()[number];
    const auto &threads = waits_.evidence()[agent.process].threads;
    json_
        .key("threads",
             "Of a generalized request: thread ids of the other threads of the process that may call MPI, and so "
             "complete it.")
        .list(threads, [&](const why::Thread &thread) {
          if (json_.describes() || &thread != &threads[agent.index])
            json_.natural(static_cast<std::int64_t>(thread.tid));
        });
  }

  const why::Inquiry &inquiry_;
  const why::Waits &waits_;
  const why::Verdict &verdict_;
  const WaitWords words_;
  const double seconds_;
  const std::string launcher_;
  JsonWriter json_;
};

}  // namespace

void write_why_json(const why::Inquiry &inquiry, double seconds, const std::string &launcher, Sink &sink) {
  WhyJson(inquiry, seconds, launcher, JsonWriter(sink)).write();
}

void describe_why_json(JsonDescription &description) {
  // The schema is described with sample records, whose numbers refer to this process with its one waiting thread.
  why::Condition condition;
  condition.kind = why::ConditionKind::external;
  why::Thread thread;
  thread.activity = why::Activity::waits;
  thread.conditions = {condition};
  why::Evidence evidence;
  evidence.state = why::ProcessState::alive;
  evidence.threads = {std::move(thread)};
  why::Inquiry inquiry;
  inquiry.add(std::move(evidence));
  inquiry.judge();
  WhyJson(inquiry, 0, std::string(), JsonWriter(description)).write();
}

}  // namespace mqs_shim
