// A process whose memory is damaged at a few places, asked for everything of one kind: the plugin reads it, the
// debugger's half collects it, and one of the outputs is written. fuzz::image_path says which process.
//
// Input: the noun; the kind of object for `show` (4 bits), the options and the output; then 5 bytes for each damage
// (image_target.h).

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/image_target.h"

namespace {

using mpidbg::Address;

constexpr std::size_t most_damages = 16, damage_bytes = 5, head_bytes = 2;

const mqs_shim::Plugin &plugin() {
  static const auto loaded = mqs_shim::Plugin::load(FUZZ_PLUGIN);
  if (!loaded) fuzz::fail("the plugin cannot be loaded", loaded.error().message);
  return **loaded;
}

std::vector<fuzz::Damage> damages_of(std::span<const std::uint8_t> input) {
  std::vector<fuzz::Damage> damages;
  for (; input.size() >= damage_bytes && damages.size() < most_damages; input = input.subspan(damage_bytes)) {
    damages.push_back(
        {static_cast<std::uint16_t>(input[0] | input[1] << 8), static_cast<std::int8_t>(input[2]), input[3], input[4]});
  }
  return damages;
}

// Each of the few that cost as much as all others together is asked for by one of the 256 values.
mqs_shim::Noun noun_of(std::uint8_t value) {
  using mqs_shim::Noun;
  constexpr std::array costly{Noun::handles, Noun::cvars, Noun::categories};
  constexpr unsigned nouns = static_cast<unsigned>(mqs_shim::last_noun) + 1;
  const auto noun = static_cast<Noun>(value % nouns);
  const bool is_costly = std::find(costly.begin(), costly.end(), noun) != costly.end();
  return is_costly && value >= nouns ? Noun::queues : noun;
}

void write(mqs_shim::Noun noun, const mqs_shim::ProcessReport &report, std::uint8_t how) {
  using mqs_shim::Format, mqs_shim::Noun;
  const std::array<mqs_shim::ProcessReport, 1> job{report};
  mqs_shim::RenderOptions options;
  options.all = (how & 0x10) != 0;
  options.verbose = (how & 0x20) != 0;
  if ((how & 0x40) != 0) {
    const std::string json = mqs_shim::render(noun, Format::json, job, options);
    if (!nlohmann::json::accept(json)) fuzz::fail("the output is not JSON", json);
  } else {
    const bool has_graph = noun == Noun::why || noun == Noun::stacks;
    mqs_shim::render(noun, has_graph && (how & 0x80) != 0 ? Format::dot : Format::text, job, options);
  }
}

void look(const fuzz::Image &image, std::span<const std::uint8_t> input) {
  using mqs_shim::Noun;
  const Noun noun = noun_of(input[0]);
  fuzz::ImageTarget target(image, damages_of(input.subspan(head_bytes)));
  mqs_shim::ProcessReport report;
  report.target = "image";
  const auto session = mqs_shim::Session::open(plugin(), target);
  if (!session) return;
  std::optional<mqs_shim::Questions::Object> object;
  if (noun == Noun::show) object = {{MPIDBG_KIND_COMM, "MPI_COMM_WORLD"}};
  if (const auto read = (*session)->read(mqs_shim::questions_of(noun, object), report); !read)
    report.error = read.error().message;
  if (noun == Noun::show && !image.places().empty()) {
    const auto kind = static_cast<mpidbg_handle_kind_t>(input[1] % 16);
    const Address handle = image.places()[input[1] * 251U % image.places().size()];
    const auto shown = (*session)->look_at(kind, Address(image.number_at(handle, image.pointer_size())), report);
    if (!shown) report.error = shown.error().message;
  }
  write(noun, report, input[1]);
}

// One that is not read undamaged would test nothing.
const fuzz::Image &image() {
  static const fuzz::Image loaded(fuzz::image_path);
  static const bool is_read = [] {
    fuzz::ImageTarget target(loaded, {});
    const auto session = mqs_shim::Session::open(plugin(), target);
    if (!session) fuzz::fail("the image cannot be read", session.error().message);
    mqs_shim::ProcessReport report;
    const auto read = (*session)->read(mqs_shim::questions_of(mqs_shim::Noun::handles), report);
    if (!read) fuzz::fail("the image cannot be read", read.error().message);
    return !report.communicators.empty();
  }();
  if (!is_read) fuzz::fail("the image has no communicators", fuzz::image_path);
  return loaded;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size < head_bytes) return 0;
  look(image(), {data, size});
  return 0;
}
