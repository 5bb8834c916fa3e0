// A Python interpreter in fake memory.

#include <doctest/doctest.h>

#include <cstring>
#include <map>

#include "corefile/mpi/mpi_stacks.h"
#include "mqs_shim/stacks/python/layout.h"
#include "mqs_shim/stacks/python/line_table.h"
#include "mqs_shim/stacks/python/python_stacks.h"
#include "mqs_shim/stacks/python_frames.h"

using namespace corefile;
using namespace mqs_shim;
using namespace mqs_shim::python;

namespace {

// co_linetable, as CPython 3.11.2 has compiled
//   def f(a,
//         b):
//       x = [1,
//            2]
//
//       y = g(
//           x,
//           b)
//       return y
const std::string line_table{
    "\x80\x00\xe0\x09\x0a\xd8\x09\x0a\xf0\x03\x01\x09\x0c\x80\x41\xf5\x06\x00\x09\x0a\xd8\x08\x09\xd8\x08\x09\xf1"
    "\x05\x02\x09\x0b\xf4\x00\x02\x09\x0b\x80\x41\xf0\x06\x00\x0c\x0d\x80\x48",
    45};

Bytes bytes_of(const std::string &text) {
  return std::as_bytes(std::span(text));
}

// One piece of memory, which objects are put into one after the other, and symbols.
class FakePython : public Process {
 public:
  FakePython() {
    put(symbol("Py_Version", 8), std::uint64_t{0x030b02f0});
    runtime = symbol("_PyRuntime", 64);
    for (const auto &[name, basic, item] :
         {std::tuple{"PyCode_Type", 184, 2}, {"PyUnicode_Type", 80, 0}, {"PyBytes_Type", 33, 1}}) {
      const Address type = symbol(name, 64);
      put(type + type::tp_basicsize, std::uint64_t(basic));
      put(type + type::tp_itemsize, std::uint64_t(item));
    }
    interpreter = allocate(64);
    put(runtime + runtime::interpreters_head, interpreter);
  }

  Address allocate(std::size_t size) {
    const Address at = base + memory.size();
    memory.resize(memory.size() + (size + 15) / 16 * 16);
    return at;
  }
  Address symbol(const char *name, std::size_t size) { return symbols[name] = allocate(size); }
  template <class T>
  void put(Address at, const T &value) {
    std::memcpy(memory.data() + (at - base), &value, sizeof value);
  }
  Address text(const std::string &characters, unsigned width = 1, bool ascii = true) {
    const Address object = allocate(96 + characters.size());
    put(object + object::ob_type, symbols["PyUnicode_Type"]);
    put(object + unicode::length, std::uint64_t{characters.size() / width});
    put(object + unicode::state, std::uint32_t{width << 2 | 1u << 5 | (ascii ? 1u << 6 : 0)});
    std::memcpy(memory.data() + (object - base) + (ascii ? 48 : 72), characters.data(), characters.size());
    return object;
  }
  Address code(Address name) {
    const Address table = allocate(48 + line_table.size());
    put(table + object::ob_type, symbols["PyBytes_Type"]);
    put(table + object::ob_size, std::uint64_t{line_table.size()});
    std::memcpy(memory.data() + (table - base) + bytes::ob_sval, line_table.data(), line_table.size());
    const Address object = allocate(184 + 46);
    put(object + object::ob_type, symbols["PyCode_Type"]);
    put(object + object::ob_size, std::uint64_t{23});
    put(object + code::co_firstlineno, std::int32_t{1});
    put(object + code::co_filename, text("/home/me/halo.py"));
    put(object + code::co_qualname, name);
    put(object + code::co_linetable, table);
    return object;
  }
  // Innermost first, outermost last; an entry ends a run of the evaluator.
  Address frame(Address code, bool is_entry, std::uint64_t unit = 15) {
    const Address at = allocate(80);
    put(at + frame::f_code, code);
    put(at + frame::prev_instr, code + code::co_code_adaptive + unit * code::unit);
    put(at + frame::is_entry, std::uint8_t{is_entry});
    return at;
  }
  void link(Address inner, Address outer) { put(inner + frame::previous, outer); }
  Address thread(pid_t tid, Address innermost) {
    const Address at = allocate(256), c_frame = allocate(32);
    put(at + thread::interp, interpreter);
    put(at + thread::native_thread_id, static_cast<std::uint64_t>(tid));
    put(at + thread::cframe, c_frame);
    put(c_frame + c_frame::current_frame, innermost);
    put(interpreter + interpreter::threads_head, at);
    return at;
  }
  std::vector<PythonStack> running(unsigned width = 8, ByteOrder order = ByteOrder::little) const {
    const pid_t tids[] = {17};
    const InterpreterMemory process = {
        width, order, [this](Address at, void *to, std::size_t size) { return read_up_to(at, to, size); },
        [this](std::string_view name) { return find_symbol(name, SymbolKind::data); }};
    return python_stacks(process, tids);
  }

