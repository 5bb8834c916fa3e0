#include "mqs_shim/session/session.h"

#include <dlfcn.h>
#include <doctest/doctest.h>

#include <chrono>

#include "fake_target.h"
#include "mpidbg/base/limits.h"
#include "mqs_shim/host/callback_tables.h"
#include "test_paths.h"
#include "tests/contains.h"

using namespace mqs_shim;

namespace {

struct Answer {
  ProcessReport report;
  std::string error;  // of opening or reading
};

Answer ask(const std::string &plugin_name, fake::Target &target, const SessionOptions &options = {},
           const Questions &questions = {.details = true, .queues = true, .groups = true}) {
  Answer answer;
  auto plugin = Plugin::load(plugin_path(plugin_name));
  REQUIRE(plugin.ok());
  const std::uint64_t live = live_allocation_count();
  {
    auto session = Session::open(**plugin, target, options);
    if (!session) {
      answer.error = session.error().message;
    } else if (const Status status = (*session)->read(questions, answer.report); !status) {
      answer.error = status.error().message;
      CHECK(answer.report.error == answer.error);
    }
  }
  if (plugin_name != "leaks") CHECK(live_allocation_count() == live);
  return answer;
}

std::string all_warnings(const ProcessReport &report) {
  std::string text;
  for (const std::string &warning : report.warnings) text += warning + "\n";
  return text;
}

}  // namespace

TEST_CASE("a plain plugin, on targets of every width and byte order") {
  for (const unsigned width : {4u, 8u}) {
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
      CAPTURE(width);
      fake::Target target(width, order);
      fake::add_messages(target, 3);
      target.rank = 1;
      const Answer answer = ask("plain", target);
      REQUIRE(answer.error.empty());
      CHECK(answer.report.plugin == "plain test plugin");
      CHECK(answer.report.world_rank == 1);
      REQUIRE(answer.report.communicators.size() == 1);
      const CommunicatorRecord &world = answer.report.communicators[0];
      CHECK(world.name == "MPI_COMM_WORLD");
      CHECK(world.size == 2);
      REQUIRE(world.local_members.size() == 2);
      CHECK(world.local_members[1].world_rank == 1);
      const auto &receives = world.queues[MPIDBG_QUEUE_RECEIVES].operations;
      REQUIRE(receives.size() == 3);
      CHECK(receives[0].comm_rank == -1);
      CHECK((receives[0].flags & MPIDBG_OP_ANY_SOURCE) != 0);
      CHECK(receives[1].comm_rank == 1);
      CHECK(receives[2].tag == 102);
      CHECK(receives[2].bytes == 8);
      const std::string pointer = std::to_string(width);
      CHECK(answer.report.text(receives[0].extra_text) == "type sizes 2 4 " + pointer + " 8 " + pointer + " 77 77");
      CHECK(world.queues[MPIDBG_QUEUE_SENDS].operations.empty());
      CHECK(world.queues[MPIDBG_QUEUE_SENDS].problem.empty());
      CHECK(world.queues[MPIDBG_QUEUE_UNEXPECTED].problem == "the plugin gives no information on unexpected messages");
      // An empty list would be a claim.
      CHECK(world.queues[MPIDBG_QUEUE_INACTIVE].problem ==
            "the plugin cannot list inactive requests: its interface has no such list");
      CHECK(answer.report.unclaimed.problem ==
            "the plugin cannot list unclaimed messages: its interface has no such list");
      CHECK_FALSE(answer.report.complete());
    }
  }
}

TEST_CASE("repairs of a plain plugin's answers") {
  fake::Target target;
  fake::add_messages(target, 2);
  {
    const Answer answer = ask("zero_extends", target);
    const auto &receives = answer.report.communicators.at(0).queues[MPIDBG_QUEUE_RECEIVES].operations;
    CHECK(receives.at(0).comm_rank == -1);
    CHECK(receives.at(0).world_rank == -1);
    CHECK((receives.at(0).flags & MPIDBG_OP_ANY_SOURCE) != 0);
  }
  CHECK(ask("null_communicator", target).report.communicators.size() == 1);
  CHECK(ask("silent_group", target).report.communicators.at(0).local_members.empty());
  {
    const Answer answer = ask("seven_sizes", target);
    const auto &receives = answer.report.communicators.at(0).queues[MPIDBG_QUEUE_RECEIVES].operations;
    CHECK(answer.report.text(receives.at(0).extra_text) == "type sizes 2 4 8 8 8 1 8");
  }
}

