#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "fake_target.h"
#include "mqs_shim/mqs_shim.h"
#include "test_paths.h"
#include "tests/contains.h"

namespace {

// The C side of a fake target, as a foreign function interface would have it.
std::size_t read(void *context, std::uint64_t address, void *buffer, std::size_t size) {
  return static_cast<fake::Target *>(context)->read_up_to(mpidbg::Address(address), buffer, size);
}
int find_symbol(void *context, const char *name, int is_function, std::uint64_t *address) {
  const auto kind = is_function != 0 ? mqs_shim::SymbolKind::function : mqs_shim::SymbolKind::data;
  const auto found = static_cast<fake::Target *>(context)->find_symbol(name, kind);
  if (found) *address = found->value();
  return found ? 1 : 0;
}
int find_type(void *context, const char *name, std::uint64_t *size) {
  const auto *type = static_cast<fake::Target *>(context)->find_type(name);
  if (type == nullptr) return 0;
  *size = type->size();
  return 1;
}
std::int64_t field_offset(void *context, const char *type, const char *field) {
  const auto offset = static_cast<fake::Target *>(context)->find_type(type)->field_offset(field);
  return offset ? static_cast<std::int64_t>(*offset) : -1;
}

mqs_shim_target table_of(fake::Target &target) {
  mqs_shim_target table{};
  table.struct_size = sizeof table;
  table.pointer_size = target.pointer_size();
  table.world_rank = 1;
  table.pid = 4151;
  table.name = "pid 4151";
  table.context = &target;
  table.read = read;
  table.find_symbol = find_symbol;
  table.find_type = find_type;
  table.field_offset = field_offset;
  return table;
}

std::string taken(char *text) {
  const std::string result = text == nullptr ? "(null)" : text;
  mqs_shim_free(text);
  return result;
}

}  // namespace

TEST_CASE("open, read, render, move, read again, close") {
  fake::Target target;
  fake::add_messages(target, 3);
  const mqs_shim_target table = table_of(target);
  const std::string path = plugin_path("extended");
  mqs_shim_options options{};
  options.struct_size = sizeof options;
  options.plugin = path.c_str();
  mqs_shim_session *session = mqs_shim_open(&table, &options, nullptr);
  REQUIRE(session != nullptr);
  CHECK(mqs_shim_plugin_path(session) == path);
  CHECK(std::string(mqs_shim_plugin_version(session)) == "extended test plugin");
  CHECK(mqs_shim_render(session, MQS_SHIM_SHOW_QUEUES, MQS_SHIM_TEXT, nullptr) == nullptr);
  CHECK(std::string(mqs_shim_error(session)) == "nothing was read yet");

  CHECK(mqs_shim_read(session, MQS_SHIM_QUEUES | MQS_SHIM_GROUPS) == MQS_SHIM_OK);
  const std::string text = taken(mqs_shim_render(session, MQS_SHIM_SHOW_QUEUES, MQS_SHIM_TEXT, nullptr));
  CHECK(contains(text, "rank 1 of 2"));
  CHECK(contains(text, "MPI_COMM_WORLD"));
  CHECK(contains(text, "101"));
  CHECK(taken(mqs_shim_render(session, MQS_SHIM_SHOW_COMMS, MQS_SHIM_JSON, nullptr)).front() == '{');
  CHECK(mqs_shim_is_complete(session) == 0);

  mqs_shim_render_options only{};
  only.struct_size = sizeof only;
  only.ranks = "0-";
  CHECK(mqs_shim_render(session, MQS_SHIM_SHOW_QUEUES, MQS_SHIM_TEXT, &only) == nullptr);
  CHECK(std::strlen(mqs_shim_error(session)) > 0);
  CHECK(mqs_shim_render(session, 99, MQS_SHIM_TEXT, nullptr) == nullptr);
  CHECK(mqs_shim_read(session, 0x40000000) == MQS_SHIM_ARGUMENT);

  mqs_shim_statistics statistics{};
  CHECK(mqs_shim_get_statistics(session, &statistics) == MQS_SHIM_ARGUMENT);
  statistics.struct_size = sizeof statistics;
  CHECK(mqs_shim_get_statistics(session, &statistics) == MQS_SHIM_OK);
  CHECK(statistics.reads >= 13);
  CHECK(statistics.round_trips <= 2);

  target.write_number(0x10000 + 4096 + 12, 424242, 4);
  mqs_shim_invalidate(session);
  CHECK(mqs_shim_read(session, MQS_SHIM_QUEUES) == MQS_SHIM_OK);
  CHECK(contains(taken(mqs_shim_render(session, MQS_SHIM_SHOW_QUEUES, MQS_SHIM_TEXT, nullptr)), "424242"));
  mqs_shim_close(session);
}

