// How a plugin is set up for a process, what it is lent, and how a refusal is worded.

#include "mqs_shim/session/attachment.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "scripted_plugin.h"

using namespace mqs_shim;

namespace {

// What the functions below answer, and what was done and undone.
struct Script {
  std::string failing;  // a function, whose result is `code`
  int code = mqs_first_user_code;
  const char *message = nullptr;
  int recorder_alone = 0;
  int process_query = MPIDBG_SUCCESS;
  std::string calls;
  std::vector<std::vector<std::pair<mqs_taddr_t, mqs_taddr_t>>> lent;
} script;

int did(const std::string &function) {
  script.calls += function + " ";
  return script.failing == function ? script.code : mqs_ok;
}

struct Target : fake::Target {
  std::vector<AddressRange> memory;
  std::vector<AddressRange> private_memory() override { return memory; }
};

// A plugin whose functions are those of the test.
struct Scripted {
  explicit Scripted(const std::string &name) : plugin(std::move(Plugin::load(plugin_path(name))).value()) {
    script = {};
    call.mqs_setup_image = [](mqs_image *image, const mqs_image_callbacks *) {
      basic_callbacks().mqs_put_image_info_fp(image, reinterpret_cast<mqs_image_info *>(&script));
      return did("setup_image");
    };
    call.mqs_image_has_queues = [](mqs_image *, char **message) {
      *message = const_cast<char *>(script.message);
      return did("image_has_queues");
    };
    call.mqs_setup_process = [](mqs_process *process, const mqs_process_callbacks *) {
      basic_callbacks().mqs_put_process_info_fp(process, reinterpret_cast<mqs_process_info *>(&script));
      return did("setup_process");
    };
    call.mqs_process_has_queues = [](mqs_process *, char **message) {
      CHECK(*message == nullptr);
      *message = const_cast<char *>(script.message);
      return did("process_has_queues");
    };
    call.mqs_destroy_image_info = [](mqs_image_info *) { did("-image"); };
    call.mqs_destroy_process_info = [](mqs_process_info *) { did("-process"); };
    call.mpidbg_process_query = [](mqs_process *, mpidbg_process_info_t *info) {
      CHECK(info->struct_size == sizeof *info);
      info->recorder_alone = script.recorder_alone;
      return script.process_query;
    };
    call.mpidbg_init_once = [](const mqs_basic_callbacks *) { return did("init_once"); };
    call.mpidbg_init_per_image = [](mqs_image *, const mqs_image_callbacks *, mpidbg_handle_info_t *) {
      return did("init_image");
    };
    call.mpidbg_init_per_process = [](mqs_process *, const mqs_process_callbacks *, mpidbg_handle_info_t *) {
      return did("init_process");
    };
    call.mpidbg_finalize_per_image = [](mqs_image *, mqs_image_info *) { did("-handle_image"); };
    call.mpidbg_finalize_per_process = [](mqs_process *, mqs_process_info *) { did("-handle_process"); };
    call.mpidbg_set_memory_ranges = [](mqs_process *, int count, const mpidbg_memory_range_t *ranges) {
      auto &lent = script.lent.emplace_back();
      for (int i = 0; i < count; ++i) lent.emplace_back(ranges[i].begin, ranges[i].end);
      return int{MPIDBG_SUCCESS};
    };
  }

  // What happens where the function fails: the calls, undone ones included, or the refusal.
  std::string calls(const std::string &failing = {}, int code = mqs_first_user_code) {
    set_up(failing, code);
    return script.calls;
  }
  std::string refusal(const std::string &failing, int code = mqs_first_user_code, const char *message = nullptr) {
    return set_up(failing, code, message);
  }

  const std::unique_ptr<Plugin> plugin;
  PluginFunctions &call = const_cast<PluginFunctions &>(plugin->functions());
  Target target;
  ErrorCode error{};

