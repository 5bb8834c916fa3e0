#include "corefile/command/targets/named_communicator.h"

#include "mqs_shim/render/rank_set.h"
#include "mqs_shim/render/render.h"

namespace command {

void NamedCommunicator::add(const mqs_shim::ProcessReport &report) {
  if (mqs_shim::has_communicator(report, name_)) {
    found_ = true;
    return;
  }
  ++lacking_;
  if (report.world_rank >= 0) ranks_.insert(report.world_rank);
  for (const mqs_shim::CommunicatorRecord &communicator : report.communicators) {
    if (!communicator.name.empty() && names_.size() <= most_names) names_.insert(communicator.name);
  }
}

std::string NamedCommunicator::problem() const {
  if (lacking_ == 0) return {};
  if (found_) {
    return std::to_string(lacking_) + " of the processes" +
           (ranks_.empty() ? "" : " (ranks " + mqs_shim::compress_ranks({ranks_.begin(), ranks_.end()}) + ")") +
           " have no communicator '" + name_ + "'";
  }
  std::string text = "no process has a communicator '" + name_ + "'";
  std::size_t said = 0;
  for (const std::string &name : names_) {
    if (said == most_names) return text + ", ...";
    text += (said++ == 0 ? "; there are " : ", ") + name;
  }
  return text;
}

}  // namespace command
