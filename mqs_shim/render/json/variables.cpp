// This file writes the JSON of `cvars`, `pvars`, `categories`, `events` and `sources`.

#include "mqs_shim/render/json/variables.h"

#include "mqs_shim/render/terms/variable_terms.h"
#include "mqs_shim/render/variables/choice.h"
#include "mqs_shim/render/variables/mismatch_words.h"
#include "mqs_shim/render/variables/values.h"

namespace mqs_shim {

namespace {

// Writes the number of the recorder's snapshot that a value comes from, or null if the value comes from memory.
void write_origin(JsonWriter &json, const std::optional<mpidbg_t_origin_t> &origin) {
  const auto snapshot = origin ? static_cast<std::int64_t>(origin->snapshot) : 0;
  json.key("snapshot", "The snapshot that the value is of, where memory does not have it; null: memory has.")
      .if_known(snapshot != 0, [&] { json.positive(snapshot); });
}

void write_past(JsonWriter &json, const PastValueRecord &value, bool is_scalar) {
  const auto element = [&](const mpidbg_t_value_t &one) {
    json.if_known(one.is_null == 0,
                  [&] { json.string(one.datatype == MPIDBG_T_CHAR ? value.text : number_text(one)); });
  };
  json.if_known(value.problem.empty() && !(is_scalar && value.elements.empty()), [&] {
    if (!is_scalar) return json.list(value.elements, element);
    if (value.elements.size() > 1) return json.string(numbers_text(value.elements));
    element(value.elements.empty() ? mpidbg_t_value_t{} : value.elements.front());
  });
}

// Writes the values of a variable in the snapshots, if the history was requested.
void write_history(JsonWriter &json, const VariableLists &lists, const std::vector<PastValueRecord> &history,
                   bool is_scalar) {
  const auto write = [&](const PastValueRecord &value) {
    const bool is_there = value.snapshot < lists.snapshots.size();
    if (!is_there && !json.describes()) return;
    json.object([&] {
      json.key("snapshot", "The snapshot that the value is of, where memory does not have it; null: memory has.")
          .positive(is_there ? static_cast<std::int64_t>(lists.snapshots[value.snapshot].number) : 0);
      json.key(is_scalar ? "value" : "elements", "Null: there is none, or no text.");
      write_past(json, value, is_scalar);
      json.key("reason", "Why there is none.").string_or_null(value.problem);
      json.key("wrapped", "A counter that is less than in the snapshot before: it ran over, or was reset.")
          .boolean(value.wrapped);
    });
  };
  json.optional(lists.history,
                [&] { json.key("history", "With --history: what it held in each snapshot.").lines(history, write); });
}

void write_snapshots(JsonWriter &json, const VariableLists &lists) {
  const auto write = [&](const mpidbg_snapshot_info_t &snapshot) {
    json.object([&] {
      json.key("number").positive(static_cast<std::int64_t>(snapshot.number));
      json.key("time", "Nanoseconds since 1970.").string(std::to_string(snapshot.realtime));
      json.key("at", "Why it was taken.").term(snapshot_reason_term, snapshot.reason);
      json.key("detail", "The signal, or the error code of MPI_Abort.").number(snapshot.detail);
      json.key("update_number", "Of the categories.").natural_or_null(snapshot.update_number);
    });
  };
  json.key("snapshots", "With --history: the complete snapshots of MPI_T that the recorder took, the oldest first.")
      .object([&] {
        json.key("reason", "What is wrong or missing with them; null: nothing.").string_or_null(lists.snapshot_problem);
        json.key("objects").lines(lists.snapshots, write);
      });
}

void write_datatype(JsonWriter &json, int datatype) {
  json.key("datatype", "The MPI datatype that MPI_T declares.").definition("mpit_datatype", {}, [&] {
    json.term(datatype_term, datatype);
  });
}
void write_verbosity(JsonWriter &json, int verbosity) {
  json.key("verbosity", "For whom it is.").definition("verbosity", {}, [&] { json.term(verbosity_term, verbosity); });
}
void write_bind(JsonWriter &json, int bind) {
  json.key("bind", "The kind of object that it belongs to; null: none.").definition("bind", {}, [&] {
    json.term_or_null(bind_term, bind);
  });
}

void write_one(JsonWriter &json, const ProcessReport &report, const ControlVariableRecord &record) {
  write_datatype(json, record.datatype);
  write_verbosity(json, record.verbosity);
  write_bind(json, record.bind);
  json.key("scope", "How it may be changed.").term(scope_term, record.scope);
  const auto enumeration = report.variables.enumerations.find(record.enumerator);
  json.key("enumeration", "Its MPI_T_enum; null: none.").address_or_null(record.enumerator);
  const bool has_names = enumeration != report.variables.enumerations.end();
  json.key("enumeration_name", "Of the enumeration with the names of its values.").if_known(has_names, [&] {
    json.string(has_names ? enumeration->second.name : "");
  });
  json.key("value",
           "Its value: a number, several separated by a comma and a blank, true or false, or a text; null for a text "
           "that is a null pointer, and where value_reason says why it cannot be seen.")
      .if_known(record.value && record.value->elements.front().is_null == 0, [&] {
        if (json.describes() || record.value->elements.front().datatype == MPIDBG_T_CHAR)
          return json.string(record.value ? record.value->text : "");
        json.string(numbers_text(record.value->elements));
      });
  json.key("value_name", "The enumeration's name for the value.").string_or_null(value_name(report, record));
  json.key("value_reason", "Why the value cannot be seen.").string_or_null(record.value_problem);
  write_origin(json, record.value_origin);
  write_history(json, report.variables, record.history, true);
  json.key("source", "Where the value came from; null if not known.").if_known(record.origin.has_value(), [&] {
    json.term(source_term, record.origin ? record.origin->source : 0);
  });
  json.key("source_file", "The file that gave the value.").string_or_null(record.source_file);
  json.key("source_line", "The line in it.").natural_or_null(record.origin ? record.origin->source_line : -1);
  json.key("synonym_of", "The index of the variable that it is another name of.")
      .natural_or_null(record.origin ? record.origin->synonym_of : -1);
  json.key("deprecated", "Whether its name is.").boolean(record.origin && record.origin->deprecated != 0);
  json.key("internal", "Not meant for users.").boolean(record.origin && record.origin->internal != 0);
  json.key("default_only", "It can never be set.").boolean(record.origin && record.origin->default_only != 0);
}

void write_one(JsonWriter &json, const ProcessReport &report, const PerformanceVariableRecord &record) {
  json.key("class", "What it means.").term(class_term, record.variable_class);
  write_datatype(json, record.datatype);
  write_verbosity(json, record.verbosity);
  write_bind(json, record.bind);
  json.key("enumeration", "Its MPI_T_enum; null: none.").address_or_null(record.enumerator);
  json.key("readonly").boolean(record.readonly);
  json.key("continuous", "It cannot be started and stopped.").boolean(record.continuous);
  json.key("atomic", "It can be read and reset at once.").boolean(record.atomic);
  json.key("values", "What it holds now: one item for each object that it can be bound to, or one for none.")
      .list(record.values, [&](const PerformanceVariableRecord::Values &values) {
        const auto communicator =
            std::find_if(report.communicators.begin(), report.communicators.end(),
                         [&](const CommunicatorRecord &one) { return one.handle == values.object; });
        const bool is_known = communicator != report.communicators.end();
        json.object([&] {
          json.key("object", "The handle of the object; null for a variable that is bound to none.")
              .address_or_null(values.object);
          json.key("name").if_known(is_known, [&] { json.string(is_known ? communicator->name : ""); });
          json.key("elements", "Null if they cannot be seen.").if_known(values.problem.empty(), [&] {
            json.list(values.elements, [&](const mpidbg_t_value_t &element) { json.string(number_text(element)); });
          });
          json.key("reason", "Why not.").string_or_null(values.problem);
          write_origin(json, values.origin);
          write_history(json, report.variables, values.history, false);
        });
      });
  json.key("value_reason", "Why no value can be seen.").string_or_null(record.value_problem);
}

void write_one(JsonWriter &json, const ProcessReport &report, const EventTypeRecord &record) {
  write_verbosity(json, record.verbosity);
  write_bind(json, record.bind);
  json.key("elements", "What its data consists of.")
      .list(record.elements, [&](const EventTypeRecord::Element &element) {
        json.object([&] {
          write_datatype(json, element.datatype);
          json.key("displacement", "Bytes.").number(element.displacement);
        });
      });
  json.key("dropped", "Instances that the library or the recorder lost.").natural(record.dropped);
  json.key("instances", "Those that were recorded, in their order.")
      .lines(record.instances, [&](const EventTypeRecord::Instance &instance) {
        json.object([&] {
          json.key("timestamp", "In ticks of its source.").string(std::to_string(instance.timestamp));
          json.key("source", "Index.").number(instance.source);
          json.key("source_name").string_or_null(name_of(report.variables.sources, instance.source));
          json.key("object", "That it is bound to; null: none.").address_or_null(instance.object);
          json.key("values", "Of its elements; null: not kept.")
              .list(instance.elements, [&](const std::optional<mpidbg_t_value_t> &element) {
                json.if_known(element.has_value(), [&] { json.string(element ? number_text(*element) : ""); });
              });
        });
      });
}

void write_one(JsonWriter &json, const ProcessReport &, const EventSourceRecord &record) {
  json.key("ordered", "The timestamps of its events never go down.").boolean(record.ordered);
  json.key("ticks_per_second").string(std::to_string(record.ticks_per_second));
  json.key("max_ticks", "The largest timestamp before it runs over.").string(std::to_string(record.max_ticks));
}

template <class Record>
void write_members(JsonWriter &json, const std::vector<int> &indices, const VariableList<Record> &list) {
  json.list(indices, [&](int index) {
    json.definition("category_member", "A member of a category.", [&] {
      json.object([&] {
        json.key("index").natural(index);
        json.key("name", "Null if it is inactive.").string_or_null(name_of(list, index));
      });
    });
  });
}

void write_one(JsonWriter &json, const ProcessReport &report, const CategoryRecord &record) {
  const VariableLists &lists = report.variables;
  json.key("cvars");
  write_members(json, record.control_variables, lists.control_variables);
  json.key("pvars");
  write_members(json, record.performance_variables, lists.performance_variables);
  json.key("events", "Types of events in it.");
  write_members(json, record.events, lists.events);
  json.key("categories");
  write_members(json, record.categories, lists.categories);
}

template <class Record>
void write_list(JsonWriter &json, const ProcessReport &report, const VariableList<Record> &list, Noun noun,
                const RenderOptions &options) {
  const std::string &problem = report.error.empty() ? list.problem : report.error;
  const auto write = [&](const Record &record) {
    if (!is_chosen(options, record) && !json.describes()) return;
    json.object([&] {
      json.key("index", "Its index in MPI_T.").natural(record.index);
      json.key("name").string(record.name);
      json.key("description", "What the library says about it.").string_or_null(record.description);
      write_one(json, report, record);
    });
  };
  json.key(noun_name(noun)).object([&] {
    json.key("complete",
             "Whether all active ones could be listed. It says nothing of their values: for one that cannot be seen, "
             "reason or value_reason says why.")
        .boolean(problem.empty());
    json.key("reason", "Why not.").string_or_null(problem);
    json.key("inactive", "How many indices there are whose component was unloaded.").natural(list.inactive);
    json.key("objects").lines(list.objects, write);
  });
}

}  // namespace

void write_variables(JsonWriter &json, const ProcessReport &report, Noun noun, const RenderOptions &options) {
  const VariableLists &lists = report.variables;
  if (noun == Noun::cvars) write_list(json, report, lists.control_variables, noun, options);
  if (noun == Noun::pvars) write_list(json, report, lists.performance_variables, noun, options);
  if (noun == Noun::events) write_list(json, report, lists.events, noun, options);
  if (noun == Noun::sources) write_list(json, report, lists.sources, noun, options);
  if (noun == Noun::cvars || noun == Noun::pvars) json.optional(lists.history, [&] { write_snapshots(json, lists); });
  if (noun != Noun::categories) return;
  write_list(json, report, lists.categories, noun, options);
  json.key("update_number", "Grows with each change of the categories; null if it cannot be found.")
      .number_or_null(lists.update_number);
}

void write_mismatches(JsonWriter &json, Noun noun, const std::vector<Mismatch> &mismatches) {
  if (noun != Noun::cvars && noun != Noun::pvars && noun != Noun::categories && noun != Noun::events) return;
  json.key("mismatches",
           "Of cvars, pvars, categories and events: properties that MPI demands to be the same on all ranks, and that "
           "are not.")
      .lines(mismatches, [&](const Mismatch &mismatch) {
        json.object([&] {
          json.key("name").string(mismatch.name);
          json.key("property", "What is not the same: datatype, description, ...")
              .string(property_word(mismatch.property));
          json.key("ranks", "Two of MPI_COMM_WORLD.").pair(mismatch.one_rank, mismatch.other_rank, [&](int rank) {
            json.number(rank);
          });
          json.key("values", "That they have.").pair(mismatch.one, mismatch.other, [&](const std::string &value) {
            json.string(json.describes() ? value : property_value(mismatch.property, value));
          });
        });
      });
}

}  // namespace mqs_shim
