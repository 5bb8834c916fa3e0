#pragma once
// Declares the types and helpers that the implementations of the functions in mqs_shim.h share.

#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/mqs_shim.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/targets/callback_process.h"
#include "mqs_shim/targets/callback_target.h"
#include "mqs_shim/targets/struct_size.h"

// Holds the state of one session. Callers of the C API get an opaque pointer to it.
struct mqs_shim_session {
  explicit mqs_shim_session(const mqs_shim_target &table) : target(table) {}

  // Each member may use the members before it, so that members are destroyed in the reverse order.
  mqs_shim::CallbackTarget target;
  std::unique_ptr<mqs_shim::Plugin> plugin;
  std::unique_ptr<mqs_shim::Session> session;  // null if the session is closed
  std::unique_ptr<mqs_shim::CallbackProcess> process;
  std::optional<mqs_shim::ProcessReport> report;  // the last answer
  std::string error;

  // These texts are results of the C API. The caller may use them until the next call.
  std::vector<const char *> lent_calls;
  std::string lent_name, lent_line;
};

namespace mqs_shim::c_api {

// Returns a copy of the text, or null if memory is exhausted. The caller has to free the copy.
char *duplicate(const std::string &text);

// Returns a copy of the text; an empty string if `text` is null.
std::string text_of(const char *text);

// Runs the body and returns its result. If the body throws an exception, stores its message in `error` and returns
// `failed`.
template <class Value, class Body>
Value guard(std::string &error, Value failed, Body body) noexcept {
  const auto note = [&](const char *problem) {
    try {
      error = problem;
    } catch (...) {
      error.clear();
    }
  };
  try {
    error.clear();
    return body();
  } catch (const std::bad_alloc &) {
    note("out of memory");
  } catch (const std::exception &problem) {
    note(problem.what());
  } catch (...) {
    note("unknown error");
  }
  return failed;
}

template <class Value, class Body>
Value guard(mqs_shim_session *session, Value failed, Body body) noexcept {
  return guard(session->error, failed, body);
}

// Copies the caller's options from `from` to `to`; null leaves `to` unchanged. If the options are wrong, returns a
// sentence that says why; otherwise returns an empty text.
std::string to_render_options(const mqs_shim_render_options *from, RenderOptions &to);

// Returns true if the session is open, so that its process can be read; otherwise sets the session's error.
bool is_open(mqs_shim_session &session);

// Convert numbers that a caller passes. Return nothing for a number that is not a value of enum mqs_shim_noun or enum
// mqs_shim_format, respectively.
std::optional<Noun> to_noun(int noun);
std::optional<Format> to_format(int format);

}  // namespace mqs_shim::c_api
