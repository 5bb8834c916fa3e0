#pragma once
// Holds what a process's recorder has noted, as described by the plugin. recorded_interface.h documents the members.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mpidbg/abi/recorded_interface.h"
#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

// Holds what the recorder has noted about one MPI object.
struct RecordedRecord {
  int kind = 0;
  std::uint32_t flags = 0;
  Address handle{};
  std::string created_by, call;
  Address created_at{};
  std::int64_t created = 0;
  std::string freed_by;
  Address freed_at{};
  std::int64_t ended = 0;
  HandleReferenceRecord parent;
  std::string name;
  std::uint32_t given = 0;
  std::string last_call;
  std::int64_t last_used = 0;
  HandleReferenceRecord owner;
  Address datatype{}, op{}, buffer{};
  std::optional<int> count, peer, tag;
  std::vector<HandleReferenceRecord> users;
  std::vector<std::string> calls;
  std::uint32_t earlier = 0;
  std::vector<mpidbg_recorded_lock_t> locks;
  std::vector<Address> callers;
  bool kept = false, more_datatypes = false;
  Address second_datatype{};
  std::string doubt;

  bool has(std::uint32_t flag) const { return (flags & flag) != 0; }
};

// Describes consecutive completed calls from one place with the same result.
struct RecordedCallRecord {
  std::string name;
  Address site{};
  std::int64_t time = 0;  // time at which the last of these calls began
  std::int32_t result = 0;
  std::uint32_t times = 1;
  // The function, file and line of the site, if source lines are requested; empty and 0 if they are not known.
  std::string function, file;
  std::uint32_t line = 0;
};

// Holds what the recorder has noted about one thread.
struct RecordedThreadRecord {
  std::uint64_t tid = 0;
  bool alive = false;
  bool in_call = false;
  std::string name, call;
  Address site{};
  std::int64_t since = 0;
  std::uint64_t calls = 0;
  std::vector<RecordedCallRecord> last_calls;  // a few calls, the latest first
};

// Holds everything that the recorder has noted about a process.
struct RecorderRecord {
  std::uint32_t pid = 0, forked_from = 0;
  Address address{};
  int pcontrol_level = 1;
  std::int64_t realtime_offset = 0;
  std::int64_t latest = 0;
  std::optional<std::int64_t> now;  // current time of the recorder's clock, for a process that lives on this machine
  std::string library;
  std::string problem;  // reason why live objects or threads are missing
  std::vector<RecordedThreadRecord> threads;
  // Number of collective operations that the program has begun on each communicator, if they are counted.
  std::map<Address, std::uint64_t> collectives;
  // The recorded facts about the objects that the report shows, by kind and handle.
  std::map<std::pair<int, Address>, RecordedRecord> objects;
  // Objects that are not in the library's memory: freed ones, or all of them if the library's layouts are not known.
  std::vector<RecordedRecord> unseen;

  const RecordedRecord *find(int kind, Address handle) const {
    const auto found = objects.find({kind, handle});
    return found == objects.end() ? nullptr : &found->second;
  }
};

}  // namespace mqs_shim
