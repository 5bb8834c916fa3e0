#include "mqs_shim/render/json/json_writer.h"

#include "mqs_shim/render/escape.h"

namespace mqs_shim {

void JsonWriter::separate_items() {
  if (levels_.empty()) return;
  Level &level = levels_.back();
  if (!level.empty) sink_->append(level.lines ? "," : ", ");
  if (level.lines) sink_->end_line();
  level.empty = false;
}

void JsonWriter::open(char bracket) {
  separate();
  sink_->append(bracket);
  levels_.push_back({});
}

void JsonWriter::close(char bracket) {
  if (describes()) return description_->end();
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.lines && !level.empty) sink_->end_line();
  sink_->append(bracket);
}

void JsonWriter::begin_array(bool lines, std::size_t size) {
  if (describes()) return description_->begin_array(size);
  open('[');
  levels_.back().lines = lines;
}

void JsonWriter::string(std::string_view text) {
  if (describes()) return description_->value(JsonType::text);
  separate();
  scratch_.clear();
  append_json_string(scratch_, text);
  sink_->append(scratch_);
}

void JsonWriter::write_number(std::int64_t value, JsonType type) {
  if (describes()) return description_->value(type);
  separate();
  sink_->append_number(value);
}

void JsonWriter::address(mpidbg::Address address) {
  if (describes()) return description_->value(JsonType::address);
  if (address.is_null()) return null();
  separate();
  sink_->append('"');
  sink_->append_hex(address.value());
  sink_->append('"');
}

void JsonWriter::word(std::string_view word, std::initializer_list<std::string_view> words) {
  if (!describes()) return string(word);
  for (const std::string_view one : words) description_->word(one);
}

void JsonWriter::strings(const std::vector<std::string> &values) {
  list(values, [this](const std::string &value) { string(value); });
}

void JsonWriter::finish() {
  if (describes()) return;
  sink_->end_line();
  sink_->flush();
}

}  // namespace mqs_shim
