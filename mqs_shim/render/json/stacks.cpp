#include "mqs_shim/render/json/stacks.h"

namespace mqs_shim {

namespace {

constexpr std::string_view kind_term(StackPlaceKind kind) {
  switch (kind) {
    case StackPlaceKind::call:
      return "call";
    case StackPlaceKind::library_thread:
      return "library thread";
    case StackPlaceKind::cut:
      return "cut";
    case StackPlaceKind::frame:
      break;
  }
  return "frame";
}

void write_nodes(JsonWriter &json, const StackNode &parent) {
  json.begin_array(true);
  for (const StackBranch *branch : outliers_first(parent)) {
    const auto &[place, node] = *branch;
    json.begin_object();
    json.key("kind").string(kind_term(place.kind));
    json.key("function").string_or_null(place.function);
    json.key("file").string_or_null(place.file);
    json.key("line").number_or_null(place.line == 0 ? -1 : std::int64_t{place.line});
    json.key("module").string_or_null(place.module);
    json.key("offset").address(mpidbg::Address(place.offset));
    json.key("threads").number(static_cast<std::int64_t>(node.threads));
    json.key("ranks").begin_array();
    for (const auto &[first, last] : node.ranks.runs()) json.numbers({first, last});
    json.end_array();
    json.key("inner");
    write_nodes(json, node);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_stacks(JsonWriter &json, const JobStacks &stacks) {
  json.key("jobs").begin_array(true);
  for (const auto &[job, tree] : stacks.trees()) {
    json.begin_object();
    json.key("job_name").string_or_null(job.name);
    json.key("stacks");
    write_nodes(json, tree.root());
    json.end_object();
  }
  json.end_array();
}

}  // namespace mqs_shim