 private:
  std::string set_up(const std::string &failing, int code, const char *message = nullptr) {
    script.failing = failing;
    script.code = code;
    script.message = message;
    script.calls.clear();
    SessionOptions options;
    options.image_name = "a.out";
    Attachment attachment(*plugin, target, options);
    const Status status = attachment.set_up();
    if (!status) error = status.error().code;
    return status ? "" : status.error().message;
  }
};

using Lent = std::vector<std::pair<mqs_taddr_t, mqs_taddr_t>>;

}  // namespace

TEST_CASE("what was set up of a plugin is undone in reverse, as far as it came") {
  Scripted extended("extended");
  const std::string all =
      "setup_image image_has_queues setup_process process_has_queues init_once init_image init_process ";
  CHECK(extended.calls() == all + "-handle_process -process -handle_image -image ");
  CHECK(extended.calls("setup_image") == "setup_image ");
  CHECK(extended.calls("setup_process") == "setup_image image_has_queues setup_process -image ");
  CHECK(extended.calls("init_once") ==
        "setup_image image_has_queues setup_process process_has_queues init_once -process -image ");
  CHECK(extended.calls("init_image") ==
        "setup_image image_has_queues setup_process process_has_queues init_once init_image -process -image ");
  CHECK(extended.calls("init_process") == all + "-process -handle_image -image ");
  // A program that only its recorder knows: its image says nothing of MPI.
  script.recorder_alone = 1;
  CHECK(extended.calls("image_has_queues") == all + "-handle_process -process -handle_image -image ");
  CHECK(extended.calls("init_image") == all + "-handle_process -process -image ");
  script.process_query = MPIDBG_ERR_UNAVAILABLE;
  CHECK(extended.calls("init_image") ==
        "setup_image image_has_queues setup_process process_has_queues init_once init_image -process -image ");
  CHECK(extended.calls("process_has_queues") ==
        "setup_image image_has_queues setup_process process_has_queues -process -image ");
  script.process_query = MPIDBG_SUCCESS;
  CHECK(extended.calls("process_has_queues") == all + "-handle_process -process -handle_image -image ");
  extended.call.mpidbg_finalize_per_process = nullptr;
  extended.call.mpidbg_finalize_per_image = nullptr;
  CHECK(extended.calls() == all + "-process -image ");

  Scripted plain("plain");  // is not set up for handles
  CHECK(plain.calls() == "setup_image image_has_queues setup_process process_has_queues -process -image ");
  CHECK(plain.calls("image_has_queues") == "setup_image image_has_queues -image ");
  CHECK(plain.calls("process_has_queues") ==
        "setup_image image_has_queues setup_process process_has_queues -process -image ");
}

TEST_CASE("a refusal has the plugin's message and reason, and the program's name, each once") {
  Scripted plain("plain");
  constexpr int missing = 101;  // "a symbol is missing"
  CHECK(plain.refusal("") == "");
  CHECK(plain.refusal("setup_image", missing) == "the plugin cannot inspect a.out: a symbol is missing");
  CHECK(plain.error == ErrorCode::unavailable);
  for (const char *stage : {"image_has_queues", "process_has_queues"}) {
    CHECK(plain.refusal(stage, missing, "%s has no queues") == "a.out has no queues (a symbol is missing)");
    CHECK(plain.refusal(stage, missing, "in %s a symbol is missing") == "in a.out a symbol is missing");
    CHECK(plain.refusal(stage, missing, "no queues") ==
          "the plugin cannot inspect a.out: no queues (a symbol is missing)");
  }
  plain.refusal("image_has_queues", mqs_no_information);
  CHECK(plain.error == ErrorCode::not_supported);
  // A message of the image is not one of the process.
  CHECK(plain.refusal("setup_process", missing, "%s has no queues") ==
        "the plugin cannot inspect a.out: a symbol is missing");

  // The type that is missing, of a plain plugin, unless the message has it.
  const auto setup = [](mqs_image *image, const mqs_image_callbacks *call) {
    CHECK(call->mqs_find_type_fp(image, const_cast<char *>("one_t"), mqs_lang_c) == nullptr);
    CHECK(call->mqs_find_type_fp(image, const_cast<char *>("other_t"), mqs_lang_c) == nullptr);
    return int{mqs_ok};
  };
  plain.call.mqs_setup_image = setup;
  CHECK(plain.refusal("image_has_queues", missing) ==
        "the plugin cannot inspect a.out: a symbol is missing; the type one_t is not known");
  CHECK(plain.refusal("image_has_queues", missing, "%s lacks one_t") == "a.out lacks one_t (a symbol is missing)");
  Scripted extended("extended");
  extended.call.mqs_setup_image = setup;
  CHECK(extended.refusal("setup_process") == "the plugin cannot inspect a.out: user code");
}