TEST_CASE("a plain plugin that goes on after a missing field is not relied on") {
  fake::Target target;
  fake::add_messages(target, 1);
  const Answer answer = ask("missing_field", target, {}, Questions{.details = true});
  CHECK(contains(all_warnings(answer.report), "message_t.gone"));
  CHECK_FALSE(answer.report.complete());
  CHECK(ask("plain", target, {}, Questions{.details = true}).report.complete());
}

TEST_CASE("refusals of a plugin become sentences") {
  fake::Target nothing;
  CHECK(ask("plain", nothing).error ==
        "the plugin cannot inspect the program: a symbol is missing; the type message_t is not known");
  fake::Target no_type;
  no_type.functions["main"] = 1;
  CHECK(ask("plain", no_type).error == "the plugin cannot inspect the program: message_t (a type is missing)");
  SessionOptions options;
  options.image_name = "a.out";
  fake::Target target;
  fake::add_messages(target, 1);
  CHECK(ask("odd_message", target, options).error == "%n in a.out and %s, 100% %d (a type is missing)");
  fake::Target no_list;
  fake::add_messages(no_list, 1);
  no_list.data.clear();
  CHECK(contains(ask("plain", no_list).error, "a symbol is missing"));
  CHECK(contains(ask("extended", nothing).error, "user code"));
}

TEST_CASE("iterators that never end are ended") {
  fake::Target target;
  fake::add_messages(target, 2);
  {
    const Answer answer = ask("endless_communicators", target);
    CHECK(answer.report.communicators.size() < 20000);
    CHECK(contains(all_warnings(answer.report), "the plugin's list has no end"));
    CHECK_FALSE(answer.report.complete());
  }
  {
    const Answer answer = ask("endless_operations", target);
    const Queue &queue = answer.report.communicators.at(0).queues[MPIDBG_QUEUE_RECEIVES];
    CHECK(queue.operations.size() <= std::size_t{1} << 20);
    CHECK(contains(queue.problem, "seems to have no end"));
  }
}

TEST_CASE("an answer keeps so much of a process, whatever it is of") {
  fake::Target target;
  fake::add_messages(target, 2);
  SessionOptions options;
  const auto kept = [](const ProcessReport &report) {
    std::size_t bytes = 0;
    for (const CommunicatorRecord &communicator : report.communicators)
      for (const Queue &queue : communicator.queues) bytes += queue.operations.size() * sizeof(Operation);
    for (const std::string &text : report.texts) bytes += text.size();
    return bytes;
  };
  // Its operations do not end, so that every communicator after the first has none.
  options.operation_bytes = 100'000;
  options.communicator_bytes = 50 * sizeof(CommunicatorRecord) + 49 * 2 * sizeof(ProcessName);
  const Answer answer = ask("endless", target, options);
  CHECK(answer.error.empty());
  REQUIRE(answer.report.communicators.size() == 50);
  const Queue &first = answer.report.communicators.front().queues[MPIDBG_QUEUE_RECEIVES];
  CHECK(first.operations.size() > 200);
  CHECK(first.problem == "cut after " + std::to_string(first.operations.size()) +
                             " operations: there are more than are kept of one process");
  CHECK(kept(answer.report) <= options.operation_bytes);
  CHECK(answer.report.communicators.back().queues[MPIDBG_QUEUE_RECEIVES].problem ==
        "cut after 0 operations: there are more than are kept of one process");
  CHECK(contains(all_warnings(answer.report),
                 "members of communicators are not all shown: there are more than are kept"));
  CHECK(contains(all_warnings(answer.report),
                 "the list of communicators ends after 50: there are more than are kept of one process"));
  CHECK_FALSE(answer.report.complete());

  // Equal texts cost once: ten operations fit, and one text of 30 bytes.
  options.operation_bytes = 10 * sizeof(Operation) + 300;
  const Answer equal = ask("endless_operations", target, options);
  const Queue &queue = equal.report.communicators.at(0).queues[MPIDBG_QUEUE_RECEIVES];
  CHECK(queue.operations.size() == 10);
  CHECK(queue.problem == "cut after 10 operations: there are more than are kept of one process");
}

