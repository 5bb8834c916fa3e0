#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "corefile/conformance/child_trial.h"
#include "corefile/conformance/plugin_check.h"

using namespace mqs_shim;

namespace {

std::string text_of_file(const std::string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

ProcessScript toy_process() {
  auto script = ProcessScript::parse(text_of_file(SOURCE_ROOT "/tests/conformance/toy.json"));
  REQUIRE_MESSAGE(script, (script ? "" : script.error().message));
  return *script;
}

PluginReport check(const std::string &plugin, const std::string &breaks = "",
                   std::chrono::milliseconds patience = std::chrono::minutes(2)) {
  setenv("BREAK", breaks.c_str(), 1);
  PluginCheckOptions options;
  options.processes.push_back(toy_process());
  options.patience = patience;
  return check_plugin(std::string(PLUGIN_DIRECTORY "/") + plugin + ".so", options);
}

// Ids of the rules with the outcome, each followed by a space.
std::string rules_with(const PluginReport &report, RuleOutcome outcome) {
  std::string ids;
  for (const RuleResult &result : report.rules) {
    if (result.outcome == outcome) ids += std::string(text_of(result.rule).id) + " ";
  }
  return ids;
}

std::string broken_rules(const PluginReport &report) {
  return rules_with(report, RuleOutcome::broken);
}

}  // namespace

TEST_CASE("a plugin in order keeps every rule") {
  const PluginReport report = check("toy");
  CHECK(broken_rules(report) == "");
  CHECK(rules_with(report, RuleOutcome::untested) == "");
  CHECK(report.understood.size() == 4);
  CHECK(report.version == "toy plugin");
  CHECK(report.compatibility == 2);
  CHECK(report.address_width == 8);
  CHECK(report.handles == std::vector<std::string>{"comm", "errhandler"});
  CHECK_FALSE(report.is_faulty());
  CHECK(report.is_tested());
}

TEST_CASE("a plugin that breaks one rule is found to break that one") {
  // Those that the exports break follow below.
  const std::set<std::string> by_exports = {"MQS-01", "MQS-28", "MQS-30", "MQS-31", "MQS-33"};
  for (const RuleText &rule : all_rules()) {
    const std::string id(rule.id);
    if (by_exports.contains(id)) continue;
    CAPTURE(id);
    const PluginReport report = check("toy", id);
    CHECK(broken_rules(report) == id + " ");
    CHECK(report.is_faulty() == (rule.level == RuleLevel::must));
  }
}

TEST_CASE("other ways to break a rule are found to break that one") {
  const char *const ways[] = {
      "MQS-04 type",           // aborts where a type is missing, with all callbacks, too
      "MQS-08 update",         // loses a list at each update
      "MQS-08 stops",          // keeps the list of each update until the end
      "MQS-08 own",            // loses memory of its own malloc
      "MQS-09 use",            // answers from memory that it has freed
      "MQS-11 untouched",      // does not set the message
      "MQS-14 members",        // takes ranks from memory that could not be read
      "MQS-18 short",          // delivers -1 of two bytes as 65535
      "MQS-24 communicators",  // starts over after an update alone
      "MQS-24 operations",     // starts over after another queue or an update
      "MQS-27 members",        // delivers ranks in the byte order of the process
      "MQS-27 order",          // reads all numbers in the byte order of the debugger
      "MQS-27 width",          // refuses processes with other pointers than its own
      "MQS-27 queues",         // shows no queues of those
      "MQS-27 global",         // delivers ranks of peers in MPI_COMM_WORLD in the byte order of the process
      "MQS-27 got",            // likewise the tag of a message that has come
      "MQS-27 buffer",         // reads four bytes of a buffer's address
      "MQS-36 global",         // delivers a peer's rank in the communicator as that in MPI_COMM_WORLD
      "MQS-36 process",        // answers another rank in mqs_get_global_rank
      "MQS-37 size",           // asks for the size of a null type
      "MQS-37 wild",           // asks for a field of what is not a type
      "MQS-38 timer",          // alarm()
      "MQS-38 handler",        // signal()
      "MQS-38 environment",    // setenv()
      "MQS-38 files",          // closes all, the pipe of the check among them
      "MQS-38 file",           // puts another in the place of stderr
      "MQS-38 open",           // opens a file at each visit
      "MQS-38 process",        // forks
      "MQS-38 daemon",         // forks one in a session of its own
      "HND-02 errhandler",     // changes the result for a kind other than communicators
      "HND-03 errhandler",     // accepts a null place for it
  };
  for (const std::string way : ways) {
    CAPTURE(way);
    const PluginReport report = check("toy", way, std::chrono::seconds(20));
    CHECK(broken_rules(report) == way.substr(0, 6) + " ");
    CHECK(report.trials_left_out == 0);
  }
}

TEST_CASE("a plugin whose handle queries cannot be set up is reported as such") {
  const PluginReport report = check("no_init_once");
  CHECK(report.handles == std::vector<std::string>{"comm", "errhandler"});
  CHECK(report.facts ==
        std::vector<std::string>{"its handle queries were not tried, because it lacks mpidbg_init_once"});
  CHECK(report.of(Rule::garbage_handle).outcome == RuleOutcome::untested);
}

TEST_CASE("processes that a plugin leaves are ended") {
  for (const bool is_daemon : {false, true}) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const TrialResult result = run_trial(
        [&](TrialJournal &) {
          if (fork() != 0) return;
          if (is_daemon) {
            setsid();
            if (fork() != 0) _exit(0);
          }
          for (;;) pause();
        },
        std::chrono::minutes(1));
    CHECK(result.end.empty());
    CHECK(result.left_processes > 0);
    // Nobody has it open any more.
    close(ends[1]);
    char byte = 0;
    CHECK(read(ends[0], &byte, 1) == 0);
    close(ends[0]);
  }
}

