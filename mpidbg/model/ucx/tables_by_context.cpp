#include "mpidbg/model/ucx/tables_by_context.h"

#include <algorithm>

#include "mpidbg/base/limits.h"

namespace mpidbg::model::ucx {

namespace {

// Returns false for requests found by searching a stack: they may be remnants of calls, and blocking calls always have
// a communicator, so they reveal no other contexts.
template <class Entry>
bool shows_context(const Entry &entry) {
  if constexpr (requires { entry.on_stack; }) {
    return !entry.on_stack;
  } else {
    return true;
  }
}

template <class Index, class Entry>
std::set<std::uint64_t> contexts_of(const Index &index, const std::vector<Entry> &entries) {
  std::set<std::uint64_t> contexts;
  for (const auto &[context, places] : index) {
    if (std::any_of(places->begin(), places->end(), [&](auto place) { return shows_context(entries[place]); }))
      contexts.insert(context);
  }
  return contexts;
}

}  // namespace

void TablesByContext::clear() {
  posted_.reset();
  matched_.reset();
  sends_.reset();
  unexpected_.reset();
}

template <class Entry>
const TablesByContext::Index &TablesByContext::indexed(std::optional<Index> &index, const std::vector<Entry> &entries) {
  static_assert(limits::list_items <= UINT32_MAX && limits::free_list_items <= UINT32_MAX);
  if (index) return *index;
  index.emplace();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto &places = (*index)[context_of_(entries[i].tag)];
    if (places == nullptr) places = std::make_shared<Places>();
    places->push_back(static_cast<std::uint32_t>(i));
  }
  return *index;
}

template <class Entry>
Selection<Entry> TablesByContext::select(std::optional<Index> &index, const Listed<Entry> &table,
                                         std::uint64_t context) {
  const Index &known = indexed(index, table.entries);
  const auto found = known.find(context);
  if (found == known.end()) return {};
  return {std::shared_ptr<const std::vector<Entry>>(worker_.tables(), &table.entries), found->second};
}

Entries TablesByContext::receives(std::uint64_t context) {
  Entries entries;
  const auto &posted = worker_.posted();
  const auto &matched = worker_.matched();
  entries.posted = select(posted_, posted, context);
  entries.matched = select(matched_, matched, context);
  entries.problem = posted.problem ? posted.problem : matched.problem;
  return entries;
}

Entries TablesByContext::sends(std::uint64_t context) {
  Entries entries;
  entries.sends = select(sends_, worker_.sends(), context);
  entries.problem = worker_.sends().problem;
  return entries;
}

Entries TablesByContext::unexpected(std::uint64_t context) {
  Entries entries;
  entries.messages = select(unexpected_, worker_.unexpected(), context);
  entries.problem = worker_.unexpected().problem;
  return entries;
}

std::set<std::uint64_t> TablesByContext::receiving_contexts() {
  std::set<std::uint64_t> contexts = contexts_of(indexed(posted_, worker_.posted().entries), worker_.posted().entries);
  contexts.merge(contexts_of(indexed(matched_, worker_.matched().entries), worker_.matched().entries));
  return contexts;
}

std::set<std::uint64_t> TablesByContext::sending_contexts() {
  return contexts_of(indexed(sends_, worker_.sends().entries), worker_.sends().entries);
}

std::set<std::uint64_t> TablesByContext::message_contexts() {
  return contexts_of(indexed(unexpected_, worker_.unexpected().entries), worker_.unexpected().entries);
}

Result<Entries> TablesByContext::unclaimed(const std::function<Result<bool>(std::uint64_t context)> &is_known) {
  const auto &table = worker_.unexpected();
  auto all = std::make_shared<Places>();
  for (const auto &[context, places] : indexed(unexpected_, table.entries)) {
    MPIDBG_ASSIGN(known, is_known(context));
    if (!known) all->insert(all->end(), places->begin(), places->end());
  }
  Entries entries;
  entries.messages = {std::shared_ptr<const std::vector<Arrived>>(worker_.tables(), &table.entries), std::move(all)};
  entries.problem = table.problem;
  return entries;
}

}  // namespace mpidbg::model::ucx
