// What an answer begins with, and when there is none: of a plugin whose word on the process the test writes.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "mqs_shim/session/session.h"
#include "scripted_plugin.h"

using namespace mqs_shim;

namespace {

struct Script {
  mpidbg_process_info_t info{};
  int snapshots = 0, snapshots_result = MPIDBG_SUCCESS;
  int layout_checks = 0;
  int update = mqs_ok;
  std::string held;  // each call, in short
} script;

struct Scripted {
  explicit Scripted(const char *name = "extended") : plugin(std::move(Plugin::load(plugin_path(name))).value()) {
    script = {};
    fake::add_messages(target, 1);
    target.rank = 1;
    script.info.mpi_state = MPIDBG_MPI_INITIALIZED;
    script.info.world_rank = 1;
    call.mpidbg_process_query = [](mqs_process *, mpidbg_process_info_t *info) {
      const auto size = info->struct_size;
      CHECK(size == sizeof *info);
      *info = script.info;
      info->struct_size = size;
      return int{MPIDBG_SUCCESS};
    };
    call.mpidbg_snapshot_get_num = [](mqs_process *, int *count) {
      *count = script.snapshots;
      return script.snapshots_result;
    };
    call.mpidbg_get_layout_check = [](mqs_process *, int index, mpidbg_layout_check_t *check) {
      CHECK(check->struct_size == sizeof *check);
      if (index >= script.layout_checks) return int{MPIDBG_ERR_NOT_FOUND};
      check->outcome = MPIDBG_LAYOUT_DIFFERS;
      std::strcpy(check->subject, "MPIR_Comm");
      std::strcpy(check->words, std::to_string(index).c_str());
      return int{MPIDBG_SUCCESS};
    };
    call.mqs_update_communicator_list = [](mqs_process *) {
      script.held += "update ";
      return script.update;
    };
    call.mpidbg_set_held = [](mqs_process *, int held) {
      script.held += held != 0 ? "held " : "free ";
      return int{MPIDBG_SUCCESS};
    };
  }

  // The error, if there is one.
  std::string read(const Questions &questions, const SessionOptions &options = {}) {
    auto session = Session::open(*plugin, target, options);
    REQUIRE(session.ok());
    script.held.clear();
    report = {};
    const Status status = (*session)->read(questions, report);
    CHECK(report.error == (status ? "" : status.error().message));
    return report.error;
  }

  const std::unique_ptr<Plugin> plugin;
  PluginFunctions &call = const_cast<PluginFunctions &>(plugin->functions());
  fake::Target target;
  ProcessReport report;
};

constexpr const char *finalised = "MPI is finalised: the process is in or after MPI_Finalize";

Questions about_variables() {
  Questions questions;
  questions.details = false;
  questions.control_variables = true;
  return questions;
}

}  // namespace

TEST_CASE("what the plugin says of the process is in the report") {
  Scripted scripted;
  std::strcpy(script.info.library, "Test MPI");
  std::strcpy(script.info.point_to_point, "p2p");
  std::strcpy(script.info.layout_source, "a profile");
  script.info.thread_level = MPIDBG_THREAD_MULTIPLE;
  script.info.world_size = 5, script.info.job = 6, script.info.local_job = 7;
  CHECK(scripted.read({}) == "");
  const ProcessReport &report = scripted.report;
  CHECK((report.library == "Test MPI" && report.point_to_point == "p2p" && report.layout_source == "a profile"));
  CHECK((report.mpi_state == MPIDBG_MPI_INITIALIZED && report.thread_level == MPIDBG_THREAD_MULTIPLE));
  CHECK((report.world_rank == 1 && report.world_size == 5 && report.job == 6 && report.local_job == 7));
  CHECK((!report.callbacks_over && report.sees_memory && report.plugin == "extended test plugin"));
  CHECK(report.layout_checks.empty());
  script.info.callbacks_over = script.info.recorder_alone = 2;
  CHECK(scripted.read({}) == "");
  CHECK((scripted.report.callbacks_over && !scripted.report.sees_memory));
  for (const int checks : {2, 1001}) {
    script.layout_checks = checks;
    CHECK(scripted.read({.layout_checks = true}) == "");
    REQUIRE(scripted.report.layout_checks.size() == static_cast<std::size_t>(std::min(checks, 1000)));
    CHECK(scripted.report.layout_checks[1].outcome == MPIDBG_LAYOUT_DIFFERS);
    CHECK(scripted.report.layout_checks[1].subject == "MPIR_Comm");
    CHECK(scripted.report.layout_checks[1].words == "1");
  }
  scripted.call.mpidbg_get_layout_check = nullptr;
  CHECK(scripted.read({.layout_checks = true}) == "");
  CHECK(scripted.report.layout_checks.empty());
}