TEST_CASE("where there are too few descriptors nothing is said of the plugin") {
  setenv("BREAK", "", 1);
  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  for (rlim_t few = 3; few <= 24; ++few) {
    CAPTURE(few);
    const rlimit lower{few, limit.rlim_max};
    REQUIRE(setrlimit(RLIMIT_NOFILE, &lower) == 0);
    const PluginReport report = check_plugin(PLUGIN_DIRECTORY "/toy.so");
    setrlimit(RLIMIT_NOFILE, &limit);
    CHECK(broken_rules(report) == "");
    CHECK(report.problem.empty() == report.loaded);
    if (few < 16) CHECK(report.problem.find("more files can be opened") != std::string::npos);
  }
}

TEST_CASE("rules that the exports of a plugin break") {
  CHECK(broken_rules(check("no_next_operation")) == "MQS-01 ");
  CHECK(check("no_next_operation").missing == std::vector<std::string>{"mqs_next_operation"});
  CHECK(broken_rules(check("no_group")) == "MQS-33 ");
  CHECK(broken_rules(check("other_library")) == "MQS-31 ");
  CHECK(broken_rules(check("seven_sizes")) == "MQS-30 ");
  CHECK(broken_rules(check("seven_sizes", "MQS-28")) == "MQS-28 MQS-30 ");
}

TEST_CASE("witnesses name the process, the damage and the call") {
  const PluginReport report = check("toy", "MQS-06");
  const RuleResult &result = report.of(Rule::returns);
  REQUIRE(!result.witnesses.empty());
  CHECK(result.witnesses.front().where == "Toy MPI, 64-bit little-endian, world.next points to its own object");
  CHECK(result.witnesses.front().what == "mqs_update_communicator_list: reads memory more than 200000 times");
  CHECK(result.witnesses.size() <= RuleResult::most_witnesses);
  CHECK(result.violations >= result.witnesses.size());
}

TEST_CASE("a process that is not understood on one of the ABIs breaks the rule of all of them") {
  const PluginReport report = check("toy", "MQS-27 order");
  const RuleResult &result = report.of(Rule::word_sizes);
  REQUIRE(!result.witnesses.empty());
  CHECK(result.witnesses.front().where == "Toy MPI");
  CHECK(result.witnesses.front().what ==
        "understands the process as 64-bit little-endian, 32-bit little-endian, but not as 64-bit big-endian, "
        "32-bit big-endian");
}

TEST_CASE("a plugin that lists what is in a ring up to its limit breaks no rule of ids") {
  CHECK(broken_rules(check("toy", "ring")) == "");
}

TEST_CASE("a plugin that is slow is not said to hang") {
  const PluginReport report = check("toy", "slow", std::chrono::milliseconds(1000));
  CHECK(report.of(Rule::returns).outcome != RuleOutcome::broken);
  CHECK(report.trials_left_out > 0);
}

TEST_CASE("a plugin that sleeps is ended, and not tried for ever") {
  const PluginReport report = check("toy", "patience", std::chrono::seconds(5));
  CHECK(report.of(Rule::returns).outcome == RuleOutcome::broken);
  CHECK(report.of(Rule::returns).witnesses.front().what == "mqs_setup_image");
  CHECK(report.of(Rule::returns).violations == 3);
  CHECK(report.trials_left_out > 0);
}

