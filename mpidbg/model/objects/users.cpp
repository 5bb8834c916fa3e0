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

Held &Held::operator+=(const Held &other) {
  least += other.least;
  most = most && other.most ? std::optional(*most + *other.most) : std::nullopt;
  return *this;
}

Held References::held(HandleReference object) const {
  Held sum = Held::exactly(0);
  const auto found = users_.find(object.handle);
  if (found == users_.end()) return sum;
  for (const Use &use : found->second) {
    if (use.of == object.kind) sum += use.held;
  }
  return sum;
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

template <class Visit>
Status Users::for_each_collection(HandleKind object, Visit &&visit) {
  for (std::size_t kind = 0; kind < handle_kinds; ++kind) {
    if (!may_refer(kind, object)) continue;
    MPIDBG_TRY(collect(kind, object));
    visit(*collected_[kind].listed);
    visit(*collected_[kind].searched[static_cast<std::size_t>(object)]);
  }
  return {};
}

Result<std::vector<HandleReference>> Users::of(HandleReference object) {
  std::vector<HandleReference> users;
  MPIDBG_TRY(for_each_collection(object.kind,
                                 [&](const References &references) { references.append_users_of(object, users); }));
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

std::optional<bool> Users::hold_all(HandleReference object, int reference_count) {
  Held held = Held::exactly(0);
  const Status collected =
      for_each_collection(object.kind, [&](const References &references) { held += references.held(object); });
  if (!collected) return std::nullopt;
  const auto references = static_cast<std::uint64_t>(std::max(reference_count, 0));
  if (references <= held.least && held.least > 0) return true;
  if (!problem(object.kind).empty() || !held.most || references <= *held.most) return std::nullopt;
  return false;
}

}  // namespace mpidbg::model