  std::string name() const override { return "pid 17"; }
  pid_t pid() const override { return 17; }
  unsigned pointer_size() const override { return 8; }
  ByteOrder byte_order() const override { return ByteOrder::little; }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) const override {
    if (address < base || address - base >= memory.size()) return 0;
    const std::size_t at = address - base, count = std::min(size, memory.size() - at);
    std::memcpy(buffer, memory.data() + at, count);
    return count;
  }
  std::vector<AddressRange> private_memory() const override { return {}; }
  const std::vector<Module> &modules() const override { return no_modules; }
  std::optional<Address> find_symbol(std::string_view name, SymbolKind) const override {
    const auto found = symbols.find(std::string(name));
    return found == symbols.end() ? std::nullopt : std::optional(found->second);
  }
  const Module *module_defining(std::string_view) const override { return nullptr; }
  const StructType *find_type(std::string_view) const override { return nullptr; }
  Result<std::vector<ThreadStack>> stacks() override { return std::vector<ThreadStack>(); }
  Environment initial_environment() const override { return {}; }
  std::vector<std::string> warnings() const override { return {}; }

  static constexpr Address base{0x10000};
  std::vector<std::byte> memory;
  std::map<std::string, Address> symbols;
  std::vector<Module> no_modules;
  Address runtime{}, interpreter{};
};

// exchange, called by step in Python, called by way of C by the module.
struct Hung : FakePython {
  Hung() {
    exchange = frame(code(text("exchange")), false);
    step = frame(code(text("Solver.step")), true, 2);
    module = frame(code(text("<module>")), true, 0);
    link(exchange, step);
    link(step, module);
    state = thread(17, exchange);
  }
  Address exchange{}, step{}, module{}, state{};
};

Frame c_frame_of(const char *function, const char *path) {
  Frame frame;
  frame.function = function;
  frame.module = path;
  return frame;
}

MpiStack hung_stack() {
  constexpr auto interpreter = "/usr/bin/python3.11",
                 binding = "/usr/lib/python3/dist-packages/mpi4py/MPI.cpython-311.so";
  MpiStack stack;
  stack.tid = 17;
  stack.frames = {c_frame_of("poll", "/lib/libc.so.6"),   c_frame_of("PMPI_Recv", "/lib/libmpi.so.40"),
                  c_frame_of("__pyx_f_Recv", binding),    c_frame_of("_PyEval_EvalFrameDefault", interpreter),
                  c_frame_of("list_sort", interpreter),   c_frame_of("_PyEval_EvalFrameDefault", interpreter),
                  c_frame_of("Py_BytesMain", interpreter)};
  stack.call_frame = 1;
  return stack;
}

std::vector<std::string> functions_of(const MpiStack &stack) {
  std::vector<std::string> functions;
  for (const Frame &frame : stack.frames) functions.push_back(frame.function);
  return functions;
}

}  // namespace

TEST_CASE("lines of instructions") {
  const std::uint32_t expected[] = {1, 3, 4, 3, 3, 6, 6, 6, 6, 6, 6, 7, 8, 6, 6, 6, 6, 6, 6, 6, 6, 9, 9, 0};
  for (std::uint64_t unit = 0; unit < std::size(expected); ++unit)
    CHECK(line_of(bytes_of(line_table), 1, unit) == expected[unit]);
  CHECK(line_of({}, 1, 0) == 0);
  CHECK(line_of(bytes_of("\x01\x80"), 1, 0) == 0);                              // does not begin with an entry
  CHECK(line_of(bytes_of("\xf8"), 7, 0) == 0);                                  // without a line
  CHECK(line_of(bytes_of("\xf8\xe8\x02"), 7, 1) == 8);                          // after one of a single byte
  CHECK(line_of(bytes_of("\xe8\x0b"), 3, 0) == 0);                              // 5 lines before line 3
  CHECK(line_of(bytes_of("\xe8\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f"), 3, 0) == 3);  // an endless number is none
}

TEST_CASE("functions of a thread, in runs of the evaluator") {
  Hung python;
  const auto stacks = python.running();
  REQUIRE(stacks.size() == 1);
  CHECK(stacks[0].tid == 17);
  REQUIRE(stacks[0].runs.size() == 2);
  REQUIRE(stacks[0].runs[0].size() == 2);
  CHECK(stacks[0].runs[0][0].name == "exchange");
  CHECK(stacks[0].runs[0][0].file == "/home/me/halo.py");
  CHECK(stacks[0].runs[0][0].line == 6);
  CHECK(stacks[0].runs[0][1].name == "Solver.step");
  CHECK(stacks[0].runs[0][1].line == 4);
  CHECK(stacks[0].runs[1][0].name == "<module>");
  CHECK(stacks[0].runs[1][0].line == 1);
}

