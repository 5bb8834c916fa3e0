#pragma once
// ProcessCode gives access to the code of a process: functions, source lines and memory. The functions of mpi_stacks.h
// use it to determine what threads do in MPI.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/byte_order.h"
#include "mqs_shim/stacks/source_place.h"
#include "mqs_shim/stacks/stack.h"

namespace mqs_shim {

class ProcessCode {
 public:
  virtual ~ProcessCode() = default;

  virtual unsigned pointer_size() const = 0;
  virtual mpidbg::ByteOrder byte_order() const = 0;
  // Copies up to `size` bytes of memory at `address`, and returns how many could be read.
  virtual std::size_t read(Address address, void *buffer, std::size_t size) const = 0;
  // Returns the function that covers the address according to symbol tables; empty if none does.
  virtual std::string function_at(Address address) const = 0;
  virtual std::optional<Address> find_function(std::string_view name) const = 0;
  virtual std::optional<Address> find_data(std::string_view name) const = 0;
  // Returns the path of the file that defines the function; empty if none does, or if that is unknown.
  virtual std::string module_of(std::string_view function) const = 0;
  // Returns the functions to which the code of the frame belongs, innermost inlined one first; empty if debug
  // information does not contain them.
  virtual std::vector<SourcePlace> places(const Frame &frame) const = 0;
  // Returns frames for the functions that ran between two adjacent frames of a stack and ended with a jump (a tail
  // call), so that the stack lacks them; the innermost first. The result is empty unless debug information shows that
  // there is exactly one way of jumps.
  virtual std::vector<Frame> jumped_frames(const Frame & /*caller*/, const Frame & /*callee*/) const { return {}; }
};

// Names the library's functions that initialise MPI. Its Fortran functions call one of these. A program that is linked
// with a static library contains only the functions that it calls.
inline constexpr std::array<std::string_view, 3> mpi_entry_points = {"PMPI_Init", "PMPI_Init_thread",
                                                                     "PMPI_Session_init"};

}  // namespace mqs_shim
