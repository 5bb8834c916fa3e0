// A caller that was compiled against version 3 of mqs_shim.h: its structs, as they were then, in today's library. The
// structs below never change; when the header grows, a file like this one for the new version joins it.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "fake_target.h"
#include "mqs_shim/mqs_shim.h"
#include "test_paths.h"

namespace version_3 {

struct target {
  std::uint32_t struct_size;
  std::uint32_t pointer_size;
  std::int32_t big_endian;
  std::int32_t world_rank;
  std::int64_t pid;
  const char *name;
  const char *host;
  void *context;
  std::size_t (*read)(void *context, std::uint64_t address, void *buffer, std::size_t size);
  int (*find_symbol)(void *context, const char *name, int is_function, std::uint64_t *address);
  int (*find_type)(void *context, const char *name, std::uint64_t *size);
  std::int64_t (*field_offset)(void *context, const char *type, const char *field);
  int (*build_id_of)(void *context, const char *symbol, char *buffer, std::size_t size);
  int (*private_memory)(void *context, std::size_t index, std::uint64_t *begin, std::uint64_t *end);
  int (*symbol_at)(void *context, std::uint64_t address, char *buffer, std::size_t size);
};

struct options {
  std::uint32_t struct_size;
  std::uint32_t tells_of_moves;
  const char *plugin;
  const char *plugin_safe_path;
  const char *image_name;
};

struct render_options {
  std::uint32_t struct_size;
  std::int32_t all;
  std::int32_t verbose;
  std::int32_t color;
  const char *communicator;
  const char *ranks;
  std::int32_t has_tag;
  std::int32_t tag;
};

struct statistics {
  std::uint32_t struct_size;
  std::uint32_t reserved;
  std::uint64_t reads;
  std::uint64_t hits;
  std::uint64_t round_trips;
  std::uint64_t bytes;
  std::uint64_t live_allocations;
};

struct frame {
  const char *function;
  std::uint64_t stack_pointer;
};

struct thread {
  std::uint32_t struct_size;
  std::uint32_t frame_count;
  const frame *frames;
  std::uint32_t register_count;
  std::uint32_t reserved;
  const std::uint64_t *registers;
};

static_assert(sizeof(void *) != 8 || sizeof(target) == 104);
static_assert(sizeof(void *) != 8 || sizeof(options) == 32);
static_assert(sizeof(void *) != 8 || sizeof(render_options) == 40);
static_assert(sizeof(statistics) == 48);
static_assert(sizeof(void *) != 8 || sizeof(frame) == 16);
static_assert(sizeof(void *) != 8 || sizeof(thread) == 32);

}  // namespace version_3

