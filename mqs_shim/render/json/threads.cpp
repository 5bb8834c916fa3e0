#include "mqs_shim/render/json/threads.h"

#include "mqs_shim/render/terms/thread_terms.h"

namespace mqs_shim {

namespace {

void write_site(JsonWriter &json, const FrameRecord *site) {
  if (site == nullptr) return json.null();
  json.begin_object();
  json.key("function").string_or_null(site->function);
  json.key("file").string_or_null(site->file);
  json.key("line").number_or_null(site->line == 0 ? -1 : std::int64_t{site->line});
  json.key("module").string_or_null(site->module);
  json.key("offset").address(Address(site->offset));
  json.end_object();
}

}  // namespace

void write_threads(JsonWriter &json, const std::vector<ThreadRecord> &threads) {
  json.key("threads").begin_array(true);
  for (const ThreadRecord &thread : threads) {
    json.begin_object();
    json.key("tid").number_or_null(thread.tid == 0 ? -1 : static_cast<std::int64_t>(thread.tid));
    json.key("name").string_or_null(thread.name);
    json.key("state").string_or_null(kernel_state_term(thread.state));
    json.key("call").string_or_null(thread.call);
    json.key("blocking").boolean(thread.blocking);
    json.key("inside").string_or_null(thread.inside);
    json.key("library_function").string_or_null(thread.library_function);
    json.key("system_function").string_or_null(thread.system_function);
    json.key("site");
    write_site(json, thread.call_site());
    json.key("stack_problem").string_or_null(thread.problem);
    json.end_object();
  }
  json.end_array();
}

}  // namespace mqs_shim