TEST_CASE("after MPI has ended only variables are known, from snapshots") {
  Scripted scripted;
  script.info.mpi_state = MPIDBG_MPI_FINALIZED;
  script.snapshots = 1;
  CHECK(scripted.read({}) == finalised);
  CHECK(scripted.read(about_variables()) == "");
  CHECK_FALSE(scripted.report.sees_memory);
  CHECK(scripted.report.communicators.empty());
  CHECK(script.held == "free held ");  // no communicators, so nothing to update
  script.snapshots = 0;
  CHECK(scripted.read(about_variables()) == finalised);
  script.snapshots = 1;
  script.snapshots_result = MPIDBG_ERR_UNAVAILABLE;
  CHECK(scripted.read(about_variables()) == finalised);
  scripted.call.mpidbg_snapshot_get_num = nullptr;
  CHECK(scripted.read(about_variables()) == finalised);
  script.info.mpi_state = MPIDBG_MPI_NOT_INITIALIZED;
  CHECK(scripted.read(about_variables()) == "MPI is not initialised: the process is before or in MPI_Init");
}

TEST_CASE("where no object can be seen, questions of objects have no answer, and others have") {
  Scripted scripted;
  std::strcpy(script.info.handle_problem, "its layouts are not known");
  const std::string refusal =
      "its layouts are not known; if the program was started with mpidbg record, the recorder knows them";
  const Questions nothing{.details = false};
  CHECK(scripted.read(nothing) == "");
  CHECK(scripted.read({.details = true}) == refusal);
  CHECK(scripted.read({.details = false, .queues = true}) == refusal);
  CHECK(scripted.read({.details = false, .outlines = true}) == refusal);
  Questions questions = nothing;
  questions.groups = true;
  CHECK(scripted.read(questions) == refusal);
  questions = nothing;
  questions.kinds = {MPIDBG_KIND_OP};
  CHECK(scripted.read(questions) == refusal);
  questions = nothing;
  questions.freed = {MPIDBG_KIND_OP};
  CHECK(scripted.read(questions) == refusal);
  questions = nothing;
  questions.object = Questions::Object{MPIDBG_KIND_COMM, "0x4000"};
  CHECK(scripted.read(questions) == refusal);
  questions = about_variables();
  questions.outlines = true;
  CHECK(scripted.read(questions) == "");
  CHECK(scripted.report.communicators.empty());
}

TEST_CASE("a process is held for an answer, and let go before the next one unless moves are reported") {
  Scripted scripted;
  CHECK(scripted.read({}) == "");
  CHECK(script.held == "free held update ");
  script.update = mqs_first_user_code;
  CHECK(scripted.read({}) == "the communicators cannot be read: user code");
  CHECK(script.held == "free held update free ");
  script.update = mqs_ok;
  SessionOptions options;
  options.told_of_moves = true;
  auto session = Session::open(*scripted.plugin, scripted.target, options);
  REQUIRE(session.ok());
  script.held.clear();
  const auto read = [&] {
    ProcessReport report;
    CHECK((*session)->read({}, report).ok());
  };
  read(), read();
  CHECK(script.held == "held update ");
  (*session)->forget_memory();
  read();
  CHECK(script.held == "held update free held update ");
  // One more object is read while the process is held, or holds it.
  ProcessReport report;
  CHECK((*session)->look_at(MPIDBG_KIND_COMM, Address(0x5000), report).ok());
  CHECK(script.held == "held update free held update ");
  (*session)->forget_memory();
  script.held.clear();
  CHECK((*session)->look_at(MPIDBG_KIND_COMM, Address(0x5000), report).ok());
  CHECK(script.held == "free held update ");
  REQUIRE(report.shown);
  CHECK((report.shown->kind == MPIDBG_KIND_COMM && report.shown->handle == Address(0x5000)));
  CHECK((*session)->look_at(MPIDBG_KIND_COMM, Address(0x1234), report).error().message == "no such object");
  REQUIRE((*session)->lend_process().ok());
  scripted.call.mpidbg_set_held = nullptr;
  (*session)->forget_memory();
  read();
}

TEST_CASE("the rank of a plain plugin is the environment's, else what the plugin says") {
  Scripted plain("plain");
  plain.call.mqs_get_global_rank = [](mqs_process *) { return 7; };
  CHECK(plain.read({}) == "");
  CHECK(plain.report.world_rank == 1);
  plain.target.rank = 0;
  CHECK(plain.read({}) == "");
  CHECK(plain.report.world_rank == 0);
  plain.target.rank.reset();
  CHECK(plain.read({}) == "");
  CHECK(plain.report.world_rank == 7);
  plain.call.mqs_get_global_rank = nullptr;
  CHECK(plain.read({}) == "");
  CHECK(plain.report.world_rank == -1);
}

