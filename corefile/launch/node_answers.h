#pragma once
// Gathers the answers of the collectors on the nodes of a job: their records, and for each node without a complete
// answer the reason.

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "corefile/launch/answer_stream.h"
#include "corefile/launch/launch_plan.h"
#include "corefile/launch/lines.h"
#include "corefile/launch/run_programs.h"

namespace corefile {

// The answer of one node.
struct NodeAnswer {
  // The name in the plan; for a node that is not in the plan, its own name.
  std::string node;
  // The node's own name; empty if it did not send one.
  std::string host;
  std::vector<std::string> records;
  // Sentences of the node about things that it could not collect.
  std::vector<std::string> problems;
  // Why the answer is missing or incomplete, in a sentence that names the node; empty if it is complete.
  std::string missing;

  bool is_complete() const { return missing.empty(); }
};

// Receives the outputs of the launchers on the head node, and sorts them by node.
class NodeAnswers {
 public:
  // `version` is the version of mpidbg that collectors must have. `plan` must outlive this object.
  NodeAnswers(const LaunchPlan &plan, std::string version);

  // Takes a piece of the output of one launch. `launch` is the launch's index in the plan.
  void add(std::size_t launch, std::string_view bytes);
  // Returns true if each node has answered completely.
  bool are_complete() const;
  // Returns the answers in the order of the plan, followed by those of nodes with names that are not in the plan.
  // `ends` says how each launch ended, and `time` is the time limit that messages name.
  std::vector<NodeAnswer> finish(const std::vector<RunEnd> &ends, std::chrono::milliseconds time);

 private:
  // The answer of one collector, and the launch in whose output it was.
  struct Stream : AnswerStream {
    std::size_t launch = 0;
  };
  // Takes a message. If there are implausibly many streams, messages of further streams are dropped.
  void take(std::size_t launch, LineReader::Message message);
  // Returns the answer of a node in the output of a launch, or null if there is none. If several answers match, a
  // complete one is preferred.
  const Stream *stream_of(std::size_t launch, const std::string &node) const;
  // Returns a sentence that says why a node has not answered. The reason is derived from the way its launch ended and
  // from what the launcher wrote.
  std::string why_none(const std::string &node, std::size_t launch, const RunEnd &end,
                       std::chrono::milliseconds time) const;
  // Adds the answers of nodes whose names are not in the plan. They replace the nodes in the plan without an answer if
  // there are equally many of both.
  template <class Fill>
  void add_others(const std::set<const Stream *> &used, const Fill &fill, std::vector<NodeAnswer> &answers) const;

  const LaunchPlan &plan_;
  std::string version_;
  // Readers for the output of each launch.
  std::vector<std::unique_ptr<LineReader>> readers_;
  std::map<std::uint64_t, Stream> streams_;
  std::size_t expected_ = 0;
};

// Carries out the plan and waits until all nodes have answered, all launchers have ended, or the time is over. `said`
// is the time limit that messages name.
std::vector<NodeAnswer> gather(const LaunchPlan &plan, const std::string &version, const RunLimits &limits,
                               std::chrono::milliseconds said);

}  // namespace corefile
