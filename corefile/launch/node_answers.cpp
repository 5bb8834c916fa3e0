#include "corefile/launch/node_answers.h"

#include <algorithm>
#include <utility>

#include "corefile/launch/node_names.h"
#include "mpidbg/base/split.h"

namespace corefile {

namespace {

using How = RunEnd::How;

std::string_view first_label(std::string_view name) {
  return name.substr(0, name.find('.'));
}

std::string seconds(std::chrono::milliseconds time) {
  const auto whole = time.count() / 1000, tenths = time.count() % 1000 / 100;
  return std::to_string(whole) + (tenths == 0 ? "" : "." + std::to_string(tenths)) + " s";
}

// Returns the last line of a launcher's errors that names the node. If no line does, returns the last line if `any` is
// set, and otherwise an empty text.
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
  // If there are implausibly many streams, messages of new ones are dropped: a hostile or broken writer could start any
  // number of streams.
  if (!streams_.contains(message.stream) && streams_.size() >= 2 * expected_ + 16) return;
  Stream &stream = streams_[message.stream];
  stream.launch = launch;
  stream.take(std::move(message));
}

// If two collectors have run on the node, either answer will do, because both have inspected the same ranks.
const NodeAnswers::Stream *NodeAnswers::stream_of(std::size_t launch, const std::string &node) const {
  const Stream *best = nullptr;
  const bool is_alone = plan_.launches[launch].nodes.size() == 1;
  for (const auto &[number, stream] : streams_) {
    if (stream.launch != launch) continue;
    const bool fits = is_alone || (stream.node && (stream.node->node == node || stream.node->host == node ||
                                                   first_label(stream.node->node) == first_label(node) ||
                                                   first_label(stream.node->host) == first_label(node)));
    if (!fits) continue;
    if (best == nullptr || (stream.is_complete() && !best->is_complete())) best = &stream;
  }
  return best;
}

bool NodeAnswers::are_complete() const {
  std::set<std::pair<std::size_t, NodeName>> complete;
  for (const auto &[number, stream] : streams_)
    if (stream.is_complete()) complete.insert({stream.launch, *stream.node});
  return complete.size() >= expected_;
}

std::string NodeAnswers::why_none(const std::string &node, std::size_t launch, const RunEnd &end,
                                  std::chrono::milliseconds time) const {
  std::string text = "node " + node + " ";
  if (end.how == How::timed_out) {
    text += "did not answer within " + seconds(time);
  } else if (end.how == How::exited && end.status == 0 && plan_.launches[launch].nodes.size() == 1) {
    const std::string noise = readers_[launch]->last_noise();
    text += "did not answer: " + plan_.launcher + " ended without an answer of mpidbg";
    return noise.empty() ? text : text + ", and wrote something else: " + noise;
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
  // If the launcher was still waiting for the node when its time was over, its last message is about the node only if
  // it names the node.
  const bool has_ended = end.how != How::timed_out;
  std::string words = words_about(node, end.errors, has_ended);
  if (words.empty() && has_ended) words = readers_[launch]->last_noise();
  return words.empty() ? text : text + ": " + words;
}

// Names in the plan and in the answers may differ, because host files can contain addresses or names that the nodes
// themselves do not use.
template <class Fill>
void NodeAnswers::add_others(const std::set<const Stream *> &used, const Fill &fill,
                             std::vector<NodeAnswer> &answers) const {
  std::vector<const Stream *> others;
  for (const auto &[number, stream] : streams_) {
    if (!stream.node || used.contains(&stream)) continue;
    const std::string &host = stream.node->host;
    const bool again = std::any_of(answers.begin(), answers.end(), [&](const NodeAnswer &answer) {
      return !answer.host.empty() && answer.host == host;
    });
    if (!again) others.push_back(&stream);
  }
  if (others.empty()) return;
  std::sort(others.begin(), others.end(),
            [](const Stream *a, const Stream *b) { return a->node->node < b->node->node; });
  const auto is_silent = [](const NodeAnswer &answer) { return answer.host.empty(); };
  const auto silent = static_cast<std::size_t>(std::count_if(answers.begin(), answers.end(), is_silent));
  if (others.size() == silent) {
    std::erase_if(answers, is_silent);
  } else {
    std::vector<std::string> names;
    names.reserve(others.size());
    for (const Stream *const other : others) names.push_back(other->node->node);
    for (NodeAnswer &answer : answers)
      if (is_silent(answer)) answer.missing += "; or it is one of " + list_of_nodes(names) + ", which answered";
  }
  for (const Stream *const other : others) {
    NodeAnswer &answer = answers.emplace_back();
    answer.node = other->node->node;
    fill(answer, *other);
  }
}

std::vector<NodeAnswer> NodeAnswers::finish(const std::vector<RunEnd> &ends, std::chrono::milliseconds time) {
  std::vector<NodeAnswer> answers;
  std::set<const Stream *> used;
  const auto fill = [&](NodeAnswer &answer, const Stream &stream) {
    const bool is_first = used.insert(&stream).second;
    if (stream.node) {
      answer.host = stream.node->host;
      answer.problems = stream.problems;
      if (stream.version != version_) {
        answer.missing = "node " + answer.node + " has mpidbg " + stream.version + ", and this is " + version_;
        return;
      }
    }
    if (is_first)
      for (const auto &[number, record] : stream.records) answer.records.push_back(record);
    if (stream.is_complete()) return;
    answer.missing = "node " + answer.node;
    if (stream.expected && *stream.expected > stream.records.size()) {
      answer.missing += ": " + std::to_string(*stream.expected - stream.records.size()) + " of " +
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

std::vector<NodeAnswer> gather(const LaunchPlan &plan, const std::string &version, const RunLimits &limits,
                               std::chrono::milliseconds said) {
  NodeAnswers answers(plan, version);
  std::vector<std::vector<std::string>> programs;
  programs.reserve(plan.launches.size());
  for (const Launch &launch : plan.launches) programs.push_back(launch.words);
  const std::vector<RunEnd> ends = run_programs(
      programs, limits, [&](std::size_t launch, std::string_view bytes) { answers.add(launch, bytes); },
      [&] { return answers.are_complete(); });
  return answers.finish(ends, said);
}

}  // namespace corefile
