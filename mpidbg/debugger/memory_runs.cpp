#include "mpidbg/debugger/memory_runs.h"

#include <map>
#include <mutex>
#include <new>
#include <string>

#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::debugger {

namespace {

constexpr int runs_at_once = 1024;
constexpr std::size_t most_runs = std::size_t{1} << 20;  // limit per range; the rest is returned as one part

std::mutex functions_mutex;

struct SearchFunctions {
  mpidbg_memory_runs_function_t runs = nullptr;
  mpidbg_search_read_function_t read = nullptr;
};
using Functions = std::map<const mqs_process *, SearchFunctions>;

// Returns the functions of all processes. The map is never destroyed: for processes that still exist when the debugger
// exits, entries are removed after static destructors have run. By then the map is empty and owns no other memory.
Functions &functions() {
  alignas(Functions) static std::byte place[sizeof(Functions)];
  static Functions *const all = new (place) Functions;
  return *all;
}

SearchFunctions functions_of(const mqs_process *process) {
  const std::lock_guard lock(functions_mutex);
  const auto found = functions().find(process);
  return found == functions().end() ? SearchFunctions{} : found->second;
}

}  // namespace

void set_memory_runs(mqs_process *process, mpidbg_memory_runs_function_t function) {
  const std::lock_guard lock(functions_mutex);
  functions()[process].runs = function;
}

void set_search_read(mqs_process *process, mpidbg_search_read_function_t function) {
  const std::lock_guard lock(functions_mutex);
  functions()[process].read = function;
}

void forget_search_functions(mqs_process *process) {
  const std::lock_guard lock(functions_mutex);
  functions().erase(process);
}

std::vector<AddressRange> memory_runs(const Memory &memory, AddressRange range) {
  const auto function = functions_of(memory.process()).runs;
  if (function == nullptr) return {range};
  std::vector<AddressRange> found;
  std::vector<mpidbg_memory_range_t> runs(runs_at_once);
  AddressRange rest = range;
  while (rest.begin < rest.end && found.size() < most_runs) {
    const int count = function(memory.process(), rest.begin.value(), rest.end.value(), runs_at_once, runs.data());
    if (count < 0 || count > runs_at_once) break;
    for (int i = 0; i < count; ++i) {
      const AddressRange run{Address(runs[i].begin), Address(runs[i].end)};
      if (run.begin < rest.begin || run.end <= run.begin || rest.end < run.end) {
        found.push_back(rest);
        return found;
      }
      found.push_back(run);
      rest.begin = run.end;
    }
    if (count < runs_at_once) return found;
  }
  if (rest.begin < rest.end) found.push_back(rest);
  return found;
}

Status read_searched(const Memory &memory, Address address, std::span<std::byte> buffer) {
  constexpr std::string_view what = "the heap";
  const auto function = functions_of(memory.process()).read;
  if (function == nullptr || address.is_null() || buffer.empty()) return memory.read(address, buffer, what);
  if (function(memory.process(), address.value(), static_cast<int>(buffer.size()), buffer.data()) == mqs_ok) return {};
  return Error{ErrorCode::unreadable, "cannot read " + std::string(what) + " at " + hex(address), address};
}

}  // namespace mpidbg::debugger
