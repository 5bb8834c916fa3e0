#pragma once
// Removes strings that must not be in a capture: arguments of the program and values of its environment.

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "corefile/base.h"
#include "corefile/process/environment.h"

namespace corefile {

inline constexpr std::string_view redacted = "(redacted)";

// A set of strings to be removed.
class Secrets {
 public:
  // The least length of a secret. Shorter strings occur everywhere and cannot be searched for.
  static constexpr std::size_t shortest = 4;

  // Adds a string. Common values of settings ("true", "none") are ignored, because they are not secret and occur in
  // answers.
  void add(std::string_view text);
  bool empty() const { return texts_.empty(); }

  // Overwrites each byte of the added strings with an x. Long strings are overwritten everywhere, except where a path
  // is only the directory part of a longer path. Short strings are overwritten only where they start and end like a
  // string, a word or a value (NAME=value). If a string continues beyond an end of `memory`, the part inside is
  // overwritten.
  void overwrite(std::span<std::byte> memory) const;

 private:
  std::set<std::string, std::less<>> texts_;
};

// Returns true for environment variables that captures include: those of MPI libraries and launchers.
bool is_about_mpi(std::string_view variable);

// Redacts the variables of a capture. Values that name the rank, job and host remain; all others become `redacted`.
void redact(Environment &environment);

// Adds the values of an environment that must be overwritten in memory. Values that redact() keeps are not added, and
// neither are settings of an MPI library.
void add_secrets(const Environment &environment, Secrets &secrets);

}  // namespace corefile
