#pragma once
// What a collector on a node says, as messages (lines.h): who it is, its records, and the number of these. Collectors
// that form a tree say it once for all of them: the stream of one that has merged the records of others has the names
// of all of these nodes.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "corefile/launch/lines.h"

namespace corefile {

struct NodeName {
  std::string node;  // by which the launcher knows it
  std::string host;  // its own name

  friend bool operator<(const NodeName &a, const NodeName &b) {
    return std::tie(a.node, a.host) < std::tie(b.node, b.host);
  }
};

// Writes one.
class CollectorOutput {
 public:
  // `nodes`: the first is the writer's own; never empty. `version`: of the program.
  CollectorOutput(int fd, const std::vector<NodeName> &nodes, const std::string &version);

  void record(std::string_view bytes);
  // What could not be collected, and on which of the nodes; empty: the writer's own.
  void problem(std::string_view sentence, std::string_view node = {});
  // Nothing comes after it. Whether everything could be written.
  bool end();

 private:
  void write(MessageKind kind, std::string_view data);

  int fd_;
  std::string own_node_;
  std::uint64_t stream_;
  std::uint32_t next_ = 0, records_ = 0;
  bool failed_ = false;
};

// Writes lines as they are, each by itself: a pipe takes it at once or not at all. False: they could not be written.
bool write_lines(int fd, std::string_view lines);

// Takes the messages of one, in any order.
struct AnswerStream {
  struct Problem {
    std::string node, sentence;
  };
  std::vector<NodeName> nodes;  // empty: who says it is not known, as its first message has not come
  std::string version;
  std::map<std::uint32_t, std::string> records;  // by the number of the message
  std::vector<Problem> problems;
  std::optional<std::uint32_t> expected;  // number of records, of its end

  void take(LineReader::Message message);
  bool is_complete() const { return !nodes.empty() && expected && *expected == records.size(); }
};

}  // namespace corefile
