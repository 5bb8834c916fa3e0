#include "mqs_shim/render/verdict/words/participation_words.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "mqs_shim/render/verdict/words/enumeration.h"

namespace mqs_shim {

namespace {

constexpr std::size_t most_counts = 4;

// Returns a text such as "rank 3 has entered 41 collectives on MPI_COMM_WORLD, ranks 0-2 have entered 42", with the
// smallest groups first. Empty if all values that `count_of` knows are equal.
template <class CountOf>
std::string counts_text(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                        const why::Participation &roll, const std::string &did, const std::string &what,
                        CountOf &&count_of) {
  const why::GlobalCommunicator &communicator = waits.communicators().all()[roll.communicator];
  std::map<std::int64_t, std::vector<std::uint32_t>> by_count;
  for (const why::Members &members : {communicator.members, communicator.remote_members}) {
    waits.processes().each(members, [&](std::uint32_t process) {
      // The counts of ranks that make progress cannot be compared, because they are of different instants.
      if (verdict.has_moved(process)) return;
      if (const std::optional<std::int64_t> count = count_of(process)) by_count[*count].push_back(process);
    });
  }
  if (by_count.size() < 2) return {};
  std::vector<std::pair<std::int64_t, std::vector<std::uint32_t>>> counts(by_count.begin(), by_count.end());
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto &one, const auto &other) { return one.second.size() < other.second.size(); });
  std::string text;
  for (std::size_t i = 0; i < counts.size() && i < most_counts; ++i) {
    const auto &[count, processes] = counts[i];
    text +=
        (i == 0 ? "" : ", ") + words.ranks_of(processes) + (words.are_one(processes) ? " has " : " have ") + did + " ";
    text += std::to_string(count);
    if (i == 0)
      text += " " + what + (count == 1 ? " on " : "s on ") +
              words.communicator(communicator.process, static_cast<std::int32_t>(communicator.index));
  }
  return text + (counts.size() > most_counts ? ", others other numbers" : "");
}

std::string collective_of(const WaitWords &words, const why::Waits &waits, const why::ParticipationGroup &group) {
  const why::Collective &collective = group.example.of(waits.evidence());
  std::string text =
      collective.name.empty() ? "a nonblocking collective" : words.collective_name(group.example.process, collective);
  if (collective.root) text += " with root " + std::to_string(*collective.root);
  return text;
}

// Returns a text about ranks that are in no collective, if no rank in the collective waits for them: "; no rank in
// MPI_Scan waits for rank 0".
std::string not_awaited_text(const WaitWords &words, const why::Waits &waits, const why::Participation &roll) {
  std::map<std::vector<std::string>, std::vector<std::uint32_t>> by_collectives;
  for (const std::uint32_t process : roll.not_awaited) {
    std::vector<std::string> others;
    for (auto group = roll.groups.rbegin(); group != roll.groups.rend(); ++group) {
      const std::vector<std::uint32_t> &inside = group->processes;
      if (std::find(inside.begin(), inside.end(), process) == inside.end())
        others.push_back(collective_of(words, waits, *group));
    }
    by_collectives[others].push_back(process);
  }
  std::string text;
  for (const auto &[collectives, processes] : by_collectives)
    text += "; no rank in " + enumeration(collectives, "or") + " waits for " + words.ranks_of(processes);
  return text;
}

}  // namespace

