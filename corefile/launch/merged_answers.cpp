#include "corefile/launch/merged_answers.h"

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "corefile/launch/answer_stream.h"

namespace corefile {

namespace {

struct Said {
  AnswerStream stream;
  std::vector<LineReader::Message> messages;
};

}  // namespace

bool write_merged_answers(int fd, std::string_view lines, const std::string &version, const RecordMerge &merge) {
  std::map<std::uint64_t, Said> all;
  LineReader reader([&](LineReader::Message message) {
    Said &said = all[message.stream];
    said.messages.push_back(message);
    said.stream.take(std::move(message));
  });
  reader.add(lines);

  std::set<NodeName> names;
  std::vector<AnswerStream::Problem> problems;
  bool written = true;
  for (const auto &[number, said] : all) {
    std::vector<std::string> records;
    for (const auto &[position, record] : said.stream.records) records.push_back(record);
    if (said.stream.is_complete() && said.stream.version == version && merge.add(records)) {
      names.insert(said.stream.nodes.begin(), said.stream.nodes.end());
      problems.insert(problems.end(), said.stream.problems.begin(), said.stream.problems.end());
      continue;
    }
    for (const LineReader::Message &message : said.messages)
      written = written && write_lines(fd, encode_message(message.stream, message.number, message.kind, message.data));
  }
  if (names.empty()) return written;
  CollectorOutput output(fd, {names.begin(), names.end()}, version);
  output.record(merge.take());
  for (const AnswerStream::Problem &problem : problems) output.problem(problem.sentence, problem.node);
  return output.end() && written;
}

}  // namespace corefile
