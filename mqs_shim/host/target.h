#pragma once
// What the debugger's half asks of a process, live or dead: the one seam between plugins and the many ways to reach
// memory.
//
// Implemented by targets/core_target, targets/live_target (over corefile) and targets/callback_target (over the C API,
// for GDB). Nothing here writes to the process.

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

// What debug information says of a field beside its offset. `kind` is an mpidbg_field_kind_t.
struct FieldType {
  int kind = 0;
  std::uint64_t size = 0;  // bytes; 0: unknown
};

// A struct type of the target, owned by the target that returned it.
class TargetType {
 public:
  virtual ~TargetType() = default;
  virtual std::uint64_t size() const = 0;
  virtual std::optional<std::uint64_t> field_offset(const std::string &field) const = 0;
  // Nothing if the target does not know it.
  virtual std::optional<FieldType> field_type(const std::string &) const { return std::nullopt; }
};

class Target {
 public:
  virtual ~Target() = default;

  virtual unsigned pointer_size() const = 0;
  virtual ByteOrder byte_order() const = 0;

  // Copies up to `size` bytes from `address` on; the number of bytes that could be read, which is less than `size` only
  // at the end of readable memory.
  virtual std::size_t read_up_to(Address address, void *buffer, std::size_t size) = 0;

  // Told of every read that is asked for, also of those that a cache answers, but not of searches: which memory an
  // answer needs.
  virtual void note_wanted(Address, std::size_t) {}

  // The definition that the process itself uses: in link-map order, the executable first, so that copy relocations are
  // seen.
  virtual std::optional<Address> find_symbol(const std::string &name, SymbolKind kind) = 0;

  // The name of the function that covers an address; empty if unknown.
  virtual std::string symbol_at(Address) { return {}; }

  // From the process's debug information; null if there is none. Stays valid while the target lives.
  virtual const TargetType *find_type(const std::string &name) = 0;

  // Rank in MPI_COMM_WORLD from the process's environment.
  virtual std::optional<int> world_rank() = 0;

  // Writable memory that belongs to the process alone: heap, anonymous mappings; no stacks, no files. Empty if unknown.
  virtual std::vector<AddressRange> private_memory() { return {}; }

  // CLOCK_MONOTONIC in nanoseconds, if the process lives on this machine.
  virtual std::optional<std::int64_t> monotonic_now() { return std::nullopt; }

  // Build-id, lower-case hexadecimal, of the module that defines the symbol; empty if unknown.
  virtual std::string build_id_of(const std::string &symbol) = 0;
};

}  // namespace mqs_shim
