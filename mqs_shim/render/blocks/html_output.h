#pragma once
// Lays out blocks as HTML, to be the contents of an element of a page.

#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

// Escapes a text for the contents of an element or for an attribute in double quotes, and appends it.
void append_html(std::string &out, std::string_view text);
std::string html(std::string_view text);

// Writes one element for each block, with its role and severity as classes.
class HtmlOutput : public BlockOutput {
 public:
  explicit HtmlOutput(Sink &sink) : sink_(sink) {}

  void begin(const Block &block) override;
  void end() override;

 private:
  void put(std::string_view text);
  void put_line(const Block &block, bool heading);
  void put_row(const Block &block);

  Sink &sink_;
  std::string scratch_;
  struct Level {
    Role role;
    std::string_view close;
    std::size_t columns;
  };
  std::vector<Level> open_;
};

}  // namespace mqs_shim
