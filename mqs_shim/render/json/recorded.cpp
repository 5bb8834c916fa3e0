#include "mqs_shim/render/json/recorded.h"

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/terms/object_terms.h"

namespace mqs_shim {

namespace {

class RecorderJson {
 public:
  RecorderJson(JsonWriter &json, const ProcessReport &report, const RecorderRecord &recorder)
      : json_(json), report_(report), recorder_(recorder) {}

  void write() {
    json_.key("pid").number(recorder_.pid);
    json_.key("forked_from", "The process that this one is a fork of.")
        .natural_or_null(recorder_.forked_from == 0 ? -1 : std::int64_t{recorder_.forked_from});
    json_.key("address").address(recorder_.address);
    json_.key("library", "The version as the MPI library prints it.").string_or_null(recorder_.library);
    json_.key("alone", "The library's layouts are not known, and all answers are the recorder's.")
        .boolean(!report_.sees_memory);
    json_.key("paused", "By MPI_Pcontrol(0).").boolean(recorder_.pcontrol_level == 0);
    json_.key("complete", "No live object and no thread is missing.").boolean(recorder_.problem.empty());
    json_.key("reason", "Why some are.").string_or_null(recorder_.problem);
    json_.key("threads").lines(recorder_.threads, [&](const RecordedThreadRecord &thread) { write_thread(thread); });
    json_.key("objects").begin_array(true);
    json_.each(recorder_.objects, [&](const auto &item) { write_object(item.second, true); });
    json_.each(recorder_.unseen, [&](const RecordedRecord &record) { write_object(record, false); });
    json_.end_array();
  }

 private:
  // Writes a time of the recorder's clock as nanoseconds since 1970; null if it is not known.
  void write_time(std::int64_t time) {
    std::int64_t realtime = -1;
    if (time <= 0 || __builtin_add_overflow(recorder_.realtime_offset, time, &realtime)) realtime = -1;
    json_.natural_or_null(realtime);
  }

  void write_age(std::int64_t time) {
    const std::int64_t now = recorder_.now.value_or(0);
    json_.natural_if(time > 0 && time <= now, now - time);
  }

  void write_site(Address site) {
    const auto write = [&] {
      const auto name = report_.function_names.find(site - 1);
      json_.key("address").address(site);
      json_.key("function", "That covers the address, where symbols tell.")
          .string_or_null(name == report_.function_names.end() ? std::string() : name->second);
    };
    json_.if_known(!site.is_null(), [&] {
      json_.definition("recorded_site", "Where a call was made from.", [&] { json_.object(write); });
    });
  }

  void write_reference_or_null(const HandleReferenceRecord &reference) {
    json_.if_known(!reference.handle.is_null(), [&] { write_reference(json_, reference); });
  }

  void write_thread(const RecordedThreadRecord &thread) {
    json_.definition("recorded_thread", "A thread that has made MPI calls.",
                     [&] { json_.object([&] { write_members(thread); }); });
  }

  void write_members(const RecordedThreadRecord &thread) {
    json_.key("tid").number(static_cast<std::int64_t>(thread.tid));
    json_.key("alive").boolean(thread.alive);
    json_.key("in_call", "Whether `call` is in progress; else it is the last one.").boolean(thread.in_call);
    json_.key("call", "\"MPI_Recv\"").string_or_null(thread.name);
    json_.key("arguments", "\"MPI_Recv(source=1, tag=99, ...)\"").string_or_null(thread.call);
    json_.key("site");
    write_site(thread.site);
    json_.key("since", "Nanoseconds since 1970 when the call began.");
    write_time(thread.since);
    json_.key("age", "Nanoseconds until now, of a live process.");
    write_age(thread.since);
    json_.key("calls", "How many it has begun.").number(static_cast<std::int64_t>(thread.calls));
  }

  void write_object(const RecordedRecord &record, bool in_memory) {
    json_.definition("recorded_object", "What the recorder knows of one handle.",
                     [&] { json_.object([&] { write_members(record, in_memory); }); });
  }

