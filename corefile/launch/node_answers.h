#pragma once
// What the collectors on the nodes of a job answered: their records, and for each node that did not answer, or not
// completely, why.

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

struct NodeAnswer {
  std::string node;  // as the plan calls it; of one that nobody expected: as it calls itself
  std::string host;  // its own name; empty if it did not say
  std::vector<std::string> records;
  std::vector<std::string> problems;  // sentences of the node, of what it could not collect
  std::size_t merged_nodes = 0;       // for how many nodes it was said at once, this one included; 0: nobody said it
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
  struct Stream : AnswerStream {
    std::size_t launch = 0;
  };
  // A node that a stream is of.
  struct Speaker {
    const Stream *stream = nullptr;
    const NodeName *name = nullptr;  // null: it did not say
  };

  void take(std::size_t launch, LineReader::Message message);
  std::vector<Speaker> speakers() const;
  Speaker speaker_of(std::size_t launch, const std::string &node, const std::vector<Speaker> &all) const;
  std::string why_none(const std::string &node, std::size_t launch, const RunEnd &end,
                       std::chrono::milliseconds time) const;
  template <class Fill>
  void add_others(const std::vector<Speaker> &all, const std::set<const NodeName *> &used, const Fill &fill,
                  std::vector<NodeAnswer> &answers) const;

  const LaunchPlan &plan_;
  std::string version_;
  std::vector<std::unique_ptr<LineReader>> readers_;  // of the launches
  std::map<std::uint64_t, Stream> streams_;
  std::size_t expected_ = 0;
};

// Starts the plan, and waits until all nodes have answered, all launchers have ended, or the time is over. `said`: how
// long the nodes had, in sentences.
std::vector<NodeAnswer> gather(const LaunchPlan &plan, const std::string &version, const RunLimits &limits,
                               std::chrono::milliseconds said);

}  // namespace corefile
