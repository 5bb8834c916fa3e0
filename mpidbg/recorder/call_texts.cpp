// Writes the table of calls in the record, from calls.def.

#include <algorithm>
#include <cstring>
#include <iterator>

#include "mpidbg/base/mpi_calls.h"
#include "mpidbg/recorder/handle_kinds.h"
#include "mpidbg/recorder/preprocessor.h"
#include "mpidbg/recorder/record.h"
#include "mpidbg/recorder/request_kinds.h"
#include "mpidbg/recorder/window_kinds.h"

namespace recorder {

namespace {

static_assert(std::all_of(std::begin(call_names) + 1, std::end(call_names),
                          [](const char *name) { return !mpidbg::mpi_call_without_prefix(name).name.empty(); }));

struct ParameterText {
  const char *name, *kind;
  bool has_word;
};

class Text {
 public:
  Text(char *place, std::size_t size) : place_(place), left_(size - 1) {}
  void append(const char *text) {
    for (; *text != '\0' && left_ > 0; ++text, --left_) *place_++ = *text;
  }

 private:
  char *place_;
  std::size_t left_;
};

template <std::size_t count>
void write(mpidbg_record_call &call, const char *name, const ParameterText (&parameters)[count]) {
  Text(call.name, sizeof call.name).append(name);
  Text text(call.parameters, sizeof call.parameters);
  for (std::size_t i = 0; parameters[i].name != nullptr; ++i) {
    if (i > 0) text.append(" ");
    text.append(parameters[i].name);
    text.append(parameters[i].has_word ? ":" : ":-");
    text.append(parameters[i].kind);
  }
}

}  // namespace

void write_call_texts(mpidbg_record_call *calls) {
#define MPIDBG_PARAMETER_TEXT(parameter) MPIDBG_PARAMETER_TEXT_OF parameter
#define MPIDBG_PARAMETER_TEXT_OF(kind, name) {#name, #kind, kind::has_word}
#define MPIDBG_TEXTS(name, ...)    \
  write(calls[call_##name], #name, \
        {__VA_OPT__(MPIDBG_LIST(MPIDBG_PARAMETER_TEXT, __VA_ARGS__), ){nullptr, nullptr, false}});
#define MPIDBG_CALL_C(name, lower, Class, ...) MPIDBG_TEXTS(name, __VA_ARGS__)
#define MPIDBG_CALL_LARGE(name, Class, ...) MPIDBG_TEXTS(name##_c, __VA_ARGS__)
#define MPIDBG_CALL(...) MPIDBG_CALL_C(__VA_ARGS__)
#define MPIDBG_CALL_FORTRAN(...)
#include "mpidbg/recorder/calls.def"
  write(calls[call_Pcontrol], "Pcontrol", {{"level", "Int", true}, {nullptr, nullptr, false}});
}

}  // namespace recorder
