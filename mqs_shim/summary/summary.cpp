#include "mqs_shim/summary/summary.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

#include "mqs_shim/summary/cbor.h"
#include "mqs_shim/summary/compressed.h"

namespace mqs_shim::summaries {

namespace {

constexpr std::string_view format_name = "mpidbg summary";
constexpr std::uint32_t most_ranks = 1 << 22;
constexpr std::size_t largest_shape = std::size_t{16} << 20;

}  // namespace

// Points to one rank of a class and supplies its values. Can only move forward.
class Summary::Cursor : public Gaps {
 public:
  explicit Cursor(const Class &all) : class_(&all), numbers_(all.numbers.size()), texts_(all.texts.size()) {}

  std::uint32_t index() const { return index_; }
  bool at_end() const { return index_ == class_->ranks; }

  void move_to(std::uint32_t index) {
    const std::size_t count = index - index_;
    index_ = index;
    for (std::size_t i = 0; i < numbers_.size(); ++i) class_->numbers[i].advance(numbers_[i], count);
    for (std::size_t i = 0; i < texts_.size(); ++i) class_->texts[i].advance(texts_[i], count);
    next_number_ = next_text_ = 0;
  }

  std::int64_t number(std::size_t column) const { return class_->numbers[column].at(numbers_[column]); }
  // Compares two ranks by their numbers and texts: first the rank, then the pid, then all other values.
  std::strong_ordering operator<=>(const Cursor &other) const {
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (const auto order = number(i) <=> other.number(i); order != 0) return order;
    }
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const auto order = class_->texts[i].at(texts_[i]) <=> other.class_->texts[i].at(other.texts_[i]);
      if (order != 0) return order;
    }
    return std::strong_ordering::equal;
  }

  std::optional<std::int64_t> next_number() override {
    if (next_number_ == numbers_.size()) return std::nullopt;
    return number(next_number_++);
  }
  std::optional<std::string> next_text() override {
    if (next_text_ == texts_.size()) return std::nullopt;
    const std::size_t column = next_text_++;
    return class_->texts[column].at(texts_[column]);
  }
  bool all_were_used() const { return next_number_ == numbers_.size() && next_text_ == texts_.size(); }

 private:
  const Class *class_;
  std::uint32_t index_ = 0;
  std::vector<Column::Place> numbers_, texts_;
  std::size_t next_number_ = 0, next_text_ = 0;
};

// Merges two classes that have the same shape, rank by rank in ascending order.
class Summary::ClassMerge {
 public:
  ClassMerge(const Class &one, const Class &other) : one_(one), other_(other) {}

  Class merged() {
    plan();
    Class result;
    result.numbers.resize(one_.numbers.size());
    for (std::size_t i = 0; i < result.numbers.size(); ++i)
      apply(one_.numbers[i], other_.numbers[i], result.numbers[i]);
    result.texts.resize(one_.texts.size());
    for (std::size_t i = 0; i < result.texts.size(); ++i) apply(one_.texts[i], other_.texts[i], result.texts[i]);
    for (const Step &step : steps_) result.ranks += step.kind == Kind::skip ? 0 : step.count;
    return result;
  }

 private:
  // Says from which of the two classes the next ranks of the merged class come; `skip` omits ranks of `other` that
  // `one` has as well.
  enum class Kind : std::uint8_t { one, other, skip };
  struct Step {
    Kind kind{};
    std::uint32_t count = 0;
  };

  void add(Kind kind, std::uint32_t count) {
    if (!steps_.empty() && steps_.back().kind == kind) {
      steps_.back().count += count;
    } else if (count != 0) {
      steps_.push_back({kind, count});
    }
  }

