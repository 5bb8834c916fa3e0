#pragma once
// Sends and receives the answer of a collector, the program that inspects the ranks of one node. The answer consists of
// messages (lines.h): the identity of the node, the records, and the number of records.

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
  // The name by which the launcher knows the node.
  std::string node;
  // The host name that the node itself has.
  std::string host;

  friend bool operator<(const NodeName &a, const NodeName &b) {
    return std::tie(a.node, a.host) < std::tie(b.node, b.host);
  }
};

// Writes the answer of the collector on one node.
class CollectorOutput {
 public:
  // Writes the first message. `node` is the node on which this program runs, and `version` is the version of this
  // program.
  CollectorOutput(int fd, const NodeName &node, const std::string &version);

  // Writes a record. The contents of the record are not interpreted here.
  void record(std::string_view bytes);
  // Reports something that could not be collected.
  void problem(std::string_view sentence);
  // Ends the answer; nothing may follow. Returns true if everything could be written.
  bool end();

 private:
  // Writes one message. After a failure nothing more is written.
  void write(MessageKind kind, std::string_view data);

  int fd_;
  std::uint64_t stream_;
  std::uint32_t next_ = 0, records_ = 0;
  bool failed_ = false;
};

// Writes each line with one call, so that a pipe takes it completely or not at all. Returns false on failure.
bool write_lines(int fd, std::string_view lines);

// Receives the answer of one collector. Its messages may arrive in any order.
struct AnswerStream {
  // The names of the node; nullopt until the first message has arrived.
  std::optional<NodeName> node;
  std::string version;
  // The records by the numbers of their messages.
  std::map<std::uint32_t, std::string> records;
  // Sentences about what could not be collected.
  std::vector<std::string> problems;
  // The number of records, from the end message.
  std::optional<std::uint32_t> expected;

  // Takes one message; the same message may be taken several times.
  void take(LineReader::Message message);
  // Returns true if the node, the number of records and all records have arrived.
  bool is_complete() const { return node && expected && *expected == records.size(); }
};

}  // namespace corefile
