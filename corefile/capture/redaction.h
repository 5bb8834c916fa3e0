#pragma once
// Texts that must not be in a capture: arguments of the program and values of its environment.

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "corefile/base.h"
#include "corefile/process/environment.h"

namespace corefile {

inline constexpr std::string_view redacted = "(redacted)";

class Secrets {
 public:
  // Shorter texts are part of anything, and cannot be sought.
  static constexpr std::size_t shortest = 4;

  // Nor are words that every library's settings have for values ("true", "none"): no secrets, and answers of MPI.
  void add(std::string_view text);
  bool empty() const { return texts_.empty(); }

  // Writes an x over each byte of such texts: long ones wherever they are, but for a path in front of other paths;
  // short ones where they begin and end as a string, a word or a value (NAME=value) does. Of those that go on behind an
  // end of the memory the part that is here.
  void overwrite(std::span<std::byte> memory) const;

 private:
  std::set<std::string, std::less<>> texts_;
};

// Which variables a capture has: those that say what the process is to MPI, and not what it works on.
bool is_about_mpi(std::string_view variable);

// Of them, what remains in one that is redacted: the values that name rank, job and host. The others become `redacted`.
void redact(Environment &environment);

// The values of an environment that are to be sought in memory: not those that redact() leaves, and no settings of an
// MPI library, which answers show and nothing else is called by.
void add_secrets(const Environment &environment, Secrets &secrets);

}  // namespace corefile
