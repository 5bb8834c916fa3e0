// This file writes the JSON of `cvars`, `pvars`, `categories`, `events` and `sources` ($defs/cvar and others in
// mpidbg.schema.json).

#include "mqs_shim/render/json/variables.h"

#include "mqs_shim/render/terms/variable_terms.h"
#include "mqs_shim/render/variables/choice.h"
#include "mqs_shim/render/variables/mismatch_words.h"
#include "mqs_shim/render/variables/values.h"

namespace mqs_shim {

namespace {

// Writes the snapshot that a value comes from, or null if the value comes from memory.
void write_origin(JsonWriter &json, const std::optional<mpidbg_t_origin_t> &origin) {
  json.key("snapshot");
  origin && origin->snapshot != 0 ? json.number(static_cast<std::int64_t>(origin->snapshot)) : json.null();
}

void write_past(JsonWriter &json, const PastValueRecord &value, bool is_scalar) {
  const auto element = [&](const mpidbg_t_value_t &one) {
    if (one.is_null != 0) return json.null();
    json.string(one.datatype == MPIDBG_T_CHAR ? value.text : number_text(one));
  };
  if (!value.problem.empty() || (is_scalar && value.elements.empty())) return json.null();
  if (is_scalar && value.elements.size() > 1) return json.string(numbers_text(value.elements));
  if (is_scalar) return element(value.elements.front());
  json.begin_array();
  for (const mpidbg_t_value_t &one : value.elements) element(one);
  json.end_array();
}

// Writes the history if it was requested.
void write_history(JsonWriter &json, const VariableLists &lists, const std::vector<PastValueRecord> &history,
                   bool is_scalar) {
  if (!lists.history) return;
  json.key("history").begin_array(true);
  for (const PastValueRecord &value : history) {
    if (value.snapshot >= lists.snapshots.size()) continue;
    json.begin_object();
    json.key("snapshot").number(static_cast<std::int64_t>(lists.snapshots[value.snapshot].number));
    json.key(is_scalar ? "value" : "elements");
    write_past(json, value, is_scalar);
    json.key("reason").string_or_null(value.problem);
    json.key("wrapped").boolean(value.wrapped);
    json.end_object();
  }
  json.end_array();
}

void write_snapshots(JsonWriter &json, const VariableLists &lists) {
  json.key("snapshots").begin_object();
  json.key("reason").string_or_null(lists.snapshot_problem);
  json.key("objects").begin_array(true);
  for (const mpidbg_snapshot_info_t &snapshot : lists.snapshots) {
    json.begin_object();
    json.key("number").number(static_cast<std::int64_t>(snapshot.number));
    json.key("time").string(std::to_string(snapshot.realtime));
    json.key("at").string(snapshot_reason_term(snapshot.reason));
    json.key("detail").number(snapshot.detail);
    json.key("update_number").number_or_null(snapshot.update_number);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_one(JsonWriter &json, const ProcessReport &report, const ControlVariableRecord &record) {
  json.key("datatype").string(datatype_term(record.datatype));
  json.key("verbosity").string(verbosity_term(record.verbosity));
  json.key("bind").string_or_null(bind_term(record.bind));
  json.key("scope").string(scope_term(record.scope));
  const auto enumeration = report.variables.enumerations.find(record.enumerator);
  json.key("enumeration").address(record.enumerator);
  json.key("enumeration_name");
  enumeration == report.variables.enumerations.end() ? json.null() : json.string(enumeration->second.name);
  json.key("value");
  if (!record.value || record.value->elements.front().is_null != 0) {
    json.null();
  } else if (record.value->elements.front().datatype == MPIDBG_T_CHAR) {
    json.string(record.value->text);
  } else {
    json.string(numbers_text(record.value->elements));
  }
  json.key("value_name").string_or_null(value_name(report, record));
  json.key("value_reason").string_or_null(record.value_problem);
  write_origin(json, record.value_origin);
  write_history(json, report.variables, record.history, true);
  json.key("source");
  record.origin ? json.string(source_term(record.origin->source)) : json.null();
  json.key("source_file").string_or_null(record.source_file);
  json.key("source_line").number_or_null(record.origin ? record.origin->source_line : -1);
  json.key("synonym_of").number_or_null(record.origin ? record.origin->synonym_of : -1);
  json.key("deprecated").boolean(record.origin && record.origin->deprecated != 0);
  json.key("internal").boolean(record.origin && record.origin->internal != 0);
  json.key("default_only").boolean(record.origin && record.origin->default_only != 0);
}

void write_one(JsonWriter &json, const ProcessReport &report, const PerformanceVariableRecord &record) {
  json.key("class").string(class_term(record.variable_class));
  json.key("datatype").string(datatype_term(record.datatype));
  json.key("verbosity").string(verbosity_term(record.verbosity));
  json.key("bind").string_or_null(bind_term(record.bind));
  json.key("enumeration").address(record.enumerator);
  json.key("readonly").boolean(record.readonly);
  json.key("continuous").boolean(record.continuous);
  json.key("atomic").boolean(record.atomic);
  json.key("values").begin_array();
  for (const PerformanceVariableRecord::Values &values : record.values) {
    json.begin_object();
    json.key("object").address(values.object);
    const auto communicator = std::find_if(report.communicators.begin(), report.communicators.end(),
                                           [&](const CommunicatorRecord &one) { return one.handle == values.object; });
    json.key("name");
    communicator == report.communicators.end() ? json.null() : json.string(communicator->name);
    json.key("elements");
    if (values.problem.empty()) {
      json.begin_array();
      for (const mpidbg_t_value_t &element : values.elements) json.string(number_text(element));
      json.end_array();
    } else {
      json.null();
    }
    json.key("reason").string_or_null(values.problem);
    write_origin(json, values.origin);
    write_history(json, report.variables, values.history, false);
    json.end_object();
  }
  json.end_array();
  json.key("value_reason").string_or_null(record.value_problem);
}

void write_one(JsonWriter &json, const ProcessReport &report, const EventTypeRecord &record) {
  json.key("verbosity").string(verbosity_term(record.verbosity));
  json.key("bind").string_or_null(bind_term(record.bind));
  json.key("elements").begin_array();
  for (const EventTypeRecord::Element &element : record.elements) {
    json.begin_object();
    json.key("datatype").string(datatype_term(element.datatype));
    json.key("displacement").number(element.displacement);
    json.end_object();
  }
  json.end_array();
  json.key("dropped").number(record.dropped);
  json.key("instances").begin_array(true);
  for (const EventTypeRecord::Instance &instance : record.instances) {
    json.begin_object();
    json.key("timestamp").string(std::to_string(instance.timestamp));
    json.key("source").number(instance.source);
    json.key("source_name").string_or_null(name_of(report.variables.sources, instance.source));
    json.key("object").address(instance.object);
    json.key("values").begin_array();
    for (const auto &element : instance.elements) element ? json.string(number_text(*element)) : json.null();
    json.end_array();
    json.end_object();
  }
  json.end_array();
}

void write_one(JsonWriter &json, const ProcessReport &, const EventSourceRecord &record) {
  json.key("ordered").boolean(record.ordered);
  json.key("ticks_per_second").string(std::to_string(record.ticks_per_second));
  json.key("max_ticks").string(std::to_string(record.max_ticks));
}

template <class Record>
void write_members(JsonWriter &json, std::string_view key, const std::vector<int> &indices,
                   const VariableList<Record> &list) {
  json.key(key).begin_array();
  for (const int index : indices) {
    json.begin_object();
    json.key("index").number(index);
    json.key("name").string_or_null(name_of(list, index));
    json.end_object();
  }
  json.end_array();
}

void write_one(JsonWriter &json, const ProcessReport &report, const CategoryRecord &record) {
  const VariableLists &lists = report.variables;
  write_members(json, "cvars", record.control_variables, lists.control_variables);
  write_members(json, "pvars", record.performance_variables, lists.performance_variables);
  write_members(json, "events", record.events, lists.events);
  write_members(json, "categories", record.categories, lists.categories);
}

template <class Record>
void write_list(JsonWriter &json, const ProcessReport &report, const VariableList<Record> &list, Noun noun,
                const RenderOptions &options) {
  const std::string &problem = report.error.empty() ? list.problem : report.error;
  json.key(noun_name(noun)).begin_object();
  json.key("complete").boolean(problem.empty());
  json.key("reason").string_or_null(problem);
  json.key("inactive").number(list.inactive);
  json.key("objects").begin_array(true);
  for (const Record &record : list.objects) {
    if (!is_chosen(options, record)) continue;
    json.begin_object();
    json.key("index").number(record.index);
    json.key("name").string(record.name);
    json.key("description").string_or_null(record.description);
    write_one(json, report, record);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace

void write_variables(JsonWriter &json, const ProcessReport &report, Noun noun, const RenderOptions &options) {
  const VariableLists &lists = report.variables;
  if (noun == Noun::cvars) write_list(json, report, lists.control_variables, noun, options);
  if (noun == Noun::pvars) write_list(json, report, lists.performance_variables, noun, options);
  if (noun == Noun::events) write_list(json, report, lists.events, noun, options);
  if (noun == Noun::sources) write_list(json, report, lists.sources, noun, options);
  if (lists.history && (noun == Noun::cvars || noun == Noun::pvars)) write_snapshots(json, lists);
  if (noun != Noun::categories) return;
  write_list(json, report, lists.categories, noun, options);
  json.key("update_number");
  lists.update_number ? json.number(*lists.update_number) : json.null();
}

void write_mismatches(JsonWriter &json, Noun noun, const std::vector<Mismatch> &mismatches) {
  if (noun != Noun::cvars && noun != Noun::pvars && noun != Noun::categories && noun != Noun::events) return;
  json.key("mismatches").begin_array(true);
  for (const Mismatch &mismatch : mismatches) {
    json.begin_object();
    json.key("name").string(mismatch.name);
    json.key("property").string(property_word(mismatch.property));
    json.key("ranks").numbers({mismatch.one_rank, mismatch.other_rank});
    json.key("values").strings(
        {property_value(mismatch.property, mismatch.one), property_value(mismatch.property, mismatch.other)});
    json.end_object();
  }
  json.end_array();
}

}  // namespace mqs_shim
