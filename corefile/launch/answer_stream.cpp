#include "corefile/launch/answer_stream.h"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"

namespace corefile {

namespace {

// Each collector has a different number; pids are the same on different nodes.
std::uint64_t new_stream() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number)
    number = static_cast<std::uint64_t>(::getpid()) << 40 ^ static_cast<std::uint64_t>(std::time(nullptr));
  return number;
}

}  // namespace

CollectorOutput::CollectorOutput(int fd, const std::vector<NodeName> &nodes, const std::string &version)
    : fd_(fd), own_node_(nodes.front().node), stream_(new_stream()) {
  std::string hello = nodes.front().node + '\n' + nodes.front().host + '\n' + version + '\n';
  for (std::size_t i = 1; i < nodes.size(); ++i) hello += nodes[i].node + '\n' + nodes[i].host + '\n';
  write(MessageKind::hello, hello);
}

void CollectorOutput::record(std::string_view bytes) {
  ++records_;
  write(MessageKind::record, bytes);
}

void CollectorOutput::problem(std::string_view sentence, std::string_view node) {
  write(MessageKind::problem, (node.empty() ? own_node_ : std::string(node)) + '\n' + std::string(sentence));
}

bool CollectorOutput::end() {
  write(MessageKind::end, std::to_string(records_));
  return !failed_;
}

void CollectorOutput::write(MessageKind kind, std::string_view data) {
  failed_ = failed_ || !write_lines(fd_, encode_message(stream_, next_++, kind, data));
}

bool write_lines(int fd, std::string_view lines) {
  while (!lines.empty()) {
    const ssize_t written = ::write(fd, lines.data(), std::min(lines.size(), line_size));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    lines.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void AnswerStream::take(LineReader::Message message) {
  switch (message.kind) {
    case MessageKind::hello: {
      const std::vector<std::string_view> words = mpidbg::split(message.data, '\n');
      if (words.size() < 3 || !nodes.empty()) return;
      nodes.push_back({std::string(words[0]), std::string(words[1])});
      version = words[2];
      for (std::size_t i = 3; i + 1 < words.size(); i += 2)
        nodes.push_back({std::string(words[i]), std::string(words[i + 1])});
      return;
    }
    case MessageKind::record:
      records.emplace(message.number, std::move(message.data));
      return;
    case MessageKind::problem: {
      const std::size_t end = std::min(message.data.find('\n'), message.data.size());
      problems.push_back({message.data.substr(0, end), message.data.substr(std::min(end + 1, message.data.size()))});
      return;
    }
    case MessageKind::end:
      expected = mpidbg::whole_number<std::uint32_t>(message.data);
      return;
  }
}

}  // namespace corefile