namespace {

mqs_shim_frame told_frame(const char *function, std::uint64_t stack_pointer) {
  mqs_shim_frame frame{};
  frame.function = function;
  frame.stack_pointer = stack_pointer;
  return frame;
}

// A session of the extended test plugin.
struct Session {
  Session(const mqs_shim_target &table, bool tells_of_moves = false) {
    const std::string path = plugin_path("extended");
    mqs_shim_options options{};
    options.struct_size = sizeof options;
    options.tells_of_moves = tells_of_moves ? 1 : 0;
    options.plugin = path.c_str();
    handle = mqs_shim_open(&table, &options, nullptr);
    REQUIRE(handle != nullptr);
  }
  ~Session() { mqs_shim_close(handle); }
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  std::string text(int noun) const { return taken(mqs_shim_render(handle, noun, MQS_SHIM_TEXT, nullptr)); }

  mqs_shim_session *handle = nullptr;
};

std::string without_remarks(const std::string &text) {
  std::istringstream lines(text);
  std::string rest, line;
  while (std::getline(lines, line)) {
    if (!line.starts_with("  cannot see: ") && !line.starts_with("  warning: ")) rest += line + '\n';
  }
  return rest;
}

}  // namespace

TEST_CASE("the bits of mqs_shim_read() read what is shown of their nouns") {
  const std::pair<unsigned, int> nouns[] = {{MQS_SHIM_COMMUNICATORS, MQS_SHIM_SHOW_COMMS},
                                            {MQS_SHIM_QUEUES, MQS_SHIM_SHOW_QUEUES},
                                            {MQS_SHIM_GROUPS, MQS_SHIM_SHOW_GROUPS},
                                            {MQS_SHIM_REQUESTS, MQS_SHIM_SHOW_REQUESTS},
                                            {MQS_SHIM_ERRHANDLERS, MQS_SHIM_SHOW_ERRHANDLERS},
                                            {MQS_SHIM_DATATYPES, MQS_SHIM_SHOW_DATATYPES},
                                            {MQS_SHIM_FILES, MQS_SHIM_SHOW_FILES},
                                            {MQS_SHIM_INFOS, MQS_SHIM_SHOW_INFOS},
                                            {MQS_SHIM_OPS, MQS_SHIM_SHOW_OPS},
                                            {MQS_SHIM_WINDOWS, MQS_SHIM_SHOW_WINDOWS},
                                            {MQS_SHIM_MESSAGES, MQS_SHIM_SHOW_MESSAGES},
                                            {MQS_SHIM_CVARS, MQS_SHIM_SHOW_CVARS},
                                            {MQS_SHIM_PVARS, MQS_SHIM_SHOW_PVARS},
                                            {MQS_SHIM_CATEGORIES, MQS_SHIM_SHOW_CATEGORIES},
                                            {MQS_SHIM_EVENTS, MQS_SHIM_SHOW_EVENTS},
                                            {MQS_SHIM_SOURCES, MQS_SHIM_SHOW_SOURCES}};
  fake::Target target;
  fake::add_messages(target, 3);
  const Session session(table_of(target));
  std::set<std::string> texts;
  for (const auto &row : nouns) {
    const auto bit = row.first;
    const auto noun = row.second;
    CAPTURE(noun);
    const int code = mqs_shim_read_noun(session.handle, noun, MQS_SHIM_FREED);
    const std::string text = session.text(noun);
    texts.insert(text);
    CHECK(mqs_shim_read(session.handle, bit | MQS_SHIM_FREED) == code);
    CHECK(session.text(noun) == text);
    CHECK(mqs_shim_read(session.handle, MQS_SHIM_EVERYTHING | MQS_SHIM_FREED) == code);
    // Warnings and limits are those of all that was read.
    CHECK(without_remarks(session.text(noun)) == without_remarks(text));
  }
  CHECK(texts.size() > 8);
}

