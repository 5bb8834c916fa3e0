#pragma once
// Target is the interface through which plugins access a process, live or dead. It hides from its callers how memory is
// reached.
//
// It is implemented by corefile/targets (live processes, core files, captures) and by
// mqs_shim/targets/callback_target.h (the C API, for GDB and Python). No function writes to the process.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/base/address_range.h"
#include "mpidbg/base/byte_order.h"

namespace mqs_shim {

using mpidbg::Address;
using mpidbg::AddressRange;
using mpidbg::ByteOrder;

enum class SymbolKind { data, function };

// Describes the type of a field according to debug information. `kind` is an mpidbg_field_kind_t.
struct FieldType {
  int kind = 0;
  std::uint64_t size = 0;  // in bytes; 0: unknown
};

// Describes a struct type of the process. It is owned by the Target that returned it.
class TargetType {
 public:
  virtual ~TargetType() = default;
  // Returns the size of the struct in bytes.
  virtual std::uint64_t size() const = 0;
  // Returns the offset of a field in the struct in bytes, or nothing if the struct has no such field.
  virtual std::optional<std::uint64_t> field_offset(const std::string &field) const = 0;
  // Returns the type of the field, or nothing if the target does not know it.
  virtual std::optional<FieldType> field_type(const std::string &) const { return std::nullopt; }
};

// Gives access to a process that plugins inspect. Functions are called by one thread at a time.
class Target {
 public:
  virtual ~Target() = default;

  // Returns the size of a pointer in the process: 4 or 8 bytes.
  virtual unsigned pointer_size() const = 0;
  virtual ByteOrder byte_order() const = 0;

  // Copies up to `size` bytes at `address`, and returns the number of bytes that could be read. The number is less than
  // `size` only at the end of readable memory.
  virtual std::size_t read_up_to(Address address, void *buffer, std::size_t size) = 0;

  // Called for each read that a plugin requests, even if a cache answers it, but not for searches. An implementation
  // can use this to record which memory an answer needs.
  virtual void note_wanted(Address, std::size_t) {}

  // Returns the address of the symbol's definition that the process itself uses. That is the first one in the order of
  // the link map. The executable is first in the link map, so that copy relocations are respected.
  virtual std::optional<Address> find_symbol(const std::string &name, SymbolKind kind) = 0;

  // Returns the name of the function that covers an address; empty if unknown.
  virtual std::string symbol_at(Address) { return {}; }

  // Returns a type from the debug information of the process, or null if it has none with this name. The result is
  // valid while the target lives.
  virtual const TargetType *find_type(const std::string &name) = 0;

  // Returns the rank in MPI_COMM_WORLD according to the environment of the process.
  virtual std::optional<int> world_rank() = 0;

  // Returns writable memory that belongs to the process alone, such as the heap and anonymous mappings, but neither
  // stacks nor files. Empty if unknown.
  virtual std::vector<AddressRange> private_memory() { return {}; }

  // Returns the current value of CLOCK_MONOTONIC in nanoseconds if the process lives on this machine, otherwise
  // nothing.
  virtual std::optional<std::int64_t> monotonic_now() { return std::nullopt; }

  // Returns the build-id, in lower-case hexadecimal, of the module that defines the symbol; empty if unknown.
  virtual std::string build_id_of(const std::string &symbol) = 0;
};

}  // namespace mqs_shim
