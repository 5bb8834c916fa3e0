#include "tests/golden/damaged_fields.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <map>

#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "tests/fakes/open_mpi_target.h"
#include "tests/fakes/random_rounds.h"
#include "tests/golden/outcomes.h"

namespace damaged {

using mqs_shim::Noun;

namespace {

struct Answer {
  std::string text;  // JSON
  bool complete = false;
  std::string limit;  // why it is not
};

struct Answers {
  std::map<Noun, Answer> of;
};

class HostMemory final : public fakes::HostTarget {
 public:
  explicit HostMemory(fakes::FakeHost &host) : HostTarget(host) {}
};

mqs_shim::Plugin &plugin() {
  static auto loaded = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(loaded.ok(), loaded.error().message);
  return **loaded;
}

Answers ask(fakes::FakeHost &host) {
  Answers answers;
  HostMemory target(host);
  auto session = mqs_shim::Session::open(plugin(), target);
  for (const Noun noun : {Noun::comms, Noun::queues, Noun::requests}) {
    Answer &answer = answers.of[noun];
    if (!session.ok()) {
      answer.limit = session.error().message;
      continue;
    }
    mqs_shim::ProcessReport report;
    const auto read = (*session)->read(mqs_shim::questions_of(noun), report);
    answer.limit = mqs_shim::first_limit(report, noun);
    answer.complete = read.ok() && answer.limit.empty();
    answer.text = render(noun, mqs_shim::Format::json, {&report, 1}, {});
  }
  return answers;
}

// How many operations and requests an answer has.
std::size_t rows(const std::string &text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("\"tag\":"); at != std::string::npos; at = text.find("\"tag\":", at + 1)) ++count;
  return count;
}

std::vector<std::uint64_t> damages(const fakes::FakeMemory &memory, const Field &field,
                                   const std::vector<Address> &elsewhere) {
  const std::uint64_t value = memory.read_integer(field.at, field.width);
  const std::uint64_t all = field.width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << field.width * 8) - 1;
  std::set<std::uint64_t> values{0, all};
  for (const unsigned bit : {0u, 1u, 2u, 4u, 9u, 15u, 28u, 31u, 33u, 47u, 62u, 63u}) {
    if (bit < field.width * 8) values.insert(value ^ std::uint64_t{1} << bit);
  }
  for (const Address other : elsewhere) values.insert(other.value() & all);
  values.erase(value);
  return {values.begin(), values.end()};
}

const char *name_of(Noun noun) {
  return noun == Noun::comms ? "comms" : noun == Noun::queues ? "queues" : "requests";
}

}  // namespace

void check(fakes::FakeHost &host, const Fields &fields, const std::vector<Address> &elsewhere,
           const Tolerance &tolerance, const std::set<Noun> &nouns, const std::string &name) {
  fakes::FakeMemory &memory = host.memory;
  const Answers whole = ask(host);
  for (const auto &each : whole.of) REQUIRE_MESSAGE(each.second.complete, each.second.text);
  std::size_t damaged = 0;
  std::map<std::string, std::string> silent;
  std::map<std::string, int> counts;
  golden::Outcomes outcomes;
  std::set<std::string> vague;  // problems that name no place
  for (std::size_t i = 0; i < fields.all().size(); i += fakes::damage_stride) {
    const Field &field = fields.all()[i];
    const std::uint64_t value = memory.read_integer(field.at, field.width);
    for (const std::uint64_t other : damages(memory, field, elsewhere)) {
      memory.write_integer(field.at, other, field.width);
      const Answers found = ask(host);
      ++damaged;
      for (const auto &[noun, answer] : found.of) {
        if (!nouns.contains(noun)) continue;
        const Answer &before = whole.of.at(noun);
        using enum golden::Outcomes::Outcome;
        outcomes.add(name_of(noun), field.name,
                     !answer.complete             ? problem
                     : answer.text == before.text ? same
                                                  : another);
        if (!answer.complete && !golden::names_a_place(answer.limit)) vague.insert(answer.limit);
        if (!answer.complete || answer.text == before.text) continue;
        if (tolerance.unconfirmed.contains(field.name)) continue;
        if (tolerance.free_form.contains(field.name) && rows(answer.text) == rows(before.text)) continue;
        const std::string what = std::string(name_of(noun)) + ": " + field.name;
        ++counts[what];
        char text[128];
        std::snprintf(text, sizeof text, "  at 0x%llx: 0x%llx became 0x%llx, rows %zd",
                      static_cast<unsigned long long>(field.at.value()), static_cast<unsigned long long>(value),
                      static_cast<unsigned long long>(other),
                      static_cast<ssize_t>(rows(answer.text)) - static_cast<ssize_t>(rows(before.text)));
        if (counts[what] <= 12) silent[what] += std::string(text) + '\n';
      }
      memory.write_integer(field.at, value, field.width);
    }
  }
  std::string report;
  for (const auto &[what, examples] : silent) report += what + " (" + std::to_string(counts[what]) + ")\n" + examples;
  MESSAGE(damaged << " damages, of " << fields.all().size() << " fields");
  CHECK_MESSAGE(silent.empty(), report);
  for (const std::string &limit : vague) CHECK_MESSAGE(golden::names_a_place(limit), limit);
  outcomes.compare_with(DAMAGE_DIRECTORY, name + ".txt");
}

}  // namespace damaged