TEST_CASE("a move is seen by the next answer, or when the caller reports it") {
  for (const bool tells : {false, true}) {
    CAPTURE(tells);
    fake::Target target;
    fake::add_messages(target, 3);
    const mqs_shim_target table = table_of(target);
    const Session session(table, tells);
    CHECK(mqs_shim_read(session.handle, MQS_SHIM_QUEUES) == MQS_SHIM_OK);
    target.write_number(0x10000 + 4096 + 12, 424242, 4);
    const auto reads = target.read_count;
    CHECK(mqs_shim_read(session.handle, MQS_SHIM_QUEUES) == MQS_SHIM_OK);
    CHECK(contains(session.text(MQS_SHIM_SHOW_QUEUES), "424242") == !tells);
    CHECK((target.read_count == reads) == tells);
    mqs_shim_invalidate(session.handle);
    CHECK(mqs_shim_read(session.handle, MQS_SHIM_QUEUES) == MQS_SHIM_OK);
    CHECK(contains(session.text(MQS_SHIM_SHOW_QUEUES), "424242"));
  }
}

TEST_CASE("threads that the caller has unwound") {
  fake::Target target;
  fake::add_messages(target, 3);
  const mqs_shim_target table = table_of(target);
  const Session session(table);
  const mqs_shim_frame frames[] = {told_frame("poll", 0x7000), told_frame(nullptr, 0x7010),
                                   told_frame("PMPI_Recv", 0x7020), told_frame("main", 0x7040)};
  mqs_shim_thread thread{};
  thread.struct_size = sizeof thread;
  thread.frame_count = 4;
  thread.frames = frames;
  thread.frame_size = sizeof(mqs_shim_frame);
  CHECK(mqs_shim_set_threads(session.handle, 1, &thread) == MQS_SHIM_FAILED);
  CHECK(std::string(mqs_shim_error(session.handle)) == "nothing was read yet");
  REQUIRE(mqs_shim_read(session.handle, MQS_SHIM_COMMUNICATORS) == MQS_SHIM_OK);
  CHECK_FALSE(contains(session.text(MQS_SHIM_SHOW_RANKS), "MPI_Recv"));
  CHECK(mqs_shim_set_threads(session.handle, 1, &thread) == MQS_SHIM_OK);
  CHECK(contains(session.text(MQS_SHIM_SHOW_RANKS), "MPI_Recv"));
  CHECK(mqs_shim_set_threads(session.handle, 0, nullptr) == MQS_SHIM_OK);
  CHECK(mqs_shim_set_threads(session.handle, 1, nullptr) == MQS_SHIM_ARGUMENT);
  thread.struct_size = 1;
  CHECK(mqs_shim_set_threads(session.handle, 1, &thread) == MQS_SHIM_ARGUMENT);
  CHECK(mqs_shim_set_threads(nullptr, 0, nullptr) == MQS_SHIM_ARGUMENT);
}

TEST_CASE("a caller may have 65,536 threads") {
  fake::Target target;
  fake::add_messages(target, 3);
  const Session session(table_of(target));
  REQUIRE(mqs_shim_read(session.handle, MQS_SHIM_COMMUNICATORS) == MQS_SHIM_OK);
  mqs_shim_thread thread{};
  thread.struct_size = sizeof thread;
  const std::vector<mqs_shim_thread> threads(65537, thread);
  for (const std::size_t count : {65535, 65536, 65537}) {
    CAPTURE(count);
    const int expected = count <= 65536 ? MQS_SHIM_OK : MQS_SHIM_ARGUMENT;
    CHECK(mqs_shim_set_threads(session.handle, count, threads.data()) == expected);
  }
}

TEST_CASE("frames that the caller has lines of") {
  fake::Target target;
  fake::add_messages(target, 3);
  const Session session(table_of(target));
  REQUIRE(mqs_shim_read(session.handle, MQS_SHIM_COMMUNICATORS) == MQS_SHIM_OK);
  mqs_shim_frame frames[] = {told_frame("poll", 0x7000), told_frame("PMPI_Recv", 0x7020),
                             told_frame("exchange", 0x7040), told_frame("main", 0x7060)};
  frames[0].module = "/lib/libc.so.6";
  frames[1].module = "/lib/libmpi.so.40";
  frames[2].file = "/src/stencil.c";
  frames[2].line = 88;
  mqs_shim_thread thread{};
  thread.struct_size = sizeof thread;
  thread.frame_count = 4;
  thread.frames = frames;
  thread.frame_size = sizeof(mqs_shim_frame);
  thread.tid = 4151;
  thread.name = "solver";
  REQUIRE(mqs_shim_set_threads(session.handle, 1, &thread) == MQS_SHIM_OK);
  CHECK(contains(session.text(MQS_SHIM_SHOW_RANKS), "MPI_Recv at exchange (stencil.c:88)"));
  CHECK(contains(session.text(MQS_SHIM_SHOW_STACKS), "  exchange (stencil.c:88)\n  MPI_Recv\n"));

  thread.frame_size = 20;  // ends within a member
  CHECK(mqs_shim_set_threads(session.handle, 1, &thread) == MQS_SHIM_ARGUMENT);
  thread.frame_size = 8;
  CHECK(mqs_shim_set_threads(session.handle, 1, &thread) == MQS_SHIM_ARGUMENT);
}

