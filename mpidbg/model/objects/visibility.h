#pragma once
// Visibility describes how much of something can be seen in a process, and why the rest cannot.

#include <string>
#include <utility>

namespace mpidbg::model {

// States whether something is shown, with a sentence for the user about anything that is missing.
class Visibility {
 public:
  // Returns the visibility of something that is shown completely and reliably.
  static Visibility complete() { return {true, {}}; }
  // Returns the visibility of something that is shown in part. `problem` explains what is missing or unreliable, and
  // why.
  static Visibility partial(std::string problem) { return {true, std::move(problem)}; }
  // Returns the visibility of something that cannot be shown, for the reason that `problem` explains.
  static Visibility nothing(std::string problem) { return {false, std::move(problem)}; }
  // Returns complete() if `problem` is empty; otherwise nothing().
  static Visibility unless(std::string problem) {
    const bool is_complete = problem.empty();
    return {is_complete, std::move(problem)};
  }

  bool shows_anything() const { return shows_anything_; }
  bool is_complete() const { return problem_.empty(); }
  // Returns a sentence about what is missing or unreliable; empty if everything is shown.
  const std::string &problem() const { return problem_; }

 private:
  Visibility(bool shows_anything, std::string problem)
      : shows_anything_(shows_anything), problem_(std::move(problem)) {}

  bool shows_anything_;
  std::string problem_;
};

}  // namespace mpidbg::model
