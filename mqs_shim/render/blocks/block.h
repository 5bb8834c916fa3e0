#pragma once
// What an answer says, before it is laid out: a tree of blocks between the records and the text.
//
// Records are worded once, into blocks (render/wording); an output lays blocks out and knows no record. The words never
// hold the tree: a block is given to the output when it begins, its children follow, and then it ends. So a process is
// written before the next one is read, and the rows of a long queue are one block that is filled again and again.
// Between words and layout, merged_output.h makes one block of equal ones.
//
//   process  "rank 0 of 2" | pid 4151 | Open MPI 4.1.4 | ob1      notes: layouts: ..., queues: complete
//     problem  cannot see: ...                                    severity: warning
//     object   "my dup" | context 3 | rank 0 of 2
//       table
//         row  posted | from 1 | tag 7 | 4 | MPI_INT x 1 | -> 0x7ffe...      notes: request 0x..., waited on
//
// A new output (HTML, for instance) implements BlockOutput: one element for each role, opened by begin() and closed by
// end(); severity is a class or a sign, never colour alone; width and unit of columns are hints that it may ignore.
//
// All texts are printable UTF-8: what comes out of a target's memory passes escape.h while it is worded. An output
// escapes only what means something in its own language, as '<' in HTML.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "mqs_shim/render/blocks/cells.h"

namespace mqs_shim {

enum class Role : std::uint8_t {
  process,   // title: its rank; cells: what it is; notes: what holds for the whole answer about it
  section,   // title of a list; its children are the objects of the list
  object,    // title: kind and handle, or the name; cells: what distinguishes it from others; children: properties
  property,  // something about the block that it is in; a title is its name, the cells its value
  detail,    // a property in small print: descriptions, past values, members of a list
  picture,   // one cell that needs characters of equal width
  problem,   // cannot be seen, is missing, contradicts something; with a severity
  table,     // has columns; its children are rows, with problems between them
  row        // one cell for each column of its table; notes: what has no column
};

// Of a table. Where a text is wider than the column, what follows moves to the right.
struct Column {
  std::string title{};  // empty in all columns: the table has no head
  std::size_t width = 0;
  std::size_t gap = 2;  // blanks between this column and the next
  bool right = false;
  bool wraps = false;       // of the last one: what is too long for the line goes on below
  bool optional = false;    // takes no room in rows in which it and its optional neighbours are empty
  std::string_view unit{};  // follows every text of the column; if there is none, its width stays free
};

struct Block {
  Role role = Role::property;
  Severity severity = Severity::none;
  // How much deeper the block belongs than its place says, in steps: trees out of hostile memory are written flat.
  std::size_t level = 0;
  std::string title{};
  // Of a process: in MPI_COMM_WORLD; -1 if not known.
  int world_rank = -1, world_size = -1;
  // Of properties below each other that have titles: these are as wide, so that what follows is a column.
  std::size_t title_width = 0;
  std::optional<std::string> value{};  // of a variable: its title is equal to it
  Cells cells{};
  Cells notes{};
  // Of a table; they must live as long as it is open.
  std::span<const Column> columns{};

  // The block with one more cell; for blocks that are written in one expression.
  Block &&cell(std::string_view text, Severity of_cell = Severity::none) && {
    cells.add(text, of_cell);
    return static_cast<Block &&>(*this);
  }
};

inline Block object_block(std::string title) {
  Block block{.role = Role::object};
  block.title = std::move(title);
  return block;
}
inline Block text_block(Role role, std::string_view text) {
  return Block{.role = role}.cell(text);
}
inline Block property_block(std::string_view text) {
  return text_block(Role::property, text);
}
inline Block problem_block(std::string_view text) {
  return Block{.role = Role::problem, .severity = Severity::warning}.cell(text);
}

class BlockOutput {
 public:
  virtual ~BlockOutput() = default;
  // Takes the block; it may change after the call. Blocks that begin before the matching end() are its children.
  virtual void begin(const Block &block) = 0;
  virtual void end() = 0;

  void write(const Block &block) {
    begin(block);
    end();
  }
};

inline void write_property(BlockOutput &output, std::string_view text) {
  output.write(property_block(text));
}
inline void write_problem(BlockOutput &output, std::string_view text) {
  output.write(problem_block(text));
}

// Keeps a block open for a scope.
class OpenBlock {
 public:
  OpenBlock(BlockOutput &output, const Block &block) : output_(output) { output_.begin(block); }
  OpenBlock(const OpenBlock &) = delete;
  OpenBlock &operator=(const OpenBlock &) = delete;
  ~OpenBlock() { output_.end(); }

 private:
  BlockOutput &output_;
};

}  // namespace mqs_shim
