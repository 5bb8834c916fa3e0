#include "mqs_shim/plugin/plugin_search.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fake_target.h"
#include "mqs_shim/plugin/plugin.h"
#include "test_paths.h"
#include "tests/contains.h"

using namespace mqs_shim;

namespace {

// A directory that only we can write to, removed with what the test made in it.
class Directory {
 public:
  Directory() {
    char name[] = "/tmp/mpidbg-search-XXXXXX";
    REQUIRE(mkdtemp(name) != nullptr);
    path = name;
  }
  ~Directory() {
    for (const std::string &file : files_) unlink(file.c_str());
    rmdir(path.c_str());
  }
  std::string add_file(const std::string &name) {
    files_.push_back(path + "/" + name);
    std::ofstream(files_.back()) << "x";
    chmod(files_.back().c_str(), 0644);
    return files_.back();
  }
  std::string add_link(const std::string &name, const std::string &to) {
    files_.push_back(path + "/" + name);
    REQUIRE(symlink(to.c_str(), files_.back().c_str()) == 0);
    return files_.back();
  }
  std::string path;

 private:
  std::vector<std::string> files_;
};

fake::Target target_naming(const std::string &dll_name) {
  fake::Target target;
  target.add_region(0x1000, 8192);
  target.data["MPIR_dll_name"] = 0x1000;
  target.write_text(0x1000, dll_name);
  return target;
}

std::string found(const PluginSearch &search, Target *target) {
  auto path = find_plugin(search, target);
  return path ? path->path : "error: " + path.error().message;
}

PluginTrust plugin_trust(const std::string &path, const std::vector<std::string> &safe_path) {
  return judge_plugin(path, safe_path).trust;
}

std::string loaded_version(FoundPlugin found) {
  auto plugin = Plugin::load(std::move(found));
  return plugin ? (*plugin)->version() : "error: " + plugin.error().message;
}

}  // namespace

TEST_CASE("a plugin that the user names is the user's own word") {
  CHECK(found({"/anywhere/x.so", {}}, nullptr) == "/anywhere/x.so");
}

TEST_CASE("trusted directories") {
  Directory directory;
  const std::string plugin = directory.add_file("plugin.so");
  CHECK(plugin_trust(plugin, {}) == PluginTrust::outside);
  CHECK(plugin_trust(plugin, {directory.path}) == PluginTrust::trusted);
  CHECK(plugin_trust(plugin, {directory.path + "x"}) == PluginTrust::outside);
  CHECK(plugin_trust(plugin, {"relative"}) == PluginTrust::outside);
  CHECK(plugin_trust(directory.path + "/none.so", {directory.path}) == PluginTrust::missing);
  CHECK(plugin_trust("plugin.so", {directory.path}) == PluginTrust::missing);
  CHECK(plugin_trust(directory.path, {"/tmp"}) == PluginTrust::missing);

  setenv("MPIDBG_PLUGIN_SAFE_PATH", ("/nowhere:" + directory.path).c_str(), 1);
  CHECK(plugin_trust(plugin, {}) == PluginTrust::trusted);
  unsetenv("MPIDBG_PLUGIN_SAFE_PATH");

  chmod(plugin.c_str(), 0666);
  CHECK(plugin_trust(plugin, {directory.path}) == PluginTrust::writable_by_others);
  chmod(plugin.c_str(), 0664);
  CHECK(plugin_trust(plugin, {directory.path}) == PluginTrust::writable_by_others);
  chmod(plugin.c_str(), 0644);
  chmod(directory.path.c_str(), 01777);
  CHECK(plugin_trust(plugin, {directory.path}) == PluginTrust::writable_by_others);
  chmod(directory.path.c_str(), 0755);
  if (geteuid() == 0 && chown(plugin.c_str(), 12345, 12345) == 0) {
    CHECK(plugin_trust(plugin, {directory.path}) == PluginTrust::foreign_owner);
  }
}

TEST_CASE("a relative entry of the safe path is none, even where it leads to the plugin") {
  Directory directory;
  const std::string plugin = directory.add_file("plugin.so");
  char before[4096];
  REQUIRE(getcwd(before, sizeof before) != nullptr);
  REQUIRE(chdir(directory.path.c_str()) == 0);
  for (const char *entry : {".", "../", ""}) CHECK(plugin_trust(plugin, {entry}) == PluginTrust::outside);
  REQUIRE(chdir("/tmp") == 0);
  CHECK(plugin_trust(plugin, {directory.path.substr(5)}) == PluginTrust::outside);
  CHECK(chdir(before) == 0);
}

TEST_CASE("on the safe path root's files and our own are trusted, whoever we are") {
  if (geteuid() != 0) return;  // nobody else can become another user
  Directory directory;
  const std::string ours = directory.add_file("ours.so"), roots = directory.add_file("roots.so"),
                    others = directory.add_file("others.so");
  REQUIRE(chmod(directory.path.c_str(), 0755) == 0);
  REQUIRE(chown(ours.c_str(), 12345, 12345) == 0);
  REQUIRE(chown(others.c_str(), 12346, 12346) == 0);
  REQUIRE(seteuid(12345) == 0);
  const PluginTrust of_ours = plugin_trust(ours, {directory.path}), of_roots = plugin_trust(roots, {directory.path}),
                    of_others = plugin_trust(others, {directory.path});
  REQUIRE(seteuid(0) == 0);
  CHECK(of_ours == PluginTrust::trusted);
  CHECK(of_roots == PluginTrust::trusted);
  CHECK(of_others == PluginTrust::foreign_owner);
}

