#pragma once
// Finds objects that cannot be seen completely. A list of objects is complete only if each object is complete.

#include <string>

#include "mqs_shim/records/handles/lists.h"

namespace mqs_shim {

// Return a text that says which part of an object is missing in the process's memory, and why; empty if the object is
// complete.
inline std::string unseen_part(const HandleRecord &) {
  return {};
}
std::string unseen_part(const RequestRecord &record);
std::string unseen_part(const FileRecord &record);
std::string unseen_part(const WindowRecord &record);

// Returns the reason why the list is incomplete; empty if it is complete.
template <class Record>
std::string unseen_part(const HandleList<Record> &list) {
  if (!list.problem.empty()) return list.problem;
  for (const Record &record : list.objects) {
    if (std::string part = unseen_part(record); !part.empty()) return part;
  }
  return {};
}

}  // namespace mqs_shim
