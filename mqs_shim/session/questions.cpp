#include "mqs_shim/session/questions.h"

#include "mqs_shim/records/handles/lists.h"

namespace mqs_shim {

Questions questions_of(Noun noun, std::optional<Questions::Object> object, bool freed, bool history) {
  Questions questions;
  questions.details = noun == Noun::comms || noun == Noun::handles;
  questions.queues = noun == Noun::queues || noun == Noun::why;
  questions.channels = noun == Noun::why;
  questions.neighbors = noun == Noun::why;
  questions.groups = noun == Noun::groups || noun == Noun::handles || noun == Noun::why;
  questions.control_variables = noun == Noun::cvars;
  questions.performance_variables = noun == Noun::pvars;
  questions.categories = noun == Noun::categories;
  questions.events = noun == Noun::events;
  questions.sources = noun == Noun::sources || noun == Noun::events;
  questions.history = history;
  HandleLists().for_each([&](const auto &list) {
    const bool wanted = noun == Noun::handles || kind_of(list).nouns == noun_name(noun);
    if (wanted) questions.kinds.insert(kind_of(list).kind);
  });
  if (noun == Noun::why) questions.kinds = {MPIDBG_KIND_REQUEST, MPIDBG_KIND_MESSAGE};
  // Outlines contain the names of communicators, which are needed to show groups, variables and other objects.
  questions.outlines = questions.groups || !questions.kinds.empty() || questions.performance_variables;
  if (freed) {
    questions.freed = questions.kinds;
    if (questions.details) questions.freed.insert(MPIDBG_KIND_COMM);
    if (questions.groups) questions.freed.insert(MPIDBG_KIND_GROUP);
  }
  if (noun == Noun::show) questions.object = std::move(object);
  return questions;
}

Questions &operator|=(Questions &questions, const Questions &of_noun) {
  for (bool Questions::*const part :
       {&Questions::details, &Questions::queues, &Questions::channels, &Questions::neighbors, &Questions::groups,
        &Questions::control_variables, &Questions::performance_variables, &Questions::categories, &Questions::events,
        &Questions::sources, &Questions::history, &Questions::outlines})
    questions.*part = questions.*part || of_noun.*part;
  questions.kinds.insert(of_noun.kinds.begin(), of_noun.kinds.end());
  questions.freed.insert(of_noun.freed.begin(), of_noun.freed.end());
  return questions;
}

}  // namespace mqs_shim
