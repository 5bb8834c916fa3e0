// Which processes are held together, and which looks captures show.

#include "mqs_shim/look/look.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/look/captured_looks.h"
#include "mqs_shim/look/held_together.h"
#include "mqs_shim/look/processor_wait.h"

using namespace mqs_shim;

namespace {

class FakeProcess : public InspectedProcess {
 public:
  explicit FakeProcess(std::string target) : target_(std::move(target)) {}

  const std::string &target() const override { return target_; }
  void describe(ProcessReport &report, bool) override { report.target = target_; }
  Result<mqs_shim::Session *> session() override { return Error{session_error, "nothing can be read"}; }
  void ask_kernel() override { calls += "k"; }
  void forget_kernel() override { calls += "f"; }
  Status hold() override {
    if (failures != 0) {
      --failures;
      return Error{ErrorCode::unavailable, "another program holds it"};
    }
    calls += "h";
    return {};
  }
  void resume() override { calls += "r"; }
  bool may_be_let_go() override { return is_held_for_a_moment; }
  Result<std::vector<MpiStack>> stacks() override { return std::vector<MpiStack>(); }
  bool end_look(ProcessReport &) override { return has_ended; }
  std::optional<RecordedLooks> recorded_looks() override { return looks; }
  // Uses no processor time until it has been asked `idle` times.
  std::vector<ThreadStatus> thread_statuses() override {
    ++questions;
    return {{1, "", state, questions > idle && time ? std::optional(*time + 10) : time},
            {2, "", KernelState::sleeping, time}};
  }

  std::string calls;
  int failures = 0;  // of hold(), before it succeeds
  bool is_held_for_a_moment = true, has_ended = false;
  ErrorCode session_error = ErrorCode::not_found;
  KernelState state = KernelState::running;
  std::optional<std::int64_t> time = 500;
  int questions = 0, idle = 0;
  std::optional<RecordedLooks> looks;

 private:
  std::string target_;
};

}  // namespace

TEST_CASE("those that are named are held together, and let go at the end of the scope") {
  FakeProcess first("pid 1"), second("pid 2"), third("pid 3");
  const std::vector<InspectedProcess *> job{&first, &second, &third};
  {
    const HeldTogether held(job, {"pid 1", "pid 3"});
    CHECK(held.holds_any());
    CHECK(held.holds(first));
    CHECK_FALSE(held.holds(second));
    CHECK(first.calls == "kh");
  }
  CHECK(first.calls == "khrf");
  CHECK(second.calls.empty());
  CHECK(third.calls == "khrf");
}

TEST_CASE("while another program holds one of them, none is held") {
  FakeProcess first("pid 1"), second("pid 2");
  second.failures = 1;
  const HeldTogether held(std::vector<InspectedProcess *>{&first, &second}, {"pid 1", "pid 2"});
  CHECK(first.calls == "khrfkh");
  CHECK(held.holds(first));
  CHECK(held.holds(second));
}

TEST_CASE("one that a debugger keeps is left out") {
  FakeProcess first("pid 1"), second("pid 2");
  second.failures = 1;
  second.is_held_for_a_moment = false;
  const HeldTogether held(std::vector<InspectedProcess *>{&first, &second}, {"pid 1", "pid 2"});
  CHECK(held.holds(first));
  CHECK_FALSE(held.holds(second));
}

TEST_CASE("between two looks those that are ready to run have to get processor time") {
  FakeProcess ready("pid 1"), sleeping("pid 2"), unknown("pid 3");
  ready.idle = 4;
  sleeping.idle = unknown.idle = 1000;
  sleeping.state = KernelState::sleeping;
  unknown.time.reset();
  sleep_until_all_have_run({&ready, &sleeping, &unknown}, std::chrono::steady_clock::now());
  CHECK(ready.questions == 5);
  CHECK(sleeping.questions == 1);
  CHECK(unknown.questions == 1);
}

TEST_CASE("captures of one run of a machine show two looks if all first ones are earlier") {
  FakeProcess first("a.capture"), second("b.capture");
  const std::vector<InspectedProcess *> job{&first, &second};
  CHECK_FALSE(captured_looks(job).looks);
  first.looks = RecordedLooks{"boot", 10, 2'000'000'030};
  CHECK_FALSE(captured_looks(job).looks);
  second.looks = RecordedLooks{"boot", 20, 2'000'000'020};
  CHECK(captured_looks(job).seconds() == 2.0);
  second.looks = RecordedLooks{"another boot", 20, 2'000'000'020};
  CHECK_FALSE(captured_looks(job).looks);
  CHECK_FALSE(captured_looks(job).are_of_different_times);
  second.looks = RecordedLooks{"boot", 3'000'000'000, 4'000'000'000};
  CHECK_FALSE(captured_looks(job).looks);
  CHECK(captured_looks(job).are_of_different_times);
}

TEST_CASE("a look without a session ends with its error") {
  FakeProcess process("pid 1");
  const Questions questions = questions_of(Noun::queues);
  Look look = look_at(process, Noun::queues, questions);
  CHECK(look.end == LookEnd::not_enough);
  CHECK(look.report.error == "nothing can be read");
  CHECK(process.calls.empty());
  process.session_error = ErrorCode::system;
  CHECK(look_at(process, Noun::queues, questions).end == LookEnd::failed);
  process.session_error = ErrorCode::not_found;
  process.has_ended = true;
  CHECK(look_at(process, Noun::queues, questions).end == LookEnd::failed);
}
