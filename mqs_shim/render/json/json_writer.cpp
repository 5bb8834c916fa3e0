#include "mqs_shim/render/json/json_writer.h"

#include "mqs_shim/render/escape.h"

namespace mqs_shim {

void JsonWriter::separate_items() {
  if (levels_.empty()) return;
  Level &level = levels_.back();
  if (!level.empty) sink_.append(level.lines ? "," : ", ");
  if (level.lines) sink_.end_line();
  level.empty = false;
}

void JsonWriter::open(char bracket) {
  separate();
  sink_.append(bracket);
  levels_.push_back({});
}

void JsonWriter::close(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.lines && !level.empty) sink_.end_line();
  sink_.append(bracket);
}

void JsonWriter::begin_array(bool lines) {
  open('[');
  levels_.back().lines = lines;
}

void JsonWriter::end_array() {
  close(']');
}

void JsonWriter::string(std::string_view text) {
  separate();
  scratch_.clear();
  append_json_string(scratch_, text);
  sink_.append(scratch_);
}

void JsonWriter::number(std::int64_t value) {
  separate();
  sink_.append_number(value);
}

void JsonWriter::address(mpidbg::Address address) {
  if (address.is_null()) return null();
  separate();
  sink_.append('"');
  sink_.append_hex(address.value());
  sink_.append('"');
}

void JsonWriter::numbers(const std::vector<int> &values) {
  begin_array();
  for (const int value : values) number(value);
  end_array();
}

void JsonWriter::strings(const std::vector<std::string> &values) {
  begin_array();
  for (const std::string &value : values) string(value);
  end_array();
}

}  // namespace mqs_shim
