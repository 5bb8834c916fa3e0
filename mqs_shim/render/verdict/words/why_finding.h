#pragma once
// Writes one finding of a verdict in words: its title, a line for each group of ranks that wait alike, what the awaited
// processes do, and the ranks that depend on the waiting ones.

#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/list_options.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// The maximum number of lines in a list, unless ListOptions::each is set.
inline constexpr std::size_t most_rows = 40;

// Writes findings of a verdict in words, as blocks.
class FindingWords {
 public:
  // `seconds` is the time between the last two looks. `launcher` has the same meaning as for word_why(). All references
  // must outlive this object.
  FindingWords(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words, const ListOptions &lists,
               double seconds, BlockOutput &output, const std::string &launcher)
      : waits_(waits),
        verdict_(verdict),
        words_(words),
        lists_(lists),
        seconds_(seconds),
        output_(output),
        launcher_(launcher) {}

  void write(const why::Finding &finding);
  // The ranks of a finding wait for some processes: writes what these processes do.
  void write_targets(const why::Finding &finding);

  using Activities = std::vector<std::pair<std::string, std::vector<std::uint32_t>>>;
  // Groups processes that do the same, in the order of the first process of each group.
  Activities by_activity(const std::vector<std::uint32_t> &processes) const;
  // Returns the activity in the singular if there is one process, and otherwise in the plural.
  std::string activity_of(const std::vector<std::uint32_t> &processes, const std::string &activity) const;

 private:
  void write_who_could_complete(const why::Finding &finding);
  void write_network(const why::Finding &finding);
  void write_behind(const why::Finding &finding);
  void write_agents(const why::Finding &finding);
  void write_thread_levels(const why::Finding &finding);
  void write_sleeping(const why::Finding &finding);
  // Writes how many of `rows` lines were left out, if only `most` are shown.
  void write_rest(std::size_t rows, std::size_t most);
  std::vector<WaitGroup> groups(const std::vector<std::uint32_t> &agents) const;

  const why::Waits &waits_;
  const why::Verdict &verdict_;
  const WaitWords &words_;
  const ListOptions lists_;
  const double seconds_;
  BlockOutput &output_;
  const std::string &launcher_;
};

}  // namespace mqs_shim
