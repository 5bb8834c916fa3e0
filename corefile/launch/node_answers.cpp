#include "corefile/launch/node_answers.h"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "corefile/launch/node_names.h"
#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"

namespace corefile {

namespace {

using How = RunEnd::How;

// Different for each collector: pids are the same on different nodes.
std::uint64_t new_stream() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number)
    number = static_cast<std::uint64_t>(::getpid()) << 40 ^ static_cast<std::uint64_t>(std::time(nullptr));
  return number;
}

std::string_view first_label(std::string_view name) {
  return name.substr(0, name.find('.'));
}

std::string seconds(std::chrono::milliseconds time) {
  const auto whole = time.count() / 1000, tenths = time.count() % 1000 / 100;
  return std::to_string(whole) + (tenths == 0 ? "" : "." + std::to_string(tenths)) + " s";
}

// The last line of a launcher's errors that names the node; else the last line, if `any` will do.
std::string words_about(const std::string &node, std::string_view errors, bool any) {
  std::string last, about;
  for (std::string_view line : mpidbg::split(errors, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t-") == std::string_view::npos) continue;
    last = line;
    if (line.find(node) != std::string_view::npos) about = line;
  }
  return about.empty() && any ? last : about;
}

}  // namespace

CollectorOutput::CollectorOutput(int fd, const std::string &node, const std::string &host, const std::string &version)
    : fd_(fd), stream_(new_stream()) {
  write(MessageKind::hello, node + '\n' + host + '\n' + version + '\n');
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
  const std::string lines = encode_message(stream_, next_++, kind, data);
  for (std::string_view rest = lines; !rest.empty() && !failed_;) {
    // Each line by itself: a pipe takes it at once or not at all.
    const ssize_t written = ::write(fd_, rest.data(), std::min(rest.size(), line_size));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      failed_ = true;
    } else {
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }
}

NodeAnswers::NodeAnswers(const LaunchPlan &plan, std::string version) : plan_(plan), version_(std::move(version)) {
  for (std::size_t i = 0; i < plan.launches.size(); ++i) {
    expected_ += plan.launches[i].nodes.size();
    readers_.push_back(
        std::make_unique<LineReader>([this, i](LineReader::Message message) { take(i, std::move(message)); }));
  }
}

void NodeAnswers::add(std::size_t launch, std::string_view bytes) {
  readers_[launch]->add(bytes);
}

void NodeAnswers::take(std::size_t launch, LineReader::Message message) {
  // A hostile or broken writer cannot have more of them than this.
  if (!streams_.contains(message.stream) && streams_.size() >= 2 * expected_ + 16) return;
  Stream &stream = streams_[message.stream];
  stream.launch = launch;
  switch (message.kind) {
    case MessageKind::hello: {
      const std::vector<std::string_view> lines = mpidbg::split(message.data, '\n');
      if (lines.size() < 3 || stream.is_known) return;
      stream.is_known = true;
      stream.node = lines[0];
      stream.host = lines[1];
      stream.version = lines[2];
      return;
    }
    case MessageKind::record:
      stream.records.emplace(message.number, std::move(message.data));
      return;
    case MessageKind::problem:
      stream.problems.push_back(std::move(message.data));
      return;
    case MessageKind::end:
      stream.expected = mpidbg::whole_number<std::uint32_t>(message.data);
      return;
  }
}

// The one with the most to say: two collectors on a node have found the same.
const NodeAnswers::Stream *NodeAnswers::stream_of(std::size_t launch, const std::string &node) const {
  const Stream *best = nullptr;
  const bool is_alone = plan_.launches[launch].nodes.size() == 1;
  for (const auto &[number, stream] : streams_) {
    if (stream.launch != launch) continue;
    const bool fits = is_alone || stream.node == node || stream.host == node ||
                      first_label(stream.node) == first_label(node) || first_label(stream.host) == first_label(node);
    if (!fits) continue;
    if (best == nullptr || (stream.is_complete() && !best->is_complete())) best = &stream;
  }
  return best;
}

bool NodeAnswers::are_complete() const {
  const auto complete =
      std::count_if(streams_.begin(), streams_.end(), [](const auto &entry) { return entry.second.is_complete(); });
  return static_cast<std::size_t>(complete) >= expected_;
}

