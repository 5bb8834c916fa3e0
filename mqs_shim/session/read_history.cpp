#include "mqs_shim/session/read_history.h"

#include <algorithm>

#include "mqs_shim/session/variable_limits.h"

namespace mqs_shim {

namespace {

constexpr int most_snapshots = 1 << 16;
constexpr int value_room = 1 << 12;

bool is_sum(int variable_class) {
  return variable_class == MPIDBG_PVAR_CLASS_COUNTER || variable_class == MPIDBG_PVAR_CLASS_AGGREGATE ||
         variable_class == MPIDBG_PVAR_CLASS_TIMER;
}

bool less(const mpidbg_t_value_t &one, const mpidbg_t_value_t &other) {
  switch (one.datatype) {
    case MPIDBG_T_DOUBLE:
      return one.number.as_double < other.number.as_double;
    case MPIDBG_T_INT:
    case MPIDBG_T_LONG:
    case MPIDBG_T_INT32_T:
    case MPIDBG_T_INT64_T:
      return one.number.as_signed < other.number.as_signed;
    default:
      return one.number.as_unsigned < other.number.as_unsigned;
  }
}

// Returns true if an element of the value is smaller than before, which for a counter means that it overflowed or was
// reset.
bool has_wrapped(const PastValueRecord &before, const PastValueRecord &value) {
  const std::size_t size = std::min(before.elements.size(), value.elements.size());
  for (std::size_t i = 0; i < size; ++i) {
    if (less(value.elements[i], before.elements[i])) return true;
  }
  return false;
}

class HistoryReader {
 public:
  HistoryReader(const Conversation &talk, VariableLists &lists) : talk_(talk), lists_(lists) {}

  void read() {
    const auto &call = talk_.call;
    int count = 0;
    if (const int code = call.mpidbg_snapshot_get_num(&talk_.process, &count); code != MPIDBG_SUCCESS) {
      lists_.snapshot_problem = talk_.why_no_handle(code);
      return;
    }
    lists_.snapshot_problem = plain_text(call.mpidbg_snapshot_problem(&talk_.process));
    count = std::clamp(count, 0, most_snapshots);
    for (int index = 0; index < count; ++index) {
      mpidbg_snapshot_info_t info{};
      info.struct_size = sizeof info;
      if (call.mpidbg_snapshot_get_info(&talk_.process, index, &info) != MPIDBG_SUCCESS) continue;
      if (call.mpidbg_snapshot_select(&talk_.process, index) != MPIDBG_SUCCESS) continue;
      lists_.snapshots.push_back(info);
      for (auto &record : lists_.control_variables.objects) read(record);
      for (auto &record : lists_.performance_variables.objects) {
        for (auto &values : record.values) read(record, values);
      }
    }
    call.mpidbg_snapshot_select(&talk_.process, MPIDBG_SNAPSHOT_NOW);
    if (count == 0 && lists_.snapshot_problem.empty()) {
      lists_.snapshot_problem = "no snapshots: run the program with mpidbg record";
    }
  }

 private:
  // Adds an entry for the selected snapshot to the history and returns it. Returns null if the snapshot does not
  // contain the variable.
  PastValueRecord *next(std::vector<PastValueRecord> &history, int code) const {
    if (code == MPIDBG_T_ERR_INVALID_INDEX) return nullptr;
    PastValueRecord &value = history.emplace_back();
    value.snapshot = lists_.snapshots.size() - 1;
    if (code != MPIDBG_SUCCESS) value.problem = talk_.why_no_handle(code);
    return &value;
  }

  void read(ControlVariableRecord &record) {
    std::vector<mpidbg_t_value_t> elements(record.value ? record.value->elements.size() : 1);
    std::vector<char> text(value_room);
    int length = value_room, count = 0;
    const int code = talk_.call.mpidbg_cvar_read(&talk_.process, record.index, static_cast<int>(elements.size()),
                                                 elements.data(), &count, text.data(), &length);
    PastValueRecord *value = next(record.history, code);
    if (value == nullptr || code != MPIDBG_SUCCESS) return;
    value->elements = std::move(elements);
    if (value->elements.front().datatype == MPIDBG_T_CHAR && length > 0) {
      value->text.assign(text.data(), static_cast<std::size_t>(std::min(length, value_room)) - 1);
    }
  }

  void read(const PerformanceVariableRecord &record, PerformanceVariableRecord::Values &values) {
    std::vector<mpidbg_t_value_t> elements(1);
    int count = 0;
    const auto get = [&] {
      return talk_.call.mpidbg_pvar_current(&talk_.process, record.index, values.object.value(),
                                            static_cast<int>(elements.size()), elements.data(), &count);
    };
    int code = get();
    if (code == MPIDBG_SUCCESS && count > 1 && count <= most_value_elements) {
      elements.resize(static_cast<std::size_t>(count));
      code = get();
    }
    PastValueRecord *value = next(values.history, code);
    if (value == nullptr || code != MPIDBG_SUCCESS) return;
    elements.resize(std::min(elements.size(), static_cast<std::size_t>(std::max(count, 0))));
    value->elements = std::move(elements);
    if (values.history.size() > 1 && is_sum(record.variable_class)) {
      value->wrapped = has_wrapped(*(value - 1), *value);
    }
  }

  const Conversation &talk_;
  VariableLists &lists_;
};

}  // namespace

void read_history(const Conversation &talk, ProcessReport &report) {
  VariableLists &lists = report.variables;
  lists.history = true;
  const auto &call = talk.call;
  if (call.mpidbg_snapshot_get_num == nullptr || call.mpidbg_snapshot_get_info == nullptr ||
      call.mpidbg_snapshot_problem == nullptr || call.mpidbg_snapshot_select == nullptr) {
    lists.snapshot_problem = "the plugin " + talk.plugin.path() + " knows of no snapshots";
    return;
  }
  HistoryReader(talk, lists).read();
}

}  // namespace mqs_shim
