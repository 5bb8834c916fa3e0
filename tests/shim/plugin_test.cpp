#include "mqs_shim/plugin/plugin.h"

#include <doctest/doctest.h>

#include <fstream>

#include "test_paths.h"
#include "tests/contains.h"

using namespace mqs_shim;

namespace {

std::string load_error(const std::string &path) {
  auto plugin = Plugin::load(path);
  return plugin ? "loaded" : plugin.error().message;
}

std::string file_with(const std::string &name, const std::string &content) {
  const std::string path = std::string(PLUGIN_DIRECTORY) + "/" + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

}  // namespace

TEST_CASE("plugins that are accepted, and their dialects") {
  auto plain = Plugin::load(plugin_path("plain"));
  REQUIRE(plain.ok());
  CHECK((*plain)->version() == "plain test plugin");
  CHECK_FALSE((*plain)->dialect().extended);
  CHECK_FALSE((*plain)->dialect().seven_type_sizes);
  CHECK((*plain)->error_string(101) == "a symbol is missing");
  auto seven = Plugin::load(plugin_path("seven_sizes"));
  REQUIRE(seven.ok());
  CHECK((*seven)->dialect().seven_type_sizes);
  auto extended = Plugin::load(plugin_path("extended"));
  REQUIRE(extended.ok());
  CHECK((*extended)->dialect().extended);
  CHECK((*extended)->dialect().seven_type_sizes);
}

TEST_CASE("plugins that are refused, each with its own sentence") {
  CHECK(load_error("/nowhere/plugin.so") == "the plugin /nowhere/plugin.so does not exist");
  CHECK(load_error("/etc/passwd/plugin.so") == "the plugin /etc/passwd/plugin.so does not exist");
  CHECK(load_error("/") == "/ is not a shared library: it is a directory");
  CHECK(load_error("/dev/null") == "/dev/null is not a shared library: it is not a regular file");
  const std::string text = file_with("text.so", std::string(200, 'x'));
  CHECK(load_error(text) == text + " is not a shared library: it is not an ELF file");
  const std::string empty = file_with("empty.so", "");
  CHECK(load_error(empty) == empty + " is not a shared library: it is empty");

  std::string header(
      "\x7f"
      "ELF\x01\x01\x01",
      7);
  header.resize(200, '\0');
  CHECK(contains(load_error(file_with("narrow.so", header)), "is a 32-bit file and cannot be loaded by this 64-bit"));
  header[4] = 2;
  header[18] = 22;  // EM_S390
  CHECK(contains(load_error(file_with("s390.so", header)), "is for another machine (ELF machine 22"));
  std::ifstream self("/proc/self/exe", std::ios::binary);
  std::string own(200, '\0');
  self.read(own.data(), 200);
  own[16] = 1;  // ET_REL
  CHECK(contains(load_error(file_with("object.so", own)), "is not a shared library: it is an object file"));
  own[16] = 3;
  CHECK(contains(load_error(file_with("cut.so", own)), "cannot be loaded: "));

  const std::string no_function = plugin_path("no_next_operation");
  CHECK(load_error(no_function) == no_function + " is not a debug plugin: it has no function mqs_next_operation");
  const std::string version = plugin_path("other_version");
  CHECK(load_error(version) == "the plugin " + version + " has interface version 9, this debugger has 2");
  const std::string width = plugin_path("other_width");
  CHECK(load_error(width) == "the plugin " + width + " has addresses of 4 bytes, this debugger has 8");
}

TEST_CASE("texts of plugins") {
  CHECK(plain_text(nullptr).empty());
  CHECK(plain_text("a\x1b[31mb\n") == "a [31mb");
  CHECK(expand_message("%s has no queues", "a.out") == "a.out has no queues");
  CHECK(expand_message("%n%s%s%d 100%%%", "a.out") == "%na.out%s%d 100%%");
  CHECK(expand_message("%", "a.out") == "%");
  CHECK(expand_message("%s", "%s%n") == "%s%n");
  CHECK(expand_message(nullptr, "a.out").empty());
}

TEST_CASE("zero-extended numbers") {
  CHECK(narrow_rank_or_tag(4294967295) == -1);
  CHECK(narrow_rank_or_tag(4294967294) == -2);
  CHECK(narrow_rank_or_tag(-1) == -1);
  CHECK(narrow_rank_or_tag(5) == 5);
  CHECK(narrow_rank_or_tag(2147483647) == 2147483647);
  CHECK(is_zero_extended(4294967295));
  CHECK_FALSE(is_zero_extended(-1));
  CHECK_FALSE(is_zero_extended(2147483647));
}
