#include "mqs_shim/render/wording/variables/history.h"

#include <algorithm>
#include <ctime>
#include <span>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/terms/time_terms.h"

namespace mqs_shim {

namespace {

constexpr std::int64_t second = 1'000'000'000;

bool same(const PastValueRecord &one, const PastValueRecord &other) {
  if (one.problem != other.problem || one.text != other.text || one.elements.size() != other.elements.size())
    return false;
  for (std::size_t i = 0; i < one.elements.size(); ++i) {
    const mpidbg_t_value_t &a = one.elements[i], &b = other.elements[i];
    if (a.datatype != b.datatype || a.is_null != b.is_null || a.number.as_unsigned != b.number.as_unsigned)
      return false;
  }
  return true;
}

using Snapshots = std::span<const mpidbg_snapshot_info_t *const>;

std::string times_text(Snapshots run) {
  const std::string first = clock_text(run.front()->realtime), last = clock_text(run.back()->realtime);
  return first == last || last.empty() ? first : first + " to " + last;
}

std::string reasons_text(Snapshots run) {
  const std::string first = reason_text(*run.front()), last = reason_text(*run.back());
  if (first != last) return "first " + first + ", last " + last;
  const bool all = std::all_of(run.begin(), run.end(), [&](const auto *one) { return reason_text(*one) == first; });
  return all ? first : "first and last " + first;
}

}  // namespace

std::string clock_text(std::int64_t realtime) {
  const std::time_t seconds = realtime / second;
  std::tm parts{};
  char text[32];
  if (realtime <= 0 || gmtime_r(&seconds, &parts) == nullptr) return {};
  const std::size_t size = std::strftime(text, sizeof text, "%H:%M:%S", &parts);
  char fraction[16];
  std::snprintf(fraction, sizeof fraction, ".%03d UTC", static_cast<int>(realtime % second / 1'000'000));
  return std::string(text, size) + fraction;
}

std::string reason_text(const mpidbg_snapshot_info_t &snapshot) {
  switch (snapshot.reason) {
    case MPIDBG_SNAPSHOT_AT_INIT:
      return "at MPI_Init";
    case MPIDBG_SNAPSHOT_AT_FINALIZE:
      return "at MPI_Finalize";
    case MPIDBG_SNAPSHOT_AT_PCONTROL:
      return "at MPI_Pcontrol(2)";
    case MPIDBG_SNAPSHOT_AT_INTERVAL:
      return "at its time";
    case MPIDBG_SNAPSHOT_AT_SIGNAL:
      return "before signal " + std::to_string(snapshot.detail);
    case MPIDBG_SNAPSHOT_AT_ABORT:
      return "before MPI_Abort(" + std::to_string(snapshot.detail) + ")";
    default:
      return "for an unknown reason";
  }
}

void add_origin(Cells &cells, const VariableLists &lists, const std::optional<mpidbg_t_origin_t> &origin) {
  if (!origin || origin->snapshot == 0) return;
  std::string &text = cells.begin().append("(snapshot ").append(std::to_string(origin->snapshot));
  std::int64_t age = 0;
  if (lists.latest && !__builtin_sub_overflow(*lists.latest, origin->time, &age) && age >= 0) {
    text += ", " + duration_text(age) + " ago";
  } else if (const std::string clock = clock_text(origin->realtime); !clock.empty()) {
    text += ", of " + clock;
  }
  text += ')';
}

std::string overdue_text(const VariableLists &lists) {
  std::int64_t age = 0;
  if (lists.snapshot_interval <= 0 || !lists.latest ||
      __builtin_sub_overflow(*lists.latest, lists.newest_snapshot, &age) || age / 2 < lists.snapshot_interval)
    return {};
  return "a snapshot is overdue: the newest is " + duration_text(age) + " old, and one is due every " +
         duration_text(lists.snapshot_interval) +
         "; below MPI_THREAD_MULTIPLE none is taken while the program computes or waits in one call";
}

void write_history(BlockOutput &output, const VariableLists &lists, const std::vector<PastValueRecord> &history,
                   Role role, const std::function<std::string(const PastValueRecord &)> &value_text) {
  for (std::size_t first = 0; first < history.size();) {
    std::size_t end = first + 1;
    while (end < history.size() && same(history[first], history[end])) ++end;
    const PastValueRecord &value = history[first];
    std::vector<const mpidbg_snapshot_info_t *> run;
    for (std::size_t i = first; i < end; ++i) {
      if (history[i].snapshot >= lists.snapshots.size()) return;
      run.push_back(&lists.snapshots[history[i].snapshot]);
    }
    std::string numbers = "snapshot" + std::string(run.size() > 1 ? "s " : " ") + std::to_string(run.front()->number);
    if (run.size() > 1) numbers.append("-").append(std::to_string(run.back()->number));
    Block block = text_block(role, numbers).cell(times_text(run)).cell(reasons_text(run));
    block.cells.add(value.problem.empty() ? value_text(value) : "cannot see: " + printable(value.problem));
    if (value.wrapped) block.cells.add("(less than before: it ran over, or was reset)");
    output.write(block);
    first = end;
  }
}

}  // namespace mqs_shim
