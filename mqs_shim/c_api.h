#pragma once
// Declares the types and helpers that the implementations of the functions in mqs_shim.h share.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>

#include "mqs_shim/mqs_shim.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/targets/callback_target.h"

struct mqs_shim_session {
  explicit mqs_shim_session(const mqs_shim_target &table) : target(table) {}

  // In the order in which they depend on each other.
  mqs_shim::CallbackTarget target;
  std::unique_ptr<mqs_shim::Plugin> plugin;
  std::unique_ptr<mqs_shim::Session> session;
  std::string name, host;
  std::int64_t pid = 0;
  bool is_core = false;
  std::optional<mqs_shim::ProcessReport> report;  // the last answer
  std::string error;

  // Lent to the caller until the next call.
  std::vector<const char *> lent_calls;
  std::string lent_name, lent_line;
};

namespace mqs_shim::c_api {

// A copy for the caller to free; null without memory.
char *duplicate(const std::string &text);

// Null becomes empty.
std::string text_of(const char *text);

// The caller's struct as this version has it: members that it does not have are 0. Nothing if it has not even the
// members up to `required`, or ends within a member.
template <class Struct, class Member>
std::optional<Struct> widened(const Struct &given, Member Struct::*required) {
  Struct result{};
  const auto least = reinterpret_cast<const char *>(&(result.*required) + 1) - reinterpret_cast<const char *>(&result);
  if (given.struct_size < static_cast<std::size_t>(least) || given.struct_size % alignof(Struct) != 0) {
    return std::nullopt;
  }
  std::memcpy(&result, &given, std::min<std::size_t>(given.struct_size, sizeof result));
  return result;
}

// Fills the caller's struct as far as it goes; false if it is too small or ends within a member.
template <class Struct, class Member>
bool narrow(Struct filled, Member Struct::*required, Struct *given) {
  if (given == nullptr || !widened(*given, required)) return false;
  filled.struct_size = given->struct_size;
  std::memcpy(given, &filled, std::min<std::size_t>(given->struct_size, sizeof filled));
  return true;
}

// Runs the body; what it throws becomes `error`, and the result `failed`.
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

// Null is harmless. An empty text, or what is wrong with the options.
std::string to_render_options(const mqs_shim_render_options *from, RenderOptions &to);

// Nothing if it is not a value of enum mqs_shim_noun, or of enum mqs_shim_format.
std::optional<Noun> to_noun(int noun);
std::optional<Format> to_format(int format);

}  // namespace mqs_shim::c_api
