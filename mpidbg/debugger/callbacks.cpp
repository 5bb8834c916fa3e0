#include "mpidbg/debugger/callbacks.h"

#include <cstdlib>
#include <cstring>

namespace mpidbg::debugger {

namespace {

const mqs_basic_callbacks *basic = nullptr;

// Returns a name as the interface requires it: as char *, although hosts do not change it.
char *mutable_name(const std::string &name) {
  return const_cast<char *>(name.c_str());
}

}  // namespace

void set_basic_callbacks(const mqs_basic_callbacks *callbacks) {
  basic = callbacks;
}
const mqs_basic_callbacks *basic_callbacks() {
  return basic;
}

void *allocate(std::size_t bytes) {
  if (basic == nullptr || basic->mqs_malloc_fp == nullptr) return nullptr;
  return basic->mqs_malloc_fp(bytes);
}

void release(void *memory) {
  if (memory != nullptr && basic != nullptr && basic->mqs_free_fp != nullptr) basic->mqs_free_fp(memory);
}

void debug_print(const std::string &line) {
  static const bool wanted = [] {
    const char *value = std::getenv("MPIDBG_DEBUG");
    return value != nullptr && std::strcmp(value, "1") == 0;
  }();
  if (wanted && basic != nullptr && basic->mqs_dprints_fp != nullptr) {
    basic->mqs_dprints_fp(("mpidbg: " + line + "\n").c_str());
  }
}

std::optional<Address> Image::find_symbol(const std::string &name) const {
  mqs_taddr_t address = 0;
  if (callbacks_->mqs_find_symbol_fp == nullptr) return std::nullopt;
  if (callbacks_->mqs_find_symbol_fp(image_, mutable_name(name), &address) != mqs_ok || address == 0) {
    return std::nullopt;
  }
  return Address(address);
}

std::optional<Address> Image::find_function(const std::string &name) const {
  mqs_taddr_t address = 0;
  if (callbacks_->mqs_find_function_fp == nullptr) return std::nullopt;
  if (callbacks_->mqs_find_function_fp(image_, mutable_name(name), mqs_lang_c, &address) != mqs_ok) return std::nullopt;
  return Address(address);
}

mqs_type *Image::find_type(const std::string &name) const {
  if (callbacks_->mqs_find_type_fp == nullptr) return nullptr;
  return callbacks_->mqs_find_type_fp(image_, mutable_name(name), mqs_lang_c);
}

std::optional<std::uint32_t> Image::size_of(mqs_type *type) const {
  if (callbacks_->mqs_sizeof_fp == nullptr) return std::nullopt;
  const int size = callbacks_->mqs_sizeof_fp(type);
  if (size <= 0) return std::nullopt;
  return static_cast<std::uint32_t>(size);
}

std::optional<std::uint32_t> Image::field_offset(mqs_type *type, const std::string &field) const {
  if (callbacks_->mqs_field_offset_fp == nullptr) return std::nullopt;
  const int offset = callbacks_->mqs_field_offset_fp(type, mutable_name(field));
  if (offset < 0) return std::nullopt;
  return static_cast<std::uint32_t>(offset);
}

std::optional<mpidbg_field_type_t> Image::field_type(mqs_type *type, const std::string &field) const {
  mpidbg_field_type_t result{};
  result.struct_size = sizeof result;
  if (field_types_ == nullptr || field_types_(type, field.c_str(), &result) != MPIDBG_SUCCESS) return std::nullopt;
  return result;
}

std::optional<unsigned> Image::pointer_size(mqs_process *process) const {
  // The struct is zeroed and has spare room, because hosts fill five or seven members, and later hosts may fill more.
  struct {
    mqs_target_type_sizes sizes;
    int spare[8];
  } room{};
  if (callbacks_->mqs_get_type_sizes_fp == nullptr) return std::nullopt;
  callbacks_->mqs_get_type_sizes_fp(process, &room.sizes);
  const int size = room.sizes.pointer_size;
  if (size != 4 && size != 8) return std::nullopt;
  return static_cast<unsigned>(size);
}

}  // namespace mpidbg::debugger