TEST_CASE("threads of an interpreter are looked at up to a limit") {
  constexpr std::size_t most = 65536;
  for (const std::size_t before : {most - 2, most - 1, most}) {
    Hung python;
    const Address first = python.allocate(before * 32 + 256);
    for (std::size_t i = 0; i < before; ++i) {
      const Address state = first + i * 32;
      python.put(state + thread::next, i + 1 < before ? state + 32 : python.state);
      python.put(state + thread::interp, python.interpreter);
    }
    python.put(python.interpreter + interpreter::threads_head, first);
    CHECK(python.running().size() == (before < most ? 1 : 0));
  }
}

TEST_CASE("texts of other widths") {
  Hung python;
  const auto name_with = [&](Address text) {
    python.put(python.exchange + frame::f_code, python.code(text));
    return python.running().at(0).runs.at(0).at(0).name;
  };
  CHECK(name_with(python.text("w\xe4rme", 1, false)) == "w\xc3\xa4rme");
  CHECK(name_with(python.text(std::string("\xac\x20", 2), 2, false)) == "\xe2\x82\xac");
  CHECK(name_with(python.text(std::string("\x00\xd8", 2), 2, false)) == "?");
  CHECK(name_with(python.text(std::string("\x00\xf6\x01\x00", 4), 4, false)) == "\xf0\x9f\x98\x80");
  const Address other = python.text("f");
  python.put(other + unicode::length, std::uint64_t{1} << 40);
  CHECK(name_with(other).empty());
  CHECK(name_with(Address(8)).empty());
  CHECK(name_with(python.interpreter).empty());  // not a text
}

TEST_CASE("characters at the limits of each length of UTF-8") {
  Hung python;
  const std::pair<std::uint32_t, const char *> characters[] = {{0x7f, "\x7f"},
                                                               {0x80, "\xc2\x80"},
                                                               {0x7ff, "\xdf\xbf"},
                                                               {0x800, "\xe0\xa0\x80"},
                                                               {0xd7ff, "\xed\x9f\xbf"},
                                                               {0xd800, "?"},
                                                               {0xdfff, "?"},
                                                               {0xe000, "\xee\x80\x80"},
                                                               {0xffff, "\xef\xbf\xbf"},
                                                               {0x10000, "\xf0\x90\x80\x80"},
                                                               {0x10ffff, "\xf4\x8f\xbf\xbf"},
                                                               {0x110000, "?"}};
  for (const auto &[number, expected] : characters) {
    const std::uint32_t character = number;
    CAPTURE(character);
    const std::string bytes{static_cast<char>(character), static_cast<char>(character >> 8),
                            static_cast<char>(character >> 16), '\0'};
    python.put(python.exchange + frame::f_code, python.code(python.text(bytes, 4, false)));
    CHECK(python.running().at(0).runs.at(0).at(0).name == expected);
  }
}

TEST_CASE("names of 4,096 characters, and texts of other forms") {
  Hung python;
  const auto name_with = [&](Address text) {
    python.put(python.exchange + frame::f_code, python.code(text));
    return python.running().at(0).runs.at(0).at(0).name;
  };
  for (const std::size_t size : {4095u, 4096u, 4097u})
    CHECK(name_with(python.text(std::string(size, 'x'))) == std::string(size <= 4096 ? size : 0, 'x'));
  for (const unsigned state :
       {1u << 2, 3u << 2 | 1u << 5, 0u << 2 | 1u << 5}) {  // not compact; of widths that there are not
    const Address text = python.text("abcdef");
    python.put(text + unicode::state, state);
    CHECK(name_with(text).empty());
  }
}

TEST_CASE("lines of functions whose code or table is not what it should be") {
  Hung python;
  const Address code = python.code(python.text("f"));
  python.put(python.exchange + frame::f_code, code);
  const auto line_at = [&](std::int64_t unit) {
    python.put(python.exchange + frame::prev_instr,
               code + code::co_code_adaptive + static_cast<std::uint64_t>(unit) * code::unit);
    return python.running().at(0).runs.at(0).at(0).line;
  };
  CHECK(line_at(15) == 6);
  CHECK(line_at(-1) == 1);  // it has not begun
  CHECK(line_at(22) == 9);
  CHECK(line_at(23) == 0);  // beyond its end
  Address table{};
  std::memcpy(&table, python.memory.data() + (code + code::co_linetable - FakePython::base), sizeof table);
  python.put(table + object::ob_size, std::uint64_t{(1 << 20) + 1});
  CHECK(line_at(15) == 0);
  python.put(table + object::ob_size, std::uint64_t{line_table.size()});
  python.put(table + object::ob_type, python.symbols["PyUnicode_Type"]);
  CHECK(line_at(15) == 0);
}