TEST_CASE("why handles cannot be queried") {
  Scripted scripted("extended");
  const auto why = [&](const std::string &failing = {}) {
    script.failing.clear();
    Attachment attachment(*scripted.plugin, scripted.target, {});
    script.failing = "init_process";
    script.code = MPIDBG_ERR_NOT_FOUND;
    REQUIRE(attachment.set_up().ok());
    script.failing = failing;
    const std::string reason = attachment.set_up_handles();
    CHECK(attachment.talk.handles_ready == reason.empty());
    if (reason.empty()) CHECK(attachment.set_up_handles().empty());
    return reason;
  };
  CHECK(why() == "");
  CHECK(why("init_process") == "no such object");
  const auto lacks = [&](auto &function) {
    const auto kept = std::exchange(function, nullptr);
    CHECK(why() == "the plugin has no handle queries");
    function = kept;
  };
  lacks(scripted.call.mpidbg_init_once);
  lacks(scripted.call.mpidbg_init_per_image);
  lacks(scripted.call.mpidbg_init_per_process);
}

TEST_CASE("a plugin is lent memory once, words as ranges, and never an empty list for words") {
  Scripted scripted("extended");
  const AddressRange heap{Address(0x1000), Address(0x9000)}, arena{Address(0x20000), Address(0x21000)};
  scripted.target.memory = {heap, arena};
  Attachment attachment(*scripted.plugin, scripted.target, {});
  REQUIRE(attachment.set_up().ok());
  const Lent all = {{0x1000, 0x9000}, {0x20000, 0x21000}};
  CHECK(script.lent == std::vector<Lent>{all});
  attachment.lend_memory_ranges();
  CHECK(script.lent.size() == 1);  // they are the same
  attachment.forget_lent();
  attachment.lend_memory_ranges();
  CHECK(script.lent == std::vector<Lent>{all, all});

  const auto words = [&](const std::vector<std::uint64_t> &values) {
    script.lent.clear();
    attachment.forget_lent();
    std::vector<Address> addresses;
    addresses.reserve(values.size());
    for (const std::uint64_t value : values) addresses.emplace_back(value);
    attachment.lend_words(addresses);
    return script.lent.at(0);
  };
  constexpr std::uint64_t last = UINT64_MAX - 7;  // its end could not be written down
  CHECK(words({0x5000, 0x5004, 0x5010, last - 8, last}) == Lent{{0x5000, 0x5008}, {0x5010, 0x5018}, {last - 8, last}});
  CHECK(words({}) == Lent{{0x1000, 0x1008}});
  CHECK(words({0x5001}) == Lent{{0x1000, 0x1008}});
  scripted.target.memory = {{Address(0x3000), Address(0x3004)}};
  attachment.lend_memory_ranges();
  CHECK(words({}) == Lent{{0x3000, 0x3004}});
  scripted.target.memory.clear();
  Attachment blind(*scripted.plugin, scripted.target, {});
  blind.lend_words({});
  CHECK(script.lent.back().empty());
  const std::size_t times = script.lent.size();
  scripted.call.mpidbg_set_memory_ranges = nullptr;
  attachment.forget_lent();
  attachment.lend_memory_ranges();
  CHECK(script.lent.size() == times);
}
