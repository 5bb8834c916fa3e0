#pragma once
// One plugin looking at one process.
//
// The way of one answer:
//   find_plugin() -> Plugin::load() -> Session::open()   plugin, symbols, types: a live process still runs
//   process.stop() -> read() -> process.stacks() -> process.resume()
//   attach_threads() (targets/thread_stacks.h), rendering
// Only what is in the second line is in the stop window. read() may be called again after the process moved.

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

class Session {
 public:
  // Reads whatever the plugin needs before it can answer: symbols, types, the first look into the process. Plugin and
  // target must outlive the session. Errors are sentences: no MPI program, layouts unknown, and so on.
  static Result<std::unique_ptr<Session>> open(const Plugin &plugin, Target &target,
                                               const SessionOptions &options = {});
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  // Fills in what the plugin says; target, pid, host, threads and state are left to the caller. Memory read earlier is
  // forgotten first, unless the caller reports moves (SessionOptions). An error is also put into report.error; report
  // then holds what was read up to it.
  Status read(const Questions &questions, ProcessReport &report);

  // One object without reading anything else again: data read since the last forget_memory() is trusted, so the
  // process must stand still. Fills in report.shown and the object, a communicator or group into its list.
  Status look_at(mpidbg_handle_kind_t kind, Address handle, ProcessReport &report);

  // The process as the plugin's functions take it, for a caller that asks them by itself. It must stand still from here
  // on: data that the plugin has read is trusted. Errors: MPI is not there, or the plugin answers no queries.
  Result<mqs_process_ *> lend_process();

  // Memory of the process, through the cache; as many bytes as can be read from the beginning on.
  std::size_t read_memory(Address address, void *buffer, std::size_t size);

  // The process moved: cached memory is forgotten, and what the plugin keeps. read() does it too.
  void forget_memory();

  struct Statistics {
    PageCache::Statistics memory;
    std::uint64_t allocations = 0;       // mqs_malloc calls of all plugins so far
    std::uint64_t live_allocations = 0;  // not yet freed
  };
  Statistics statistics() const;

  // The plugin's messages to a developer (mqs_dprints), oldest first, limited.
  const std::vector<std::string> &diagnostics() const;
  // "type.field" that a plugin asked for and that does not exist. Of a plain plugin this makes the answer doubtful, and
  // read() says so; ours probes for fields of other versions.
  const std::vector<std::string> &missing_fields() const;

 private:
  struct State;
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace mqs_shim
