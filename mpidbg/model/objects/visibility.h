#pragma once
// How much of something can be seen in a process, and why not the rest.

#include <string>
#include <utility>

namespace mpidbg::model {

class Visibility {
 public:
  static Visibility complete() { return {true, {}}; }
  // Something is delivered. `problem` says what is not, or cannot be relied on, and why.
  static Visibility partial(std::string problem) { return {true, std::move(problem)}; }
  // Nothing is delivered, because of `problem`.
  static Visibility nothing(std::string problem) { return {false, std::move(problem)}; }
  // Everything or nothing: complete if `problem` is empty.
  static Visibility unless(std::string problem) {
    const bool is_complete = problem.empty();
    return {is_complete, std::move(problem)};
  }

  bool shows_anything() const { return shows_anything_; }
  bool is_complete() const { return problem_.empty(); }
  const std::string &problem() const { return problem_; }  // empty if it is complete

 private:
  Visibility(bool shows_anything, std::string problem)
      : shows_anything_(shows_anything), problem_(std::move(problem)) {}

  bool shows_anything_;
  std::string problem_;
};

}  // namespace mpidbg::model
