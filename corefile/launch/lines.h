#pragma once
// Messages from a node as lines of text: what arrives complete whatever a launcher does to standard output on its way.
//
// Launchers put something before each line ("n3: ", "[1,0]<stdout>:"), mix in lines of their own, and join the outputs
// of all nodes to one. They cut these at sizes of their own, which are powers of two: of Slurm, 1024 bytes; of mpirun,
// 4096. So each line is one write of 512 bytes, and pieces of lines never mix; but mpirun passes the end of a line on
// by itself, so that lines of others come before it. A line is
//
//     @MPIDBG1 STREAM MESSAGE PIECE/PIECES KIND DATA CHECK
//
// STREAM: 16 hexadecimal digits, which tell one collector from others. MESSAGE, PIECE, PIECES: its number, from 0;
// DATA: base64, filled up with '.'; CHECK: a CRC-32 of all that is before it, from '@' on. A line that was damaged is
// dropped, and with it its message and no other.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace corefile {

constexpr std::size_t line_size = 512;

// What a message is.
enum class MessageKind : char {
  hello = 'h',    // the first one: who writes
  record = 'r',   // what was collected, opaque here
  problem = 'p',  // a sentence about something that could not be collected
  end = 'e'       // the last one: how many records there were
};

// The lines of one message.
std::string encode_message(std::uint64_t stream, std::uint32_t number, MessageKind kind, std::string_view data);

// Takes the output of a launcher as it comes, and gives the complete messages in it.
class LineReader {
 public:
  struct Message {
    std::uint64_t stream = 0;
    std::uint32_t number = 0;
    MessageKind kind{};
    std::string data;
  };
  using Take = std::function<void(Message message)>;

  // `most_bytes`: of messages that are not complete, together.
  explicit LineReader(Take take, std::size_t most_bytes = 256u << 20)
      : take_(std::move(take)), most_bytes_(most_bytes) {}

  void add(std::string_view bytes);

  // Lines that were damaged on the way, or exceed the limit.
  std::size_t damaged() const { return damaged_; }
  // Bytes that are kept of what is not complete.
  std::size_t held() const { return rest_.size() + bytes_; }
  // The last line that was none of ours: what the launcher or the shell of a node had to say.
  const std::string &last_noise() const { return last_noise_; }

 private:
  struct Pieces {
    std::map<std::uint32_t, std::string> data;
    std::size_t bytes = 0;
  };

  bool add_line(std::string_view line);
  void note_noise(std::string_view text);

  Take take_;
  std::size_t most_bytes_;
  std::string rest_;  // the start of a line, or noise without an end
  std::map<std::pair<std::uint64_t, std::uint32_t>, Pieces> incomplete_;
  std::size_t bytes_ = 0, damaged_ = 0;
  std::string last_noise_;
};

}  // namespace corefile