TEST_CASE("a hundred thousand messages with texts of their own are kept") {
  const SessionOptions options;
  constexpr std::size_t longest_texts = 5 * 64;  // of a plain plugin
  CHECK(100'000 * (sizeof(Operation) + 2 * longest_texts + 160) <= options.operation_bytes);
}

TEST_CASE("a list of the target that loops or leads nowhere ends with a problem") {
  fake::Target loop;
  fake::add_messages(loop, 5);
  loop.write_pointer(0x10000 + 4096 + 4 * 32, 0x10000 + 4096);
  const Answer looping = ask("extended", loop);
  const Queue &unexpected = looping.report.communicators.at(0).queues[MPIDBG_QUEUE_UNEXPECTED];
  CHECK(unexpected.operations.size() < 100);
  CHECK(contains(unexpected.problem, "they repeat"));

  fake::Target nowhere;
  fake::add_messages(nowhere, 5);
  nowhere.write_pointer(0x10000 + 4096 + 2 * 32, 0x7fffffff0000);
  const Answer broken = ask("plain", nowhere);
  const Queue &receives = broken.report.communicators.at(0).queues[MPIDBG_QUEUE_RECEIVES];
  CHECK(receives.operations.size() == 3);
  CHECK(receives.problem == "cut after 3 operations: memory is unreadable");
}

TEST_CASE("what a plugin writes is taken as warnings when asked for") {
  fake::Target target;
  fake::add_messages(target, 1);
  SessionOptions options;
  options.capture_output = true;
  const Answer answer = ask("prints", target, options);
  CHECK(contains(all_warnings(answer.report), "plugin says: setting up\n"));
  CHECK(contains(all_warnings(answer.report), "plugin says: WARNING: something\n"));
}

TEST_CASE("an extended plugin: header, queues, communicators of the table, groups") {
  fake::Target target;
  fake::add_messages(target, 1000, 768);
  target.rank = 1;
  const Answer answer = ask("extended", target);
  REQUIRE(answer.error.empty());
  const ProcessReport &report = answer.report;
  CHECK(report.library == "Test MPI 1.0");
  CHECK(report.point_to_point == "tp1");
  CHECK(report.world_rank == 1);
  CHECK(report.world_size == 2);
  REQUIRE(report.communicators.size() == 2);
  CHECK(report.communicators[0].has_details);
  CHECK(report.communicators[0].local_members.size() == 2);
  CHECK(report.communicators[0].cart_dims.empty());
  CHECK(report.communicators[1].name == "inner");
  CHECK((report.communicators[1].flags & MPIDBG_COMM_INFO_INTERNAL) != 0);
  CHECK(report.communicators[0].queues[MPIDBG_QUEUE_SENDS].problem == "sends are hidden");
  const auto &unexpected = report.communicators[0].queues[MPIDBG_QUEUE_UNEXPECTED].operations;
  REQUIRE(unexpected.size() == 1000);
  CHECK(unexpected[999].tag == 1099);
  CHECK(report.text(unexpected[999].datatype_name) == "MPI_INT");
  const auto &sends = report.communicators[0].queues[MPIDBG_QUEUE_UNEXPECTED].sends;
  REQUIRE(sends.size() == 1);
  CHECK(sends[0].operation == unexpected[999].record);
  CHECK(sends[0].send == mpidbg::Address(0x77000));
  CHECK(report.texts.size() == 2);
  REQUIRE(report.groups.size() == 1);
  CHECK(report.groups[0].members.empty());
  // The table's third handle is garbage, and fields of other versions are no matter here.
  CHECK(all_warnings(report) ==
        "cannot show a communicator, because its data in the process's memory cannot be interpreted: no such object\n");
  CHECK_FALSE(report.complete());
}

namespace {

// What the extended test plugins count.
struct Calls {
  int communicators = 0, outlines = 0, groups = 0;
  bool operator==(const Calls &) const = default;
};

// One answer of the plugin, and the queries that it took.
Answer ask_counting(const std::string &plugin_name, fake::Target &target, const Questions &questions, Calls &calls) {
  void *library = dlopen(plugin_path(plugin_name).c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(library != nullptr);
  auto *counted = static_cast<Calls *>(dlsym(library, "extended_plugin_calls"));
  REQUIRE(counted != nullptr);
  *counted = {};
  Answer answer = ask(plugin_name, target, {}, questions);
  calls = *counted;
  dlclose(library);
  return answer;
}

Questions show(mpidbg_handle_kind_t kind, const std::string &expression) {
  return questions_of(Noun::show, Questions::Object{kind, expression});
}

}  // namespace

// The table has MPI_COMM_WORLD, one communicator more, and garbage; and one group.
TEST_CASE("only what a noun shows is read") {
  fake::Target target;
  fake::add_messages(target, 1);
  target.rank = 1;
  const auto cost = [&](const Questions &questions) {
    Calls calls;
    CHECK(ask_counting("outlines", target, questions, calls).error.empty());
    return calls;
  };
  CHECK(cost(questions_of(Noun::ranks)) == Calls{0, 0, 0});
  CHECK(cost(questions_of(Noun::queues)) == Calls{0, 3, 0});
  CHECK(cost(questions_of(Noun::comms)) == Calls{3, 0, 0});
  CHECK(cost(questions_of(Noun::groups)) == Calls{0, 3, 1});
  CHECK(cost(questions_of(Noun::requests)) == Calls{0, 3, 0});
  CHECK(cost(questions_of(Noun::handles)) == Calls{3, 0, 1});
  CHECK(cost(questions_of(Noun::cvars)) == Calls{0, 0, 0});
  CHECK(cost(show(MPIDBG_KIND_COMM, "0x5000")) == Calls{1, 0, 0});
  CHECK(cost(show(MPIDBG_KIND_COMM, "inner")) == Calls{1, 2, 0});
  CHECK(cost(show(MPIDBG_KIND_GROUP, "0x6000")) == Calls{0, 0, 1});

  Calls calls;
  const ProcessReport queues = ask_counting("outlines", target, questions_of(Noun::queues), calls).report;
  REQUIRE(queues.communicators.size() == 2);
  CHECK(queues.communicators[1].name == "inner");
  CHECK(queues.communicators[1].size == 2);
  CHECK((queues.communicators[1].flags & MPIDBG_COMM_INFO_INTERNAL) != 0);
  CHECK_FALSE(queues.communicators[1].has_details);
  // A plugin without outlines is asked for everything instead.
  CHECK(ask_counting("extended", target, questions_of(Noun::queues), calls).report.communicators.size() == 2);
  CHECK(calls == Calls{3, 0, 0});
}

TEST_CASE("a table with more handles than the limit is refused, and not shown as empty") {
  fake::Target target;
  fake::add_messages(target, 1);
  void *library = dlopen(plugin_path("extended").c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(library != nullptr);
  auto *listed = static_cast<int *>(dlsym(library, "extended_plugin_listed"));
  REQUIRE(listed != nullptr);
  constexpr int limit = mpidbg::limits::table_entries;
  for (const int count : {limit - 1, limit, limit + 1}) {
    CAPTURE(count);
    *listed = count;
    const ProcessReport report = ask("extended", target, {}, questions_of(Noun::comms)).report;
    CHECK(report.communicators.size() == 1);  // of MPI's own list
    const bool is_refused =
        contains(all_warnings(report), "the plugin claims " + std::to_string(count) + " objects, the limit is 4194304");
    CHECK(is_refused == (count > limit));
    CHECK(report.incomplete == (count > limit));
  }
  dlclose(library);
}

TEST_CASE("one object is read the same way whatever its kind") {
  fake::Target target;
  fake::add_messages(target, 1);
  target.rank = 1;
  const Answer null = ask("extended", target, {}, show(MPIDBG_KIND_COMM, "0x7000"));
  CHECK(null.error.empty());
  REQUIRE(null.report.communicators.size() == 1);
  CHECK((null.report.communicators[0].flags & MPIDBG_COMM_INFO_COMM_NULL) != 0);
  CHECK(ask("extended", target, {}, show(MPIDBG_KIND_GROUP, "0x6000")).report.groups.size() == 1);
  CHECK(ask("extended", target, {}, show(MPIDBG_KIND_COMM, "0x1234")).error == "no such object");
}

TEST_CASE("a plugin of the handle interface of 2007 answers for communicators, by name, handle and Fortran handle") {
  fake::Target target;
  fake::add_messages(target, 1);
  target.rank = 1;
  for (const char *expression : {"MPI_COMM_WORLD", "0x4000", "fortran:0"}) {
    CAPTURE(expression);
    const Answer answer = ask("historical", target, {}, show(MPIDBG_KIND_COMM, expression));
    CHECK(answer.error == "");
    REQUIRE(answer.report.communicators.size() == 1);
    const CommunicatorRecord &world = answer.report.communicators[0];
    CHECK(world.name == "MPI_COMM_WORLD");
    CHECK(world.handle == Address(0x4000));
    CHECK((world.rank == 1 && world.size == 2 && world.local_members.size() == 2));
    CHECK((world.flags & MPIDBG_COMM_INFO_PREDEFINED) != 0);
    CHECK(world.attributes.size() == 1);
    CHECK((world.context_id == -1 && world.errhandler.is_null() && world.dist_graph_sources.empty()));
  }
  CHECK(ask("historical", target, {}, show(MPIDBG_KIND_COMM, "0x4004")).error == "error 1");
  CHECK(ask("historical", target, {}, show(MPIDBG_KIND_COMM, "fortran:1")).error == "error 3");
  const Answer other = ask("historical", target, {}, show(MPIDBG_KIND_GROUP, "0x6000"));
  CHECK(other.error.find("answers no queries of handles") != std::string::npos);
  CHECK(ask("historical", target, {}, questions_of(Noun::comms)).report.communicators.size() ==
        ask("plain", target, {}, questions_of(Noun::comms)).report.communicators.size());
}

TEST_CASE("a handle in a variable is as wide as the library's handles are") {
  fake::Target target;
  fake::add_messages(target, 1);
  target.rank = 1;
  target.add_region(0x900000, 16);
  target.write_number(0x900000, 0x99999999'00005000, 8);
  target.data["my_comm"] = 0x900000;
  target.data["nowhere"] = 0xabc0;
  const Answer narrow = ask("outlines", target, {}, show(MPIDBG_KIND_COMM, "my_comm"));
  CHECK(narrow.error.empty());
  REQUIRE(narrow.report.shown);
  CHECK(narrow.report.shown->handle == Address(0x5000));
  // A plugin that does not know the width has handles as wide as pointers.
  CHECK(ask("extended", target, {}, show(MPIDBG_KIND_COMM, "my_comm")).error == "no such object");
  CHECK(ask("extended", target, {}, show(MPIDBG_KIND_COMM, "nowhere")).error ==
        "the variable at 0xabc0 cannot be read");
}

TEST_CASE("the state of MPI is worded with the table of the family that was asked") {
  fake::Target target;
  fake::add_messages(target, 1);
  target.rank = -8;
  CHECK(ask("extended", target).error == "the state of MPI cannot be read: no such object");
}

TEST_CASE("results of a version that has shorter structs are not read") {
  fake::Target target;
  fake::add_messages(target, 1);
  target.rank = 1;
  Calls calls;
  Questions questions = questions_of(Noun::comms);
  questions.groups = true;
  const Answer answer = ask_counting("extended_1", target, questions, calls);
  CHECK(calls == Calls{0, 0, 0});
  CHECK(answer.report.groups.empty());
  CHECK_FALSE(contains(all_warnings(answer.report), "group"));
  REQUIRE(answer.report.communicators.size() == 1);
  CHECK_FALSE(answer.report.communicators[0].is_described());
  CHECK(contains(all_warnings(answer.report),
                 "the plugin's extensions have version 1, whose results are shorter than this debugger's"));
}

TEST_CASE("a plugin that lies about variables: impossible values are refused") {
  fake::Target target;
  fake::add_messages(target, 1);
  target.rank = 1;
  Questions questions;
  questions.control_variables = questions.performance_variables = questions.categories = questions.history = true;
  const Answer answer = ask("lying_variables", target, {}, questions);
  REQUIRE(answer.error.empty());
  const VariableLists &lists = answer.report.variables;
  // Names of INT_MIN and INT_MAX characters are refused; one of none is empty.
  REQUIRE(lists.control_variables.objects.size() == 2);
  CHECK_FALSE(lists.control_variables.problem.empty());
  CHECK_FALSE(lists.control_variables.objects[1].value);
  CHECK(lists.control_variables.objects[1].value_problem == "the plugin claims 2147483647 elements");
  const ControlVariableRecord &cvar = lists.control_variables.objects[0];
  CHECK(cvar.name.empty());
  CHECK(cvar.description == "xxxx");
  REQUIRE(cvar.value);
  CHECK(cvar.value->text == std::string((1 << 13) - 1, 'x'));
  CHECK(lists.enumerations.at(cvar.enumerator).items.empty());
  REQUIRE(lists.performance_variables.objects.size() == 1);
  const PerformanceVariableRecord &pvar = lists.performance_variables.objects[0];
  CHECK(pvar.value_problem == "it has an implausible number of elements");
  CHECK(lists.categories.objects.empty());
  CHECK(lists.categories.problem == "the plugin claims 2147483647 of them");
  CHECK(lists.snapshots.size() == 2);
  REQUIRE(cvar.history.size() == 2);
  CHECK(cvar.history[0].text.size() == (1 << 12) - 1);  // as much as there was room for
  CHECK_FALSE(answer.report.complete());
}

TEST_CASE("before MPI_Init there is a state and no data") {
  fake::Target target;
  fake::add_messages(target, 1);
  target.rank = -7;
  const Answer answer = ask("extended", target);
  CHECK(contains(answer.error, "before or in MPI_Init"));
  CHECK(answer.report.mpi_state == MPIDBG_MPI_NOT_INITIALIZED);
  CHECK(answer.report.library == "Test MPI 1.0");
}

TEST_CASE("a session answers again after the process moved") {
  fake::Target target;
  fake::add_messages(target, 2);
  auto plugin = Plugin::load(plugin_path("plain"));
  REQUIRE(plugin.ok());
  auto session = Session::open(**plugin, target);
  REQUIRE(session.ok());
  CHECK((*session)->diagnostics() == std::vector<std::string>{"image set up"});
  ProcessReport first, second;
  CHECK((*session)->read({.details = true, .queues = true}, first).ok());
  target.write_number(0x10000 + 4096 + 8 + 4, 555, 4);
  CHECK((*session)->read({.details = true, .queues = true}, second).ok());
  CHECK(first.communicators.at(0).queues[MPIDBG_QUEUE_RECEIVES].operations.at(0).tag == 100);
  CHECK(second.communicators.at(0).queues[MPIDBG_QUEUE_RECEIVES].operations.at(0).tag == 555);
}

TEST_CASE("many messages cost memory and time in proportion") {
  fake::Target target;
  fake::add_messages(target, 100000, 768);
  auto plugin = Plugin::load(plugin_path("extended"));
  REQUIRE(plugin.ok());
  auto session = Session::open(**plugin, target);
  REQUIRE(session.ok());
  ProcessReport report;
  const auto start = std::chrono::steady_clock::now();
  CHECK((*session)->read({.details = true, .queues = true}, report).ok());
  const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
  CHECK(report.communicators.at(0).queues[MPIDBG_QUEUE_UNEXPECTED].operations.size() == 100000);
  MESSAGE("microseconds a message: " << spent.count() / 100000);
  CHECK((*session)->statistics().memory.reads >= 400000);
  CHECK((*session)->statistics().memory.round_trips < 100000 * 768 / 16384 + 20);
}