  // Returns how many ranks of the current run are smaller than `limit`. Counts from `place`.
  static std::uint32_t smaller(const Column &ranks, Column::Place place, std::int64_t limit) {
    const Column::Run &run = ranks.runs()[place.run];
    const std::uint32_t left = run.count - place.index;
    const auto step = static_cast<std::int64_t>(run.step);
    if (step <= 0) return left;
    const std::uint64_t distance = static_cast<std::uint64_t>(limit) - static_cast<std::uint64_t>(ranks.at(place));
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(left, (distance + run.step - 1) / run.step));
  }

  void plan() {
    const Column &ranks = one_.numbers.front(), &other_ranks = other_.numbers.front();
    Column::Place a, b;
    std::uint32_t i = 0, j = 0;
    Cursor row(one_), other_row(other_);  // moved to `i` and `j` only when they are needed
    while (i < one_.ranks && j < other_.ranks) {
      const std::int64_t rank = ranks.at(a), other_rank = other_ranks.at(b);
      std::strong_ordering order = rank <=> other_rank;
      std::uint32_t count = 1;
      if (order < 0) {
        count = smaller(ranks, a, other_rank);
      } else if (order > 0) {
        count = smaller(other_ranks, b, rank);
      } else {
        row.move_to(i);
        other_row.move_to(j);
        order = row <=> other_row;
      }
      if (order <= 0) {
        add(Kind::one, count);
        i += count;
        ranks.advance(a, count);
      }
      if (order >= 0) {
        add(order == 0 ? Kind::skip : Kind::other, count);
        j += count;
        other_ranks.advance(b, count);
      }
    }
    add(Kind::one, one_.ranks - i);
    add(Kind::other, other_.ranks - j);
  }

  template <class SomeColumn>
  void apply(const SomeColumn &one, const SomeColumn &other, SomeColumn &result) const {
    Column::Place a, b;
    for (const Step &step : steps_) {
      if (step.kind == Kind::one) {
        result.add(one, a, step.count);
      } else if (step.kind == Kind::other) {
        result.add(other, b, step.count);
      } else {
        other.advance(b, step.count);
      }
    }
  }

  const Class &one_, &other_;
  std::vector<Step> steps_{};
};

void Summary::add(const RankSummary &rank) {
  Row row = to_row(rank);
  Class one;
  one.ranks = 1;
  one.numbers.resize(row.numbers.size());
  for (std::size_t i = 0; i < row.numbers.size(); ++i) one.numbers[i].add(row.numbers[i]);
  one.texts.resize(row.texts.size());
  for (std::size_t i = 0; i < row.texts.size(); ++i) one.texts[i].add(row.texts[i]);
  Summary part;
  part.classes_.emplace(std::move(row.shape), std::move(one));
  merge(std::move(part));
}

void Summary::merge(Summary other) {
  // Moves the classes with new shapes into this summary. Each of the remaining classes is merged with the class of the
  // same shape.
  classes_.merge(other.classes_);
  for (auto &[shape, theirs] : other.classes_) {
    Class &ours = classes_.find(shape)->second;
    const auto last = [](const Class &all) {
      const Column::Run &run = all.numbers.front().runs().back();
      return static_cast<std::int64_t>(run.at(run.count - 1));
    };
    const auto first = [](const Class &all) { return all.numbers.front().at({}); };
    if (first(theirs) <= last(ours)) {
      if (last(theirs) >= first(ours)) {
        ours = ClassMerge(ours, theirs).merged();
        continue;
      }
      std::swap(ours, theirs);
    }
    for (std::size_t i = 0; i < ours.numbers.size(); ++i) {
      for (const Column::Run &run : theirs.numbers[i].runs()) ours.numbers[i].add_run(run);
    }
    for (std::size_t i = 0; i < ours.texts.size(); ++i) {
      for (const TextColumn::Run &run : theirs.texts[i].runs()) ours.texts[i].add(run.text, run.count);
    }
    ours.ranks += theirs.ranks;
  }
}

mpidbg::Status Summary::erase_if(const std::function<bool(const RankSummary &rank)> &is_unwanted) {
  bool has_unwanted = false;
  MPIDBG_TRY(for_each([&](const RankSummary &rank) { has_unwanted = has_unwanted || is_unwanted(rank); },
                      GroupMembers::left_out));
  if (!has_unwanted) return {};
  Summary wanted;
  MPIDBG_TRY(for_each([&](const RankSummary &rank) {
    if (!is_unwanted(rank)) wanted.add(rank);
  }));
  *this = std::move(wanted);
  return {};
}