TEST_CASE("memory is read through the session up to the first page that cannot be read") {
  Scripted scripted;
  scripted.target.add_region(0x100000, 3 * 4096);
  scripted.target.write_number(0x100ffc, 0x1122334455667788, 8);
  auto session = Session::open(*scripted.plugin, scripted.target, {});
  REQUIRE(session.ok());
  std::uint64_t number = 0;
  CHECK((*session)->read_memory(Address(0x100ffc), &number, 8) == 8);
  CHECK(number == 0x1122334455667788);
  std::vector<std::byte> bytes(5 * 4096);
  CHECK((*session)->read_memory(Address(0x100800), bytes.data(), bytes.size()) == 3 * 4096 - 0x800);
  CHECK((*session)->read_memory(Address(0x200000), bytes.data(), 1) == 0);
  CHECK((*session)->read_memory(Address(0x100000), bytes.data(), 0) == 0);
}

namespace {

mpidbg_operation_info_t pending;  // the one operation of each queue

}  // namespace

TEST_CASE("records of requests are looked for in arrays at hand, unless one of them is at hand itself") {
  Scripted scripted;
  pending = {};
  pending.request = 5;
  pending.record = 0x7000;
  static int left;
  scripted.call.mpidbg_setup_operation_iterator = [](mqs_process *, int queue) {
    left = queue == MPIDBG_QUEUE_RECEIVES ? 1 : 0;
    return int{mqs_ok};
  };
  scripted.call.mpidbg_next_operation = [](mqs_process *, mpidbg_operation_info_t *operation) {
    if (left-- == 0) return int{mqs_end_of_list};
    *operation = pending;
    return int{mqs_ok};
  };
  scripted.target.add_region(0x100000, 4096);
  scripted.target.write_number(0x100008, 0x7000, 8);
  const auto arrays = [&](std::vector<Address> at_hand, std::size_t number) {
    Questions questions{.queues = true};
    questions.requests_at_hand = std::move(at_hand);
    for (std::size_t i = 0; i < number; ++i) questions.record_arrays_at_hand.emplace_back(0x100010 - 8 * i);
    CHECK(scripted.read(questions) == "");
    return scripted.report.request_arrays;
  };
  using Arrays = std::map<Address, std::vector<Address>>;
  CHECK(arrays({}, 3) == Arrays{{Address(0x100000), {Address(0x7000)}}, {Address(0x100008), {Address(0x7000)}}});
  CHECK(arrays({Address(0x7000)}, 3).empty());
  CHECK(arrays({Address(0x7008)}, 3).size() == 2);
  CHECK(arrays({}, 0).empty());
  pending.request = 0;
  CHECK(arrays({}, 3).empty());
  pending.request = 5;
  pending.record = 0;
  CHECK(arrays({}, 3).empty());
  pending.record = 0x7000;
  for (std::uint64_t at = 0x100000; at < 0x101000; at += 8) scripted.target.write_number(at, 0x7000, 8);
  Questions many{.queues = true};
  many.requests_at_hand.emplace();
  for (std::uint64_t i = 0; i < 70; ++i) many.record_arrays_at_hand.emplace_back(0x100000 + 8 * i);
  CHECK(scripted.read(many) == "");
  CHECK(scripted.report.request_arrays.size() == 64);
}

TEST_CASE("of what a plain plugin writes each line is reported once, and twenty at most") {
  Scripted plain("plain");
  static int lines;
  static decltype(plain.call.mqs_setup_image) set_up;
  set_up = plain.call.mqs_setup_image;
  plain.call.mqs_setup_image = [](mqs_image *image, const mqs_image_callbacks *callbacks) {
    for (int i = 0; i < lines; ++i) std::printf("line %d\n\nline 0\n", i);
    return set_up(image, callbacks);
  };
  SessionOptions options;
  options.capture_output = true;
  for (lines = 19; lines <= 22; ++lines) {
    CAPTURE(lines);
    CHECK(plain.read({}, options) == "");
    std::vector<std::string> expected;
    for (int i = 0; i < std::min(lines, 20); ++i) expected.push_back("plugin says: line " + std::to_string(i));
    if (lines > 20) expected.emplace_back("plugin says: ... and more");
    CHECK(plain.report.warnings == expected);
  }
}
