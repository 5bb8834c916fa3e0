#pragma once
// The callbacks of a host that watches its plugin: what it allocates, frees, reads and asks for. A read that fails
// leaves bytes in the buffer that are not those of the process, and memory that is freed is filled.
//
// One at a time in a process, on one thread. What the callbacks do is that of mqs_shim/host/callback_tables.h.

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "corefile/conformance/rules.h"
#include "mqs_shim/host/callback_tables.h"

namespace mqs_shim {

// Each byte of memory that the plugin has freed, until it is used again.
constexpr unsigned char freed_byte = 0xdb;

class StrictHost {
 public:
  // `broken` is called from within callbacks. It returns, but for Rule::returns: a plugin that reads for ever cannot be
  // stopped in another way than by ending the process.
  explicit StrictHost(std::function<void(Rule, const std::string &)> broken);
  ~StrictHost();
  StrictHost(const StrictHost &) = delete;
  StrictHost &operator=(const StrictHost &) = delete;

  const mqs_basic_callbacks &basic() const;
  const mqs_image_callbacks &image() const;
  const mqs_process_callbacks &process() const;

  // Reads are counted from here on.
  void begin_call() { reads_ = 0; }
  std::size_t allocations() const { return allocations_.size(); }
  std::size_t allocated_bytes() const;

 private:
  friend struct StrictCallbacks;
  std::function<void(Rule, const std::string &)> broken_;
  // Returns true if the plugin passed a valid type; calls with any other pointer are answered with -1.
  bool is_type(const mqs_type *type, const char *asked_for);

  std::map<void *, std::size_t> allocations_;  // with their sizes
  std::set<const mqs_type *> types_;           // that were found
  std::uint64_t reads_ = 0;
};

}  // namespace mqs_shim
