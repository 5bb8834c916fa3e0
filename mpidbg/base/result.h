#pragma once
// Result<T> holds a value or the reason why there is none. Absent, unreadable and zero are three different answers: a
// failed read never becomes a 0.
//
// std::expected is not usable with both gcc 12 and clang 14, so Result implements the part of it that the project
// needs. It does not contain a std::variant, which would make the sources in mpidbg/model take a quarter longer to
// compile.

#include <optional>
#include <string>
#include <utility>

#include "mpidbg/base/address.h"

namespace mpidbg {

enum class ErrorCode {
  // Target memory could not be read.
  unreadable,
  // The data was read and is impossible: out of bounds, cyclic, or with a wrong magic number.
  corrupt,
  // The layout of a struct is unknown, or its check against the process failed.
  layout,
  // The object, symbol or file does not exist.
  not_found,
  // The MPI library is making the object at this moment, and the program cannot use it yet.
  being_made,
  // The request is understood, but this version or library cannot serve it.
  not_supported,
  // The process has not called MPI_Init or has called MPI_Finalize, or the data is not in memory.
  unavailable,
  // An index or argument from the caller is invalid.
  out_of_range,
  no_memory,
  // A system call or file operation failed.
  system,
};

struct Error {
  ErrorCode code{};
  // A sentence without a full stop that states what was read and where.
  std::string message;
  // The address of the failed read or of the corrupt object; null if no address applies.
  Address address{};
};

template <class T>
class Result;
template <>
class Result<void>;

// Holds a value or an error. Only one of value() and error() may be called, according to ok(). Calling the wrong one is
// undefined.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  // Returns the value. Precondition: ok().
  T &value() & { return *value_; }
  const T &value() const & { return *value_; }
  T &&value() && { return std::move(*value_); }
  T &operator*() & { return value(); }
  const T &operator*() const & { return value(); }
  T *operator->() { return &*value_; }
  const T *operator->() const { return &*value_; }

  // Returns the error. Precondition: !ok().
  const Error &error() const & { return error_; }
  Error &&error() && { return std::move(error_); }

  // Returns the value, or `fallback` in place of an error if the reason does not matter.
  T value_or(T fallback) const { return ok() ? value() : std::move(fallback); }
  // Returns success if there is a value, and otherwise the error.
  Result<void> status() const;

 private:
  std::optional<T> value_;
  // The reason for a missing value; meaningless if there is a value.
  Error error_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}
  // A Result without a value: either success, or the reason of a failure.

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

// Returns the error of a Result from the enclosing function; continues if there is none.
#define MPIDBG_TRY(expression)                                                                                  \
  do {                                                                                                          \
    if (auto mpidbg_try_result = (expression); !mpidbg_try_result) return std::move(mpidbg_try_result).error(); \
  } while (false)

// Declares `variable` with the value of a Result; if it holds an error, returns the error from the enclosing function.
#define MPIDBG_ASSIGN(variable, expression)                                \
  auto variable##_or_error = (expression);                                 \
  if (!variable##_or_error) return std::move(variable##_or_error).error(); \
  auto &variable = variable##_or_error.value()