TEST_CASE("a plugin whose lists have no end is not tried for ever") {
  // A hundred thousand operations of one queue say it: each trial ends there, and soon there are no more of them.
  const PluginReport report = check("toy", "endless", std::chrono::seconds(5));
  REQUIRE(report.of(Rule::lists_end).outcome == RuleOutcome::broken);
  CHECK(report.of(Rule::lists_end).witnesses.front().what ==
        "mqs_next_operation for pending sends: the list has no end");
}

TEST_CASE("a trial that takes very long is ended although it is never silent") {
  const TrialResult result = run_trial(
      [](TrialJournal &journal) {
        for (;;) {
          journal.step("one more");
          usleep(1000);
        }
      },
      std::chrono::milliseconds(100));
  CHECK(result.end == trial_hangs);
  CHECK(result.last_step == "one more");
}

TEST_CASE("a plugin that garbles its examiner's report") {
  const PluginReport report = check("toy", "report");
  CHECK(report.compatibility == 2);
  CHECK(report.address_width == 8);
}

TEST_CASE("files that are no plugins") {
  for (const char *path : {"/nonexistent/libplugin.so", "/etc/passwd"}) {
    const PluginReport report = check_plugin(path);
    CHECK_FALSE(report.loaded);
    CHECK(report.is_faulty());
    CHECK(broken_rules(report) == "MQS-02 ");
  }
}

TEST_CASE("a plugin of another library sees nothing that it knows, which is said") {
  setenv("BREAK", "obliged", 1);  // it lists a communicator where it finds whatever it looks up
  const PluginReport report = check_plugin(PLUGIN_DIRECTORY "/toy.so");
  CHECK(broken_rules(report) == "");
  CHECK_FALSE(report.is_tested());
  for (const Rule rule : {Rule::lists_end, Rule::texts_end, Rule::signs}) {
    CAPTURE(text_of(rule).id);
    CHECK(report.of(rule).outcome == RuleOutcome::untested);
  }
  CHECK(report.of(Rule::crash).outcome == RuleOutcome::held);
}

TEST_CASE("the guide for plugins explains each rule, and no other") {
  const std::string guide = text_of_file(SOURCE_ROOT "/mpidbg/abi/plugins.md");
  std::set<std::string> explained, known;
  for (std::size_t at = guide.find("\n| MQS-"); at != std::string::npos; at = guide.find("\n| MQS-", at + 1)) {
    explained.insert(guide.substr(at + 3, 6));
  }
  for (std::size_t at = guide.find("\n| HND-"); at != std::string::npos; at = guide.find("\n| HND-", at + 1)) {
    explained.insert(guide.substr(at + 3, 6));
  }
  for (const RuleText &rule : all_rules()) known.emplace(rule.id);
  CHECK(explained == known);
}

// The plugin of Debian's libopenmpi3, which tests/packages.txt installs.
TEST_CASE("the known faults of Open MPI's own plugin") {
  const PluginReport report = check_plugin("/usr/lib/x86_64-linux-gnu/openmpi/lib/openmpi3/libompi_dbg_msgq.so");
  if (!report.loaded) return;
  CHECK(report.understood.size() == 4);
  const auto is_broken = [&](Rule rule) { return report.of(rule).outcome == RuleOutcome::broken; };
  CHECK(is_broken(Rule::signs));              // MPI_ANY_SOURCE is 4294967295
  CHECK(is_broken(Rule::null_communicator));  // lists MPI_COMM_NULL
  CHECK(is_broken(Rule::silent));             // warnings on stderr
  CHECK(is_broken(Rule::frees));              // the struct of the process's groups
  CHECK(is_broken(Rule::other_exports));      // ompi_fetch_int, ...
  CHECK(is_broken(Rule::lists_end));          // a cycle of free lists
  CHECK(is_broken(Rule::returns));            // a huge number of communicators
  CHECK(is_broken(Rule::checked_counts));     // sizes of types from the process
  CHECK(is_broken(Rule::no_substitutes));     // a failed read is 0
  CHECK(is_broken(Rule::crash));              // division by fl_num_per_alloc
  CHECK(is_broken(Rule::null_callbacks));     // mqs_sizeof
  CHECK(is_broken(Rule::nothing_after_end));  // mqs_next_communicator
  CHECK(is_broken(Rule::word_sizes));         // req_complete, a pointer, as one byte
}