TEST_CASE("a link out of a trusted directory is judged by where it leads") {
  Directory trusted, other;
  const std::string plugin = other.add_file("plugin.so");
  const std::string link = trusted.add_link("plugin.so", plugin);
  CHECK(plugin_trust(link, {trusted.path}) == PluginTrust::outside);
  CHECK(plugin_trust(link, {other.path}) == PluginTrust::trusted);
  CHECK(plugin_trust("/usr/lib/.." + plugin, {}) == PluginTrust::missing);
  CHECK(plugin_trust("/usr/lib/../.." + plugin, {}) == PluginTrust::outside);
}

TEST_CASE("the file that was judged is loaded, whatever its path leads to by then") {
  Directory trusted, other;
  const std::string plugin = trusted.add_file("plugin.so"), evil = other.add_file("evil.so");
  namespace fs = std::filesystem;
  fs::copy_file(plugin_path("plain"), plugin, fs::copy_options::overwrite_existing);
  fs::copy_file(plugin_path("other_version"), evil, fs::copy_options::overwrite_existing);
  fake::Target target = target_naming(plugin);
  const PluginSearch search{"vendor", {trusted.path}};
  auto as_it_was = find_plugin(search, &target), replaced = find_plugin(search, &target),
       gone = find_plugin(search, &target);
  REQUIRE((as_it_was && replaced && gone));
  CHECK(loaded_version(std::move(*as_it_was)) == "plain test plugin");
  REQUIRE(unlink(plugin.c_str()) == 0);
  CHECK(loaded_version(std::move(*gone)) == "plain test plugin");
  REQUIRE(symlink(evil.c_str(), plugin.c_str()) == 0);
  CHECK(loaded_version(std::move(*replaced)) == "plain test plugin");
  CHECK(contains(found(search, &target), "is not in a trusted directory"));
}

TEST_CASE("the system's own libraries are trusted") {
  fake::Target target = target_naming("/usr/lib/x86_64-linux-gnu/libc.so.6");
  if (access("/usr/lib/x86_64-linux-gnu/libc.so.6", R_OK) == 0) {
    CHECK(contains(found({"auto", {}}, &target), "/x86_64-linux-gnu/libc"));
  }
}

TEST_CASE("a plugin that the target names outside of them is refused, with what to do") {
  Directory directory;
  const std::string plugin = directory.add_file("evil.so");
  fake::Target target = target_naming(plugin);
  CHECK(found({"auto", {}}, &target) ==
        "error: the target names the debug plugin " + plugin +
            ", which is not in a trusted directory and is not loaded; if you trust it, give "
            "--plugin " +
            plugin + " or --plugin-safe-path " + directory.path);
  CHECK(found({"vendor", {directory.path}}, &target) == plugin);
  chmod(plugin.c_str(), 0666);
  CHECK(contains(found({"auto", {directory.path}}, &target), "is writable by others"));
  fake::Target gone = target_naming("/nowhere/x.so");
  CHECK(contains(found({"auto", {}}, &gone), "/nowhere/x.so, which does not exist"));
  fake::Target silent;
  CHECK(contains(found({"auto", {}}, &silent), "names no debug plugin"));
  CHECK(contains(found({"auto", {}}, nullptr), "error: "));
}

TEST_CASE("names in the target: lists first, bounded") {
  for (const unsigned width : {4u, 8u}) {
    fake::Target target(width, width == 4 ? ByteOrder::big : ByteOrder::little);
    target.add_region(0x1000, 8192);
    target.data = {{"MPIR_dll_name", 0x1000}, {"mpimsgq_dll_locations", 0x1100}, {"mpidbg_dll_locations", 0x1108}};
    target.write_text(0x1000, "/c.so");
    target.write_pointer(0x1100, 0x1200);
    target.write_pointer(0x1108, 0);
    target.write_pointer(0x1200, 0x1300);
    target.write_pointer(0x1200 + width, 0x1310);
    target.write_pointer(0x1200 + 2 * width, 0);
    target.write_text(0x1300, "/a.so");
    target.write_text(0x1310, "/b.so");
    CHECK(plugins_named_by(target) == std::vector<std::string>{"/a.so", "/b.so", "/c.so"});
    target.write_pointer(0x1108, 0xffff0000);  // into nowhere
    CHECK(plugins_named_by(target).size() == 3);
    for (int i = 0; i < 500; ++i) target.write_pointer(0x1400 + static_cast<unsigned>(i) * width, 0x1300);
    target.write_pointer(0x1108, 0x1400);
    CHECK(plugins_named_by(target).size() == 3 + 64);
    std::vector<char> endless(8192 - 0x500, 'x');
    target.write(0x1500, endless.data(), endless.size());
    target.data = {{"MPIR_dll_name", 0x1500}};
    CHECK(plugins_named_by(target).empty());
  }
}