TEST_CASE("an object that cannot be described says why") {
  fake::Target target;
  fake::add_messages(target, 3);
  const mqs_shim_target table = table_of(target);
  const Session session(table);
  CHECK(mqs_shim_describe(session.handle, "nonsense", 1) == nullptr);
  CHECK(std::string(mqs_shim_error(session.handle)) == "not a kind of handle: 'nonsense'");
  CHECK(mqs_shim_describe(session.handle, "datatype", 1) == nullptr);
  CHECK(std::strlen(mqs_shim_error(session.handle)) > 0);
  CHECK(mqs_shim_describe(session.handle, nullptr, 1) == nullptr);
  CHECK(mqs_shim_describe(nullptr, "comm", 1) == nullptr);
}

TEST_CASE("what cannot be opened says why") {
  fake::Target target;
  mqs_shim_target table = table_of(target);
  const auto refusal = [&](const std::string &plugin) {
    mqs_shim_options options{};
    options.struct_size = sizeof options;
    options.plugin = plugin.c_str();
    char *error = nullptr;
    CHECK(mqs_shim_open(&table, &options, &error) == nullptr);
    return taken(error);
  };
  CHECK(refusal("/nowhere.so") == "the plugin /nowhere.so does not exist");
  CHECK(contains(refusal(plugin_path("plain")), "the plugin cannot inspect the program"));
  CHECK(contains(refusal("auto"), "names no debug plugin"));
  table.pointer_size = 3;
  CHECK(contains(refusal(plugin_path("plain")), "4 or 8 bytes"));
  table = table_of(target);
  table.read = nullptr;
  CHECK(contains(refusal(plugin_path("plain")), "no function to read"));
  table.struct_size = 8;
  CHECK(contains(refusal(plugin_path("plain")), "first version"));
  char *error = nullptr;
  CHECK(mqs_shim_open(nullptr, nullptr, &error) == nullptr);
  CHECK(contains(taken(error), "no target"));
}

