#include "mqs_shim/render/verdict/json/why_parts.h"

namespace mqs_shim {

void write_id(JsonWriter &json, why::ProcessId id) {
  json.key("job").number(id.job);
  json.key("rank").number_or_null(id.rank);
}

void write_caller(JsonWriter &json, const why::Waits &waits, const WaitWords &words, std::uint32_t number) {
  const why::Agent &agent = waits.agents()[number];
  const why::Evidence &evidence = waits.evidence()[agent.process];
  write_id(json, evidence.id);
  json.key("target").string(evidence.target);
  json.key("call").string(words.call(number));
  if (agent.schedule) {
    json.key("tid").null();
    json.key("site").null();
    return;
  }
  const why::Thread &thread = evidence.threads[agent.index];
  json.key("tid").number_or_null(thread.tid == 0 ? -1 : static_cast<std::int64_t>(thread.tid));
  json.key("site");
  write_site(json, thread.site);
}

void write_site(JsonWriter &json, const why::Site &site) {
  json.begin_object();
  json.key("function").string_or_null(site.function);
  json.key("file").string_or_null(site.file);
  json.key("line").number_or_null(site.line == 0 ? -1 : std::int64_t{site.line});
  json.key("module").string_or_null(site.module);
  json.key("offset").number_or_null(site.offset == 0 ? -1 : static_cast<std::int64_t>(site.offset));
  json.end_object();
}

void write_communicator(JsonWriter &json, const why::Evidence &evidence, std::int32_t index) {
  if (index < 0 || static_cast<std::size_t>(index) >= evidence.communicators.size()) return json.null();
  const why::Communicator &communicator = evidence.communicators[static_cast<std::size_t>(index)];
  json.begin_object();
  json.key("handle").address(communicator.handle);
  json.key("name").string_or_null(communicator.name);
  json.key("context_id").number_or_null(communicator.context_id);
  json.end_object();
}

}  // namespace mqs_shim
