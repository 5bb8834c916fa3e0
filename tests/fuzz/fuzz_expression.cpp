// What users type: handles, and sets of ranks.
//
// Input: which of them, the kind of handle, then the text.

#include <array>

#include "mqs_shim/render/rank_set.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/image_target.h"

namespace {

// One session for all inputs: nothing that is typed changes what the next one finds.
mqs_shim::Session &session() {
  static const fuzz::Image image(FUZZ_IMAGE);
  static fuzz::ImageTarget target(image, {});
  static const auto plugin = mqs_shim::Plugin::load(FUZZ_PLUGIN);
  if (!plugin) fuzz::fail("the plugin cannot be loaded", plugin.error().message);
  static const auto opened = mqs_shim::Session::open(**plugin, target);
  if (!opened) fuzz::fail("the image cannot be read", opened.error().message);
  return **opened;
}

void show(mpidbg_handle_kind_t kind, const std::string &expression) {
  mqs_shim::ProcessReport report;
  report.target = "image";
  const auto read = session().read(mqs_shim::questions_of(mqs_shim::Noun::show, {{kind, expression}}), report);
  if (!read && read.error().message.empty()) fuzz::fail("an error without a sentence", expression);
  if (!read) report.error = read.error().message;
  mqs_shim::RenderOptions options;
  options.show_kind = kind;
  const std::array<mqs_shim::ProcessReport, 1> job{report};
  mqs_shim::render(mqs_shim::Noun::show, mqs_shim::Format::text, job, options);
}

void select(const std::string &text) {
  const auto ranks = mqs_shim::RankSet::parse(text);
  if (!ranks && ranks.error().message.empty()) fuzz::fail("an error without a sentence", text);
  if (ranks) ranks->first_beyond(ranks->contains(0) ? 1 : 1000000);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size < 2) return 0;
  const std::string text(reinterpret_cast<const char *>(data + 2), size - 2);
  if (data[0] % 2 == 0) {
    show(static_cast<mpidbg_handle_kind_t>(data[1] % 16), text.substr(0, text.find('\0')));
  } else {
    select(text);
  }
  return 0;
}
