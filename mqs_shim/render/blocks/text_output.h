#pragma once
// Blocks as lines for a terminal: a line for each block, children two blanks further right, cells two blanks apart.

#include <vector>

#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

class TextOutput : public BlockOutput {
 public:
  // The sink must outlive the output. Without colour there are no escape sequences at all.
  TextOutput(Sink &sink, bool color) : sink_(sink), color_(color) {}

  void begin(const Block &block) override;
  void end() override { open_.pop_back(); }

 private:
  enum class Color : std::uint8_t { none, bold, red, yellow, cyan };
  struct Level {
    std::size_t indent = 0;  // of children
    std::span<const Column> columns{};
  };

  static Color color_of(Severity severity);
  static Color color_of_title(Role role);
  void write_line(const Block &block);
  void write_head(std::size_t indent, std::span<const Column> columns);
  void write_row(const Block &row, std::size_t indent, std::span<const Column> columns);
  void start(Color color);
  void stop(Color color);
  void put(std::string_view text, Color color);
  void put_blanks(std::size_t count);

  Sink &sink_;
  bool color_;
  std::vector<Level> open_{};
};

}  // namespace mqs_shim
