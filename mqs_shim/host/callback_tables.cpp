#include "mqs_shim/host/callback_tables.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "mpidbg/base/populated_memory.h"

namespace mqs_shim {
namespace {

constexpr std::size_t journal_limit = 1000;

thread_local Journal *current_journal = nullptr;
std::atomic<std::uint64_t> allocations{0};
std::atomic<std::uint64_t> live_allocations{0};

void add_once(std::vector<std::string> &list, const std::string &text) {
  if (list.size() < journal_limit && std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

// Returns the body's result. Returns `failed` if the body throws, which means that memory is exhausted or the target
// fails.
template <class Value, class Body>
Value guard(Value failed, Body body) noexcept {
  try {
    return body();
  } catch (...) {
    return failed;
  }
}

// ---- Callbacks that need neither an image nor a process: memory and error messages ----

void *allocate(std::size_t size) {
  void *memory = std::malloc(size == 0 ? 1 : size);
  if (memory != nullptr) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    live_allocations.fetch_add(1, std::memory_order_relaxed);
  }
  return memory;
}

void release(void *memory) {
  if (memory != nullptr) live_allocations.fetch_sub(1, std::memory_order_relaxed);
  std::free(memory);
}

void print_diagnostic(const char *text) {
  if (current_journal == nullptr || text == nullptr) return;
  guard(0, [&] { return current_journal->add_diagnostic(text), 0; });
}

char *error_string(int code) {
  // The interface requires that the texts are char *, but no caller writes to them.
  static char ok[] = "no error";
  static char no_information[] = "the debugger has no information on this";
  static char end_of_list[] = "end of the list";
  static char other[] = "an error of the debugger";
  switch (code) {
    case mqs_ok:
      return ok;
    case mqs_no_information:
      return no_information;
    case mqs_end_of_list:
      return end_of_list;
    default:
      return other;
  }
}

void put_image_info(mqs_image *image, mqs_image_info *info) {
  image->info = info;
}
mqs_image_info *get_image_info(mqs_image *image) {
  return image->info;
}
void put_process_info(mqs_process *process, mqs_process_info *info) {
  process->info = info;
}
mqs_process_info *get_process_info(mqs_process *process) {
  return process->info;
}

// ---- Callbacks about an image: symbols and types ----

void get_type_sizes(mqs_process *process, mqs_target_type_sizes *sizes) {
  const int pointer_size = static_cast<int>(process->image.target.pointer_size());
  sizes->short_size = 2;
  sizes->int_size = 4;
  sizes->long_size = pointer_size;  // ILP32 and LP64: the data models of every target that can be read here
  sizes->long_long_size = 8;
  sizes->pointer_size = pointer_size;
  if (!process->image.dialect.seven_type_sizes) return;
  sizes->bool_size = 1;
  sizes->size_t_size = pointer_size;
}

int find(mqs_image *image, const char *name, SymbolKind kind, mqs_taddr_t *address) {
  if (name == nullptr) return mqs_no_information;
  return guard<int>(mqs_no_information, [&]() -> int {
    const auto found = image->target.find_symbol(name, kind);
    if (!found) return mqs_no_information;
    if (address != nullptr) *address = static_cast<mqs_taddr_t>(found->value());
    return mqs_ok;
  });
}

int find_function(mqs_image *image, char *name, mqs_lang_code, mqs_taddr_t *address) {
  return find(image, name, SymbolKind::function, address);
}

int find_symbol(mqs_image *image, char *name, mqs_taddr_t *address) {
  return find(image, name, SymbolKind::data, address);
}

mqs_type *find_type(mqs_image *image, char *name, mqs_lang_code) {
  if (name == nullptr) return nullptr;
  return guard<mqs_type *>(nullptr, [&] {
    mqs_type *type = image->types.find(name);
    if (type == nullptr) image->journal.add_missing_type(name);
    return type;
  });
}

int field_offset(mqs_type *type, char *name) {
  if (type == nullptr || name == nullptr) return -1;
  return guard(-1, [&] {
    const auto offset = type->field_offset(name);
    if (!offset || *offset > INT_MAX) {
      type->image->journal.add_missing_field(type->name + "." + name);
      return -1;
    }
    return static_cast<int>(*offset);
  });
}

int field_type(mqs_type *type, const char *field, mpidbg_field_type_t *result) {
  if (type == nullptr || field == nullptr || result == nullptr || result->struct_size < sizeof *result) {
    return MPIDBG_ERR_NOT_SUPPORTED;
  }
  return guard<int>(MPIDBG_ERR_UNAVAILABLE, [&]() -> int {
    const auto found = type->debug_type == nullptr ? std::nullopt : type->debug_type->field_type(field);
    if (!found) return MPIDBG_ERR_NOT_FOUND;
    result->kind = found->kind;
    result->size = found->size;
    return MPIDBG_SUCCESS;
  });
}

int size_of(mqs_type *type) {
  if (type == nullptr) return -1;
  return type->size > INT_MAX ? -1 : static_cast<int>(type->size);
}

// ---- Callbacks about a process: rank and memory ----

int get_global_rank(mqs_process *process) {
  return guard<int>(MQS_INVALID_PROCESS,
                    [&] { return process->image.target.world_rank().value_or(MQS_INVALID_PROCESS); });
}

mqs_image *get_image(mqs_process *process) {
  return &process->image;
}

template <bool (PageCache::*read)(Address, void *, std::size_t)>
int read_with(mqs_process *process, mqs_taddr_t address, int size, void *buffer) {
  if (size <= 0 || address == 0 || buffer == nullptr) return mqs_no_information;
  return guard<int>(mqs_no_information, [&]() -> int {
    return (process->memory.*read)(Address(address), buffer, static_cast<std::size_t>(size)) ? mqs_ok
                                                                                             : mqs_no_information;
  });
}

void target_to_host(mqs_process *process, const void *in, void *out, int size) {
  if (size <= 0) return;
  const auto length = static_cast<std::size_t>(size);
  if (out != in) std::memmove(out, in, length);  // a plugin may convert in place, or between buffers that overlap
  if (process->swap_bytes) std::reverse(static_cast<char *>(out), static_cast<char *>(out) + length);
}

int memory_runs(mqs_process *process, mqs_taddr_t begin, mqs_taddr_t end, int capacity, mpidbg_memory_range_t *runs) {
  return guard(-1, [&] {
    const auto *const memory = dynamic_cast<const mpidbg::PopulatedMemory *>(&process->image.target);
    if (memory == nullptr || capacity <= 0) return -1;
    const auto found = memory->populated_memory({Address(begin), Address(end)}, static_cast<std::size_t>(capacity));
    if (!found || found->size() > static_cast<std::size_t>(capacity)) return -1;
    for (std::size_t i = 0; i < found->size(); ++i)
      runs[i] = {static_cast<mqs_taddr_t>((*found)[i].begin.value()),
                 static_cast<mqs_taddr_t>((*found)[i].end.value())};
    return static_cast<int>(found->size());
  });
}

}  // namespace

void Journal::add_diagnostic(const char *text) {
  if (diagnostics_.size() < journal_limit) diagnostics_.emplace_back(text, strnlen(text, 4096));
}
void Journal::add_missing_type(const std::string &type) {
  add_once(missing_types_, type);
}
void Journal::add_missing_field(const std::string &type_and_field) {
  add_once(missing_fields_, type_and_field);
}

JournalScope::JournalScope(Journal &journal) : outer_(current_journal) {
  current_journal = &journal;
}
JournalScope::~JournalScope() {
  current_journal = outer_;
}

const mqs_basic_callbacks &basic_callbacks() {
  static const mqs_basic_callbacks table = {allocate,       release,        print_diagnostic, error_string,
                                            put_image_info, get_image_info, put_process_info, get_process_info};
  return table;
}

const mqs_image_callbacks &image_callbacks() {
  static const mqs_image_callbacks table = {get_type_sizes, find_function, find_symbol,
                                            find_type,      field_offset,  size_of};
  return table;
}

mpidbg_field_type_function_t field_type_function() {
  return field_type;
}

mpidbg_memory_runs_function_t memory_runs_function() {
  return memory_runs;
}

mpidbg_search_read_function_t search_read_function() {
  return read_with<&PageCache::read_searched>;
}

const mqs_process_callbacks &process_callbacks() {
  static const mqs_process_callbacks table = {get_global_rank, get_image, read_with<&PageCache::read>, target_to_host};
  return table;
}

std::uint64_t allocation_count() {
  return allocations.load(std::memory_order_relaxed);
}
std::uint64_t live_allocation_count() {
  return live_allocations.load(std::memory_order_relaxed);
}

}  // namespace mqs_shim
