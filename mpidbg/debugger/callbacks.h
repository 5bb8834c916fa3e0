#pragma once
// Wraps the callbacks that the debugger (the "host") passes to the plugin. Only the files of this folder use the
// callback pointers.
//
// Hosts differ: dprints and sizeof may be null, errorstring may return a constant, and find_symbol accepts a null
// address. A callback that a host does not provide is treated here as one that finds nothing.

#include <cstddef>
#include <optional>
#include <string>

#include "mpidbg/abi/field_types_interface.h"
#include "mpidbg/abi/msgq_interface.h"
#include "mpidbg/base/address.h"

namespace mpidbg::debugger {

// Stores and returns the callback table that the host passes to mqs_setup_basic_callbacks. The table belongs to the
// host and must stay valid while the plugin is used. basic_callbacks() returns null before that call.
void set_basic_callbacks(const mqs_basic_callbacks *callbacks);
const mqs_basic_callbacks *basic_callbacks();

// Allocates with the debugger's malloc, so that the host can free the memory. Returns null if the host is out of memory
// or has not provided a malloc.
void *allocate(std::size_t bytes);
void release(void *memory);

// Prints a line for developers of the plugin. It is shown only if the environment has MPIDBG_DEBUG=1 and the host has a
// function to print.
void debug_print(const std::string &line);

// Represents an executable image of the host. The image and its callbacks belong to the host and outlive this object,
// which is cheap to copy.
class Image {
 public:
  Image(mqs_image *image, const mqs_image_callbacks *callbacks) : image_(image), callbacks_(callbacks) {}

  mqs_image *handle() const { return image_; }

  // Returns the address of a variable; nullopt if the host knows no symbol with that name.
  std::optional<Address> find_symbol(const std::string &name) const;
  bool has_function(const std::string &name) const { return find_function(name).has_value(); }
  // Returns the address of a function's code; nullopt if the host knows no function with that name.
  std::optional<Address> find_function(const std::string &name) const;

  // Returns the type with that name in the host's debug information; null if there is none. Types belong to the host.
  mqs_type *find_type(const std::string &name) const;
  // Returns the size of a type in bytes; nullopt if the host does not return a positive size.
  std::optional<std::uint32_t> size_of(mqs_type *type) const;
  // Returns the offset of a field in bytes; nullopt if the host does not know the field.
  std::optional<std::uint32_t> field_offset(mqs_type *type, const std::string &field) const;
  // Returns the kind and size of a field; nullopt if the host has not provided a function for this or does not know the
  // field.
  std::optional<mpidbg_field_type_t> field_type(mqs_type *type, const std::string &field) const;
  void set_field_types(mpidbg_field_type_function_t function) { field_types_ = function; }

  // Returns the size of a pointer in the process, 4 or 8 bytes; nullopt if the host returns another size.
  std::optional<unsigned> pointer_size(mqs_process *process) const;

 private:
  mqs_image *image_;
  const mqs_image_callbacks *callbacks_;
  mpidbg_field_type_function_t field_types_ = nullptr;
};

}  // namespace mpidbg::debugger