  void write_members(const RecordedRecord &record, bool in_memory) {
    json_.key("kind", "As in `mpidbg show KIND`.").term(kind_term, record.kind);
    json_.key("handle").address_or_null(record.handle);
    json_.key("in_memory", "Whether the library's memory shows it, too.").boolean(in_memory);
    json_.key("live").boolean(record.has(MPIDBG_RECORDED_LIVE));
    json_.key("freed", "By the application.").boolean(record.has(MPIDBG_RECORDED_FREED));
    json_.key("completed", "By a wait or test.").boolean(record.has(MPIDBG_RECORDED_COMPLETED));
    json_.key("persistent").boolean(record.has(MPIDBG_RECORDED_PERSISTENT));
    json_.key("active").boolean(record.has(MPIDBG_RECORDED_ACTIVE));
    json_.key("cancelled", "MPI_Cancel was called.").boolean(record.has(MPIDBG_RECORDED_CANCELLED));
    json_.key("replaced", "The library gave the handle to a later object.")
        .boolean(record.has(MPIDBG_RECORDED_REPLACED));
    json_.key("language").word(record.has(MPIDBG_RECORDED_FORTRAN) ? "Fortran" : "C", {"C", "Fortran"});
    json_.key("created_by", "\"MPI_Comm_split\"").string_or_null(record.created_by);
    json_.key("call", "The same with what is known of its arguments.").string_or_null(record.call);
    json_.key("created_at");
    write_site(record.created_at);
    json_.key("created", "Nanoseconds since 1970.");
    write_time(record.created);
    json_.key("age", "Nanoseconds since then, of a live process.");
    write_age(record.created);
    json_.key("freed_by").string_or_null(record.freed_by);
    json_.key("freed_at");
    write_site(record.freed_at);
    json_.key("ended", "Nanoseconds since 1970.");
    write_time(record.ended);
    json_.key("parent");
    write_reference_or_null(record.parent);
    json_.key("name", "Of a file, as it was opened.").string_or_null(record.name);
    json_.key("given", "How often the program was given the handle and has not freed it.").number(record.given);
    json_.key("last_call", "The last synchronisation call of a window.").string_or_null(record.last_call);
    json_.key("last_used", "Nanoseconds since 1970.");
    write_time(record.last_used);
    json_.key("owner");
    write_reference_or_null(record.owner);
    json_.key("datatype").address_or_null(record.datatype);
    json_.key("op").address_or_null(record.op);
    json_.key("buffer").address_or_null(record.buffer);
    json_.key("count").number_or_null(record.count);
    json_.key("peer", "As the call was given it.").number_or_null(record.peer);
    json_.key("tag").number_or_null(record.tag);
    json_.key("users");
    write_references(json_, record.users);
    json_.key("calls_in_progress").strings(record.calls);
    json_.key("earlier", "Other objects with the same handle.").number(record.earlier);
    json_.key("locks", "Of a window: taken and not given back.")
        .list(record.locks, [&](const mpidbg_recorded_lock_t &lock) {
          json_.object([&] {
            json_.key("target", "Rank in the window; null: all.").natural_or_null(lock.target);
            json_.key("exclusive", "Else shared.").boolean(lock.exclusive != 0);
            json_.key("site");
            write_site(Address(lock.site));
            json_.key("time", "Nanoseconds since 1970.");
            write_time(lock.time);
          });
        });
    json_.key("callers", "Who called the function at created_at, from the inside out.")
        .list(record.callers, [&](Address caller) { write_site(caller); });
    json_.key("kept", "Freed by the application, and kept by the recorder as it was.").boolean(record.kept);
    json_.key("second_datatype").address_or_null(record.second_datatype);
    json_.key("more_datatypes", "The request was given datatypes that are not known.").boolean(record.more_datatypes);
    json_.key("contradiction", "How the library's memory contradicts this.").string_or_null(record.doubt);
  }

  JsonWriter &json_;
  const ProcessReport &report_;
  const RecorderRecord &recorder_;
};

}  // namespace

void write_recorder(JsonWriter &json, const ProcessReport &report) {
  json.optional(report.recorder, [&](const RecorderRecord &recorder) {
    json.key("recorder").definition("recorder", "What mpidbg's recorder noted in the process.", [&] {
      json.object([&] { RecorderJson(json, report, recorder).write(); });
    });
  });
}

}  // namespace mqs_shim
