#include "mqs_shim/records/noun.h"

#include <iterator>

namespace mqs_shim {

std::string_view noun_name(Noun noun) {
  constexpr std::string_view names[] = {"queues",    "comms", "groups", "ranks",   "requests",   "errhandlers",
                                        "datatypes", "files", "infos",  "ops",     "windows",    "messages",
                                        "handles",   "show",  "cvars",  "pvars",   "categories", "events",
                                        "sources",   "why",   "stacks", "sessions"};
  static_assert(std::size(names) == static_cast<std::size_t>(last_noun) + 1);
  return names[static_cast<int>(noun)];
}

std::optional<Noun> noun_of(std::string_view name) {
  for (int noun = 0; noun <= static_cast<int>(last_noun); ++noun) {
    if (noun_name(static_cast<Noun>(noun)) == name) return static_cast<Noun>(noun);
  }
  return std::nullopt;
}

}  // namespace mqs_shim
