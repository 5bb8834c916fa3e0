#include "mqs_shim/session/read_variables.h"

#include <algorithm>
#include <cstring>
#include <functional>

#include "mpidbg/base/limits.h"
#include "mqs_shim/session/read_events.h"
#include "mqs_shim/session/read_history.h"
#include "mqs_shim/session/variable_limits.h"

namespace mqs_shim {

namespace {

// This limits the size of all names and descriptions together. Those of a typical library take 200 KiB.
constexpr std::size_t text_budget = std::size_t{32} << 20;
constexpr std::size_t first_room = 512;

// Returns the number that a plugin has written to an enumeration. It may be the number of no enumerator.
int number_of(const mpidbg_t_datatype_t &datatype) {
  int number = 0;
  static_assert(sizeof number == sizeof datatype);
  std::memcpy(&number, &datatype, sizeof number);
  return number;
}

bool has_known_type(const mpidbg_t_value_t &value) {
  const int number = number_of(value.datatype);
  return number >= 0 && number < static_cast<int>(MPIDBG_T_DATATYPE_MAX);
}

constexpr const char *unknown_type = "the plugin gives it a nonexistent type";

// Calls a function of the plugin that returns the origin of a value. Returns nothing if it fails, or if it is null
// because the plugin is older.
template <class Function, class... Argument>
std::optional<mpidbg_t_origin_t> ask_origin(Function function, Argument... arguments) {
  mpidbg_t_origin_t origin{};
  origin.struct_size = sizeof origin;
  if (function == nullptr || function(arguments..., &origin) != MPIDBG_SUCCESS) return std::nullopt;
  return origin;
}

class VariableReader {
 public:
  VariableReader(const Conversation &talk, ProcessReport &report)
      : talk_(talk), report_(report), lists_(report.variables) {}

  void control_variables(bool with_values) {
    read_list(lists_.control_variables, talk_.call.mpidbg_cvar_get_num,
              [&](ControlVariableRecord &record) { return read(record, with_values); });
  }
  void performance_variables(bool with_values) {
    read_list(lists_.performance_variables, talk_.call.mpidbg_pvar_get_num,
              [&](PerformanceVariableRecord &record) { return read(record, with_values); });
  }
  void categories() {
    read_list(lists_.categories, talk_.call.mpidbg_category_get_num,
              [&](CategoryRecord &record) { return read(record); });
    int number = 0;
    const int code = talk_.call.mpidbg_category_changed(&talk_.process, &number);
    if (code == MPIDBG_SUCCESS) lists_.update_number = number;
  }

