#pragma once
// Wraps the debugger's callbacks. Only the files of this folder touch callback pointers.
//
// Hosts differ: dprints and sizeof may be null, errorstring may return a constant, and find_symbol accepts a null
// address. A callback that a host does not provide counts as "not found" here.

#include <cstddef>
#include <optional>
#include <string>

#include "mpidbg/abi/field_types_interface.h"
#include "mpidbg/abi/msgq_interface.h"
#include "mpidbg/base/address.h"

namespace mpidbg::debugger {

// The callback table that the host passes to mqs_setup_basic_callbacks; it belongs to the host and outlives the
// plugin's use of it. basic_callbacks() returns null before that.
void set_basic_callbacks(const mqs_basic_callbacks *callbacks);
const mqs_basic_callbacks *basic_callbacks();

// Allocates with the debugger's malloc, so that the host can free the memory. Returns null if the host is out of memory
// or has not provided a malloc.
void *allocate(std::size_t bytes);
void release(void *memory);

// Prints a line for developers of the plugin. It is shown only if the environment has MPIDBG_DEBUG=1 and the host has a
// function to print.
void debug_print(const std::string &line);

// One executable image of the host. The image and its callbacks belong to the host and outlive this object, which is
// cheap to copy.
class Image {
 public:
  Image(mqs_image *image, const mqs_image_callbacks *callbacks) : image_(image), callbacks_(callbacks) {}

  mqs_image *handle() const { return image_; }

  // The address of a variable, or nullopt if the host knows no symbol of that name.
  std::optional<Address> find_symbol(const std::string &name) const;
  bool has_function(const std::string &name) const { return find_function(name).has_value(); }
  // The address of a function's code, or nullopt if the host knows no function of that name.
  std::optional<Address> find_function(const std::string &name) const;

  // The type with that name in the host's debug information; null if there is none. Types belong to the host.
  mqs_type *find_type(const std::string &name) const;
  // The size of a type in bytes; nullopt if the host does not give a positive size.
  std::optional<std::uint32_t> size_of(mqs_type *type) const;
  // The offset of a field in bytes; nullopt if the host gives none.
  std::optional<std::uint32_t> field_offset(mqs_type *type, const std::string &field) const;
  // The kind and size of a field. Returns nullopt if the host has provided no such function or does not know the field.
  std::optional<mpidbg_field_type_t> field_type(mqs_type *type, const std::string &field) const;
  void set_field_types(mpidbg_field_type_function_t function) { field_types_ = function; }

  // The size of a pointer in the process, 4 or 8 bytes; nullopt if the host answers neither.
  std::optional<unsigned> pointer_size(mqs_process *process) const;

 private:
  mqs_image *image_;
  const mqs_image_callbacks *callbacks_;
  mpidbg_field_type_function_t field_types_ = nullptr;
};

}  // namespace mpidbg::debugger
