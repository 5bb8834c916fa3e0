#pragma once
// Describes an answer before it is laid out: a tree of blocks between the records and the text.
//
// Records are worded once, into blocks (render/wording). An output lays out blocks and knows no records. The complete
// tree is never in memory: a block is passed to the output when it begins, then its children follow, and then it ends.
// A process is therefore written before the next one is read. All rows of a long queue use one block, which is filled
// again for each row. Between words and layout, merged_output.h joins equal blocks. An example:
//
//   process  "rank 0 of 2" | pid 4151 | Open MPI 4.1.4 | ob1      notes: layouts: ..., queues: complete
//     problem  cannot see: ...                                    severity: warning
//     object   "my dup" | context 3 | rank 0 of 2
//       table
//         row  posted | from 1 | tag 7 | 4 | MPI_INT x 1 | -> 0x7ffe...      notes: request 0x..., waited on
//
// A new output (for instance for HTML) implements BlockOutput: each role becomes an element, opened by begin() and
// closed by end(). A severity becomes a class or a sign, never only a colour. Widths and units of columns are hints
// that an output may ignore.
//
// All texts are printable UTF-8: texts from a target's memory are escaped (escape.h) while they are worded. An output
// escapes only characters that have a meaning in its own language, such as '<' in HTML.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "mqs_shim/render/blocks/cells.h"

namespace mqs_shim {

// Says what a block stands for, which determines its layout.
enum class Role : std::uint8_t {
  process,   // title: the rank; cells: facts about the process; notes: facts about the complete answer
  section,   // title: name of a list; children: the objects of the list
  object,    // title: kind and handle, or the name; cells: distinguishing facts; children: properties
  property,  // a fact about the parent; title: name of the fact; cells: its value
  detail,    // a property of minor importance: descriptions, past values, members of a list
  picture,   // one cell that needs characters of equal width
  problem,   // something that cannot be seen, is missing, or contradicts other facts; has a severity
  table,     // has columns; its children are rows, possibly with problems between them
  row        // one cell for each column of the table; notes: facts without a column
};

// Describes a column of a table. If a text is wider than the column, the following cells move to the right.
struct Column {
  std::string title{};  // if it is empty in all columns, the table has no head
  std::size_t width = 0;
  std::size_t gap = 2;  // blanks between this column and the next
  bool right = false;
  bool wraps = false;       // for the last column: text that is too long for the line is continued below
  bool optional = false;    // takes no space in a row if it and its optional neighbours are empty
  std::string_view unit{};  // follows every text of the column; without it, its width remains blank
};

// Holds a block without its children. The role determines which members are used.
struct Block {
  Role role = Role::property;
  Severity severity = Severity::none;
  // Number of additional levels of indentation. Trees from hostile memory are not nested: their blocks only differ in
  // this level.
  std::size_t level = 0;
  std::string title{};
  // For a process: rank in MPI_COMM_WORLD and its size; -1 if not known.
  int world_rank = -1, world_size = -1;
  // For properties with titles below each other: common width of the titles, so that the values form a column.
  std::size_t title_width = 0;
  std::optional<std::string> value{};  // for a variable: its value, which is shown as "title = value"
  Cells cells{};
  Cells notes{};
  // For a table: its columns, which must live as long as the block is open.
  std::span<const Column> columns{};

  // Adds a cell and returns the block, so that a block can be written in one expression.
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

// Receives blocks in the order of the tree.
class BlockOutput {
 public:
  virtual ~BlockOutput() = default;
  // Receives a block. Blocks that begin before the matching end() are its children. The caller may change `block` after
  // the call.
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

// Calls begin() of an output with the block, and end() when the scope ends.
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
