#include "mqs_shim/stacks/python/python_stacks.h"

#include <algorithm>
#include <optional>

#include "mqs_shim/stacks/python/layout.h"
#include "mqs_shim/stacks/python/line_table.h"

namespace mqs_shim::python {

using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

constexpr std::size_t most_interpreters = 64;
constexpr std::size_t most_threads = 65536;
constexpr std::size_t most_functions = 4096;        // limit per stack; Python's own default limit is 1,000
constexpr std::uint64_t most_characters = 4096;     // limit per name
constexpr std::uint64_t most_line_table = 1 << 20;  // limit in bytes

void append_utf8(std::uint32_t character, std::string &text) {
  const auto continuation = [&](unsigned shift) { text += static_cast<char>(0x80 | (character >> shift & 0x3f)); };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xc0 | character >> 6);
    continuation(0);
  } else if (character > 0x10ffff || (character >= 0xd800 && character < 0xe000)) {
    text += '?';
  } else if (character < 0x10000) {
    text += static_cast<char>(0xe0 | character >> 12);
    continuation(6);
    continuation(0);
  } else {
    text += static_cast<char>(0xf0 | character >> 18);
    continuation(12);
    continuation(6);
    continuation(0);
  }
}

class Interpreter {
 public:
  explicit Interpreter(const InterpreterMemory &process) : process_(process), memory_(process.read) {}

  bool is_known() {
    if (process_.pointer_size != 8 || process_.order != ByteOrder::little) return false;
    if (number(symbol("Py_Version")) >> 16 != version) return false;
    runtime_ = symbol("_PyRuntime");
    code_type_ = symbol("PyCode_Type");
    unicode_type_ = symbol("PyUnicode_Type");
    bytes_type_ = symbol("PyBytes_Type");
    return !runtime_.is_null() && has_sizes(code_type_, code::co_code_adaptive, code::unit) &&
           has_sizes(unicode_type_, unicode::size, 0) && has_sizes(bytes_type_, bytes::ob_sval + 1, 1);
  }

  std::vector<PythonStack> stacks(std::span<const pid_t> tids) {
    std::vector<PythonStack> found;
    std::size_t threads = 0;
    Address one = pointer(runtime_ + runtime::interpreters_head);
    for (std::size_t i = 0; i < most_interpreters && !one.is_null(); ++i, one = pointer(one + interpreter::next)) {
      Address state = pointer(one + interpreter::threads_head);
      for (; !state.is_null() && threads < most_threads; state = pointer(state + thread::next), ++threads) {
        if (pointer(state + thread::interp) != one) break;
        const std::uint64_t id = number(state + thread::native_thread_id);
        const auto tid = std::find_if(tids.begin(), tids.end(),
                                      [&](pid_t wanted) { return static_cast<std::uint64_t>(wanted) == id; });
        if (tid == tids.end()) continue;
        if (auto runs = this->runs(state)) found.push_back({*tid, std::move(*runs)});
      }
    }
    return found;
  }

 private:
  Address symbol(std::string_view name) const { return process_.find_data(name).value_or(Address()); }
  // Reads a number. Returns 0 for unreadable memory; none of the numbers that are read here is 0 otherwise.
  std::uint64_t number(Address at) { return at.is_null() ? 0 : memory_.value<std::uint64_t>(at).value_or(0); }
  Address pointer(Address at) { return Address(number(at)); }
  bool is_a(Address object, Address type) {
    return !object.is_null() && !type.is_null() && pointer(object + object::ob_type) == type;
  }
  bool has_sizes(Address type, std::uint64_t basic, std::uint64_t item) {
    return number(type + type::tp_basicsize) == basic && number(type + type::tp_itemsize) == item;
  }

  // Returns the Python functions of a thread, one list for each run of the evaluator; nothing if any part of the stack
  // is implausible.
  std::optional<std::vector<std::vector<PythonFunction>>> runs(Address state) {
    std::vector<std::vector<PythonFunction>> runs(1);
    Address frame = pointer(pointer(state + thread::cframe) + c_frame::current_frame);
    for (std::size_t i = 0; !frame.is_null(); ++i, frame = pointer(frame + frame::previous)) {
      const Address code = pointer(frame + frame::f_code);
      const auto is_entry = memory_.value<std::uint8_t>(frame + frame::is_entry);
      if (i == most_functions || !is_a(code, code_type_) || !is_entry || *is_entry > 1) return std::nullopt;
      runs.back().push_back(function(code, pointer(frame + frame::prev_instr)));
      if (*is_entry == 1) runs.emplace_back();
    }
    if (!runs.back().empty()) return std::nullopt;  // the outermost one is always an entry
    runs.pop_back();
    return runs;
  }

  PythonFunction function(Address code, Address instruction) {
    PythonFunction function{text(pointer(code + code::co_qualname)), text(pointer(code + code::co_filename))};
    const Address begin = code + code::co_code_adaptive;
    const std::uint64_t units = number(code + object::ob_size);
    // The position of a function that has not run yet is one word before its first instruction. It counts as the first
    // instruction here.
    const std::uint64_t unit = instruction < begin ? 0 : (instruction - begin) / code::unit;
    const auto first_line = memory_.value<std::int32_t>(code + code::co_firstlineno);
    if (unit < units && first_line) function.line = line_of(line_table(code), *first_line, unit);
    return function;
  }

  std::vector<std::byte> line_table(Address code) {
    const Address table = pointer(code + code::co_linetable);
    const std::uint64_t size = is_a(table, bytes_type_) ? number(table + object::ob_size) : 0;
    std::vector<std::byte> bytes(size <= most_line_table ? size : 0);
    return memory_.read(table + bytes::ob_sval, bytes.data(), bytes.size()) ? bytes : std::vector<std::byte>();
  }

  // Returns the text of a Python string; empty if it cannot be read.
  std::string text(Address object) {
    if (!is_a(object, unicode_type_)) return {};
    const std::uint64_t length = number(object + unicode::length);
    const auto state = memory_.value<std::uint32_t>(object + unicode::state);
    if (!state || length > most_characters) return {};
    const unsigned width = *state >> 2 & 7;
    const bool is_compact = (*state >> 5 & 1) != 0, is_ascii = (*state >> 6 & 1) != 0;
    if (!is_compact || (width != 1 && width != 2 && width != 4)) return {};
    std::vector<unsigned char> bytes(length * width);
    if (!memory_.read(object + (is_ascii ? unicode::ascii_text : unicode::compact_text), bytes.data(), bytes.size()))
      return {};
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += width) {
      std::uint32_t character = 0;
      for (unsigned i = width; i-- > 0;) character = character << 8 | bytes[at + i];
      append_utf8(character, text);
    }
    return text;
  }

  const InterpreterMemory &process_;
  mpidbg::PagedMemory memory_;
  Address runtime_{}, code_type_{}, unicode_type_{}, bytes_type_{};
};

}  // namespace

std::vector<PythonStack> python_stacks(const InterpreterMemory &process, std::span<const pid_t> tids) {
  Interpreter interpreter(process);
  return interpreter.is_known() ? interpreter.stacks(tids) : std::vector<PythonStack>();
}

}  // namespace mqs_shim::python