std::size_t Summary::ranks() const {
  std::size_t ranks = 0;
  for (const auto &[shape, one] : classes_) ranks += one.ranks;
  return ranks;
}

mpidbg::Status Summary::for_each(const std::function<void(RankSummary rank)> &visit, GroupMembers members) const {
  struct Next {
    std::int64_t rank = 0, pid = 0;
    std::size_t number = 0;
    bool operator<(const Next &other) const {
      return std::tuple(rank, pid, number) > std::tuple(other.rank, other.pid, other.number);
    }
  };
  std::vector<std::pair<std::string_view, Cursor>> cursors;
  std::priority_queue<Next> order;
  const auto enter = [&](std::size_t number) {
    const Cursor &cursor = cursors[number].second;
    if (!cursor.at_end()) order.push({cursor.number(0), cursor.number(1), number});
  };
  for (const auto &[shape, one] : classes_) cursors.emplace_back(shape, Cursor(one));
  for (std::size_t i = 0; i < cursors.size(); ++i) enter(i);
  while (!order.empty()) {
    const std::size_t number = order.top().number;
    order.pop();
    Cursor &cursor = cursors[number].second;
    auto rank = from_row(cursors[number].first, cursor, members);
    if (!rank) return rank.error();
    if (!cursor.all_were_used()) return corrupt("a class of the summary has columns that are not in its shape");
    visit(std::move(*rank));
    cursor.move_to(cursor.index() + 1);
    enter(number);
  }
  return {};
}

std::string Summary::encode() const {
  CborWriter inner;
  inner.begin_map();
  inner.text("classes");
  inner.array(classes_.size());
  for (const auto &[shape, one] : classes_) {
    inner.begin_map();
    inner.text("ranks");
    inner.head(CborType::positive, one.ranks);
    inner.text("shape");
    inner.head(CborType::tag, cbor_encoded_item);
    inner.bytes(shape);
    inner.text("numbers");
    inner.array(one.numbers.size());
    for (const Column &column : one.numbers) {
      inner.array(column.runs().size());
      for (const Column::Run &run : column.runs()) {
        inner.array(run.count == 1 ? 2 : 3);
        inner.head(CborType::positive, run.count);
        inner.number(static_cast<std::int64_t>(run.first));
        if (run.count != 1) inner.number(static_cast<std::int64_t>(run.step));
      }
    }
    inner.text("texts");
    inner.array(one.texts.size());
    for (const TextColumn &column : one.texts) {
      inner.array(column.runs().size());
      for (const TextColumn::Run &run : column.runs()) {
        inner.array(2);
        inner.head(CborType::positive, run.count);
        inner.text(run.text);
      }
    }
    inner.end_map();
  }
  inner.end_map();
  CborWriter outer;
  outer.begin_map();
  outer.text("format");
  outer.text(format_name);
  outer.text("version");
  outer.head(CborType::positive, summary_version);
  outer.text("bytes");
  outer.head(CborType::positive, inner.written().size());
  outer.text("zstd");
  outer.bytes(compressed(inner.written()));
  outer.end_map();
  return outer.take();
}

mpidbg::Result<Summary> Summary::decode(std::string_view bytes) {
  CborReader outer(bytes);
  outer.begin_map();
  outer.key("format");
  if (outer.text() != format_name || outer.failed()) return corrupt("it is not a summary written by mpidbg");
  outer.key("version");
  const std::uint64_t version = outer.head(CborType::positive);
  if (outer.failed()) return corrupt("the summary has no version");
  if (version != summary_version) {
    return mpidbg::Error{mpidbg::ErrorCode::not_supported, "the summary has version " + std::to_string(version) +
                                                               " of its format, and this mpidbg reads " +
                                                               std::to_string(summary_version)};
  }
  outer.key("bytes");
  const std::uint64_t size = outer.head(CborType::positive);
  outer.key("zstd");
  const std::string_view packed = outer.bytes();
  outer.end_map();
  if (outer.failed() || !outer.at_end()) return corrupt("the summary is truncated or damaged");
  const auto inner = uncompressed(packed, size);
  if (!inner) return inner.error();
  Summary summary;
  if (auto read = read_classes(*inner, summary.classes_); !read) return read.error();
  return summary;
}

