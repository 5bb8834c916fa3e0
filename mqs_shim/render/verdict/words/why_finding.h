#pragma once
// One finding: its title, a line for those that wait alike, what those do that are waited for, who is behind.

#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/list_options.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// Lines of a list, if not each is asked for.
inline constexpr std::size_t most_rows = 40;

class FindingWords {
 public:
  // `seconds`: between the last two looks. `launcher`: as of word_why(). All have to
  // outlive this.
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
  // What the processes of a finding do.
  void write_targets(const why::Finding &finding);

  using Activities = std::vector<std::pair<std::string, std::vector<std::uint32_t>>>;
  // Processes that do the same, in the order of the first ones.
  Activities by_activity(const std::vector<std::uint32_t> &processes) const;
  // What they do, of one or of several.
  std::string activity_of(const std::vector<std::uint32_t> &processes, const std::string &activity) const;

 private:
  void write_who_could_complete(const why::Finding &finding);
  void write_network(const why::Finding &finding);
  void write_behind(const why::Finding &finding);
  void write_agents(const why::Finding &finding);
  void write_thread_levels(const why::Finding &finding);
  void write_sleeping(const why::Finding &finding);
  // How many of `rows` lines were left out, where `most` of them are shown.
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