 private:
  // Reads a text by get(buffer, &length), which is called again with a larger buffer if necessary. Returns the plugin's
  // error code.
  template <class Get>
  int text(std::string &result, Get &&get) {
    if (room_.size() < first_room) room_.resize(first_room);
    for (int tries = 0;; ++tries) {
      int length = static_cast<int>(room_.size());
      const int code = get(room_.data(), &length);
      if (code != MPIDBG_SUCCESS) return code;
      if (length < 0 || static_cast<std::size_t>(length) > 2 * mpidbg::limits::variable_text_length)
        return MPIDBG_ERR_UNAVAILABLE;
      if (static_cast<std::size_t>(length) <= room_.size() || tries > 0) {
        result.assign(room_.data(),
                      length == 0 ? 0 : std::min<std::size_t>(static_cast<std::size_t>(length), room_.size()) - 1);
        spent_ += result.size();
        return code;
      }
      room_.resize(static_cast<std::size_t>(length));
    }
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
    list.objects.reserve(static_cast<std::size_t>(count));
    for (int index = 0; index < count; ++index) {
      if (spent_ > text_budget) {
        list.problem = "the texts of the variables are implausibly long";
        return;
      }
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

  int read(ControlVariableRecord &record, bool with_values) {
    const auto &call = talk_.call;
    mpidbg_t_datatype_t datatype{};
    mpidbg_enum_t enumerator = 0;
    int code = text(record.name, [&](char *name, int *length) {
      return call.mpidbg_cvar_get_info(&talk_.process, record.index, name, length, &record.verbosity, &datatype,
                                       &enumerator, nullptr, nullptr, &record.bind, &record.scope);
    });
    if (code != MPIDBG_SUCCESS) return code;
    record.datatype = number_of(datatype);
    record.enumerator = Address(enumerator);
    if (!with_values) return code;
    code = text(record.description, [&](char *description, int *length) {
      return call.mpidbg_cvar_get_info(&talk_.process, record.index, nullptr, nullptr, nullptr, nullptr, nullptr,
                                       description, length, nullptr, nullptr);
    });
    if (code != MPIDBG_SUCCESS) return code;
    read_enumeration(record.enumerator);
    VariableValueRecord value;
    value.elements.resize(1);
    int count = 1;
    const auto read = [&](char *characters, int *length) {
      return call.mpidbg_cvar_read(&talk_.process, record.index, static_cast<int>(value.elements.size()),
                                   value.elements.data(), &count, characters, length);
    };
    code = text(value.text, read);
    if (code == MPIDBG_SUCCESS && count > 1 && count <= most_value_elements) {
      value.elements.resize(static_cast<std::size_t>(count));
      code = text(value.text, read);
    }
    const bool known = std::all_of(value.elements.begin(), value.elements.end(), has_known_type);
    if (code == MPIDBG_SUCCESS && count != static_cast<int>(value.elements.size())) {
      record.value_problem = "the plugin claims " + std::to_string(count) + " elements";
    } else if (code == MPIDBG_SUCCESS && !known) {
      record.value_problem = unknown_type;
    } else if (code == MPIDBG_SUCCESS) {
      record.value = std::move(value);
      record.value_origin = ask_origin(call.mpidbg_cvar_get_value_origin, &talk_.process, record.index);
    } else {
      record.value_problem = talk_.why_no_handle(code);
    }
    mpidbg_cvar_origin_t origin{};
    origin.struct_size = sizeof origin;
    code = text(record.source_file, [&](char *file, int *length) {
      return call.mpidbg_cvar_get_origin(&talk_.process, record.index, &origin, file, length);
    });
    if (code != MPIDBG_SUCCESS) return MPIDBG_SUCCESS;
    record.origin = origin;
    if (origin.synonym_of < 0 || call.mpidbg_cvar_get_original_name == nullptr) return MPIDBG_SUCCESS;
    code = text(record.original_name, [&](char *name, int *length) {
      return call.mpidbg_cvar_get_original_name(&talk_.process, record.index, name, length);
    });
    if (code != MPIDBG_SUCCESS) record.original_name.clear();
    return MPIDBG_SUCCESS;
  }

  void read_enumeration(Address enumerator) {
    if (enumerator.is_null() || lists_.enumerations.contains(enumerator)) return;
    EnumerationRecord &record = lists_.enumerations[enumerator];
    const auto &call = talk_.call;
    int items = 0;
    const int code = text(record.name, [&](char *name, int *length) {
      return call.mpidbg_enum_get_info(&talk_.process, enumerator.value(), &items, name, length);
    });
    if (code != MPIDBG_SUCCESS || items < 0 || static_cast<std::uint64_t>(items) > mpidbg::limits::enumerator_values)
      return;
    for (int i = 0; i < items; ++i) {
      int value = 0;
      std::string word;
      const int got = text(word, [&](char *name, int *length) {
        return call.mpidbg_enum_get_item(&talk_.process, enumerator.value(), i, &value, name, length);
      });
      if (got == MPIDBG_SUCCESS) record.items.emplace(value, std::move(word));
    }
  }

  int read(PerformanceVariableRecord &record, bool with_values) {
    const auto &call = talk_.call;
    mpidbg_t_datatype_t datatype{};
    mpidbg_enum_t enumerator = 0;
    int readonly = 0, continuous = 0, atomic = 0;
    int code = text(record.name, [&](char *name, int *length) {
      return call.mpidbg_pvar_get_info(&talk_.process, record.index, name, length, &record.verbosity,
                                       &record.variable_class, &datatype, &enumerator, nullptr, nullptr, &record.bind,
                                       &readonly, &continuous, &atomic);
    });
    if (code != MPIDBG_SUCCESS) return code;
    record.datatype = number_of(datatype);
    record.enumerator = Address(enumerator);
    record.readonly = readonly != 0;
    record.continuous = continuous != 0;
    record.atomic = atomic != 0;
    if (!with_values) return code;
    code = text(record.description, [&](char *description, int *length) {
      return call.mpidbg_pvar_get_info(&talk_.process, record.index, nullptr, nullptr, nullptr, nullptr, nullptr,
                                       nullptr, description, length, nullptr, nullptr, nullptr, nullptr);
    });
    if (code != MPIDBG_SUCCESS) return code;
    if (record.bind == MPIDBG_T_BIND_NO_OBJECT) {
      read_values(record, Address());
    } else if (report_.sees_memory ? record.bind != MPIDBG_T_BIND_MPI_COMM : true) {
      read_recorded_objects(record);
    } else {
      for (const CommunicatorRecord &communicator : report_.communicators) {
        if ((communicator.flags & MPIDBG_COMM_INFO_COMM_NULL) == 0) read_values(record, communicator.handle);
      }
    }
    return MPIDBG_SUCCESS;
  }

  // Reads the values of a variable for the objects that the recorder knows.
  void read_recorded_objects(PerformanceVariableRecord &record) {
    const auto ask = talk_.call.mpidbg_pvar_objects;
    std::vector<mqs_taddr_t> objects(256);
    int count = 0;
    const int code = ask == nullptr
                         ? static_cast<int>(MPIDBG_ERR_NOT_SUPPORTED)
                         : ask(&talk_.process, record.index, static_cast<int>(objects.size()), objects.data(), &count);
    if (code != MPIDBG_SUCCESS) {
      record.value_problem = "it belongs to objects of the library's that are not read for it";
      return;
    }
    objects.resize(std::min(objects.size(), static_cast<std::size_t>(std::max(count, 0))));
    for (const mqs_taddr_t object : objects) read_values(record, Address(object));
  }

  void read_values(PerformanceVariableRecord &record, Address object) {
    PerformanceVariableRecord::Values values;
    values.object = object;
    int count = 0;
    const auto get = [&](int room) {
      values.elements.resize(static_cast<std::size_t>(room));
      return talk_.call.mpidbg_pvar_current(&talk_.process, record.index, object.value(), room, values.elements.data(),
                                            &count);
    };
    int code = get(1);
    if (code == MPIDBG_SUCCESS && count > 1 && count <= most_value_elements) code = get(count);
    if (code != MPIDBG_SUCCESS || count < 0 || count > most_value_elements) {
      values.elements.clear();
      values.problem = code == MPIDBG_SUCCESS ? "it has an implausible number of elements" : talk_.why_no_handle(code);
      if (object.is_null()) record.value_problem = values.problem;
      if (object.is_null()) return;
    } else {
      values.elements.resize(std::min(values.elements.size(), static_cast<std::size_t>(count)));
      if (!std::all_of(values.elements.begin(), values.elements.end(), has_known_type)) {
        values.elements.clear();
        values.problem = unknown_type;
        if (object.is_null()) record.value_problem = values.problem;
      }
      values.origin =
          ask_origin(talk_.call.mpidbg_pvar_get_origin, &talk_.process, record.index, mqs_taddr_t{object.value()});
    }
    record.values.push_back(std::move(values));
  }

  int read(CategoryRecord &record) {
    const auto &call = talk_.call;
    int cvars = 0, pvars = 0, categories = 0, events = 0;
    int code = text(record.name, [&](char *name, int *length) {
      return call.mpidbg_category_get_info(&talk_.process, record.index, name, length, nullptr, nullptr, &cvars, &pvars,
                                           &categories);
    });
    if (code != MPIDBG_SUCCESS) return code;
    code = text(record.description, [&](char *description, int *length) {
      return call.mpidbg_category_get_info(&talk_.process, record.index, nullptr, nullptr, description, length, nullptr,
                                           nullptr, nullptr);
    });
    if (code != MPIDBG_SUCCESS) return code;
    if (call.mpidbg_category_get_num_events != nullptr && call.mpidbg_category_get_events != nullptr) {
      code = call.mpidbg_category_get_num_events(&talk_.process, record.index, &events);
      if (code != MPIDBG_SUCCESS) return code;
    }
    struct Members {
      int (*get)(mqs_process *, int, int, int *);
      int count;
      std::vector<int> &indices;
    };
    for (const Members &members : {Members{call.mpidbg_category_get_cvars, cvars, record.control_variables},
                                   Members{call.mpidbg_category_get_pvars, pvars, record.performance_variables},
                                   Members{call.mpidbg_category_get_events, events, record.events},
                                   Members{call.mpidbg_category_get_categories, categories, record.categories}}) {
      if (members.count < 0 || static_cast<std::uint64_t>(members.count) > mpidbg::limits::category_members) {
        return MPIDBG_ERR_UNAVAILABLE;
      }
      if (members.count == 0) continue;
      members.indices.assign(static_cast<std::size_t>(members.count), -1);
      code = members.get(&talk_.process, record.index, members.count, members.indices.data());
      if (code != MPIDBG_SUCCESS) return code;
      spent_ += members.indices.size() * sizeof(int);
    }
    return MPIDBG_SUCCESS;
  }

  const Conversation &talk_;
  ProcessReport &report_;
  VariableLists &lists_;
  std::vector<char> room_;
  std::size_t spent_ = 0;  // number of characters stored so far
};

bool answers_tool_queries(const PluginFunctions &call) {
  return call.mpidbg_cvar_get_num != nullptr && call.mpidbg_cvar_get_info != nullptr &&
         call.mpidbg_cvar_read != nullptr && call.mpidbg_cvar_get_origin != nullptr &&
         call.mpidbg_pvar_get_num != nullptr && call.mpidbg_pvar_get_info != nullptr &&
         call.mpidbg_pvar_current != nullptr && call.mpidbg_category_get_num != nullptr &&
         call.mpidbg_category_get_info != nullptr && call.mpidbg_category_get_cvars != nullptr &&
         call.mpidbg_category_get_pvars != nullptr && call.mpidbg_category_get_categories != nullptr &&
         call.mpidbg_category_changed != nullptr && call.mpidbg_enum_get_info != nullptr &&
         call.mpidbg_enum_get_item != nullptr;
}

// Returns the time of the newest snapshot; 0 if no snapshot was read.
std::int64_t time_of_newest_snapshot(const VariableLists &lists) {
  std::int64_t newest = 0;
  const auto add = [&](const std::optional<mpidbg_t_origin_t> &origin) {
    if (origin && origin->snapshot != 0) newest = std::max(newest, origin->time);
  };
  for (const mpidbg_snapshot_info_t &snapshot : lists.snapshots) newest = std::max(newest, snapshot.time);
  for (const ControlVariableRecord &record : lists.control_variables.objects) add(record.value_origin);
  for (const PerformanceVariableRecord &record : lists.performance_variables.objects)
    for (const auto &values : record.values) add(values.origin);
  return newest;
}

void read_snapshot_interval(const Conversation &talk, VariableLists &lists) {
  const std::int64_t newest = time_of_newest_snapshot(lists);
  if (!lists.latest || newest == 0 || talk.call.mpidbg_recorder_query == nullptr) return;
  mpidbg_recorder_info_t info{};
  info.struct_size = sizeof info;
  if (talk.call.mpidbg_recorder_query(&talk.process, &info) != MPIDBG_SUCCESS) return;
  if (info.mpi_state != MPIDBG_MPI_INITIALIZED || info.pcontrol_level == 0) return;
  lists.snapshot_interval = std::int64_t{info.snapshot_interval} * 1'000'000;
  lists.newest_snapshot = newest;
}

}  // namespace

void read_variables(const Conversation &talk, const Questions &questions, ProcessReport &report) {
  if (!questions.tool_information()) return;
  VariableLists &lists = report.variables;
  lists.control_variables.asked = questions.control_variables;
  lists.performance_variables.asked = questions.performance_variables;
  lists.categories.asked = questions.categories;
  lists.events.asked = questions.events;
  lists.sources.asked = questions.sources;
  lists.latest = talk.image.target.monotonic_now();
  std::string problem;
  if (!answers_tool_queries(talk.call)) {
    problem = "the plugin " + talk.plugin.path() + " answers no queries of variables";
  } else if (!talk.handles_ready) {
    problem = "the plugin could not be set up for queries of variables";
  }
  if (!problem.empty()) {
    lists.control_variables.problem = lists.performance_variables.problem = lists.categories.problem = problem;
    lists.events.problem = lists.sources.problem = problem;
    return;
  }
  VariableReader reader(talk, report);
  // Control variables are also read for categories, which are shown with the names of their variables.
  if (questions.control_variables || questions.categories) reader.control_variables(questions.control_variables);
  if (questions.performance_variables || questions.categories) {
    reader.performance_variables(questions.performance_variables);
  }
  if (questions.categories) reader.categories();
  if (questions.events || questions.sources || questions.categories) read_events(talk, questions, report);
  if (questions.history) read_history(talk, report);
  read_snapshot_interval(talk, lists);
}

}  // namespace mqs_shim