TEST_CASE("a noun is read, and its facts are structs") {
  fake::Target target;
  fake::add_messages(target, 3);
  const mqs_shim_target table = table_of(target);
  const Session session(table);
  mqs_shim_facts facts{};
  CHECK(mqs_shim_get_facts(session.handle, &facts) == MQS_SHIM_FAILED);
  REQUIRE(mqs_shim_read_noun(session.handle, MQS_SHIM_SHOW_QUEUES, 0) == MQS_SHIM_OK);
  CHECK(contains(session.text(MQS_SHIM_SHOW_QUEUES), "101"));
  CHECK(mqs_shim_read_noun(session.handle, MQS_SHIM_SHOW_OBJECT, 0) == MQS_SHIM_ARGUMENT);
  CHECK(mqs_shim_read_noun(session.handle, MQS_SHIM_SHOW_QUEUES - 1, 0) == MQS_SHIM_ARGUMENT);
  CHECK(mqs_shim_read_noun(session.handle, MQS_SHIM_SHOW_SESSIONS, 0) != MQS_SHIM_ARGUMENT);
  CHECK(mqs_shim_read_noun(session.handle, MQS_SHIM_SHOW_SESSIONS + 1, 0) == MQS_SHIM_ARGUMENT);
  CHECK(mqs_shim_read_noun(session.handle, 99, 0) == MQS_SHIM_ARGUMENT);
  CHECK(mqs_shim_read_noun(session.handle, MQS_SHIM_SHOW_COMMS, MQS_SHIM_QUEUES) == MQS_SHIM_ARGUMENT);

  const mqs_shim_frame frames[] = {told_frame("PMPI_Recv", 0x7020), told_frame("main", 0x7040)};
  mqs_shim_thread thread{};
  thread.struct_size = sizeof thread;
  thread.frame_count = 2;
  thread.frames = frames;
  thread.frame_size = sizeof(mqs_shim_frame);
  REQUIRE(mqs_shim_set_threads(session.handle, 1, &thread) == MQS_SHIM_OK);
  CHECK(mqs_shim_get_facts(session.handle, &facts) == MQS_SHIM_ARGUMENT);  // without a size
  facts.struct_size = sizeof facts;
  REQUIRE(mqs_shim_get_facts(session.handle, &facts) == MQS_SHIM_OK);
  CHECK(facts.world_rank == 1);
  CHECK(facts.world_size == 2);
  CHECK(facts.mpi_state == 2);
  REQUIRE(facts.blocked_count == 1);
  CHECK(std::string(facts.blocked_in[0]) == "MPI_Recv");
  CHECK(std::string(facts.library) == "Test MPI 1.0");
  CHECK(std::string(facts.point_to_point) == "tp1");
  CHECK(std::string(facts.problem).empty());

  mqs_shim_object object{};
  object.struct_size = sizeof object;
  REQUIRE(mqs_shim_look_at(session.handle, "comm", 0x5000, &object) == MQS_SHIM_OK);
  CHECK(object.handle == 0x5000);
  CHECK(std::string(object.name) == "inner");
  CHECK(std::string(object.line) == taken(mqs_shim_describe(session.handle, "comm", 0x5000)));
  REQUIRE(mqs_shim_look_at(session.handle, "comm", 0x7000, &object) == MQS_SHIM_OK);
  CHECK(std::string(object.name).empty());  // MPI_COMM_NULL
  CHECK(mqs_shim_look_at(session.handle, "comm", 1, &object) == MQS_SHIM_FAILED);
  CHECK(std::string(mqs_shim_error(session.handle)) == "no such object");
  CHECK(mqs_shim_look_at(session.handle, "nonsense", 1, &object) == MQS_SHIM_ARGUMENT);

  std::uint64_t handle = 0;
  REQUIRE(mqs_shim_resolve(session.handle, "comm", "inner", &handle) == MQS_SHIM_OK);
  CHECK(handle == 0x5000);
  REQUIRE(mqs_shim_resolve(session.handle, "comm", "0x7", &handle) == MQS_SHIM_OK);
  CHECK(handle == 7);  // of no object
  CHECK(mqs_shim_resolve(session.handle, "comm", "outer", &handle) == MQS_SHIM_FAILED);
  CHECK(std::string(mqs_shim_error(session.handle)).find("'outer' is not a handle") == 0);
  CHECK(mqs_shim_resolve(session.handle, "nonsense", "7", &handle) == MQS_SHIM_ARGUMENT);
  CHECK(mqs_shim_resolve(session.handle, "comm", nullptr, &handle) == MQS_SHIM_ARGUMENT);
  REQUIRE(mqs_shim_get_facts(session.handle, &facts) == MQS_SHIM_OK);  // the last answer is still there
  CHECK(facts.blocked_count == 1);
}

TEST_CASE("processes of a job make one answer, with the ranks that are missing") {
  fake::Target target;
  fake::add_messages(target, 3);
  const mqs_shim_target table = table_of(target);
  const Session session(table);
  char *error = nullptr;
  CHECK(mqs_shim_job_new(99, MQS_SHIM_TEXT, nullptr, &error) == nullptr);
  CHECK(taken(error) == "no such noun or format");
  mqs_shim_job *job = mqs_shim_job_new(MQS_SHIM_SHOW_RANKS, MQS_SHIM_TEXT, nullptr, nullptr);
  REQUIRE(job != nullptr);
  CHECK(mqs_shim_job_add(job, session.handle) == MQS_SHIM_ARGUMENT);  // nothing was read yet
  REQUIRE(mqs_shim_read_noun(session.handle, MQS_SHIM_SHOW_RANKS, 0) == MQS_SHIM_OK);
  CHECK(mqs_shim_job_add(job, session.handle) == MQS_SHIM_OK);
  mqs_shim_job_facts facts{};
  facts.struct_size = sizeof facts;
  REQUIRE(mqs_shim_job_get_facts(job, &facts) == MQS_SHIM_OK);
  CHECK(facts.process_count == 1);
  CHECK(facts.mismatch_count == 0);
  REQUIRE(facts.missing_count == 1);
  CHECK(facts.missing[0] == 0);
  const std::string text = taken(mqs_shim_job_finish(job));
  CHECK(contains(text, "Test MPI 1.0"));
  CHECK(contains(text, "missing: rank 0 of the job was not among the targets\n"));
  CHECK(mqs_shim_job_finish(job) == nullptr);
  CHECK(mqs_shim_job_add(job, session.handle) == MQS_SHIM_ARGUMENT);
  mqs_shim_job_free(job);
  mqs_shim_job_free(nullptr);
}

