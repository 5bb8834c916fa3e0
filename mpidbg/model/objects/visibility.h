#pragma once
// Visibility describes how much of something can be seen in a process, and why the rest cannot.

#include <string>
#include <utility>

namespace mpidbg::model {

// States whether something is shown, with a sentence for the user about anything that is missing.
class Visibility {
 public:
  // Everything is shown and reliable.
  static Visibility complete() { return {true, {}}; }
  // Something is shown. `problem` explains what is missing or unreliable, and why.
  static Visibility partial(std::string problem) { return {true, std::move(problem)}; }
  // Nothing is shown, because of `problem`.
  static Visibility nothing(std::string problem) { return {false, std::move(problem)}; }
  // Either everything or nothing is shown: everything if `problem` is empty.
  static Visibility unless(std::string problem) {
    const bool is_complete = problem.empty();
    return {is_complete, std::move(problem)};
  }

  bool shows_anything() const { return shows_anything_; }
  bool is_complete() const { return problem_.empty(); }
  // A sentence about what is missing or unreliable; empty if everything is shown.
  const std::string &problem() const { return problem_; }

 private:
  Visibility(bool shows_anything, std::string problem)
      : shows_anything_(shows_anything), problem_(std::move(problem)) {}

  bool shows_anything_;
  std::string problem_;
};

}  // namespace mpidbg::model
