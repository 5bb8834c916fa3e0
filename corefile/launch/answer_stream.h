#pragma once
// The answer of a collector on a node as messages (lines.h): its identity, its records, and their number. In a tree of
// collectors, the stream of one that has merged the records of others contains the names of all their nodes.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "corefile/launch/lines.h"

namespace corefile {

// The two names of a node.
struct NodeName {
  // The name that the launcher uses.
  std::string node;
  // The node's own name.
  std::string host;

  friend bool operator<(const NodeName &a, const NodeName &b) {
    return std::tie(a.node, a.host) < std::tie(b.node, b.host);
  }
};

// Writes an answer.
class CollectorOutput {
 public:
  // `nodes` is never empty and starts with the writer's own node. `version` is the version of the program.
  CollectorOutput(int fd, const std::vector<NodeName> &nodes, const std::string &version);

  // Writes a record, whose contents are opaque here.
  void record(std::string_view bytes);
  // Reports something that could not be collected, and on which node; an empty `node` is the writer's own.
  void problem(std::string_view sentence, std::string_view node = {});
  // Ends the answer; nothing may follow. Returns true if everything could be written.
  bool end();

 private:
  // Writes one message. After a failure nothing more is written.
  void write(MessageKind kind, std::string_view data);

  int fd_;
  std::string own_node_;
  std::uint64_t stream_;
  std::uint32_t next_ = 0, records_ = 0;
  bool failed_ = false;
};

// Writes lines one by one, so that a pipe takes each completely or not at all. Returns false if they could not be
// written.
bool write_lines(int fd, std::string_view lines);

// Receives the messages of an answer in any order.
struct AnswerStream {
  struct Problem {
    std::string node, sentence;
  };
  // Empty until the first message arrives, which names them.
  std::vector<NodeName> nodes;
  std::string version;
  // Indexed by the number of the message.
  std::map<std::uint32_t, std::string> records;
  std::vector<Problem> problems;
  // The number of records, from the end message.
  std::optional<std::uint32_t> expected;

  // Takes one message; the same message may come again.
  void take(LineReader::Message message);
  // Returns true if the names, the number of records and all records have arrived.
  bool is_complete() const { return !nodes.empty() && expected && *expected == records.size(); }
};

}  // namespace corefile
