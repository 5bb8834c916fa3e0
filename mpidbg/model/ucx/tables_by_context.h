#pragma once
// TablesByContext splits the tables of a worker by the context id in the tags of their entries. Each table is read and
// indexed when it is first needed, at most once until clear().

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "mpidbg/model/ucx/worker.h"

namespace mpidbg::model::ucx {

// Selects entries of a table, in the order of the table. The selected entries stay valid after clear().
template <class Entry>
class Selection {
 public:
  using Places = std::vector<std::uint32_t>;

  Selection() = default;
  Selection(std::shared_ptr<const std::vector<Entry>> table, std::shared_ptr<const Places> places)
      : table_(std::move(table)), places_(std::move(places)) {}

  std::size_t size() const { return places_ == nullptr ? 0 : places_->size(); }
  const Entry &operator[](std::size_t i) const { return (*table_)[(*places_)[i]]; }

  // Removes the entries for which `keep`, a callable Result<bool>(const Entry &), returns false. Errors: the first one
  // returned by `keep`.
  template <class Keep>
  Status keep_if(Keep &&keep) {
    auto kept = std::make_shared<Places>();
    for (std::size_t i = 0; i < size(); ++i) {
      MPIDBG_ASSIGN(is_kept, keep((*this)[i]));
      if (is_kept) kept->push_back((*places_)[i]);
    }
    places_ = std::move(kept);
    return {};
  }

 private:
  std::shared_ptr<const std::vector<Entry>> table_;
  std::shared_ptr<const Places> places_;
};

// Holds the entries of one queue of MPI, in the order in which the queue shows them.
struct Entries {
  Selection<Posted> posted;
  Selection<Receive> matched;
  Selection<Send> sends;
  Selection<Arrived> messages;
  // The reason why entries are missing; empty if the list is complete.
  std::optional<Error> problem;

  std::size_t size() const { return posted.size() + matched.size() + sends.size() + messages.size(); }
};

class TablesByContext {
 public:
  // Returns the context id in a tag.
  using ContextOf = std::uint64_t (*)(std::uint64_t tag);

  // `worker` must outlive this object.
  TablesByContext(Worker &worker, ContextOf context_of) : worker_(worker), context_of_(context_of) {}

  // Discards the indices of all tables. Must be called together with Worker::clear().
  void clear();

  // Each of these functions returns the entries whose tags have the context id `context`; there may be none.
  Entries receives(std::uint64_t context);
  Entries sends(std::uint64_t context);
  Entries unexpected(std::uint64_t context);
  // Each of these functions returns the context ids of all receives, sends or messages. Context ids that occur only in
  // blocking calls are omitted.
  std::set<std::uint64_t> receiving_contexts();
  std::set<std::uint64_t> sending_contexts();
  std::set<std::uint64_t> message_contexts();
  // Returns the messages of unknown contexts, grouped by context. A context is unknown if `is_known` returns false for
  // it. Errors: those of `is_known`.
  Result<Entries> unclaimed(const std::function<Result<bool>(std::uint64_t context)> &is_known);

 private:
  using Places = std::vector<std::uint32_t>;
  using Index = std::map<std::uint64_t, std::shared_ptr<Places>>;

  template <class Entry>
  const Index &indexed(std::optional<Index> &index, const std::vector<Entry> &entries);
  template <class Entry>
  Selection<Entry> select(std::optional<Index> &index, const Listed<Entry> &table, std::uint64_t context);

  Worker &worker_;
  const ContextOf context_of_;
  std::optional<Index> posted_, matched_, sends_, unexpected_;
};

}  // namespace mpidbg::model::ucx