// Members are only appended: all that version 3 has is where it was.
#define SAME_PLACE(type, member)                                                          \
  static_assert(offsetof(mqs_shim_##type, member) == offsetof(version_3::type, member) && \
                sizeof(mqs_shim_##type::member) == sizeof(version_3::type::member))
SAME_PLACE(target, struct_size);
SAME_PLACE(target, pointer_size);
SAME_PLACE(target, big_endian);
SAME_PLACE(target, world_rank);
SAME_PLACE(target, pid);
SAME_PLACE(target, name);
SAME_PLACE(target, host);
SAME_PLACE(target, context);
SAME_PLACE(target, read);
SAME_PLACE(target, find_symbol);
SAME_PLACE(target, find_type);
SAME_PLACE(target, field_offset);
SAME_PLACE(target, build_id_of);
SAME_PLACE(target, private_memory);
SAME_PLACE(target, symbol_at);
SAME_PLACE(options, struct_size);
SAME_PLACE(options, tells_of_moves);
SAME_PLACE(options, plugin);
SAME_PLACE(options, plugin_safe_path);
SAME_PLACE(options, image_name);
SAME_PLACE(render_options, struct_size);
SAME_PLACE(render_options, all);
SAME_PLACE(render_options, verbose);
SAME_PLACE(render_options, color);
SAME_PLACE(render_options, communicator);
SAME_PLACE(render_options, ranks);
SAME_PLACE(render_options, has_tag);
SAME_PLACE(render_options, tag);
SAME_PLACE(statistics, struct_size);
SAME_PLACE(statistics, reads);
SAME_PLACE(statistics, hits);
SAME_PLACE(statistics, round_trips);
SAME_PLACE(statistics, bytes);
SAME_PLACE(statistics, live_allocations);
SAME_PLACE(thread, struct_size);
SAME_PLACE(thread, frame_count);
SAME_PLACE(thread, frames);
SAME_PLACE(thread, register_count);
SAME_PLACE(thread, registers);
#undef SAME_PLACE
// An array of them is passed without a size, unless mqs_shim_thread.frame_size gives it.
static_assert(offsetof(mqs_shim_frame, file) == sizeof(version_3::frame) &&
              offsetof(mqs_shim_frame, stack_pointer) == offsetof(version_3::frame, stack_pointer));

// Numbers that callers were compiled with.
static_assert(MQS_SHIM_OK == 0 && MQS_SHIM_ARGUMENT == 1 && MQS_SHIM_FAILED == 2);
static_assert(MQS_SHIM_COMMUNICATORS == 1 && MQS_SHIM_QUEUES == 2 && MQS_SHIM_GROUPS == 4 && MQS_SHIM_REQUESTS == 8 &&
              MQS_SHIM_ERRHANDLERS == 0x10 && MQS_SHIM_DATATYPES == 0x20 && MQS_SHIM_FILES == 0x40 &&
              MQS_SHIM_INFOS == 0x80 && MQS_SHIM_OPS == 0x100 && MQS_SHIM_WINDOWS == 0x200 &&
              MQS_SHIM_MESSAGES == 0x400 && MQS_SHIM_CVARS == 0x800 && MQS_SHIM_PVARS == 0x1000 &&
              MQS_SHIM_CATEGORIES == 0x2000 && MQS_SHIM_EVENTS == 0x4000 && MQS_SHIM_SOURCES == 0x8000 &&
              MQS_SHIM_FREED == 0x100000 && MQS_SHIM_HISTORY == 0x200000);
static_assert(MQS_SHIM_SHOW_QUEUES == 0 && MQS_SHIM_SHOW_COMMS == 1 && MQS_SHIM_SHOW_GROUPS == 2 &&
              MQS_SHIM_SHOW_RANKS == 3 && MQS_SHIM_SHOW_REQUESTS == 4 && MQS_SHIM_SHOW_ERRHANDLERS == 5 &&
              MQS_SHIM_SHOW_DATATYPES == 6 && MQS_SHIM_SHOW_FILES == 7 && MQS_SHIM_SHOW_INFOS == 8 &&
              MQS_SHIM_SHOW_OPS == 9 && MQS_SHIM_SHOW_WINDOWS == 10 && MQS_SHIM_SHOW_MESSAGES == 11 &&
              MQS_SHIM_SHOW_HANDLES == 12 && MQS_SHIM_SHOW_OBJECT == 13 && MQS_SHIM_SHOW_CVARS == 14 &&
              MQS_SHIM_SHOW_PVARS == 15 && MQS_SHIM_SHOW_CATEGORIES == 16 && MQS_SHIM_SHOW_EVENTS == 17 &&
              MQS_SHIM_SHOW_SOURCES == 18);
static_assert(MQS_SHIM_TEXT == 0 && MQS_SHIM_JSON == 1);

namespace {

// A struct of version 3 at the very end of its memory, so that the sanitizers see a library that reads or writes
// beyond.
template <class Now, class Then>
class Old {
 public:
  explicit Old(const Then &then) : bytes_(sizeof then) { std::memcpy(bytes_.data(), &then, sizeof then); }
  Now *get() { return reinterpret_cast<Now *>(bytes_.data()); }
  Then then() const {
    Then result;
    std::memcpy(&result, bytes_.data(), sizeof result);
    return result;
  }

 private:
  std::vector<unsigned char> bytes_;
};

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

}  // namespace

TEST_CASE("a caller of version 3 is served by today's library") {
  fake::Target fake_target;
  fake::add_messages(fake_target, 3);
  version_3::target target{};
  target.struct_size = sizeof target;
  target.pointer_size = fake_target.pointer_size();
  target.world_rank = 1;
  target.pid = 4151;
  target.name = "pid 4151";
  target.context = &fake_target;
  target.read = read;
  target.find_symbol = find_symbol;
  target.find_type = find_type;
  target.field_offset = field_offset;
  const std::string path = plugin_path("extended");
  version_3::options options{};
  options.struct_size = sizeof options;
  options.plugin = path.c_str();

  char *error = nullptr;
  mqs_shim_session *session = mqs_shim_open(Old<mqs_shim_target, version_3::target>(target).get(),
                                            Old<mqs_shim_options, version_3::options>(options).get(), &error);
  REQUIRE_MESSAGE(session != nullptr, error);
  REQUIRE(mqs_shim_read(session, MQS_SHIM_QUEUES) == MQS_SHIM_OK);

  const version_3::frame frames[] = {{"PMPI_Recv", 0x7020}, {"main", 0x7040}};
  version_3::thread thread{};
  thread.struct_size = sizeof thread;
  thread.frame_count = 2;
  thread.frames = frames;
  CHECK(mqs_shim_set_threads(session, 1, Old<mqs_shim_thread, version_3::thread>(thread).get()) == MQS_SHIM_OK);

  version_3::render_options rendering{};
  rendering.struct_size = sizeof rendering;
  rendering.ranks = "0";
  char *text = mqs_shim_render(session, MQS_SHIM_SHOW_RANKS, MQS_SHIM_TEXT,
                               Old<mqs_shim_render_options, version_3::render_options>(rendering).get());
  REQUIRE_MESSAGE(text != nullptr, mqs_shim_error(session));
  CHECK(std::string(text).empty());  // this is rank 1
  mqs_shim_free(text);

  version_3::statistics empty{};
  empty.struct_size = sizeof empty;
  Old<mqs_shim_statistics, version_3::statistics> statistics(empty);
  REQUIRE(mqs_shim_get_statistics(session, statistics.get()) == MQS_SHIM_OK);
  CHECK(statistics.then().struct_size == sizeof empty);
  CHECK(statistics.then().reads >= 13);
  CHECK(statistics.then().bytes > 0);
  mqs_shim_close(session);
}
