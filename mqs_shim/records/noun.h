#pragma once
// Lists the nouns: words such as "queues" that say what a report is about. The command line, GDB's commands and the C
// API have the same nouns.

#include <optional>
#include <string_view>

namespace mqs_shim {

// Selects what a report is about. The numbers are part of the C API and must not change.
enum class Noun {
  queues,
  comms,
  groups,
  ranks,
  // One noun for each list of HandleLists:
  requests,
  errhandlers,
  datatypes,
  files,
  infos,
  ops,
  windows,
  messages,
  handles,  // objects of all the kinds above, and communicators and groups
  show,     // one object, in full
  cvars,
  pvars,
  categories,
  events,
  sources,
  why,      // the verdict on the job
  stacks,   // the merged stacks of all threads
  sessions  // a list of HandleLists that was added later
};
inline constexpr Noun last_noun = Noun::sessions;

// Returns the word for a noun on the command line, such as "queues".
std::string_view noun_name(Noun noun);
// Returns the noun for a word of the command line, or nothing for an unknown word.
std::optional<Noun> noun_of(std::string_view name);

}  // namespace mqs_shim
