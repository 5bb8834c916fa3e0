#pragma once
// Finds the communicator that --comm names, and the processes that do not have it.

#include <set>
#include <string>

#include "mqs_shim/records/records.h"

namespace command {

// Collects the communicators of all processes: call add() for each process, then found() and problem().
class NamedCommunicator {
 public:
  // `name` must outlive this object.
  explicit NamedCommunicator(const std::string &name) : name_(name) {}

  void add(const mqs_shim::ProcessReport &report);

  bool found() const { return found_; }
  // Returns a sentence about processes that lack the communicator; empty if all added processes have it. If no process
  // has it, the text lists up to 12 names of existing communicators.
  std::string problem() const;

 private:
  static constexpr std::size_t most_names = 12;

  const std::string &name_;
  bool found_ = false;
  std::size_t lacking_ = 0;
  std::set<int> ranks_;          // ranks of the processes that do not have it
  std::set<std::string> names_;  // names of their communicators; at most one more than are listed
};

}  // namespace command
