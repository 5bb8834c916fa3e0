#pragma once
// A conversation with a plugin whose functions a test writes, about a fake process that is set up for handle queries.
// The plugin has the functions that the test puts into `call` and lacks all others; errors are worded "error N".

#include <cstdint>
#include <memory>
#include <optional>

#include "fake_target.h"
#include "mqs_shim/session/conversation.h"
#include "test_paths.h"

namespace fake {

struct TargetWithClock : mqs_shim::FakeTarget {
  using FakeTarget::FakeTarget;
  std::optional<std::int64_t> monotonic_now() override { return now; }
  std::optional<std::int64_t> now;
};

struct ScriptedPlugin {
  explicit ScriptedPlugin(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little)
      : target(pointer_size, order) {}

  TargetWithClock target;
  // Whose path and dialect the conversation has.
  const std::unique_ptr<mqs_shim::Plugin> plugin = std::move(mqs_shim::Plugin::load(plugin_path("extended"))).value();
  mqs_image_ image{target, plugin->dialect()};
  mqs_process_ process{image, mqs_shim::PageCache::small_capacity};
  mqs_shim::PluginFunctions call;
  mqs_shim::Conversation talk{*plugin, call, image, process, true};
};

}  // namespace fake
