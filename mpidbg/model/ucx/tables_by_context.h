#pragma once
// The tables of a worker, handed out by the context id in the tags of their entries. Each table is read and indexed
// when it is first asked for, at most once until clear().

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "mpidbg/model/ucx/worker.h"

namespace mpidbg::model::ucx {

// Some entries of a table, in its order. Keeps the table alive beyond clear().
template <class Entry>
class Selection {
 public:
  using Places = std::vector<std::uint32_t>;

  Selection() = default;
  Selection(std::shared_ptr<const std::vector<Entry>> table, std::shared_ptr<const Places> places)
      : table_(std::move(table)), places_(std::move(places)) {}

  std::size_t size() const { return places_ == nullptr ? 0 : places_->size(); }
  const Entry &operator[](std::size_t i) const { return (*table_)[(*places_)[i]]; }

  // Drops the entries of which `keep`, Result<bool>(const Entry &), says false. Errors: the first that `keep` returns.
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

// What belongs to one queue of MPI, in the order in which it is shown.
struct Entries {
  Selection<Posted> posted;
  Selection<Receive> matched;
  Selection<Send> sends;
  Selection<Arrived> messages;
  std::optional<Error> problem;  // why there are no more; empty: complete

  std::size_t size() const { return posted.size() + matched.size() + sends.size() + messages.size(); }
};

class TablesByContext {
 public:
  // The id of the communicator that a tag names.
  using ContextOf = std::uint64_t (*)(std::uint64_t tag);

  // The worker outlives it.
  TablesByContext(Worker &worker, ContextOf context_of) : worker_(worker), context_of_(context_of) {}

  // To be called with clear() of the worker.
  void clear();

  Entries receives(std::uint64_t context);
  Entries sends(std::uint64_t context);
  Entries unexpected(std::uint64_t context);
  // The contexts of all receives, sends and messages, but for those of a blocking call alone.
  std::set<std::uint64_t> receiving_contexts();
  std::set<std::uint64_t> sending_contexts();
  std::set<std::uint64_t> message_contexts();
  // Messages of contexts that `is_known` denies, context by context. Errors: those of `is_known`.
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
