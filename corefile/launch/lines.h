#pragma once
// Encodes messages as lines of text that arrive intact whatever a launcher does to standard output: the messages of a
// collector on a node, and the record of a summary.
//
// Launchers put prefixes before lines ("n3: ", "[1,0]<stdout>:"), mix in lines of their own, and join the outputs of
// all nodes. They cut the outputs into pieces whose sizes are powers of two: 1024 bytes for Slurm, 4096 for mpirun.
// Therefore each line is a single write of 512 bytes, and pieces of lines never mix. mpirun, however, passes on the end
// of a line separately, so that lines of other nodes can precede it. A line is
//
// MPIDBG-RECORD 2 STREAM MESSAGE PIECE/PIECES KIND DATA CHECK
//
// 2 is the version of this format. STREAM has 16 hexadecimal digits that identify the collector, or the record of a
// summary. MESSAGE, PIECE and PIECES are numbers, from 0. DATA is base64, filled up with '.'. CHECK is a CRC-32 of
// everything before it, starting with the 'M' of MPIDBG-RECORD. A damaged line is dropped together with its message and
// no other.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace corefile {

constexpr std::size_t line_size = 512;
// The text at the start of each line, after the prefix of a launcher.
constexpr std::string_view line_mark = "MPIDBG-RECORD ";

// The kind of a message.
enum class MessageKind : char {
  // The first message: the identity of the writer.
  hello = 'h',
  // A record. Its contents are not interpreted here.
  record = 'r',
  // A sentence about something that could not be collected.
  problem = 'p',
  // The last message: the number of records.
  end = 'e'
};

// Encodes one message as lines of text.
std::string encode_message(std::uint64_t stream, std::uint32_t number, MessageKind kind, std::string_view data);

// Encodes a record that is not part of a collector's answer, such as the record of a summary, as lines of text. Equal
// records have equal lines.
std::string encode_record(std::string_view record);

// Receives the output of a launcher as it arrives, and passes on the complete messages in it, each once.
class LineReader {
 public:
  // A message whose pieces have all arrived.
  struct Message {
    std::uint64_t stream = 0;
    std::uint32_t number = 0;
    MessageKind kind{};
    std::string data;
  };
  using Take = std::function<void(Message message)>;

  // `most_bytes` is the limit for all incomplete messages together.
  explicit LineReader(Take take, std::size_t most_bytes = std::size_t{512} << 20)
      : take_(std::move(take)), most_bytes_(most_bytes) {}

  // Takes the next piece of the output, which may begin and end anywhere.
  void add(std::string_view bytes);

  // Counts each remaining incomplete line as a damaged one or as one of another version. Must be called at the end of
  // the output.
  void finish();

  // Returns true if the output had any line that begins with line_mark, even a damaged one or one of another version.
  bool found_any() const { return found_any_; }
  // The number of lines whose check or form is wrong.
  std::size_t damaged() const { return damaged_; }
  // Returns sentences about lines that could not be used, and about records with missing pieces. The list is complete
  // after finish().
  std::vector<std::string> problems() const;
  // The number of bytes that are kept for incomplete lines and messages.
  std::size_t held() const { return rest_.size() + bytes_; }
  // The last line that is not part of any message: usually an error of the launcher or of a node's shell.
  const std::string &last_noise() const { return last_noise_; }

 private:
  // Identifies a message: its stream and its number.
  using Key = std::pair<std::uint64_t, std::uint32_t>;
  // The pieces of a message that have arrived, by their number.
  struct Pieces {
    std::map<std::uint32_t, std::string> data;
    std::uint32_t expected = 0;
    std::size_t bytes = 0;
  };

  // Takes one line that begins with line_mark. Returns false if it cannot be decoded or used.
  bool add_line(std::string_view line);
  // Keeps the last line of `text` for last_noise().
  void note_noise(std::string_view text);

  Take take_;
  std::size_t most_bytes_;
  // The output that has not been processed yet: the start of a line whose end has not arrived.
  std::string rest_;
  std::map<Key, Pieces> incomplete_;
  std::set<Key> complete_;
  std::size_t bytes_ = 0, damaged_ = 0, refused_ = 0, of_other_versions_ = 0;
  bool found_any_ = false;
  std::string last_noise_;
};

}  // namespace corefile
