#pragma once
// Session connects one plugin with one process.
//
// The steps of one answer are:
//   find_plugin() -> Plugin::load() -> Session::open()   plugin, symbols, types: a live process still runs
//   process.stop() -> read() -> process.stacks() -> process.resume()
//   attach_threads() (stacks/thread_stacks.h), rendering
// A live process is held only during the second line. read() may be called again after the process ran.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mqs_shim/host/page_cache.h"
#include "mqs_shim/host/target.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/records/records.h"
#include "mqs_shim/session/questions.h"

struct mqs_image_;
struct mqs_process_;

namespace mqs_shim {

// Inspects one process through one plugin, and answers questions about the process.
class Session {
 public:
  // Opens a session. Lets the plugin read everything that it needs before it can answer: symbols, types, and the first
  // data of the process. Plugin and target must outlive the session. Errors are sentences: not an MPI program, unknown
  // layouts, and so on.
  static Result<std::unique_ptr<Session>> open(const Plugin &plugin, Target &target,
                                               const SessionOptions &options = {});
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  // Fills in the plugin's answers; the caller fills in target, pid, host, threads and state. Memory that was read
  // earlier is dropped first, unless the caller reports when the process ran (SessionOptions). An error is also stored
  // in report.error; the report then contains the data that was read before the error.
  Status read(const Questions &questions, ProcessReport &report);

  // Adds one object without reading anything else again. Data that was read since the last forget_memory() is trusted;
  // the process must not run in between. Fills in report.shown and the object; a communicator or group is added to its
  // list.
  Status look_at(mpidbg_handle_kind_t kind, Address handle, ProcessReport &report);

  // Returns the C handle for an expression (handle_expression.h), which may belong to no object. Data that was read
  // since the last forget_memory() is trusted, as by look_at().
  Result<Address> resolve(mpidbg_handle_kind_t kind, const std::string &expression);

  // Returns the process as an argument for the plugin's functions, for callers that call these directly. After that,
  // the process must not run, as data that the plugin has read is trusted. Errors: MPI is not initialised, or the
  // plugin does not answer queries.
  Result<mqs_process_ *> lend_process();

  // Reads memory of the process through the cache, and returns the number of bytes that could be read from the start of
  // the range.
  std::size_t read_memory(Address address, void *buffer, std::size_t size);

  // Returns the process that the session was opened for.
  Target &target();

  // Drops cached memory and the plugin's caches. Must be called after the process ran; without
  // SessionOptions::told_of_moves, read() does this itself.
  void forget_memory();

  struct Statistics {
    PageCache::Statistics memory;
    std::uint64_t allocations = 0;       // mqs_malloc calls of all plugins in this process so far
    std::uint64_t live_allocations = 0;  // blocks of these that were not freed
  };
  Statistics statistics() const;

  // Returns the plugin's messages to developers (mqs_dprints), the oldest first; their number is limited.
  const std::vector<std::string> &diagnostics() const;
  // Returns the nonexistent fields that the plugin requested, as "type.field". For a plain plugin, these make the
  // answer doubtful, and read() warns about them. mpidbg's own plugin requests fields of other versions on purpose.
  const std::vector<std::string> &missing_fields() const;

 private:
  struct State;
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace mqs_shim
