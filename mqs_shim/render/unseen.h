#pragma once
// What of the objects of one kind cannot be seen: a list is complete only if each of its objects is.

#include <string>

#include "mqs_shim/records/handles/lists.h"

namespace mqs_shim {

// What of an object the process's memory does not tell, and why; empty if it tells all.
inline std::string unseen_part(const HandleRecord &) {
  return {};
}
std::string unseen_part(const RequestRecord &record);
std::string unseen_part(const FileRecord &record);
std::string unseen_part(const WindowRecord &record);

// Why the list is not complete; empty if it is.
template <class Record>
std::string unseen_part(const HandleList<Record> &list) {
  if (!list.problem.empty()) return list.problem;
  for (const Record &record : list.objects) {
    if (std::string part = unseen_part(record); !part.empty()) return part;
  }
  return {};
}

}  // namespace mqs_shim
