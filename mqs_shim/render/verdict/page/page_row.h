#pragma once
// Writes the rows of a page's data: arrays whose columns have names. A column gets its name from the code that writes
// its value in a row.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mqs_shim/render/verdict/page/compact_json.h"

namespace mqs_shim {

// Collects the names of the columns for each kind of row.
class ColumnNames {
 public:
  using Names = std::vector<std::string>;

  // Returns the names of the columns of a kind of row. The reference is valid as long as this object.
  Names &of(std::string_view kind) {
    for (auto &[name, names] : kinds_) {
      if (name == kind) return *names;
    }
    return *kinds_.emplace_back(kind, std::make_unique<Names>()).second;
  }

  // Returns a member of a JSON object: "columns":{"thread":["tid",...],...}
  std::string text() const {
    std::string json = "\"columns\":{";
    for (const auto &[kind, names] : kinds_) {
      json.append(json.back() == '{' ? "\"" : ",\"").append(kind).append("\":[");
      for (const std::string &name : *names) json.append(json.back() == '[' ? "\"" : ",\"").append(name).append("\"");
      json += ']';
    }
    return json + '}';
  }

 private:
  std::vector<std::pair<std::string, std::unique_ptr<Names>>> kinds_;
};

// Writes one row, which ends with the scope. All rows of a kind write the same columns in the same order. A row may end
// early, with unwritten().
class PageRow {
 public:
  PageRow(CompactJson &json, ColumnNames &names, std::string_view kind) : json_(json), names_(names.of(kind)) {
    json_.open();
  }
  ~PageRow() { json_.close(); }
  PageRow(const PageRow &) = delete;
  PageRow &operator=(const PageRow &) = delete;

  // Begins the value of `column`. Returns the writer; the caller has to write the value next.
  CompactJson &operator[](std::string_view column) {
    unwritten(column);
    return json_;
  }
  // Says that this row has no values for `column` and all columns after it.
  void unwritten(std::string_view column) {
    if (column_++ == names_.size()) names_.emplace_back(column);
  }

 private:
  CompactJson &json_;
  ColumnNames::Names &names_;
  std::size_t column_ = 0;
};

}  // namespace mqs_shim