TEST_CASE("equal processes of a job are one block, or each by itself") {
  fake::Target target;
  fake::add_messages(target, 3);
  const mqs_shim_target table = table_of(target);
  const Session session(table);
  REQUIRE(mqs_shim_read_noun(session.handle, MQS_SHIM_SHOW_QUEUES, 0) == MQS_SHIM_OK);
  mqs_shim_render_options options{};
  const auto twice = [&] {
    mqs_shim_job *job = mqs_shim_job_new(MQS_SHIM_SHOW_QUEUES, MQS_SHIM_TEXT, &options, nullptr);
    REQUIRE(job != nullptr);
    for (int i = 0; i < 2; ++i) CHECK(mqs_shim_job_add(job, session.handle) == MQS_SHIM_OK);
    const std::string text = taken(mqs_shim_job_finish(job));
    mqs_shim_job_free(job);
    const std::string name = "MPI_COMM_WORLD";
    return contains(text.substr(text.find(name) + name.size()), name) ? "each" : "merged";
  };
  options.struct_size = sizeof options;
  CHECK(twice() == std::string("merged"));
  options.each = 1;
  CHECK(twice() == std::string("each"));
  options.struct_size = offsetof(mqs_shim_render_options, each);  // of a caller who does not know it
  CHECK(twice() == std::string("merged"));
}

TEST_CASE("structs of other versions: the smaller size is copied, the rest is as if it were 0") {
  fake::Target target;
  fake::add_messages(target, 3);
  mqs_shim_target table = table_of(target);
  const std::string path = plugin_path("extended");
  const auto opens = [&](const mqs_shim_options *options) {
    mqs_shim_session *session = mqs_shim_open(&table, options, nullptr);
    const bool opened = session != nullptr && mqs_shim_read(session, MQS_SHIM_QUEUES) == MQS_SHIM_OK;
    mqs_shim_close(session);
    return opened;
  };
  struct {
    mqs_shim_options known;
    void *later[4];
  } options{};
  options.known.struct_size = sizeof options;
  options.known.plugin = path.c_str();
  CHECK(opens(&options.known));  // of a later version
  // An earlier one that had no function for types: the plugin needs one, and must not be lent what lies behind.
  table.struct_size = offsetof(mqs_shim_target, find_type);
  CHECK_FALSE(opens(&options.known));
  table.struct_size = offsetof(mqs_shim_target, build_id_of);
  table.build_id_of = reinterpret_cast<decltype(table.build_id_of)>(0x10);
  CHECK(opens(&options.known));
  table.struct_size = offsetof(mqs_shim_target, find_type) + 4;  // within a member
  CHECK_FALSE(opens(&options.known));

  table = table_of(target);
  const Session session(table);
  REQUIRE(mqs_shim_read(session.handle, MQS_SHIM_QUEUES) == MQS_SHIM_OK);
  struct {
    mqs_shim_thread known;
    void *later;
  } threads[2] = {};
  const mqs_shim_frame frames[] = {told_frame("PMPI_Recv", 0x7020), told_frame("main", 0x7040)};
  for (auto &thread : threads) {
    thread.known.struct_size = sizeof thread;
    thread.known.frame_count = 2;
    thread.known.frames = frames;
  }
  REQUIRE(mqs_shim_set_threads(session.handle, 2, &threads[0].known) == MQS_SHIM_OK);
  mqs_shim_facts facts{};
  facts.struct_size = sizeof facts;
  REQUIRE(mqs_shim_get_facts(session.handle, &facts) == MQS_SHIM_OK);
  CHECK(facts.blocked_count == 2);
  threads[1].known.struct_size = sizeof(mqs_shim_thread);
  CHECK(mqs_shim_set_threads(session.handle, 2, &threads[0].known) == MQS_SHIM_ARGUMENT);

  struct {
    mqs_shim_statistics known;
    std::uint64_t later;
  } statistics{};
  statistics.known.struct_size = sizeof statistics;
  statistics.later = 42;
  REQUIRE(mqs_shim_get_statistics(session.handle, &statistics.known) == MQS_SHIM_OK);
  CHECK(statistics.known.struct_size == sizeof statistics);
  CHECK(statistics.known.reads > 0);
  CHECK(statistics.later == 42);
}

namespace {

// A target that can be held, and notes what it was asked for: d(escribe), h(old), t(hreads), s(ockets), r(esume).
struct HeldTarget {
  fake::Target target;
  std::string calls;
  mqs_shim_frame frames[2] = {told_frame("PMPI_Recv", 0x7020), told_frame("main", 0x7040)};
  mqs_shim_thread thread{};

