#pragma once
// The communicator that --comm names, and which processes do not have it.

#include <set>
#include <string>

#include "mqs_shim/records/records.h"

namespace command {

class NamedCommunicator {
 public:
  // `name` must outlive this.
  explicit NamedCommunicator(const std::string &name) : name_(name) {}

  void add(const mqs_shim::ProcessReport &report);

  bool found() const { return found_; }
  // Empty if all that were added have it. Where none has, the names of those that there are, at most 12.
  std::string problem() const;

 private:
  static constexpr std::size_t most_names = 12;

  const std::string &name_;
  bool found_ = false;
  std::size_t lacking_ = 0;
  std::set<int> ranks_;          // of the processes that do not have it
  std::set<std::string> names_;  // of what they have instead; one more than are said
};

}  // namespace command
