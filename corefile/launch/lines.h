#pragma once
// Encodes messages from a node as lines of text that arrive intact whatever a launcher does to standard output.
//
// Launchers put prefixes before lines ("n3: ", "[1,0]<stdout>:"), mix in lines of their own, and join the outputs of
// all nodes. They cut these at sizes of their own, which are powers of two: 1024 bytes for Slurm, 4096 for mpirun.
// Therefore each line is a single write of 512 bytes, and pieces of lines never mix. mpirun, however, passes on the end
// of a line separately, so lines of others can precede it. A line is
//
//     @MPIDBG1 STREAM MESSAGE PIECE/PIECES KIND DATA CHECK
//
// STREAM has 16 hexadecimal digits that identify the collector. MESSAGE, PIECE and PIECES are numbers, from 0. DATA is
// base64, filled up with '.'. CHECK is a CRC-32 of everything before it, from '@' on. A damaged line is dropped
// together with its message and no other.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace corefile {

constexpr std::size_t line_size = 512;

// The kind of a message.
enum class MessageKind : char {
  // The first message: the identity of the writer.
  hello = 'h',
  // A record, which is opaque here.
  record = 'r',
  // A sentence about something that could not be collected.
  problem = 'p',
  // The last message: the number of records.
  end = 'e'
};

// Returns the lines of one message.
std::string encode_message(std::uint64_t stream, std::uint32_t number, MessageKind kind, std::string_view data);

// Receives the output of a launcher as it arrives, and passes on the complete messages in it.
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
  explicit LineReader(Take take, std::size_t most_bytes = 256u << 20)
      : take_(std::move(take)), most_bytes_(most_bytes) {}

  // Takes the next piece of the output, which may begin and end anywhere.
  void add(std::string_view bytes);

  // The number of lines that were damaged on the way or exceed the limit.
  std::size_t damaged() const { return damaged_; }
  // The number of bytes kept for incomplete messages.
  std::size_t held() const { return rest_.size() + bytes_; }
  // The last foreign line, which is a message of the launcher or of the shell of a node.
  const std::string &last_noise() const { return last_noise_; }

 private:
  // The pieces of a message that have arrived, by their number.
  struct Pieces {
    std::map<std::uint32_t, std::string> data;
    std::size_t bytes = 0;
  };

  // Takes one line that begins with the magic. Returns false if it is damaged.
  bool add_line(std::string_view line);
  // Keeps the last foreign line.
  void note_noise(std::string_view text);

  Take take_;
  std::size_t most_bytes_;
  // The start of a line, or foreign output without an end.
  std::string rest_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, Pieces> incomplete_;
  std::size_t bytes_ = 0, damaged_ = 0;
  std::string last_noise_;
};

}  // namespace corefile