  explicit HeldTarget(mqs_shim_target &table) {
    fake::add_messages(target, 1);
    thread.struct_size = sizeof thread;
    thread.frames = frames;
    thread.frame_count = 2;
    thread.frame_size = sizeof(mqs_shim_frame);
    thread.name = "rank";
    table = table_of(target);
    table.context = this;
    table.read = [](void *context, std::uint64_t address, void *buffer, std::size_t size) {
      return read(&self(context).target, address, buffer, size);
    };
    table.find_symbol = [](void *context, const char *name, int is_function, std::uint64_t *address) {
      return find_symbol(&self(context).target, name, is_function, address);
    };
    table.find_type = [](void *context, const char *name, std::uint64_t *size) {
      return find_type(&self(context).target, name, size);
    };
    table.field_offset = [](void *context, const char *type, const char *field) {
      return field_offset(&self(context).target, type, field);
    };
    table.describe = [](void *context, const char *, mqs_shim_description *description) {
      self(context).calls += 'd';
      description->state = MQS_SHIM_STATE_SLEEPING;
      description->program = "ring";
      description->warnings = "the first\nthe second\n";
      return 1;
    };
    table.hold = [](void *context, const char **) {
      self(context).calls += 'h';
      return 1;
    };
    table.resume = [](void *context) { self(context).calls += 'r'; };
    table.threads = [](void *context, std::size_t *count, const mqs_shim_thread **threads, const char **) {
      self(context).calls += 't';
      *count = 1;
      *threads = &self(context).thread;
      return 1;
    };
    table.sockets = [](void *context, std::size_t *, const mqs_shim_socket **) {
      self(context).calls += 's';
      return 0;
    };
  }

  static HeldTarget &self(void *context) { return *static_cast<HeldTarget *>(context); }
};

}  // namespace

TEST_CASE("a target that can be held is held while it is read, and its threads come first") {
  mqs_shim_target table{};
  HeldTarget held(table);
  const Session session(table);
  held.calls.clear();
  REQUIRE(mqs_shim_read_noun(session.handle, MQS_SHIM_SHOW_RANKS, MQS_SHIM_THREADS) == MQS_SHIM_OK);
  CHECK(held.calls == "dhtrd");
  const std::string text = session.text(MQS_SHIM_SHOW_RANKS);
  CHECK(contains(text, "MPI_Recv"));
  CHECK(contains(text, "the second"));

  held.calls.clear();
  REQUIRE(mqs_shim_read_noun(session.handle, MQS_SHIM_SHOW_RANKS, 0) == MQS_SHIM_OK);
  CHECK(held.calls == "dhrd");
  CHECK_FALSE(contains(session.text(MQS_SHIM_SHOW_RANKS), "MPI_Recv"));
  CHECK(mqs_shim_add_threads(session.handle) == MQS_SHIM_OK);
  CHECK(contains(session.text(MQS_SHIM_SHOW_RANKS), "MPI_Recv"));
}

TEST_CASE("the verdict on a job is by looks at its targets") {
  mqs_shim_target table{};
  HeldTarget held(table);
  const Session session(table);
  held.calls.clear();
  mqs_shim_session *const sessions[] = {session.handle, nullptr};
  mqs_shim_verdict *const verdict = mqs_shim_investigate(2, sessions, nullptr, nullptr, nullptr);
  REQUIRE(verdict != nullptr);
  // The first look reads sockets only because nothing counts messages, which it knows at its end.
  CHECK(held.calls == "ddhtrdsddhtrsd");
  CHECK(std::string(mqs_shim_verdict_notes(verdict)).empty());
  CHECK(contains(taken(mqs_shim_verdict_render(verdict, MQS_SHIM_TEXT, nullptr)), "MPI_Recv"));
  CHECK(taken(mqs_shim_verdict_render(verdict, MQS_SHIM_JSON, nullptr)).front() == '{');
  CHECK(contains(taken(mqs_shim_verdict_render(verdict, MQS_SHIM_DOT, nullptr)), "digraph"));
  CHECK(mqs_shim_verdict_render(verdict, 3, nullptr) == nullptr);
  mqs_shim_verdict_free(verdict);

  for (const char *ranks : {"0,2-7", "nonsense"}) {
    char *error = nullptr;
    CHECK(mqs_shim_investigate(1, sessions, ranks, nullptr, &error) == nullptr);  // it is rank 1
    CHECK_FALSE(taken(error).empty());
  }
}

