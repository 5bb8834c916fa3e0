#include "mpidbg/model/objects/users.h"

#include <algorithm>

namespace mpidbg::model {

void References::append_users_of(HandleReference object, std::vector<HandleReference> &users) const {
  const auto found = users_.find(object.handle);
  if (found == users_.end()) return;
  for (const Use &use : found->second) {
    if (use.of == object.kind) users.push_back(use.user);
  }
}

void Users::clear() {
  collected_ = {};
}

bool Users::may_refer(std::size_t user, HandleKind object) const {
  if (kinds_[user] == nullptr) return false;
  const auto kinds = kinds_[user]->refers_to();
  return std::find(kinds.begin(), kinds.end(), object) != kinds.end();
}

Status Users::collect(std::size_t user, HandleKind object) {
  Collected &collected = collected_[user];
  const auto fill = [&](std::optional<References> &references, const auto &collect) -> Status {
    if (references) return {};
    if (collected.collecting) return Error{ErrorCode::unavailable, "references are being collected"};
    References found;
    collected.collecting = true;
    const Status status = collect(*kinds_[user], found);
    collected.collecting = false;
    if (status) references = std::move(found);
    return status;
  };
  MPIDBG_TRY(fill(collected.listed,
                  [](ReferringObjects &objects, References &found) { return objects.collect_references(found); }));
  return fill(collected.searched[static_cast<std::size_t>(object)],
              [&](ReferringObjects &objects, References &found) { return objects.search_references(object, found); });
}

Result<std::vector<HandleReference>> Users::of(HandleReference object) {
  std::vector<HandleReference> users;
  for (std::size_t kind = 0; kind < handle_kinds; ++kind) {
    if (!may_refer(kind, object.kind)) continue;
    MPIDBG_TRY(collect(kind, object.kind));
    collected_[kind].listed->append_users_of(object, users);
    collected_[kind].searched[static_cast<std::size_t>(object.kind)]->append_users_of(object, users);
  }
  return users;
}

std::string Users::first_problem(HandleKind kind, std::string (ReferringObjects::*problem_of)()) {
  ReferringObjects *const used = kinds_[static_cast<std::size_t>(kind)];
  if (used == nullptr) return {};
  if (std::string problem = used->users_problem(); !problem.empty()) return problem;
  for (std::size_t user = 0; user < handle_kinds; ++user) {
    if (!may_refer(user, kind)) continue;
    if (std::string problem = (kinds_[user]->*problem_of)(); !problem.empty()) return problem;
  }
  return {};
}

std::string Users::problem(HandleKind kind) {
  return first_problem(kind, &ReferringObjects::problem);
}

std::string Users::why_unseen(HandleKind kind) {
  return first_problem(kind, &ReferringObjects::why_unseen);
}

std::optional<bool> Users::are_all_references(HandleReference object, int reference_count,
                                              const std::vector<HandleReference> &users) {
  if (!problem(object.kind).empty()) return std::nullopt;
  return static_cast<std::size_t>(std::max(reference_count, 0)) <= users.size();
}

}  // namespace mpidbg::model
