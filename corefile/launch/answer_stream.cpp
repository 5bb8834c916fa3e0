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

// Returns a random number that identifies a collector among those on all nodes. A pid would not be unique, as different
// nodes use the same pids.
std::uint64_t new_stream() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number)
    number = static_cast<std::uint64_t>(::getpid()) << 40 ^ static_cast<std::uint64_t>(std::time(nullptr));
  return number;
}

}  // namespace

CollectorOutput::CollectorOutput(int fd, const NodeName &node, const std::string &version)
    : fd_(fd), stream_(new_stream()) {
  write(MessageKind::hello, node.node + '\n' + node.host + '\n' + version + '\n');
}

void CollectorOutput::record(std::string_view bytes) {
  ++records_;
  write(MessageKind::record, bytes);
}

void CollectorOutput::problem(std::string_view sentence) {
  write(MessageKind::problem, sentence);
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
      if (words.size() < 3 || node) return;
      node = {std::string(words[0]), std::string(words[1])};
      version = words[2];
      return;
    }
    case MessageKind::record:
      records.emplace(message.number, std::move(message.data));
      return;
    case MessageKind::problem:
      problems.push_back(std::move(message.data));
      return;
    case MessageKind::end:
      expected = mpidbg::whole_number<std::uint32_t>(message.data);
      return;
  }
}

}  // namespace corefile
