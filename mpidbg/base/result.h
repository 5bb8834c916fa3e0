#pragma once
// A value, or why there is none. Absent, unreadable and zero are three answers: a failed read is never a 0.
//
// std::expected is not usable with both gcc 12 and clang 14; this is the part of it that the project needs. Not a
// std::variant: with that, the sources of the model take a quarter longer to compile.

#include <optional>
#include <string>
#include <utility>

#include "mpidbg/base/address.h"

namespace mpidbg {

enum class ErrorCode {
  unreadable,     // target memory could not be read
  corrupt,        // it was read and cannot be what it should be (bounds, cycles, magic)
  layout,         // the layout of a struct is unknown, or fails its check against the process
  not_found,      // no such object, symbol, file
  not_supported,  // known, and this version cannot do it
  unavailable,    // outside MPI_Init..MPI_Finalize, or not in memory
  out_of_range,   // an index or argument of the caller
  no_memory,
  system,  // a system call or file operation failed
};

struct Error {
  ErrorCode code{};
  std::string message;  // a sentence without a full stop that names what was read and where
  Address address{};    // of the failed read or the corrupt object, null where there is none
};

template <class T>
class Result;
template <>
class Result<void>;

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  // Precondition: ok().
  T &value() & { return *value_; }
  const T &value() const & { return *value_; }
  T &&value() && { return std::move(*value_); }
  T &operator*() & { return value(); }
  const T &operator*() const & { return value(); }
  T *operator->() { return &*value_; }
  const T *operator->() const { return &*value_; }

  // Precondition: !ok().
  const Error &error() const & { return error_; }
  Error &&error() && { return std::move(error_); }

  T value_or(T fallback) const { return ok() ? value() : std::move(fallback); }
  // Whether there is a value, without it.
  Result<void> status() const;

 private:
  std::optional<T> value_;
  Error error_;  // of no interest while there is a value
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  const Error &error() const & { return *error_; }
  Error &&error() && { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

template <class T>
Result<void> Result<T>::status() const {
  return ok() ? Result<void>() : Result<void>(error());
}

}  // namespace mpidbg

// Leaves the enclosing function with the error of a Result, or goes on.
#define MPIDBG_TRY(expression)                                                                                  \
  do {                                                                                                          \
    if (auto mpidbg_try_result = (expression); !mpidbg_try_result) return std::move(mpidbg_try_result).error(); \
  } while (false)

// Declares `variable` with the value of a Result, or leaves the enclosing function with its error.
#define MPIDBG_ASSIGN(variable, expression)                                \
  auto variable##_or_error = (expression);                                 \
  if (!variable##_or_error) return std::move(variable##_or_error).error(); \
  auto &variable = variable##_or_error.value()
