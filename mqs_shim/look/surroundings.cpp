#include "mqs_shim/look/surroundings.h"

#include <iterator>
#include <utility>

namespace mqs_shim {

void add_surroundings(ProcessReport &report, Surroundings surroundings) {
  if (report.world_rank < 0) report.world_rank = surroundings.world_rank.value_or(-1);
  if (report.world_size < 0) report.world_size = surroundings.world_size.value_or(-1);
  if (report.world_size >= 0 && report.world_rank >= report.world_size) {
    report.add_gap("it says that it is rank " + std::to_string(report.world_rank) + " of " +
                   std::to_string(report.world_size) + ", which cannot be: the number of ranks is not known");
    report.world_size = -1;
  }
  if (!surroundings.program.empty()) report.program = std::move(surroundings.program);
  report.warnings.insert(report.warnings.begin(), std::make_move_iterator(surroundings.warnings.begin()),
                         std::make_move_iterator(surroundings.warnings.end()));
  for (const std::string &gap : surroundings.gaps) report.add_gap(gap);
}

}  // namespace mqs_shim
