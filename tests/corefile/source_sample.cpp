// Functions that say on which line they call back, compiled with debug information of several kinds.

namespace {

// The function that calls, its line, and the line on which it was called if it is inlined there (else 0).
using Callback = void (*)(const char *function, int line, int outer_line);

Callback report = nullptr;
volatile int sink = 0;

}  // namespace

namespace sample {

[[gnu::always_inline]] inline void inner(int outer_line) {
  report("sample::inner", __LINE__, outer_line);
  sink = 1;
}

template <class Number>
[[gnu::noinline]] Number middle(Number number) {
  inner(__LINE__);
  sink = sink + 1;
  return number;
}

}  // namespace sample

// Twenty-five scopes, one in the other, with something behind each.
#define SCOPE(inside) \
  namespace n {       \
  inside int behind;  \
  }
#define SCOPES(inside) SCOPE(SCOPE(SCOPE(SCOPE(SCOPE(inside)))))
SCOPES(SCOPES(SCOPES(SCOPES(SCOPES(int innermost;)))))

extern "C" [[gnu::visibility("default")]] void run_sample(Callback callback);

void run_sample(Callback callback) {
  report = callback;
  report("run_sample", __LINE__, 0);
  sink = sample::middle(2);
}