std::string NodeAnswers::why_none(const std::string &node, std::size_t launch, const RunEnd &end,
                                  std::chrono::milliseconds time) const {
  std::string text = "node " + node + " ";
  if (end.how == How::timed_out) {
    text += "did not answer within " + seconds(time);
  } else if (plan_.launches[launch].nodes.size() == 1) {
    return text + "did not answer: " + describe(end, plan_.launcher);
  } else {
    text += "did not answer";
    if (!end.is_success()) {
      RunEnd without_errors = end;
      without_errors.errors.clear();
      text += ": " + describe(without_errors, plan_.launcher);
    }
  }
  // Of one that still waits for the node, what it said last is about something else.
  const bool has_ended = end.how != How::timed_out;
  std::string words = words_about(node, end.errors, has_ended);
  if (words.empty() && has_ended) words = readers_[launch]->last_noise();
  return words.empty() ? text : text + ": " + words;
}

// Host files may have addresses or other names, by which no node calls itself.
template <class Fill>
void NodeAnswers::add_others(const std::map<const Stream *, bool> &used, const Fill &fill,
                             std::vector<NodeAnswer> &answers) const {
  std::vector<const Stream *> others;
  for (const auto &entry : streams_) {
    const Stream &stream = entry.second;
    const bool again = std::any_of(answers.begin(), answers.end(), [&](const NodeAnswer &answer) {
      return !answer.host.empty() && answer.host == stream.host;
    });
    if (!used.contains(&stream) && stream.is_known && !again) others.push_back(&stream);
  }
  if (others.empty()) return;
  std::sort(others.begin(), others.end(), [](const Stream *a, const Stream *b) { return a->node < b->node; });
  const auto is_silent = [](const NodeAnswer &answer) { return answer.host.empty(); };
  const auto silent = static_cast<std::size_t>(std::count_if(answers.begin(), answers.end(), is_silent));
  if (others.size() == silent) {
    std::erase_if(answers, is_silent);
  } else {
    std::vector<std::string> names;
    names.reserve(others.size());
    for (const Stream *const stream : others) names.push_back(stream->node);
    for (NodeAnswer &answer : answers)
      if (is_silent(answer)) answer.missing += "; or it is one of " + list_of_nodes(names) + ", which answered";
  }
  for (const Stream *const stream : others) {
    NodeAnswer &answer = answers.emplace_back();
    answer.node = stream->node;
    fill(answer, *stream);
  }
}

std::vector<NodeAnswer> NodeAnswers::finish(const std::vector<RunEnd> &ends, std::chrono::milliseconds time) {
  std::vector<NodeAnswer> answers;
  std::map<const Stream *, bool> used;
  const auto fill = [&](NodeAnswer &answer, const Stream &stream) {
    used[&stream] = true;
    answer.host = stream.host;
    answer.problems = stream.problems;
    if (stream.is_known && stream.version != version_) {
      answer.missing = "node " + answer.node + " has mpidbg " + stream.version + ", and this is " + version_;
      return;
    }
    for (const auto &[number, record] : stream.records) answer.records.push_back(record);
    if (stream.is_complete()) return;
    answer.missing = "node " + answer.node;
    if (stream.expected && *stream.expected > answer.records.size()) {
      answer.missing += ": " + std::to_string(*stream.expected - answer.records.size()) + " of " +
                        std::to_string(*stream.expected) + " records were damaged on their way";
    } else if (stream.expected) {
      answer.missing += ": its first line was damaged on its way";
    } else {
      answer.missing += ends[stream.launch].how == How::timed_out
                            ? " had not said all within " + seconds(time)
                            : " ended before it had said all: " + describe(ends[stream.launch], plan_.launcher);
    }
  };
  for (std::size_t i = 0; i < plan_.launches.size(); ++i) {
    for (const std::string &node : plan_.launches[i].nodes) {
      NodeAnswer &answer = answers.emplace_back();
      answer.node = node;
      if (const Stream *const stream = stream_of(i, node)) {
        fill(answer, *stream);
      } else {
        answer.missing = why_none(node, i, ends[i], time);
      }
    }
  }
  add_others(used, fill, answers);
  return answers;
}

std::vector<NodeAnswer> gather(const LaunchPlan &plan, const std::string &version, const RunLimits &limits) {
  NodeAnswers answers(plan, version);
  std::vector<std::vector<std::string>> programs;
  programs.reserve(plan.launches.size());
  for (const Launch &launch : plan.launches) programs.push_back(launch.words);
  const std::vector<RunEnd> ends = run_programs(
      programs, limits, [&](std::size_t launch, std::string_view bytes) { answers.add(launch, bytes); },
      [&] { return answers.are_complete(); });
  return answers.finish(ends, limits.time);
}

}  // namespace corefile
