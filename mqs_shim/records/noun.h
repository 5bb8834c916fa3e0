#pragma once
// What a report is about: the nouns of the command line, of GDB's commands and of the C API.

#include <optional>
#include <string_view>

namespace mqs_shim {

enum class Noun {
  queues,
  comms,
  groups,
  ranks,
  // One for each list of HandleLists.
  requests,
  errhandlers,
  datatypes,
  files,
  infos,
  ops,
  windows,
  messages,
  handles,  // all of them, with communicators and groups
  show,     // one object, in full
  cvars,
  pvars,
  categories,
  events,
  sources,
  why,      // the verdict on the job
  stacks,   // of all threads, merged
  sessions  // one more of HandleLists; numbers of nouns do not change
};
inline constexpr Noun last_noun = Noun::sessions;

// "queues"
std::string_view noun_name(Noun noun);
std::optional<Noun> noun_of(std::string_view name);

}  // namespace mqs_shim
