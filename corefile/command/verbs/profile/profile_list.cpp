// Implements `profile list`, which lists the built-in profiles.

#include <algorithm>
#include <array>

#include "corefile/command/verbs/commands.h"
#include "corefile/command/words/output.h"
#include "mpidbg/layout/profile.h"
#include "mqs_shim/render/escape.h"

namespace command {

ExitCode run_profile_list(const Options &options, Messages &messages) {
  Output output(options.output);
  if (!output.is_open()) {
    output.close(messages);
    return ExitCode::failed;
  }
  const mpidbg::layout::ProfileCollection &collection = mpidbg::layout::profile_collection();

  using Row = std::array<std::string, 6>;
  std::vector<Row> rows = {{"name", "library", "version", "architecture", "structs", "build-id"}};
  for (const mpidbg::layout::Profile *profile : collection.profiles) {
    Row row = {profile->name,
               profile->library,
               profile->version,
               profile->architecture,
               std::to_string(profile->structs.size()),
               profile->build_id};
    for (std::string &cell : row) cell = cell.empty() ? std::string(1, '-') : mqs_shim::printable(cell);
    rows.push_back(std::move(row));
  }
  std::array<std::size_t, 6> width{};
  for (const Row &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  {
    mqs_shim::Sink sink(output.writer());
    for (const Row &row : rows) {
      std::size_t column = 0;
      for (std::size_t i = 0; i < row.size(); ++i) {
        sink.pad_to(column);
        sink.append(row[i]);
        column += width[i] + 2;
      }
      sink.end_line();
    }
  }
  for (const std::string &problem : collection.problems) messages.warning(problem);
  if (!output.close(messages)) return ExitCode::failed;
  return collection.profiles.empty() ? ExitCode::not_enough : ExitCode::done;
}

}  // namespace command