TEST_CASE("a thread of the second interpreter") {
  Hung python;
  const Address second = python.allocate(64);
  python.put(second + interpreter::threads_head, python.state);
  python.put(python.state + thread::interp, second);
  python.put(python.interpreter + interpreter::threads_head, Address());
  python.put(python.interpreter + interpreter::next, second);
  REQUIRE(python.running().size() == 1);
  CHECK(python.running()[0].runs.size() == 2);
}

TEST_CASE("other machines are not known") {
  const Hung python;
  CHECK(python.running(4).empty());
  CHECK(python.running(8, ByteOrder::big).empty());
}

TEST_CASE("what is not as it is known is not read") {
  Hung python;
  SUBCASE("another version") {
    python.put(python.symbols["Py_Version"], std::uint64_t{0x030c02f0});
  }
  SUBCASE("no version") {
    python.symbols.erase("Py_Version");
  }
  SUBCASE("functions of another size") {
    python.put(python.symbols["PyCode_Type"] + type::tp_basicsize, std::uint64_t{192});
  }
  SUBCASE("texts of another size") {
    python.put(python.symbols["PyUnicode_Type"] + type::tp_basicsize, std::uint64_t{72});
  }
  SUBCASE("bytes of another size") {
    python.put(python.symbols["PyBytes_Type"] + type::tp_itemsize, std::uint64_t{2});
  }
  SUBCASE("no interpreter") {
    python.symbols.erase("_PyRuntime");
  }
  SUBCASE("an entry that is neither true nor false") {
    python.put(python.step + frame::is_entry, std::uint8_t{2});
  }
  SUBCASE("a thread of another interpreter") {
    python.put(python.state + thread::interp, python.runtime);
  }
  SUBCASE("another thread") {
    python.put(python.state + thread::native_thread_id, std::uint64_t{18});
  }
  SUBCASE("a frame without a function") {
    python.put(python.step + frame::f_code, python.interpreter);
  }
  SUBCASE("frames in a circle") {
    python.link(python.module, python.exchange);
  }
  SUBCASE("an outermost frame that is no entry") {
    python.put(python.module + frame::is_entry, std::uint8_t{0});
  }
  SUBCASE("a frame beyond memory") {
    python.link(python.module, Address(1));
  }
  CHECK(python.running().empty());
}

TEST_CASE("threads and interpreters in a circle end") {
  Hung python;
  python.put(python.state + thread::next, python.state);
  python.put(python.interpreter + interpreter::next, python.interpreter);
  CHECK_FALSE(python.running().empty());
}

TEST_CASE("the call site under Python is the Python function") {
  const Hung python;
  MpiStack stack = hung_stack();
  REQUIRE(call_site(stack) == 2);  // in C, without the interpreter's functions
  put_python_frames(stack, python.running().at(0));
  CHECK(functions_of(stack) == std::vector<std::string>{"poll", "PMPI_Recv", "__pyx_f_Recv", "_PyEval_EvalFrameDefault",
                                                        "exchange", "Solver.step", "list_sort",
                                                        "_PyEval_EvalFrameDefault", "<module>", "Py_BytesMain"});
  CHECK(stack.call_frame == 1);
  CHECK(call_site(stack) == 4);
}

TEST_CASE("a function of C that Python calls and that calls MPI is the call site") {
  const Hung python;
  MpiStack stack = hung_stack();
  stack.frames[2].module = "/home/me/solver.cpython-311-x86_64-linux-gnu.so";
  put_python_frames(stack, python.running().at(0));
  CHECK(call_site(stack) == 2);
}

TEST_CASE("a Python function with the name of an MPI call is a function of the program") {
  Hung python;
  python.put(python.exchange + frame::f_code, python.code(python.text("MPI_Recv")));
  MpiStack stack = hung_stack();
  put_python_frames(stack, python.running().at(0));
  CHECK(call_site(stack) == 4);
}

TEST_CASE("stacks that do not fit the interpreter's functions stay as they are") {
  const Hung python;
  MpiStack stack = hung_stack();
  SUBCASE("a run of the evaluator less") {
    stack.frames.erase(stack.frames.begin() + 5);
    put_python_frames(stack, python.running().at(0));
    CHECK(stack.frames.size() == 6);
    stack.problem = "the stack ends early";
    put_python_frames(stack, python.running().at(0));
    CHECK(stack.frames.size() == 8);
  }
  SUBCASE("a run of the evaluator more") {
    stack.frames.insert(stack.frames.begin() + 4, stack.frames[3]);
    put_python_frames(stack, python.running().at(0));
    CHECK(stack.frames.size() == 8);
    CHECK(call_site(stack) == 2);
  }
}
