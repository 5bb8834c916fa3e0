#pragma once
// Lays out blocks as lines for a terminal: one line for each block, children indented by two blanks, cells two blanks
// apart. Only texts with a severity are coloured.

#include <vector>

#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

class TextOutput : public BlockOutput {
 public:
  // The sink must outlive the output. Without `color`, no escape sequences are written. A line that would be longer
  // than `width` is broken where a cell or note begins; 0 means no limit.
  TextOutput(Sink &sink, bool color, std::size_t width = 0) : sink_(sink), color_(color), width_(width) {}

  void begin(const Block &block) override;
  void end() override { open_.pop_back(); }

 private:
  enum class Color : std::uint8_t { none, bold, red, yellow };
  struct Level {
    std::size_t indent = 0;  // indentation of children
    std::span<const Column> columns{};
  };

  static Color color_of(Severity severity);
  void write_line(const Block &block, std::size_t indent);
  void write_head(std::size_t indent, std::span<const Column> columns);
  void write_row(const Block &row, std::size_t indent, std::span<const Column> columns);
  void start(Color color);
  void stop(Color color);
  void put(std::string_view text, Color color);
  void put_blanks(std::size_t count);
  // Writes the blanks or the line break before the next text of a line. The text has `size` columns and should follow
  // the previous text at the distance `gap`.
  void separate(std::size_t gap, std::size_t size, std::size_t indent);
  void put_wrapped(std::string_view text, Color color, std::size_t indent);

  Sink &sink_;
  bool color_;
  std::size_t width_;
  std::vector<Level> open_{};
};

}  // namespace mqs_shim
