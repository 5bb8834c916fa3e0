#include "tests/fakes/fake_host.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace fakes {

namespace {

long live = 0;
long successes_left = -1;

FakeHost &host(mqs_image *image) {
  return *reinterpret_cast<FakeHost *>(image);
}
FakeHost &host(mqs_process *process) {
  return *reinterpret_cast<FakeHost *>(process);
}
FakeType &type_of(mqs_type *type) {
  return *reinterpret_cast<FakeType *>(type);
}

void *allocate(std::size_t size) {
  if (successes_left == 0) return nullptr;
  if (successes_left > 0) --successes_left;
  ++live;
  return std::malloc(size);
}

void release(void *memory) {
  if (memory != nullptr) --live;
  std::free(memory);
}

int find_symbol(mqs_image *image, char *name, mqs_taddr_t *address) {
  const auto found = host(image).symbols.find(name);
  if (found == host(image).symbols.end()) return mqs_no_information;
  if (address != nullptr) *address = found->second.value();
  return mqs_ok;
}

int find_function(mqs_image *image, char *name, mqs_lang_code, mqs_taddr_t *address) {
  return find_symbol(image, name, address);
}

mqs_type *find_type(mqs_image *image, char *name, mqs_lang_code) {
  const auto found = host(image).types.find(name);
  return found == host(image).types.end() ? nullptr : reinterpret_cast<mqs_type *>(&found->second);
}

int field_offset(mqs_type *type, char *name) {
  const auto found = type_of(type).fields.find(name);
  return found == type_of(type).fields.end() ? -1 : static_cast<int>(found->second);
}

int fetch_data(mqs_process *process, mqs_taddr_t address, int size, void *buffer) {
  ++host(process).fetches;
  host(process).lowest_fetch = std::min(host(process).lowest_fetch, address);
  if (size <= 0) return mqs_no_information;
  host(process).fetched_bytes += static_cast<std::uint64_t>(size);
  return host(process).memory.read(Address(address), buffer, static_cast<std::size_t>(size)) ? mqs_ok
                                                                                             : mqs_no_information;
}

void target_to_host(mqs_process *process, const void *in, void *out, int size) {
  std::memcpy(out, in, static_cast<std::size_t>(size));
  if (host(process).memory.byte_order() != mpidbg::host_byte_order()) {
    std::reverse(static_cast<char *>(out), static_cast<char *>(out) + size);
  }
}

// Five sizes, as old hosts know them: a plugin that needs more than it passed room for breaks here.
void get_type_sizes(mqs_process *process, mqs_target_type_sizes *sizes) {
  const int pointer = static_cast<int>(host(process).memory.pointer_size());
  sizes->short_size = 2;
  sizes->int_size = 4;
  sizes->long_size = pointer;
  sizes->long_long_size = 8;
  sizes->pointer_size = pointer;
}

char *error_string(int) {
  static char text[] = "an error of the fake host";
  return text;
}

}  // namespace

int FakeHost::field_type(mqs_type *type, const char *field, mpidbg_field_type_t *result) {
  const auto &known = type_of(type).field_types;
  const auto found = known.find(field);
  if (found == known.end()) return MPIDBG_ERR_NOT_FOUND;
  *result = found->second;
  return MPIDBG_SUCCESS;
}

const mqs_basic_callbacks *FakeHost::basic_callbacks() {
  static const mqs_basic_callbacks table = {
      .mqs_malloc_fp = allocate,
      .mqs_free_fp = release,
      .mqs_dprints_fp = nullptr,  // as some hosts have it
      .mqs_errorstring_fp = error_string,
      .mqs_put_image_info_fp = [](mqs_image *image, mqs_image_info *info) { host(image).image_info = info; },
      .mqs_get_image_info_fp = [](mqs_image *image) { return host(image).image_info; },
      .mqs_put_process_info_fp = [](mqs_process *process,
                                    mqs_process_info *info) { host(process).process_info = info; },
      .mqs_get_process_info_fp = [](mqs_process *process) { return host(process).process_info; },
  };
  return &table;
}

const mqs_image_callbacks *FakeHost::image_callbacks() {
  static const mqs_image_callbacks table = {
      .mqs_get_type_sizes_fp = get_type_sizes,
      .mqs_find_function_fp = find_function,
      .mqs_find_symbol_fp = find_symbol,
      .mqs_find_type_fp = find_type,
      .mqs_field_offset_fp = field_offset,
      .mqs_sizeof_fp = [](mqs_type *type) { return static_cast<int>(type_of(type).size); },
  };
  return &table;
}

const mqs_process_callbacks *FakeHost::process_callbacks() {
  static const mqs_process_callbacks table = {
      .mqs_get_global_rank_fp = [](mqs_process *) { return static_cast<int>(MQS_INVALID_PROCESS); },
      .mqs_get_image_fp = [](mqs_process *process) { return host(process).image(); },
      .mqs_fetch_data_fp = fetch_data,
      .mqs_target_to_host_fp = target_to_host,
  };
  return &table;
}

long FakeHost::live_allocations() {
  return live;
}
void FakeHost::fail_allocations_after(long successes) {
  successes_left = successes;
}

}  // namespace fakes
