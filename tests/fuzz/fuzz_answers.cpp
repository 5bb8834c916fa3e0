// The debugger's half with a plugin that lies: whatever a plugin answers, there is a report, and its text and JSON.

#include <dlfcn.h>

#include <array>
#include <nlohmann/json.hpp>

#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/shim/fake_target.h"

namespace {

struct PluginInput {
  const std::uint8_t *at;
  std::size_t left;
};

const mqs_shim::Plugin &plugin() {
  static const auto loaded = mqs_shim::Plugin::load(FUZZ_HOSTILE_PLUGIN);
  if (!loaded) fuzz::fail("the plugin cannot be loaded", loaded.error().message);
  return **loaded;
}

PluginInput &plugin_input() {
  void *const library = dlopen(plugin().path().c_str(), RTLD_NOW | RTLD_NOLOAD);
  return *static_cast<PluginInput *>(dlsym(library, "hostile_plugin_input"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static PluginInput &input = plugin_input();
  input = {data, size};
  fake::Target target;
  fake::add_messages(target, 2);
  mqs_shim::SessionOptions options;
  options.operation_bytes = 1000 * sizeof(mqs_shim::Operation);
  options.communicator_bytes = 1000 * sizeof(mqs_shim::CommunicatorRecord);
  const auto session = mqs_shim::Session::open(plugin(), target, options);
  if (!session) return 0;
  mqs_shim::ProcessReport report;
  report.target = "fake";
  const auto read = (*session)->read(mqs_shim::questions_of(mqs_shim::Noun::queues), report);
  if (!read) report.error = read.error().message;
  const std::array<mqs_shim::ProcessReport, 1> job{report};
  mqs_shim::render(mqs_shim::Noun::queues, mqs_shim::Format::text, job, {});
  const std::string json = mqs_shim::render(mqs_shim::Noun::queues, mqs_shim::Format::json, job, {});
  if (!nlohmann::json::accept(json)) fuzz::fail("the output is not JSON", json);
  return 0;
}
