#include "mqs_shim/render/verdict/json/why.h"

#include <cmath>

#include "mqs_shim/render/json/json_writer.h"
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
  WhyJson(const why::Inquiry &inquiry, double seconds, const std::string &launcher, Sink &sink)
      : inquiry_(inquiry),
        waits_(inquiry.waits()),
        verdict_(inquiry.verdict()),
        words_(waits_),
        seconds_(seconds),
        launcher_(launcher),
        json_(sink) {}

  void write() {
    json_.begin_object();
    json_.key("schema").string("mpidbg-1");
    json_.key("command").string("why");
    json_.key("processes").begin_array(true);
    for (std::uint32_t process = 0; process < waits_.evidence().size(); ++process) {
      begin_process(process);
      const auto &warnings = waits_.evidence()[process].warnings;
      json_.key("warnings").strings(warnings ? *warnings : std::vector<std::string>());
      json_.end_object();
    }
    json_.end_array();
    json_.key("verdict").begin_object();
    json_.key("outcome").string(outcome_term(verdict_.outcome));
    json_.key("looks").number(inquiry_.looks());
    json_.key("milliseconds_between_looks");
    inquiry_.looks() > 1 ? json_.number(std::llround(seconds_ * 1000)) : json_.null();
    json_.key("findings").begin_array(true);
    for (const why::Finding &finding : verdict_.findings) write(finding);
    json_.end_array();
    json_.key("likely_causes");
    write_likely_causes(json_, waits_, verdict_, words_);
    json_.key("moved").begin_array();
    for (const why::Movement &movement : verdict_.moved) write_process(movement.process);
    json_.end_array();
    json_.key("unseen").begin_array();
    for (const std::uint32_t process : verdict_.unseen) write_process(process);
    json_.end_array();
    json_.end_object();
    json_.key("missing_ranks").begin_array();
    for (const why::MemberRun &run : verdict_.missing.runs()) {
      for (std::int32_t i = 0; i < run.count && i < most_missing; ++i) json_.number(run.first.rank + i * run.stride);
    }
    json_.end_array();
    json_.end_object();
  }

 private:
  static constexpr std::int32_t most_missing = 1 << 20;

  // Writes a process and its activity.
  void write_process(std::uint32_t process) {
    begin_process(process);
    json_.end_object();
  }

  void begin_process(std::uint32_t process) {
    const why::Evidence &evidence = waits_.evidence()[process];
    json_.begin_object();
    write_id(json_, evidence.id);
    json_.key("target").string(evidence.target);
    json_.key("activity").string(process_activity(waits_, process));
  }

  void write(const why::Finding &finding) {
    json_.begin_object();
    json_.key("kind").string(finding_term(finding.kind));
    json_.key("can_never_go_on").boolean(why::claims_standstill(finding));
    json_.key("proof").string_or_null(proof_term(finding.proof));
    json_.key("cycle").boolean(finding.is_cycle);
    json_.key("waiting").begin_array(true);
    for (const std::uint32_t agent : finding.agents) write_agent(agent);
    json_.end_array();
    json_.key("behind").begin_array(true);
    for (const std::uint32_t agent : finding.behind) write_agent(agent);
    json_.end_array();
    json_.key("waited_for").begin_array(true);
    for (const std::uint32_t process : finding.processes) write_process(process);
    for (const why::ProcessId id : finding.missing) {
      json_.begin_object();
      write_id(json_, id);
      json_.key("target").null();
      json_.key("activity").string("is " + missing_with_reason(waits_, {id}, launcher_));
      json_.end_object();
    }
    json_.end_array();
    write_network(finding);
    json_.key("thread_levels").begin_array();
    for (const auto &[process, remark] : thread_level_remarks(waits_, finding)) {
      const why::Evidence &evidence = waits_.evidence()[process];
      json_.begin_object();
      json_.key("rank").number_or_null(evidence.id.rank);
      json_.key("level").string(thread_level_name(evidence.thread_level));
      json_.key("remark").string(remark);
      json_.end_object();
    }
    json_.end_array();
    json_.key("not_proved_for").begin_array();
    for (const auto &[lack, processes] : finding.lacks) {
      json_.begin_object();
      json_.key("lack").string(lack_term(lack));
      json_.key("ranks").begin_array();
      for (const std::uint32_t process : processes) json_.number(waits_.evidence()[process].id.rank);
      json_.end_array();
      json_.end_object();
    }
    json_.end_array();
    json_.end_object();
  }

  void write_network(const why::Finding &finding) {
    json_.key("in_network").begin_array();
    for (const std::uint32_t process : processes_of(waits_, finding)) {
      const why::Evidence &evidence = waits_.evidence()[process];
      for (const std::uint32_t index : waits_.wire().under_way(process)) {
        const SocketRecord &socket = (*evidence.sockets)[index];
        json_.begin_object();
        write_id(json_, evidence.id);
        json_.key("local").string(socket_end_text(socket.local));
        json_.key("remote").string(socket_end_text(socket.remote));
        json_.key("phase").string(socket_phase_term(socket.phase));
        json_.key("unacknowledged").number(std::int64_t{socket.unacknowledged});
        json_.key("unread").number(std::int64_t{socket.unread});
        json_.key("retransmissions").number(std::int64_t{socket.retransmissions});
        json_.key("earlier").boolean(socket.earlier);
        json_.end_object();
      }
    }
    json_.end_array();
  }

  void write_agent(std::uint32_t number) {
    const why::Agent &agent = waits_.agents()[number];
    json_.begin_object();
    write_caller(json_, waits_, words_, number);
    json_.key("recorded");
    agent.schedule ? json_.null() : write_recorded(waits_.evidence()[agent.process].threads[agent.index]);
    json_.key("collective");
    write_collective(agent.process, waits_.collective(number));
    json_.key("waits_for").string(words_.wait(verdict_, number, false));
    json_.key("needs_all").boolean(waits_.needs_all(number));
    json_.key("conditions").begin_array();
    for (const std::uint32_t index : why::reasons(waits_, verdict_, number)) write_condition(number, index);
    json_.end_array();
    json_.end_object();
  }

  void write_collective(std::uint32_t process, const why::Collective *collective) {
    if (collective == nullptr) return json_.null();
    json_.begin_object();
    json_.key("name").string_or_null(collective->name);
    json_.key("communicator");
    write_communicator(json_, waits_.evidence()[process], collective->communicator);
    json_.key("root");
    collective->root ? json_.number(*collective->root) : json_.null();
    json_.key("number");
    collective->sequence ? json_.number(*collective->sequence) : json_.null();
    json_.end_object();
  }

  void write_recorded(const why::Thread &thread) {
    if (!thread.recorded) return json_.null();
    const why::RecordedCalls &recorded = *thread.recorded;
    if (recorded.call.empty() && recorded.last_calls.empty()) return json_.null();
    const auto number = [this](const std::optional<std::int64_t> &value) {
      value ? json_.number(*value) : json_.null();
    };
    json_.begin_object();
    json_.key("call").string_or_null(recorded.call);
    json_.key("nanoseconds");
    number(recorded.nanoseconds);
    json_.key("last_calls").begin_array();
    for (const why::LastCall &call : recorded.last_calls) {
      json_.begin_object();
      json_.key("call").string(call.name);
      json_.key("site");
      write_site(json_, call.site);
      json_.key("nanoseconds_ago");
      number(call.nanoseconds_ago);
      json_.key("times").number(std::int64_t{call.times});
      json_.key("failed").boolean(call.failed);
      json_.end_object();
    }
    json_.end_array();
    json_.end_object();
  }

  void write_condition(std::uint32_t number, std::uint32_t index) {
    const why::Agent &agent = waits_.agents()[number];
    const why::Evidence &evidence = waits_.evidence()[agent.process];
    const why::Condition condition = waits_.condition(number, index);
    json_.begin_object();
    if (condition.kind == why::ConditionKind::operation) {
      const why::Operation &operation = evidence.operations[static_cast<std::size_t>(condition.index)];
      json_.key("kind").string(operation_term(operation.kind));
      json_.key("peer");
      operation.peer ? json_.number(operation.peer->rank) : json_.null();
      json_.key("tag");
      operation.any_tag || !operation.tag_known ? json_.null() : json_.number(operation.tag);
      if (why::is_partitioned(operation.kind)) {
        json_.key("partitions").number(operation.partitions);
        json_.key("partitions_ready").number_or_null(operation.partitions_ready);
      }
      json_.key("internal").boolean(operation.internal);
      json_.key("request").address(operation.request);
      json_.key("communicator");
      write_communicator(json_, evidence, operation.communicator);
    } else {
      json_.key("kind").string(condition_term(condition.kind));
      if (const why::Window *window = why::Windows::window_of(evidence, condition)) write(*window, condition);
      if (condition.kind == why::ConditionKind::program) {
        json_.key("threads").begin_array();
        for (std::size_t i = 0; i < evidence.threads.size(); ++i) {
          if (i != agent.index) json_.number(static_cast<std::int64_t>(evidence.threads[i].tid));
        }
        json_.end_array();
      }
    }
    json_.key("ranks").begin_array();
    for (const std::uint32_t process : waits_.helpers(number, index, 4096))
      json_.number(waits_.evidence()[process].id.rank);
    json_.end_array();
    json_.end_object();
  }

  void write(const why::Window &window, const why::Condition &condition) {
    json_.key("window").begin_object();
    json_.key("handle").address(window.handle);
    json_.key("name").string_or_null(window.name);
    json_.end_object();
    if (condition.lock < 0) return;
    const why::WindowLock &lock = window.locks[static_cast<std::size_t>(condition.lock)];
    json_.key("lock").begin_object();
    json_.key("target").number_or_null(lock.target);
    json_.key("exclusive").boolean(lock.exclusive);
    json_.end_object();
  }

  const why::Inquiry &inquiry_;
  const why::Waits &waits_;
  const why::Verdict &verdict_;
  const WaitWords words_;
  const double seconds_;
  const std::string &launcher_;
  JsonWriter json_;
};

}  // namespace

void write_why_json(const why::Inquiry &inquiry, double seconds, const std::string &launcher, Sink &sink) {
  WhyJson(inquiry, seconds, launcher, sink).write();
  sink.end_line();
  sink.flush();
}

}  // namespace mqs_shim
