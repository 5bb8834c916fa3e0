#include "mqs_shim/render/json/recorded.h"

#include "mqs_shim/render/terms/object_terms.h"

namespace mqs_shim {

namespace {

class RecorderJson {
 public:
  RecorderJson(JsonWriter &json, const ProcessReport &report)
      : json_(json), report_(report), recorder_(*report.recorder) {}

  void write() {
    json_.key("recorder").begin_object();
    json_.key("pid").number(recorder_.pid);
    json_.key("forked_from").number_or_null(recorder_.forked_from == 0 ? -1 : std::int64_t{recorder_.forked_from});
    json_.key("address").address(recorder_.address);
    json_.key("library").string_or_null(recorder_.library);
    json_.key("alone").boolean(!report_.sees_memory);
    json_.key("paused").boolean(recorder_.pcontrol_level == 0);
    json_.key("complete").boolean(recorder_.problem.empty());
    json_.key("reason").string_or_null(recorder_.problem);
    json_.key("threads").begin_array(true);
    for (const RecordedThreadRecord &thread : recorder_.threads) write_thread(thread);
    json_.end_array();
    json_.key("objects").begin_array(true);
    for (const auto &[key, record] : recorder_.objects) write_object(record, true);
    for (const RecordedRecord &record : recorder_.unseen) write_object(record, false);
    json_.end_array();
    json_.end_object();
  }

 private:
  // The time is written in nanoseconds since 1970.
  void write_time(std::string_view key, std::int64_t time) {
    std::int64_t realtime = -1;
    if (time <= 0 || __builtin_add_overflow(recorder_.realtime_offset, time, &realtime)) realtime = -1;
    json_.key(key).number_or_null(realtime);
  }

  void write_age(std::int64_t time) {
    json_.key("age");
    recorder_.now &&time > 0 && time <= *recorder_.now ? json_.number(*recorder_.now - time) : json_.null();
  }

  void write_site(std::string_view key, Address site) {
    json_.key(key);
    write_site_value(site);
  }

  void write_site_value(Address site) {
    if (site.is_null()) return json_.null();
    json_.begin_object();
    json_.key("address").address(site);
    const auto name = report_.function_names.find(site - 1);
    json_.key("function").string_or_null(name == report_.function_names.end() ? std::string() : name->second);
    json_.end_object();
  }

  void write_reference(std::string_view key, const HandleReferenceRecord &reference) {
    json_.key(key);
    if (reference.handle.is_null()) return json_.null();
    json_.begin_object();
    json_.key("kind").string(kind_term(reference.kind));
    json_.key("handle").address(reference.handle);
    json_.end_object();
  }

  void write_number(std::string_view key, const std::optional<int> &number) {
    json_.key(key);
    number ? json_.number(*number) : json_.null();
  }

  void write_thread(const RecordedThreadRecord &thread) {
    json_.begin_object();
    json_.key("tid").number(static_cast<std::int64_t>(thread.tid));
    json_.key("alive").boolean(thread.alive);
    json_.key("in_call").boolean(thread.in_call);
    json_.key("call").string_or_null(thread.name);
    json_.key("arguments").string_or_null(thread.call);
    write_site("site", thread.site);
    write_time("since", thread.since);
    write_age(thread.since);
    json_.key("calls").number(static_cast<std::int64_t>(thread.calls));
    json_.end_object();
  }

  void write_object(const RecordedRecord &record, bool in_memory) {
    json_.begin_object();
    json_.key("kind").string(kind_term(record.kind));
    json_.key("handle").address(record.handle);
    json_.key("in_memory").boolean(in_memory);
    json_.key("live").boolean(record.has(MPIDBG_RECORDED_LIVE));
    json_.key("freed").boolean(record.has(MPIDBG_RECORDED_FREED));
    json_.key("completed").boolean(record.has(MPIDBG_RECORDED_COMPLETED));
    json_.key("persistent").boolean(record.has(MPIDBG_RECORDED_PERSISTENT));
    json_.key("active").boolean(record.has(MPIDBG_RECORDED_ACTIVE));
    json_.key("cancelled").boolean(record.has(MPIDBG_RECORDED_CANCELLED));
    json_.key("replaced").boolean(record.has(MPIDBG_RECORDED_REPLACED));
    json_.key("language").string(record.has(MPIDBG_RECORDED_FORTRAN) ? "Fortran" : "C");
    json_.key("created_by").string_or_null(record.created_by);
    json_.key("call").string_or_null(record.call);
    write_site("created_at", record.created_at);
    write_time("created", record.created);
    write_age(record.created);
    json_.key("freed_by").string_or_null(record.freed_by);
    write_site("freed_at", record.freed_at);
    write_time("ended", record.ended);
    write_reference("parent", record.parent);
    json_.key("name").string_or_null(record.name);
    json_.key("given").number(record.given);
    json_.key("last_call").string_or_null(record.last_call);
    write_time("last_used", record.last_used);
    write_reference("owner", record.owner);
    json_.key("datatype").address(record.datatype);
    json_.key("op").address(record.op);
    json_.key("buffer").address(record.buffer);
    write_number("count", record.count);
    write_number("peer", record.peer);
    write_number("tag", record.tag);
    json_.key("users").begin_array();
    for (const HandleReferenceRecord &user : record.users) {
      json_.begin_object();
      json_.key("kind").string(kind_term(user.kind));
      json_.key("handle").address(user.handle);
      json_.end_object();
    }
    json_.end_array();
    json_.key("calls_in_progress").strings(record.calls);
    json_.key("earlier").number(record.earlier);
    json_.key("locks").begin_array();
    for (const mpidbg_recorded_lock_t &lock : record.locks) {
      json_.begin_object();
      json_.key("target").number_or_null(lock.target);
      json_.key("exclusive").boolean(lock.exclusive != 0);
      write_site("site", Address(lock.site));
      write_time("time", lock.time);
      json_.end_object();
    }
    json_.end_array();
    json_.key("callers").begin_array();
    for (const Address caller : record.callers) write_site_value(caller);
    json_.end_array();
    json_.key("kept").boolean(record.kept);
    json_.key("second_datatype").address(record.second_datatype);
    json_.key("more_datatypes").boolean(record.more_datatypes);
    json_.key("contradiction").string_or_null(record.doubt);
    json_.end_object();
  }

  JsonWriter &json_;
  const ProcessReport &report_;
  const RecorderRecord &recorder_;
};

}  // namespace

void write_recorder(JsonWriter &json, const ProcessReport &report) {
  if (report.recorder) RecorderJson(json, report).write();
}

}  // namespace mqs_shim
