#pragma once
// Lists the offsets of CPython 3.11's state on 64-bit machines. Distributions strip their interpreters, so that the
// offsets cannot be read from debug information; they are valid for this version only. The names are the interpreter's.
// Before any value is used, python_stacks.cpp compares the offsets with the sizes that the interpreter stores for its
// own types, and checks the type of each object.

#include <cstdint>

namespace mqs_shim::python {

// This is the value of Py_Version in CPython 3.11, without its lower 16 bits.
inline constexpr std::uint64_t version = 0x030b;

namespace runtime {  // _PyRuntimeState
inline constexpr std::uint64_t interpreters_head = 40;
}
namespace interpreter {  // PyInterpreterState
inline constexpr std::uint64_t next = 0;
inline constexpr std::uint64_t threads_head = 16;
}  // namespace interpreter
namespace thread {  // PyThreadState
inline constexpr std::uint64_t next = 8;
inline constexpr std::uint64_t interp = 16;
inline constexpr std::uint64_t cframe = 56;
inline constexpr std::uint64_t native_thread_id = 160;
}  // namespace thread
namespace c_frame {  // _PyCFrame
inline constexpr std::uint64_t current_frame = 8;
}
namespace frame {  // _PyInterpreterFrame
inline constexpr std::uint64_t f_code = 32;
inline constexpr std::uint64_t previous = 48;
inline constexpr std::uint64_t prev_instr = 56;
inline constexpr std::uint64_t is_entry = 68;
}  // namespace frame

namespace object {  // PyObject, PyVarObject
inline constexpr std::uint64_t ob_type = 8;
inline constexpr std::uint64_t ob_size = 16;
}  // namespace object
namespace type {  // PyTypeObject
inline constexpr std::uint64_t tp_basicsize = 32;
inline constexpr std::uint64_t tp_itemsize = 40;
}  // namespace type
namespace code {  // PyCodeObject
inline constexpr std::uint64_t co_firstlineno = 72;
inline constexpr std::uint64_t co_filename = 112;
inline constexpr std::uint64_t co_qualname = 128;
inline constexpr std::uint64_t co_linetable = 136;
inline constexpr std::uint64_t co_code_adaptive = 184;
// This is the size of an instruction word in bytes.
inline constexpr std::uint64_t unit = 2;
}  // namespace code
namespace unicode {  // PyASCIIObject, PyCompactUnicodeObject
inline constexpr std::uint64_t length = 16;
inline constexpr std::uint64_t state = 32;
inline constexpr std::uint64_t ascii_text = 48;
inline constexpr std::uint64_t compact_text = 72;
inline constexpr std::uint64_t size = 80;
}  // namespace unicode
namespace bytes {  // PyBytesObject
inline constexpr std::uint64_t ob_sval = 32;
}

}  // namespace mqs_shim::python
