#include "tests/images/answers.h"

#include <doctest/doctest.h>

#include <regex>

#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"

namespace images {

using mqs_shim::Format;
using mqs_shim::Noun;
using mqs_shim::ProcessReport;
using mqs_shim::Session;

namespace {

const mqs_shim::Plugin &plugin() {
  static const auto loaded = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(loaded.ok(), loaded.error().message);
  return **loaded;
}

ProcessReport read(Session &session, const mqs_shim::Questions &questions) {
  ProcessReport report;
  report.target = "image";
  static_cast<void>(session.read(questions, report));  // an error is in the report
  return report;
}

// Without the plugin's version.
std::string body(const std::string &text) {
  static const std::regex version("(  plugin: |\"plugin\": \")mpidbg[^\n\"]*");
  return std::regex_replace(text, version, "$1mpidbg");
}

// Calls visit(kind, handle) for each object of a report that is not predefined.
template <class Visitor>
void for_each_own_object(const ProcessReport &report, Visitor &&visit) {
  const auto visit_each = [&](mpidbg_handle_kind_t kind, const auto &list) {
    for (const auto &each : list) {
      if ((each.flags & mqs_shim::predefined_flag) == 0) visit(kind, each.handle);
    }
  };
  visit_each(MPIDBG_KIND_COMM, report.communicators);
  visit_each(MPIDBG_KIND_GROUP, report.groups);
  report.handles.for_each([&](const auto &list) { visit_each(kind_of(list).kind, list.objects); });
}

}  // namespace

Answer ask(ImageTarget &target, Noun noun) {
  auto session = Session::open(plugin(), target);
  if (!session.ok()) return {"{}", session.error().message};
  const ProcessReport report = read(**session, mqs_shim::questions_of(noun));
  return {render(noun, Format::json, {&report, 1}, {}), first_limit(report, noun)};
}

std::string everything_said(const Image &image, const std::set<Noun> &nouns, bool objects) {
  ImageTarget target(image);
  auto session = Session::open(plugin(), target);
  REQUIRE_MESSAGE(session.ok(), session.error().message);
  std::string text;
  for (const Noun noun : nouns) {
    const ProcessReport report = read(**session, mqs_shim::questions_of(noun));
    mqs_shim::RenderOptions options;
    const std::string name(noun_name(noun));
    text += "== " + name + '\n' + body(render(noun, Format::text, {&report, 1}, options));
    options.verbose = true;
    text += "== " + name + " --verbose\n" + body(render(noun, Format::text, {&report, 1}, options));
  }
  if (!objects) return text;
  const ProcessReport all = read(**session, mqs_shim::questions_of(Noun::handles));
  for_each_own_object(all, [&](mpidbg_handle_kind_t kind, Address handle) {
    ProcessReport shown;
    if (!(*session)->look_at(kind, handle, shown)) return;
    mqs_shim::RenderOptions options;
    options.show_kind = kind;
    text += "== show\n" + body(render(Noun::show, Format::text, {&shown, 1}, options));
  });
  return text;
}

}  // namespace images