std::string participation_text(const WaitWords &words, const why::Waits &waits, const why::Participation &roll) {
  const why::GlobalCommunicator &communicator = waits.communicators().all()[roll.communicator];
  const auto index = static_cast<std::int32_t>(communicator.index);
  const std::string call = roll.groups.empty() ? std::string() : roll.groups.back().example.of(waits.evidence()).name;
  std::string of = words.owner(communicator.process, index, call);
  if (of.empty() && !roll.groups.empty()) {
    // The process above may not know the file or window, because files are known only where a call works on them; a
    // process that is in the collective knows it.
    const why::Entry &example = roll.groups.back().example;
    of = words.owner(example.process, example.of(waits.evidence()).communicator, call);
  }
  std::string text = (of.empty() ? words.communicator(communicator.process, index) : of) + ":";
  const char *separator = " ";
  for (auto group = roll.groups.rbegin(); group != roll.groups.rend(); ++group) {
    text += separator + words.ranks_of(group->processes) + (words.are_one(group->processes) ? " is in " : " are in ") +
            collective_of(words, waits, *group);
    separator = ", ";
  }
  for (const why::Traced &traced : roll.traced) {
    const bool is_one = words.are_one(traced.processes);
    text += separator + words.ranks_of(traced.processes) + (is_one ? " seems" : " seem") + " to be in " + traced.name +
            (is_one ? " (inferred from the tag of its message)" : " (inferred from the tags of their messages)");
    separator = ", ";
  }
  std::vector<std::uint32_t> absent = roll.absent;
  const auto without_it = std::stable_partition(absent.begin(), absent.end(), [&](std::uint32_t process) {
    return waits.communicators().has(process, roll.communicator) || waits.evidence()[process].communicators.empty();
  });
  const std::vector<std::uint32_t> without(without_it, absent.end());
  absent.erase(without_it, absent.end());
  // If two targets have the same rank, it is not known which of the two is the right one.
  const std::vector<std::uint32_t> &twice = waits.processes().ambiguous();
  std::vector<std::uint32_t> given_twice;
  const auto is_twice = [&](std::uint32_t process) {
    return std::find(twice.begin(), twice.end(), process) != twice.end();
  };
  std::copy_if(absent.begin(), absent.end(), std::back_inserter(given_twice), is_twice);
  std::erase_if(absent, is_twice);
  if (!absent.empty()) {
    text += separator + words.ranks_of(absent) + (words.are_one(absent) ? " is" : " are") + " in none";
    separator = ", ";
  }
  if (!given_twice.empty()) {
    text += separator + words.ranks_of(given_twice) + (words.are_one(given_twice) ? " is" : " are") + " given twice";
    separator = ", ";
  }
  if (!without.empty())
    text += separator + words.ranks_of(without) + (words.are_one(without) ? " does" : " do") + " not have it";
  if (!roll.hidden.empty()) {
    text += separator + ("whether " + words.ranks_of(roll.hidden)) + (words.are_one(roll.hidden) ? " is" : " are") +
            " in one cannot be seen";
  }
  if (roll.unseen) text += ", the others were not looked at";
  return text + not_awaited_text(words, waits, roll);
}

std::string entered_text(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                         const why::Participation &roll) {
  const why::Collectives &collectives = waits.collectives();
  const std::string text =
      counts_text(words, waits, verdict, roll, "entered", "collective",
                  [&](std::uint32_t process) { return collectives.entered_on(roll.communicator, process); });
  return text.empty() ? text : text + " (recorder)";
}

std::string begun_text(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                       const why::Participation &roll) {
  const why::Collectives &collectives = waits.collectives();
  const std::string text =
      counts_text(words, waits, verdict, roll, "begun", "nonblocking collective",
                  [&](std::uint32_t process) { return collectives.begun_on(roll.communicator, process); });
  // The remark is needed because Open MPI begins some nonblocking collectives for itself, in MPI_Comm_dup,
  // MPI_File_open and MPI_Win_create.
  return text.empty() ? text : text + " (the library's own counted)";
}

std::string outliers_text(const WaitWords &words, const why::Waits &, const why::Outliers &outliers) {
  if (!outliers.divergence) return {};
  const bool one = words.are_one(outliers.at_one);
  return words.ranks_of(outliers.at_one) + (one ? " is" : " are") + " at " +
         WaitWords::site_text(outliers.divergence->one) + ", " + words.ranks_of(outliers.at_other) + " at " +
         WaitWords::site_text(outliers.divergence->other);
}

}  // namespace mqs_shim
