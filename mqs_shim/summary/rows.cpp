#include <utility>

#include "mqs_shim/job/why/evidence/evidence_fields.h"
#include "mqs_shim/summary/row_reader.h"
#include "mqs_shim/summary/row_writer.h"

namespace mqs_shim::summaries {

namespace {

// Supplies the numbers for the gaps of one group of similar items (row_writer.h), item by item.
class GroupGaps : public Gaps {
 public:
  explicit GroupGaps(std::vector<Column> columns) : columns_(std::move(columns)), places_(columns_.size()) {}

  void begin_item() { next_ = 0; }
  bool at_end_of_item() const { return next_ == columns_.size(); }

  std::optional<std::int64_t> next_number() override {
    if (next_ == columns_.size()) return std::nullopt;
    const std::int64_t number = columns_[next_].at(places_[next_]);
    columns_[next_].advance(places_[next_]);
    ++next_;
    return number;
  }
  std::optional<std::string> next_text() override { return std::nullopt; }

 private:
  std::vector<Column> columns_;
  std::vector<Column::Place> places_;
  std::size_t next_ = 0;
};

}  // namespace

void RowWriter::add_to(std::vector<Group> &groups, const Row &row) {
  if (groups.empty() || groups.back().shape != row.shape) {
    groups.push_back({0, row.shape, {}});
    groups.back().columns.resize(row.numbers.size());
  }
  Group &group = groups.back();
  ++group.count;
  for (std::size_t i = 0; i < row.numbers.size(); ++i) group.columns[i].add(row.numbers[i]);
}

void RowWriter::write(const std::vector<Group> &groups) {
  cbor_.array(groups.size());
  for (const Group &group : groups) {
    cbor_.array(3);
    cbor_.head(CborType::positive, group.count);
    cbor_.head(CborType::tag, cbor_encoded_item);
    cbor_.bytes(group.shape);
    cbor_.array(group.columns.size());
    for (const Column &column : group.columns) {
      cbor_.array(column.runs().size());
      for (const Column::Run &run : column.runs()) {
        cbor_.array(3);
        cbor_.head(CborType::positive, run.count);
        item(run.first);
        item(run.step);
      }
    }
  }
}

void RowReader::read_groups(const std::function<bool(std::string_view shape, Gaps &gaps)> &read) {
  const std::uint64_t groups = cbor_.array();
  for (std::uint64_t i = 0; i < groups && !failed(); ++i) {
    if (cbor_.array() != 3) return fail();
    const std::uint64_t count = cbor_.head(CborType::positive);
    if (cbor_.head(CborType::tag) != cbor_encoded_item || count == 0 || count > most_grouped - grouped_) return fail();
    grouped_ += count;
    const std::string_view shape = cbor_.bytes();
    std::vector<Column> columns(cbor_.array());
    for (Column &column : columns) {
      const std::uint64_t runs = cbor_.array();
      std::uint64_t numbers = 0;
      for (std::uint64_t k = 0; k < runs && !failed(); ++k) {
        Column::Run run;
        if (cbor_.array() != 3) return fail();
        const std::uint64_t length = cbor_.head(CborType::positive);
        item(run.first);
        item(run.step);
        if (failed() || length == 0 || length > count - numbers) return fail();
        run.count = static_cast<std::uint32_t>(length);
        numbers += length;
        column.add_run(run);
      }
      if (failed() || numbers != count) return fail();
    }
    GroupGaps gaps(std::move(columns));
    for (std::uint64_t k = 0; k < count; ++k) {
      gaps.begin_item();
      if (!read(shape, gaps) || !gaps.at_end_of_item()) return fail();
    }
  }
}

}  // namespace mqs_shim::summaries
