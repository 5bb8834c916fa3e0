// Makes the image of a process for fuzz_image.cpp from a core file:
//
//     make_image PLUGIN CORE NAME
//
// asks the plugin everything about the core file without debug information, and writes the pages that were read to
// NAME.core.zst and the symbols that were found to NAME.symbols.json.

#include <zstd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "corefile/process/process.h"
#include "corefile/targets/process_target.h"
#include "mqs_shim/session/session.h"
#include "tests/corefile/core_builder.h"

namespace {

using mpidbg::Address;

constexpr std::uint64_t page = 4096;

class RecordingTarget : public mqs_shim::Target {
 public:
  explicit RecordingTarget(mqs_shim::Target &target) : target_(target) {}

  unsigned pointer_size() const override { return target_.pointer_size(); }
  mpidbg::ByteOrder byte_order() const override { return target_.byte_order(); }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) override {
    const std::size_t got = target_.read_up_to(address, buffer, size);
    for (std::uint64_t at = address.value() / page; got != 0 && at <= (address.value() + got - 1) / page; ++at)
      pages.insert(at);
    return got;
  }
  std::optional<Address> find_symbol(const std::string &name, mqs_shim::SymbolKind kind) override {
    const auto found = target_.find_symbol(name, kind);
    if (found) symbols[name] = found->value();
    return found;
  }
  const mqs_shim::TargetType *find_type(const std::string &) override { return nullptr; }
  std::optional<int> world_rank() override { return std::nullopt; }
  std::string build_id_of(const std::string &) override { return {}; }

  std::set<std::uint64_t> pages;
  nlohmann::json symbols;

 private:
  mqs_shim::Target &target_;
};

[[noreturn]] void fail(const std::string &reason) {
  std::fprintf(stderr, "make_image: %s\n", reason.c_str());
  std::exit(1);
}

void ask_everything(const std::string &path, RecordingTarget &target) {
  const auto plugin = mqs_shim::Plugin::load(path);
  if (!plugin) fail(plugin.error().message);
  const auto session = mqs_shim::Session::open(**plugin, target);
  if (!session) fail(session.error().message);
  for (int noun = 0; noun <= static_cast<int>(mqs_shim::last_noun); ++noun) {
    mqs_shim::ProcessReport report;
    std::optional<mqs_shim::Questions::Object> object;
    if (static_cast<mqs_shim::Noun>(noun) == mqs_shim::Noun::show) object = {{MPIDBG_KIND_COMM, "MPI_COMM_WORLD"}};
    const auto read = (*session)->read(mqs_shim::questions_of(static_cast<mqs_shim::Noun>(noun), object), report);
    if (!read) fail(read.error().message);
  }
}

void write_core(const corefile::Process &process, const std::set<std::uint64_t> &pages, const std::string &path) {
  corefile_test::CoreBuilder builder;
  for (const std::uint64_t number : pages) {
    std::string bytes(page, '\0');
    if (process.read_up_to(Address(number * page), bytes.data(), page) == page) builder.memory(number * page, bytes);
  }
  const std::string core = builder.bytes();
  std::string packed(ZSTD_compressBound(core.size()), '\0');
  constexpr int level = 19;
  packed.resize(ZSTD_compress(packed.data(), packed.size(), core.data(), core.size(), level));
  std::ofstream(path, std::ios::binary) << packed;
  std::printf("%zu pages, %zu bytes compressed\n", pages.size(), packed.size());
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 4) fail("usage: make_image PLUGIN CORE NAME");
  const auto process = corefile::open_core_file(argv[2], {});
  if (!process) fail(process.error().message);
  if ((*process)->pointer_size() != 8) fail("only of x86-64");
  corefile::ProcessTarget memory(**process);
  RecordingTarget target(memory);
  ask_everything(argv[1], target);
  write_core(**process, target.pages, std::string(argv[3]) + ".core.zst");
  std::ofstream(std::string(argv[3]) + ".symbols.json") << target.symbols.dump(1) << '\n';
}
