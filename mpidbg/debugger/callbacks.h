#pragma once
// The debugger's callbacks as the plugin sees them. Only the files of this folder touch callback pointers.
//
// Hosts differ: dprints and sizeof may be null, errorstring may return a constant, find_symbol takes a null address.
// What a host leaves out is answered here as "not found".

#include <cstddef>
#include <optional>
#include <string>

#include "mpidbg/abi/field_types_interface.h"
#include "mpidbg/abi/msgq_interface.h"
#include "mpidbg/base/address.h"

namespace mpidbg::debugger {

// The table given first of all; null before that.
void set_basic_callbacks(const mqs_basic_callbacks *callbacks);
const mqs_basic_callbacks *basic_callbacks();

// The debugger's malloc; null when it is out of memory or none was given.
void *allocate(std::size_t bytes);
void release(void *memory);

// A line for the plugin's developer, shown only where the environment has MPIDBG_DEBUG=1 and the host prints at all.
void debug_print(const std::string &line);

// One executable image of the host.
class Image {
 public:
  Image(mqs_image *image, const mqs_image_callbacks *callbacks) : image_(image), callbacks_(callbacks) {}

  mqs_image *handle() const { return image_; }

  std::optional<Address> find_symbol(const std::string &name) const;
  bool has_function(const std::string &name) const { return find_function(name).has_value(); }
  // Its code.
  std::optional<Address> find_function(const std::string &name) const;

  // A type of the host's debug information; null if it knows none of that name.
  mqs_type *find_type(const std::string &name) const;
  std::optional<std::uint32_t> size_of(mqs_type *type) const;
  std::optional<std::uint32_t> field_offset(mqs_type *type, const std::string &field) const;
  // Nothing unless the host has given a function for it and that knows the field.
  std::optional<mpidbg_field_type_t> field_type(mqs_type *type, const std::string &field) const;
  void set_field_types(mpidbg_field_type_function_t function) { field_types_ = function; }

  // Size of a pointer in the process: 4 or 8, or nothing if the host's answer is neither.
  std::optional<unsigned> pointer_size(mqs_process *process) const;

 private:
  mqs_image *image_;
  const mqs_image_callbacks *callbacks_;
  mpidbg_field_type_function_t field_types_ = nullptr;
};

}  // namespace mpidbg::debugger
