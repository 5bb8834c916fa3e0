// Profiles: what a file must have, and which profile is chosen for a process.

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

#include "mpidbg/layout/openmpi/layouts.h"
#include "mpidbg/layout/profile.h"
#include "mpidbg/layout/resolve.h"

using namespace mpidbg::layout;

namespace {

std::string valid() {
  return R"({"library": "Open MPI", "version": "4.1.4", "architecture": "x86_64", "byte_order": "little",
             "pointer_size": 8, "structs": {"a_t": {"size": 16, "fields": {"x": {"offset": 8, "size": 8}}}}})";
}

std::string replaced(const std::string &from, const std::string &to) {
  std::string text = valid();
  text.replace(text.find(from), from.size(), to);
  return text;
}

std::string error(const std::string &text) {
  const auto profile = parse_profile("p", text);
  return profile ? "no error" : profile.error().message;
}

}  // namespace

TEST_CASE("a profile is read and written") {
  const auto profile = parse_profile("p", valid());
  REQUIRE(profile);
  CHECK(profile->find_struct("a_t")->size == 16);
  CHECK(profile->find_struct("a_t")->fields.at("x").offset == 8);
  CHECK(profile->find_struct("b_t") == nullptr);
  const auto again = parse_profile("p", format_profile(*profile));
  REQUIRE(again);
  CHECK(format_profile(*again) == format_profile(*profile));
}

TEST_CASE("what is no profile says why") {
  CHECK(error("") == "profile p: is not a JSON object");
  CHECK(error("[1]") == "profile p: is not a JSON object");
  CHECK(error("{\"library\": ") == "profile p: is not a JSON object");
  CHECK(error(replaced("\"Open MPI\"", "3")) == "profile p: names no library and version");
  CHECK(error(replaced("little", "middle")) == "profile p: byte_order is neither little nor big");
  CHECK(error(replaced("\"pointer_size\": 8", "\"pointer_size\": 5")) == "profile p: pointer_size is neither 4 nor 8");
  CHECK(error(replaced("\"structs\"", "\"struct\"")) == "profile p: has no structs");
  CHECK(error(replaced("\"size\": 16", "\"size\": 0")) == "profile p: a_t has no believable size");
  CHECK(error(replaced("\"size\": 16", "\"size\": 99999999999")) == "profile p: a_t has no believable size");
  CHECK(error(replaced("\"offset\": 8", "\"offset\": -8")) == "profile p: a_t.x has no believable offset");
  CHECK(error(replaced("\"offset\": 8", "\"offset\": 12")) == "profile p: a_t.x does not lie within its struct");
}

TEST_CASE("the shipped profiles are whole: every described struct resolves from them") {
  int for_64_bits = 0;
  for (const Profile &profile : profile_collection().profiles) {
    if (profile.library != "Open MPI" || profile.architecture != "x86_64") continue;
    ++for_64_bits;
    CHECK(profile.build_id.size() == 40);
    REQUIRE(profile.anchor);
    openmpi::Layouts layouts;
    ProfileSource source(profile);
    layouts.for_each([&](auto &layout) {
      resolve_from(layout, source, LayoutOrigin::profile_by_version, profile.pointer_size);
      CHECK_MESSAGE(layout.resolved(), layout.problem);
    });
  }
  CHECK(for_64_bits == 1);
  CHECK(profile_collection().problems.empty());
}

TEST_CASE("what is embedded is what the files say") {
  const auto &profiles = profile_collection().profiles;
  REQUIRE_FALSE(profiles.empty());
  for (const Profile &profile : profiles) {
    std::ifstream file(std::string(MPIDBG_PROFILES) + "/" + profile.name + ".json");
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto from_file = parse_profile(profile.name, text);
    REQUIRE(from_file);
    CHECK(format_profile(*from_file) == format_profile(profile));
  }
}
