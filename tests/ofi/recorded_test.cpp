// Recorded processes of each provider: what they said of themselves is read of them. With a page of their memory
// zeroed, nothing is said that is not true. With the structs of other versions, nothing is believed.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <tuple>

#include "mpidbg/layout/profile.h"
#include "tests/images/image.h"
#include "tests/ofi/ofi_process.h"

using images::Image;
using mpidbg::Address;
using ofi_test::OfiProcess;
using ofi_test::Said;

namespace {

struct Recorded {
  const char *name;
  const char *provider;
  std::vector<std::string> more;  // the lines about the whole
  bool keeps_sources = true;
};

const std::string stalled =
    "unseen: libfabric keeps a limited number of messages of each process, and more may wait behind those of 1 process";
std::vector<std::string> not_read(const std::string &provider) {
  return {"problem: matched receives of the provider " + provider + " are not read",
          "problem: sends of the provider " + provider + " are not read"};
}

const Recorded recordings[] = {{"rxm-1.17.0", "ofi_rxm", {}},
                               {"rxm-2.1.0", "ofi_rxm", {}},
                               {"net-1.17.0", "net", {stalled}},
                               {"tcp-2.1.0", "tcp", {}},
                               {"tcp_stalled-2.1.0", "tcp", {stalled}},
                               {"shm-1.17.0", "shm", {"nothing on its way"}},
                               {"shm-2.1.0", "shm", {"nothing on its way"}},
                               {"psm3-2.1.0", "psm3", {}},
                               {"sm2-2.1.0", "sm2", not_read("sm2")},
                               {"lnx-2.1.0", "lnx", not_read("lnx"), false}};

struct Process {
  explicit Process(const std::string &name) : image(Image::recorded(TESTS_DIRECTORY "/ofi/data/" + name)) {
    std::ifstream file(TESTS_DIRECTORY "/ofi/data/" + name + ".json");
    const nlohmann::json facts = nlohmann::json::parse(file);
    endpoint = Address(facts["endpoint"].get<std::uint64_t>());
    for (const auto &context : facts["contexts"]) contexts.emplace_back(context.get<std::uint64_t>());
    std::ifstream said(TESTS_DIRECTORY "/ofi/data/" + name + ".facts");
    for (std::string line; std::getline(said, line);) truth.push_back(line);
    process.functions = image.symbols;
    process.read = [this](Address address, std::span<std::byte> bytes) { return read(address, bytes); };
    for (const auto &[begin, bytes] : image.segments) {
      for (std::size_t at = 0; at < bytes.size(); at += images::page_size) pages.push_back(begin + at);
    }
  }
  Process(const Process &) = delete;
  Process &operator=(const Process &) = delete;

  std::size_t read(Address address, std::span<std::byte> bytes) const {
    const std::size_t got = image.read(address, bytes);
    const std::uint64_t begin = std::max(zeroed, address.value());
    const std::uint64_t end = std::min(zeroed + images::page_size, address.value() + got);
    if (zeroed != 0 && begin < end) {
      std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(begin - address.value()), end - begin, std::byte{});
    }
    return got;
  }
  Said say() const { return ofi_test::say_of_endpoint(process, endpoint, contexts); }

  const Image image;
  Address endpoint{};
  std::vector<Address> contexts;
  std::vector<std::string> truth;
  std::vector<std::uint64_t> pages;
  std::uint64_t zeroed = 0;  // the address of a page; 0: none
  OfiProcess process;
};

bool is_problem(const std::string &line) {
  return line.starts_with("problem: ");
}

// The order of receives is known, and that of the messages of one process.
std::vector<std::string> in_known_order(std::vector<std::string> lines) {
  std::stable_sort(lines.begin(), lines.end(), [](const std::string &a, const std::string &b) {
    const auto key = [](const std::string &line) {
      return std::tuple(line.substr(0, line.find(' ')), line.find("source 2") != std::string::npos,
                        line.find("source unknown") == std::string::npos ? "" : line);
    };
    return key(a) < key(b);
  });
  return lines;
}

// Returns what is said beyond the truth, or what is lacking without a problem; empty if all is well. A table of the
// queues of receives by process shows nothing of a queue that is lost: the requests of the MPI library do.
std::string fault(const Said &whole, const Said &said) {
  if (is_problem(said.provider)) return {};
  const auto has = [](const Said &all, const std::string &line) {
    return std::find(all.lines.begin(), all.lines.end(), line) != all.lines.end();
  };
  bool says_so = false;
  for (const std::string &line : said.lines) {
    if (has(whole, line)) continue;
    if (!is_problem(line)) return "says " + line;
    says_so = true;
  }
  for (const std::string &line : whole.lines) {
    const bool is_of_process = line.starts_with("posted ") && line.find("source any") == std::string::npos;
    if (!says_so && !is_of_process && !has(said, line)) return "lacks " + line;
  }
  return {};
}

}  // namespace

TEST_CASE("what recorded processes said of themselves is read of them, and nothing else") {
  for (const Recorded &recording : recordings) {
    CAPTURE(recording.name);
    const Process process(recording.name);
    const Said said = process.say();
    CHECK(said.provider == recording.provider);
    std::vector<std::string> truth = process.truth;
    if (!recording.keeps_sources) {
      for (std::string &line : truth) {
        if (line.starts_with("message ")) line.replace(line.find("source ") + 7, 1, "unknown");
      }
    }
    truth.insert(truth.end(), recording.more.begin(), recording.more.end());
    CHECK(in_known_order(said.lines) == in_known_order(truth));
  }
}

TEST_CASE("with a page of zeros, nothing untrue is said of a recorded process") {
  for (const Recorded &recording : recordings) {
    Process process(recording.name);
    const Said whole = process.say();
    // The pools of rxm have thousands of pages with one header each.
    const std::size_t stride = process.pages.size() > 1000 ? 13 : 1;
    for (std::size_t i = 0; i < process.pages.size(); i += stride) {
      const std::uint64_t page = process.zeroed = process.pages[i];
      const std::string found = fault(whole, process.say());
      CHECK_MESSAGE(found.empty(), recording.name, ": page ", page, " ", found);
    }
  }
}

TEST_CASE("with the structs of another version, nothing untrue is said of a recorded process") {
  for (const Recorded &recording : recordings) {
    const Process process(recording.name);
    const Said whole = process.say();
    int refused = 0;
    for (const mpidbg::layout::Profile *profile : mpidbg::layout::profile_collection().profiles) {
      if (profile->library != "libfabric") continue;
      const Said said = ofi_test::say_of_endpoint(process.process, process.endpoint, process.contexts, profile);
      const std::string found = fault(whole, said);
      CHECK_MESSAGE(found.empty(), recording.name, " by ", profile->name, " ", found);
      refused += static_cast<int>(is_problem(said.provider));
    }
    CHECK_MESSAGE(refused > 0, recording.name);
  }
}
