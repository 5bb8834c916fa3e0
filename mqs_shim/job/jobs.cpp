#include "mqs_shim/job/jobs.h"

#include <algorithm>
#include <charconv>

namespace mqs_shim {

namespace {

// At most this many ranks of MPI_COMM_WORLD are counted. Its size comes from the memory of a process and may be wrong.
constexpr int most_ranks = 1 << 20;

std::optional<std::uint32_t> number_of(const std::string &text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Open MPI 4.1 stores the number of the launch in the upper half of a job's number, and the job within the launch in
// the lower half.
constexpr unsigned launch_shift = 16;
constexpr std::uint32_t in_launch = 0xffff;

}  // namespace

JobName job_of(const ProcessReport &report) {
  JobName job;
  job.name = report.environment_job;
  if (job.name.empty() && report.job != 0) job.name = std::to_string(report.job);
  // From version 5 on, Open MPI names a job like "prterun-HOST-PID@1": the launch, '@', and the job within the launch.
  const auto number = number_of(job.name);
  job.launch = number ? std::to_string(*number >> launch_shift) : job.name.substr(0, job.name.find('@'));
  return job;
}

std::string readable_name(const std::string &name, bool one_launch) {
  const auto number = number_of(name);
  if (!number || *number <= in_launch) return name;
  const std::string job = std::to_string(*number & in_launch);
  return one_launch ? job : '[' + std::to_string(*number >> launch_shift) + ',' + job + ']';
}

void Jobs::add(const ProcessReport &report) {
  ++processes_;
  if (!report.error.empty()) ++failures_;
  const JobName job = job_of(report);
  if (report.world_rank >= 0) {
    JobRoll &roll = rolls_[job];
    roll.present.insert(report.world_rank);
    roll.size = std::max(roll.size, report.world_size);
  }
  consistency_.try_emplace(job.launch, noun_).first->second.add(report);
}

void Jobs::merge(const Jobs &other) {
  processes_ += other.processes_;
  failures_ += other.failures_;
  for (const auto &[job, theirs] : other.rolls_) {
    JobRoll &roll = rolls_[job];
    roll.present.insert(theirs.present.begin(), theirs.present.end());
    roll.size = std::max(roll.size, theirs.size);
  }
  for (const auto &[launch, theirs] : other.consistency_) {
    consistency_.try_emplace(launch, noun_).first->second.merge(theirs);
  }
}

std::size_t Jobs::launches() const {
  std::set<std::string> launches;
  for (const auto &[job, roll] : rolls_) {
    if (!job.launch.empty()) launches.insert(job.launch);
  }
  return launches.size();
}

std::vector<int> Jobs::missing(const JobRoll &roll) {
  std::vector<int> missing;
  for (int rank = 0; rank < std::min(roll.size, most_ranks); ++rank) {
    if (!roll.present.contains(rank)) missing.push_back(rank);
  }
  return missing;
}

std::vector<int> Jobs::missing(const std::function<bool(int)> &wanted) const {
  std::set<int> all;
  for (const auto &[job, roll] : rolls_) {
    for (const int rank : missing(roll)) {
      if (wanted(rank)) all.insert(rank);
    }
  }
  return {all.begin(), all.end()};
}

bool Jobs::asks_for_all_ranks() const {
  return processes_ != 1 || (noun_ == Noun::ranks && failures_ == 0);
}

bool Jobs::names_missing(bool json) const {
  return json || (!has_several_launches() && asks_for_all_ranks());
}

std::vector<Mismatch> Jobs::mismatches() const {
  std::vector<Mismatch> all;
  for (const auto &[launch, consistency] : consistency_) {
    const std::vector<Mismatch> found = consistency.mismatches();
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

}  // namespace mqs_shim
