#pragma once
// Selects the reader of one kind of object from a struct that has one reader per kind, each named after its kind.

#include "mpidbg/model/objects/users.h"

namespace mpidbg::model {

// Returns the reader of a kind; null for statuses, which have no handles.
template <class Reader, class Readers>
Reader *reader_of(Readers &readers, HandleKind kind) {
  Reader *const by_kind[] = {&readers.communicators, &readers.groups,    &readers.requests, nullptr,
                             &readers.errhandlers,   &readers.datatypes, &readers.files,    &readers.infos,
                             &readers.ops,           &readers.windows,   &readers.messages, &readers.sessions};
  static_assert(std::size(by_kind) == handle_kinds);
  return by_kind[static_cast<std::size_t>(kind)];
}

template <class Readers>
Users::Kinds kinds_of(Readers &readers) {
  Users::Kinds kinds{};
  for (std::size_t kind = 0; kind < handle_kinds; ++kind) kinds[kind] = readers.reader(static_cast<HandleKind>(kind));
  return kinds;
}

// Makes each reader discard the data that it has cached.
template <class Readers>
void clear_all(Readers &readers) {
  for (std::size_t kind = 0; kind < handle_kinds; ++kind) {
    if (auto *const reader = readers.reader(static_cast<HandleKind>(kind))) reader->clear();
  }
}

}  // namespace mpidbg::model
