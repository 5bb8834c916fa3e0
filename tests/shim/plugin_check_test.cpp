#include "mqs_shim/plugin/plugin_check.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "fake_target.h"
#include "test_paths.h"

using namespace mqs_shim;

namespace {

std::string check(const std::string &name, Target *target = nullptr, int patience = 5000) {
  return plugin_report_text(check_plugin(plugin_path(name), target, std::chrono::milliseconds(patience)));
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a plugin in order") {
  fake::Target target;
  fake::add_messages(target, 3);
  const PluginReport report = check_plugin(plugin_path("plain"), &target);
  const std::string text = plugin_report_text(report);
  CHECK(contains(text, "  version       plain test plugin\n  interface     2\n  addresses     8 bytes\n"));
  CHECK(contains(text, "  optional      mqs_dll_taddr_width mqs_get_comm_group\n"));
  CHECK(contains(text, "  posted receives: 3\n"));
  CHECK(contains(text, "  1 communicator\n"));
  CHECK(report.missing.empty());
  CHECK(report.other_exports.empty());
  CHECK(contains(plugin_report_text(report), "note: gives no information on unexpected messages\n"));
  CHECK(report.usable());
}

TEST_CASE("each fault is found and named") {
  fake::Target target;
  fake::add_messages(target, 3);
  CHECK(contains(check("no_next_operation"), "FAULT: lacks the required function mqs_next_operation\n"));
  CHECK(contains(check("no_next_operation"), "not usable\n"));
  CHECK(contains(check("other_version"), "has interface version 9"));
  CHECK(contains(check("crashes", &target), "FAULT: crashed (SIGSEGV) in mqs_setup_image\n"));
  CHECK(contains(check("hangs", &target, 200), "FAULT: does not return in mqs_setup_image\n"));
  CHECK(contains(check("prints", &target), "FAULT: writes to the debugger's stdout or stderr: setting up\n"));
  CHECK(contains(check("leaks", &target), "FAULT: does not free 2 of its allocations\n"));
  CHECK(contains(check("odd_message", &target), "its message is not safe to print: %n in %s and %s, 100%% %d\n"));
  CHECK(contains(check("zero_extends", &target), "FAULT: a negative rank or tag arrives as a large positive number\n"));
  CHECK(contains(check("missing_field", &target), "FAULT: goes on after it was told that the field message_t.gone"));
  CHECK(contains(check("null_communicator", &target), "note: lists MPI_COMM_NULL\n"));
  CHECK(contains(check("silent_group", &target), "FAULT: mqs_get_comm_group succeeds without writing all ranks\n"));
  CHECK(contains(check("endless_communicators", &target), "FAULT: the list of communicators has no end\n"));
  CHECK(contains(check("endless_operations", &target), "posted receives: at least 100000\n"));
  CHECK(contains(check("strict_errors", &target), "crashed (SIGSEGV) in mqs_dll_error_string("));
  CHECK(contains(check("seven_sizes", &target), "also exports  ompi_fill_in_type_info\n"));
}

TEST_CASE("a plugin that garbles its examiner's report") {
  const std::string text = check("writes_anywhere");
  CHECK(contains(text, "  interface     2\n"));
  CHECK(contains(text, "  addresses     8 bytes\n"));
}

TEST_CASE("without a target, and files that are no plugins") {
  CHECK(contains(check("plain"), "note: asks for types that are not known: message_t\n"));
  CHECK(contains(check("nowhere"), "does not exist\n"));
  CHECK(contains(plugin_report_text(check_plugin("/etc/passwd", nullptr)), "it is not an ELF file\n"));
}

TEST_CASE("an extended plugin") {
  fake::Target target;
  fake::add_messages(target, 3);
  const PluginReport report = check_plugin(plugin_path("extended"), &target);
  CHECK(report.extended);
  CHECK(std::find(report.optional.begin(), report.optional.end(), "mpidbg_comm_query") != report.optional.end());
  CHECK(report.usable());
}
