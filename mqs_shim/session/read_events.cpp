#include "mqs_shim/session/read_events.h"

#include <algorithm>
#include <map>

#include "mpidbg/base/limits.h"

namespace mqs_shim {

namespace {

constexpr int most_elements = 64;
constexpr std::size_t most_instances = 1 << 20;
constexpr std::size_t text_room = 1 << 12;

class EventReader {
 public:
  EventReader(const Conversation &talk, VariableLists &lists) : talk_(talk), lists_(lists) {}

  void types() {
    read_list(lists_.events, talk_.call.mpidbg_event_get_num, [&](EventTypeRecord &record) { return read(record); });
  }
  void sources() {
    read_list(lists_.sources, talk_.call.mpidbg_source_get_num,
              [&](EventSourceRecord &record) { return read(record); });
  }

  // Reads the event instances that the recorder noted: the plugin passes them to raised() and dropped() while this
  // function runs.
  void instances() {
    const auto &call = talk_.call;
    for (EventTypeRecord &record : lists_.events.objects) {
      const mqs_taddr_t any = MPIDBG_T_ANY_OBJECT;
      mpidbg_event_registration_t registration = 0;
      int code = call.mpidbg_event_handle_alloc(&talk_.process, record.index, &any, nullptr, &registration);
      if (code == MPIDBG_SUCCESS) {
        registrations_[registration] = &record;
        code = call.mpidbg_event_register_callback(&talk_.process, registration, MPIDBG_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE,
                                                   nullptr, this, raised);
      }
      if (code == MPIDBG_SUCCESS) {
        code = call.mpidbg_event_set_dropped_handler(&talk_.process, registration, dropped);
      }
      if (code != MPIDBG_SUCCESS && lists_.events.problem.empty()) lists_.events.problem = talk_.why_no_handle(code);
    }
    if (!registrations_.empty()) {
      int code = call.mpidbg_event_rewind(&talk_.process);
      if (code == MPIDBG_SUCCESS) code = call.mpidbg_snapshot_select(&talk_.process, MPIDBG_SNAPSHOT_NOW);
      if (code != MPIDBG_SUCCESS) lists_.events.problem = talk_.why_no_handle(code);
    }
    for (const auto &[registration, record] : registrations_) {
      mpidbg_event_registration_t freed = registration;
      call.mpidbg_event_handle_free(&talk_.process, &freed, nullptr, nullptr);
    }
    if (instances_ >= most_instances && lists_.events.problem.empty()) {
      lists_.events.problem = "there are more events than are shown";
    }
    if (lists_.events.problem.empty() && !registrations_.empty() && lacks_recorder()) {
      lists_.events.problem = "which events were raised is known only from the recorder";
    }
    if (const std::string problem = plain_text(call.mpidbg_snapshot_problem(&talk_.process));
        !problem.empty() && lists_.events.problem.empty() && !lists_.events.objects.empty()) {
      lists_.events.problem = problem;
    }
  }

 private:
  // Returns true if the plugin says that the process has no recorder.
  bool lacks_recorder() const {
    mpidbg_recorder_info_t recorder{};
    recorder.struct_size = sizeof recorder;
    return talk_.call.mpidbg_recorder_query != nullptr &&
           talk_.call.mpidbg_recorder_query(&talk_.process, &recorder) == MPIDBG_ERR_NOT_FOUND;
  }

  template <class Record, class Read>
  void read_list(VariableList<Record> &list, int (*get_num)(mqs_process *, int *), Read &&read_one) {
    int count = 0;
    if (const int code = get_num(&talk_.process, &count); code != MPIDBG_SUCCESS) {
      list.problem = talk_.why_no_handle(code);
      return;
    }
    if (count < 0 || static_cast<std::uint64_t>(count) > mpidbg::limits::tool_variables) {
      list.problem = "the plugin claims " + std::to_string(count) + " of them";
      return;
    }
    for (int index = 0; index < count; ++index) {
      Record record;
      record.index = index;
      const int code = read_one(record);
      if (code == MPIDBG_SUCCESS) {
        list.objects.push_back(std::move(record));
      } else if (code == MPIDBG_T_ERR_INVALID_INDEX) {
        ++list.inactive;
      } else if (list.problem.empty()) {
        list.problem = talk_.why_no_handle(code);
      }
    }
  }

  static std::string text_of(const std::vector<char> &room, int length) {
    const auto size = static_cast<std::size_t>(std::clamp<int>(length, 1, static_cast<int>(room.size())));
    return std::string(room.data(), size - 1);
  }