TEST_CASE("of a process that cannot be inspected the session has a problem") {
  mqs_shim_target table{};
  const HeldTarget held(table);
  mqs_shim_session *const session = mqs_shim_open_closed(&table, "it has ended");
  REQUIRE(session != nullptr);
  CHECK(mqs_shim_read_noun(session, MQS_SHIM_SHOW_RANKS, MQS_SHIM_THREADS) == MQS_SHIM_FAILED);
  CHECK(std::string(mqs_shim_error(session)) == "it has ended");
  const std::string text = taken(mqs_shim_render(session, MQS_SHIM_SHOW_RANKS, MQS_SHIM_TEXT, nullptr));
  CHECK(contains(text, "it has ended"));
  mqs_shim_object object{};
  object.struct_size = sizeof object;
  CHECK(mqs_shim_look_at(session, "comm", 1, &object) == MQS_SHIM_FAILED);
  CHECK(mqs_shim_describe(session, "comm", 1) == nullptr);
  CHECK(mqs_shim_add_threads(session) == MQS_SHIM_FAILED);
  CHECK(taken(mqs_shim_diagnostics(session)).empty());
  CHECK(std::string(mqs_shim_plugin_path(session)).empty());
  mqs_shim_invalidate(session);
  mqs_shim_session *const sessions[] = {session};
  mqs_shim_verdict *const verdict = mqs_shim_investigate(1, sessions, nullptr, nullptr, nullptr);
  REQUIRE(verdict != nullptr);
  CHECK(contains(taken(mqs_shim_verdict_render(verdict, MQS_SHIM_TEXT, nullptr)), "it has ended"));
  mqs_shim_verdict_free(verdict);
  mqs_shim_close(session);
  table.read = nullptr;
  CHECK(mqs_shim_open_closed(&table, "it has ended") == nullptr);
}

TEST_CASE("null everywhere is harmless") {
  CHECK(mqs_shim_version() == MQS_SHIM_VERSION);
  mqs_shim_close(nullptr);
  mqs_shim_invalidate(nullptr);
  mqs_shim_free(nullptr);
  CHECK(mqs_shim_read(nullptr, 1) == MQS_SHIM_ARGUMENT);
  CHECK(mqs_shim_render(nullptr, 0, 0, nullptr) == nullptr);
  CHECK(std::string(mqs_shim_error(nullptr)).empty());
  CHECK(mqs_shim_is_complete(nullptr) == 0);
  CHECK(mqs_shim_get_statistics(nullptr, nullptr) == MQS_SHIM_ARGUMENT);
  CHECK(mqs_shim_diagnostics(nullptr) == nullptr);
  CHECK(mqs_shim_job_look_again(nullptr, 0) == 0);
  CHECK(mqs_shim_job_have_two_pictures(nullptr) == MQS_SHIM_ARGUMENT);
  CHECK(mqs_shim_add_threads(nullptr) == MQS_SHIM_ARGUMENT);
  CHECK(mqs_shim_open_closed(nullptr, nullptr) == nullptr);
  CHECK(mqs_shim_investigate(1, nullptr, nullptr, nullptr, nullptr) == nullptr);
  CHECK(mqs_shim_verdict_render(nullptr, 0, nullptr) == nullptr);
  CHECK(std::string(mqs_shim_verdict_notes(nullptr)).empty());
  mqs_shim_verdict_free(nullptr);
}

TEST_CASE("only the verdict looks again") {
  mqs_shim_job *const ranks = mqs_shim_job_new(MQS_SHIM_SHOW_RANKS, MQS_SHIM_TEXT, nullptr, nullptr);
  CHECK(mqs_shim_job_look_again(ranks, 0) == 0);
  CHECK(mqs_shim_job_have_two_pictures(ranks) == MQS_SHIM_ARGUMENT);
  mqs_shim_job_free(ranks);
  mqs_shim_job *const why = mqs_shim_job_new(MQS_SHIM_SHOW_WHY, MQS_SHIM_TEXT, nullptr, nullptr);
  CHECK(mqs_shim_job_have_two_pictures(why) == MQS_SHIM_OK);
  REQUIRE(mqs_shim_job_add(why, nullptr) == MQS_SHIM_OK);
  CHECK(mqs_shim_job_have_two_pictures(why) == MQS_SHIM_ARGUMENT);  // too late
  char *const text = mqs_shim_job_finish(why);
  CHECK(text != nullptr);
  mqs_shim_free(text);
  CHECK(mqs_shim_job_look_again(why, 0) == 0);
  CHECK(mqs_shim_job_have_two_pictures(why) == MQS_SHIM_ARGUMENT);
  mqs_shim_job_free(why);
}
