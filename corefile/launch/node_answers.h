#pragma once
// What the collectors on the nodes of a job answered: their records, and for each node that did not answer, or not
// completely, why.

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "corefile/launch/launch_plan.h"
#include "corefile/launch/lines.h"
#include "corefile/launch/run_programs.h"

namespace corefile {

// The node's side: what a collector writes.
class CollectorOutput {
 public:
  // `node`: the name by which the launcher knows the node; `host`: its own name, `version`: of the program.
  CollectorOutput(int fd, const std::string &node, const std::string &host, const std::string &version);

  void record(std::string_view bytes);
  void problem(std::string_view sentence);
  // Nothing comes after it. Whether everything could be written.
  bool end();

 private:
  void write(MessageKind kind, std::string_view data);

  int fd_;
  std::uint64_t stream_;
  std::uint32_t next_ = 0, records_ = 0;
  bool failed_ = false;
};

struct NodeAnswer {
  std::string node;  // as the plan calls it; of one that nobody expected: as it calls itself
  std::string host;  // its own name; empty if it did not say
  std::vector<std::string> records;
  std::vector<std::string> problems;  // sentences of the node, of what it could not collect
  // Why there is no answer, or no complete one, in a sentence that names the node; empty if there is.
  std::string missing;

  bool is_complete() const { return missing.empty(); }
};

// The head's side: takes the outputs of the launchers, and sorts them by nodes.
class NodeAnswers {
 public:
  // `version`: the one that collectors have to be of.
  NodeAnswers(const LaunchPlan &plan, std::string version);

  void add(std::size_t launch, std::string_view bytes);
  // Whether every node has answered completely.
  bool are_complete() const;
  // In the order of the plan, then those that call themselves otherwise than the plan does. `time`: how long they had.
  std::vector<NodeAnswer> finish(const std::vector<RunEnd> &ends, std::chrono::milliseconds time);

 private:
  struct Stream {
    std::string node, host, version;  // of its hello; empty before
    std::size_t launch = 0;
    bool is_known = false;  // a hello came
    std::map<std::uint32_t, std::string> records;
    std::vector<std::string> problems;
    std::optional<std::uint32_t> expected;  // number of records, of its end

    bool is_complete() const { return is_known && expected && *expected == records.size(); }
  };

  void take(std::size_t launch, LineReader::Message message);
  const Stream *stream_of(std::size_t launch, const std::string &node) const;
  std::string why_none(const std::string &node, std::size_t launch, const RunEnd &end,
                       std::chrono::milliseconds time) const;
  template <class Fill>
  void add_others(const std::map<const Stream *, bool> &used, const Fill &fill, std::vector<NodeAnswer> &answers) const;

  const LaunchPlan &plan_;
  std::string version_;
  std::vector<std::unique_ptr<LineReader>> readers_;  // of the launches
  std::map<std::uint64_t, Stream> streams_;
  std::size_t expected_ = 0;
};

// Starts the plan, and waits until all nodes have answered, all launchers have ended, or the time is over.
std::vector<NodeAnswer> gather(const LaunchPlan &plan, const std::string &version, const RunLimits &limits);

}  // namespace corefile