  int read(EventTypeRecord &record) {
    std::vector<char> name(text_room), description(text_room);
    int name_length = static_cast<int>(text_room), description_length = name_length, count = most_elements;
    mpidbg_t_datatype_t datatypes[most_elements] = {};
    std::int64_t displacements[most_elements] = {};
    mpidbg_enum_t enumeration = 0;
    const int code = talk_.call.mpidbg_event_get_info(&talk_.process, record.index, name.data(), &name_length,
                                                      &record.verbosity, datatypes, displacements, &count, &enumeration,
                                                      nullptr, description.data(), &description_length, &record.bind);
    if (code != MPIDBG_SUCCESS) return code;
    record.name = text_of(name, name_length);
    record.description = text_of(description, description_length);
    record.enumerator = Address(enumeration);
    for (int i = 0; i < std::clamp(count, 0, most_elements); ++i) {
      record.elements.push_back({static_cast<int>(datatypes[i]), displacements[i]});
    }
    return code;
  }

  int read(EventSourceRecord &record) {
    std::vector<char> name(text_room), description(text_room);
    int name_length = static_cast<int>(text_room), description_length = name_length;
    mpidbg_t_ordering_t ordering = MPIDBG_T_SOURCE_UNORDERED;
    const int code = talk_.call.mpidbg_source_get_info(&talk_.process, record.index, name.data(), &name_length,
                                                       description.data(), &description_length, &ordering,
                                                       &record.ticks_per_second, &record.max_ticks, nullptr);
    if (code != MPIDBG_SUCCESS) return code;
    record.name = text_of(name, name_length);
    record.description = text_of(description, description_length);
    record.ordered = ordering == MPIDBG_T_SOURCE_ORDERED;
    return code;
  }

  // The plugin calls this function for each event instance. No exception leaves it, as none may pass through the
  // plugin.
  static void raised(mpidbg_event_instance_t instance, mpidbg_event_registration_t registration, mpidbg_t_cb_safety_t,
                     void *user_data) {
    auto &me = *static_cast<EventReader *>(user_data);
    try {
      me.add(instance, registration);
    } catch (...) {
      me.instances_ = most_instances;
    }
  }
  static void dropped(std::int64_t count, mpidbg_event_registration_t registration, int, mpidbg_t_cb_safety_t,
                      void *user_data) {
    auto &me = *static_cast<EventReader *>(user_data);
    const auto found = me.registrations_.find(registration);
    if (found == me.registrations_.end()) return;
    if (__builtin_add_overflow(found->second->dropped, count, &found->second->dropped)) {
      found->second->dropped = INT64_MAX;
    }
  }

  void add(mpidbg_event_instance_t instance, mpidbg_event_registration_t registration) {
    const auto found = registrations_.find(registration);
    if (found == registrations_.end() || instances_ >= most_instances) return;
    const auto &call = talk_.call;
    EventTypeRecord::Instance made;
    mqs_taddr_t object = 0;
    if (call.mpidbg_event_get_timestamp(&talk_.process, instance, &made.timestamp) != MPIDBG_SUCCESS ||
        call.mpidbg_event_get_source(&talk_.process, instance, &made.source) != MPIDBG_SUCCESS ||
        call.mpidbg_event_get_object(&talk_.process, instance, &object) != MPIDBG_SUCCESS) {
      return;
    }
    made.object = Address(object);
    for (std::size_t i = 0; i < found->second->elements.size(); ++i) {
      mpidbg_t_value_t value{};
      const int code = call.mpidbg_event_read(&talk_.process, instance, static_cast<int>(i), &value);
      made.elements.push_back(code == MPIDBG_SUCCESS ? std::optional(value) : std::nullopt);
    }
    found->second->instances.push_back(std::move(made));
    ++instances_;
  }

  const Conversation &talk_;
  VariableLists &lists_;
  std::map<mpidbg_event_registration_t, EventTypeRecord *> registrations_;
  std::size_t instances_ = 0;
};

bool answers_event_queries(const PluginFunctions &call) {
  return call.mpidbg_event_get_num != nullptr && call.mpidbg_event_get_info != nullptr &&
         call.mpidbg_event_handle_alloc != nullptr && call.mpidbg_event_handle_free != nullptr &&
         call.mpidbg_event_register_callback != nullptr && call.mpidbg_event_set_dropped_handler != nullptr &&
         call.mpidbg_event_rewind != nullptr && call.mpidbg_event_read != nullptr &&
         call.mpidbg_event_get_timestamp != nullptr && call.mpidbg_event_get_source != nullptr &&
         call.mpidbg_event_get_object != nullptr && call.mpidbg_source_get_num != nullptr &&
         call.mpidbg_source_get_info != nullptr && call.mpidbg_snapshot_select != nullptr &&
         call.mpidbg_snapshot_problem != nullptr;
}

}  // namespace

void read_events(const Conversation &talk, const Questions &questions, ProcessReport &report) {
  VariableLists &lists = report.variables;
  if (!answers_event_queries(talk.call)) {
    lists.events.problem = lists.sources.problem = "the plugin " + talk.plugin.path() + " answers no queries of events";
    return;
  }
  EventReader reader(talk, lists);
  reader.types();
  if (questions.events || questions.sources) reader.sources();
  if (questions.events) reader.instances();
}

}  // namespace mqs_shim
