#pragma once
// Reads from the memory of a process which symbols its modules import. The dynamic linker keeps a list of the modules,
// and each module has a table of its dynamic symbols in memory, so that no files are needed.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/result.h"

namespace mqs_shim {

// Describes the executable or a shared library, as the dynamic linker lists it (struct link_map).
struct LinkedModule {
  std::string path;  // empty for the executable, which is the first of the list
  mpidbg::Address load_bias{};
  mpidbg::Address dynamic{};  // the dynamic section in memory
};

class DynamicSymbols {
 public:
  // Copies the bytes at an address, and returns false if not all of them can be read.
  using Read = std::function<bool(mpidbg::Address, std::span<std::byte>)>;

  // `pointer_size` is 4 or 8 bytes.
  DynamicSymbols(Read read, unsigned pointer_size, mpidbg::ByteOrder order)
      : read_(std::move(read)), word_(pointer_size), order_(order) {}

  // Returns the modules. `debug` is the address of the dynamic linker's _r_debug. Errors: unavailable if the list
  // cannot be read to its end; corrupt if it has no end.
  mpidbg::Result<std::vector<LinkedModule>> modules(mpidbg::Address debug) const;

  // Calls `use` with the name of each symbol that the module refers to and does not define. A name that is too long for
  // a function of MPI is cut. Errors: unavailable if the tables cannot be read; corrupt if they cannot be right, or if
  // all modules together have more symbols than a program can have.
  mpidbg::Status each_import(const LinkedModule &module, const std::function<void(std::string_view)> &use);

 private:
  // The tables of a module, by the entries of its dynamic section.
  struct Tables {
    mpidbg::Address symbols{}, strings{}, hash{}, gnu_hash{};
    std::uint64_t string_bytes = 0;
  };

  std::optional<std::uint64_t> number(mpidbg::Address at, unsigned bytes) const;
  std::optional<std::uint64_t> word(mpidbg::Address at) const { return number(at, word_); }
  std::string text(mpidbg::Address at, std::size_t most) const;
  mpidbg::Result<Tables> tables(const LinkedModule &module) const;
  mpidbg::Result<std::uint64_t> symbol_count(const LinkedModule &module, const Tables &tables) const;
  std::size_t symbol_bytes() const { return word_ == 8 ? 24 : 16; }
  std::uint64_t field(std::span<const std::byte> symbol, std::size_t at, std::size_t bytes) const {
    return mpidbg::decode_unsigned(symbol.subspan(at, bytes), order_);
  }

  Read read_;
  unsigned word_;
  mpidbg::ByteOrder order_;
  std::uint64_t symbols_read_ = 0;  // of all modules
};

}  // namespace mqs_shim
