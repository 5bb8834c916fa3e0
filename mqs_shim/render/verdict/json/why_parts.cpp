#include "mqs_shim/render/verdict/json/why_parts.h"

namespace mqs_shim {

void write_id(JsonWriter &json, why::ProcessId id) {
  json.key("job").number(id.job);
  json.key("rank").natural_or_null(id.rank);
}

void write_caller(JsonWriter &json, const why::Waits &waits, const WaitWords &words, std::uint32_t number) {
  const why::Agent &agent = waits.agents()[number];
  const why::Evidence &evidence = waits.evidence()[agent.process];
  write_id(json, evidence.id);
  const why::Thread *const thread = agent.schedule ? nullptr : &evidence.threads[agent.index];
  json.key("target").string(evidence.target);
  json.key("call", "The MPI call of the program.").string(words.call(number));
  json.key("tid", "Null of a nonblocking collective.")
      .natural_or_null(thread == nullptr || thread->tid == 0 ? -1 : static_cast<std::int64_t>(thread->tid));
  json.key("site").if_known(thread != nullptr,
                            [&] { write_site(json, thread == nullptr ? why::Site() : thread->site); });
}

void write_site(JsonWriter &json, const why::Site &site) {
  json.definition("waiting_site", "Where the program made the call.", [&] {
    json.object([&] {
      json.key("function").string_or_null(site.function);
      json.key("file").string_or_null(site.file);
      json.key("line").natural_or_null(site.line == 0 ? -1 : std::int64_t{site.line});
      json.key("module").string_or_null(site.module);
      json.key("offset", "Of the code in the module.")
          .natural_or_null(site.offset == 0 ? -1 : static_cast<std::int64_t>(site.offset));
    });
  });
}

void write_communicator(JsonWriter &json, const why::Evidence &evidence, std::int32_t index) {
  const bool is_known = index >= 0 && static_cast<std::size_t>(index) < evidence.communicators.size();
  const auto write = [&](const why::Communicator &communicator) {
    json.key("handle").address_or_null(communicator.handle);
    json.key("name").string_or_null(communicator.name);
    json.key("context_id").natural_or_null(communicator.context_id);
  };
  json.definition("waiting_communicator", {}, [&] {
    json.object_or_null(is_known ? &evidence.communicators[static_cast<std::size_t>(index)] : nullptr, write);
  });
}

}  // namespace mqs_shim
