#pragma once
// StrictHost provides callbacks that watch the plugin: what it allocates, frees, reads and looks up. After a failed
// read, the buffer contains bytes that are not those of the process, and freed memory is overwritten.
//
// Only one StrictHost may exist in a process, and only one thread may use it. Apart from watching, the callbacks do the
// same as those in mqs_shim/host/callback_tables.h.

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "corefile/conformance/rules.h"
#include "mqs_shim/host/callback_tables.h"

namespace mqs_shim {

// The value of each byte of memory that the plugin has freed. The bytes keep it until the memory is used again.
constexpr unsigned char freed_byte = 0xdb;

// Lives as long as one trial. Memory that the plugin has not freed by then is counted as lost.
class StrictHost {
 public:
  // `broken` is called from within callbacks when the plugin breaks a rule. It must return, except for Rule::returns: a
  // plugin that reads forever can be stopped only by ending the process.
  explicit StrictHost(std::function<void(Rule, const std::string &)> broken);
  ~StrictHost();
  StrictHost(const StrictHost &) = delete;
  StrictHost &operator=(const StrictHost &) = delete;

  // Return the tables of callbacks, which are valid while this object lives.
  const mqs_basic_callbacks &basic() const;
  const mqs_image_callbacks &image() const;
  const mqs_process_callbacks &process() const;

  // Starts counting the reads of the next call.
  void begin_call() { reads_ = 0; }
  // Return the number and size of the blocks that the plugin has not freed.
  std::size_t allocations() const { return allocations_.size(); }
  std::size_t allocated_bytes() const;

 private:
  friend struct StrictCallbacks;
  std::function<void(Rule, const std::string &)> broken_;
  // Returns true if the plugin has got this type from the host. Any other pointer is reported as a violation, and the
  // callback then returns -1.
  bool is_type(const mqs_type *type, const char *asked_for);

  std::map<void *, std::size_t> allocations_;  // blocks with their sizes
  std::set<const mqs_type *> types_;           // types that were returned to the plugin
  std::uint64_t reads_ = 0;
};

}  // namespace mqs_shim