// Returns true if the ranks of the class are in the order that merge() relies on.
bool Summary::is_ordered(const Class &one) {
  const Column &ranks = one.numbers.front();
  Column::Place place;
  Cursor before(one), row(one);  // moved only when ranks are equal
  std::int64_t last = ranks.at(place);
  for (std::uint32_t i = 1; i < one.ranks; ++i) {
    ranks.advance(place);
    const std::int64_t rank = ranks.at(place);
    if (rank < last) return false;
    if (rank == last) {
      before.move_to(i - 1);
      row.move_to(i);
      if (before >= row) return false;
    }
    last = rank;
  }
  return true;
}

mpidbg::Status Summary::read_classes(std::string_view bytes, std::map<std::string, Class> &classes) {
  const mpidbg::Error damaged = corrupt("the classes of the summary are damaged");
  CborReader reader(bytes);
  reader.begin_map();
  reader.key("classes");
  const std::uint64_t count = reader.array();
  std::uint32_t all = 0;
  for (std::uint64_t i = 0; i < count && !reader.failed(); ++i) {
    reader.begin_map();
    reader.key("ranks");
    const std::uint64_t ranks = reader.head(CborType::positive);
    reader.key("shape");
    if (reader.head(CborType::tag) != cbor_encoded_item) return damaged;
    const std::string_view shape = reader.bytes();
    if (reader.failed() || ranks == 0) return damaged;
    if (ranks > most_ranks - all) return corrupt("the summary has more than " + std::to_string(most_ranks) + " ranks");
    if (shape.size() > largest_shape)
      return corrupt("a rank of the summary has " + std::to_string(shape.size()) + " bytes, more than any should have");
    all += static_cast<std::uint32_t>(ranks);
    Class one;
    one.ranks = static_cast<std::uint32_t>(ranks);
    // Reads the columns of a class. Each column must have as many entries as the class has ranks.
    const auto read_columns = [&](auto &columns, const auto &read_value) {
      const std::uint64_t gaps = reader.array();
      if (gaps > shape.size()) reader.fail();
      columns.resize(reader.failed() ? 0 : gaps);
      for (auto &column : columns) {
        std::uint64_t left = ranks;
        for (std::uint64_t run = reader.array(); run != 0 && !reader.failed(); --run) {
          const std::uint64_t items = reader.array();
          const std::uint64_t length = reader.head(CborType::positive);
          if (length == 0 || length > left) reader.fail();
          if (!reader.failed()) read_value(column, items, static_cast<std::uint32_t>(length));
          left -= reader.failed() ? 0 : length;
        }
        if (left != 0) reader.fail();
      }
    };
    reader.key("numbers");
    read_columns(one.numbers, [&](Column &column, std::uint64_t items, std::uint32_t length) {
      if (items != (length == 1 ? 2U : 3U)) reader.fail();
      Column::Run run{length, static_cast<std::uint64_t>(reader.number()), 0};
      if (length != 1) run.step = static_cast<std::uint64_t>(reader.number());
      column.add_run(run);
    });
    reader.key("texts");
    read_columns(one.texts, [&](TextColumn &column, std::uint64_t items, std::uint32_t length) {
      if (items != 2) reader.fail();
      column.add(std::string(reader.text()), length);
    });
    reader.end_map();
    if (reader.failed() || one.numbers.size() < 2) return damaged;
    if (!is_ordered(one)) return corrupt("the ranks of the summary are not in their order");
    const bool is_new = classes.emplace(shape, std::move(one)).second;
    if (!is_new) return corrupt("the summary has a class twice");
  }
  reader.end_map();
  if (reader.failed() || !reader.at_end()) return damaged;
  return {};
}

Summary merged(std::vector<Summary> parts) {
  for (std::size_t distance = 1; distance < parts.size(); distance *= 2) {
    for (std::size_t i = 0; i + distance < parts.size(); i += 2 * distance)
      parts[i].merge(std::move(parts[i + distance]));
  }
  return parts.empty() ? Summary() : std::move(parts.front());
}

}  // namespace mqs_shim::summaries
