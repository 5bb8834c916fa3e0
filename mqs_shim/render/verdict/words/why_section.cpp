#include "mqs_shim/render/verdict/words/why_section.h"

#include <set>

namespace mqs_shim {

void write_section(BlockOutput &output, const char *title, const std::vector<std::string> &lines) {
  if (lines.empty()) return;
  const OpenBlock open(output, object_block(title));
  std::set<std::string> written;
  for (const std::string &line : lines) {
    if (written.insert(line).second) write_property(output, line);
  }
}

}  // namespace mqs_shim
