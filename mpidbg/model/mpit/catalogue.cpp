#include "mpidbg/model/mpit/catalogue.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "mpidbg/base/bounded_bytes.h"

namespace mpidbg::model::mpit {

namespace {

// Splits a sequence of NUL-terminated strings. Returns false if the last one is not terminated.
bool split(Bytes bytes, std::vector<std::string> &texts) {
  while (!bytes.empty()) {
    const auto *begin = reinterpret_cast<const char *>(bytes.data());
    const std::size_t length = strnlen(begin, bytes.size());
    if (length == bytes.size()) return false;
    texts.emplace_back(begin, length);
    bytes = bytes.subspan(length + 1);
  }
  return true;
}

// Decodes an item. `bytes` starts with the item's head and has the size that the head states.
bool parse(const recorded::Record &record, Bytes bytes, Catalogue::Item &item) {
  bytes = bytes.subspan(sizeof(mpidbg_record_item));
  if (item.head.number_count > bytes.size() / 8) return false;
  for (std::uint32_t i = 0; i < item.head.number_count; ++i) {
    item.numbers.push_back(static_cast<std::int64_t>(*record.decode_number(bytes.subspan(std::size_t{8} * i))));
  }
  bytes = bytes.subspan(std::size_t{8} * item.head.number_count);
  std::vector<std::string> texts;
  if (item.head.text_size > bytes.size() || !split(bytes.first(item.head.text_size), texts)) return false;
  if (texts.empty() || texts.front().empty()) return false;  // every item has a name
  item.name = std::move(texts.front());
  if (texts.size() > 1) item.description = std::move(texts[1]);
  if (texts.size() > 2) item.texts.assign(texts.begin() + 2, texts.end());
  return true;
}

}  // namespace

Result<Catalogue> Catalogue::read(const recorded::Record &record) {
  Catalogue catalogue;
  MPIDBG_ASSIGN(bytes, record.catalogue());
  for (std::size_t at = 0; at < bytes.size();) {
    const Bytes rest = Bytes(bytes).subspan(at);
    const auto head = record.decode<mpidbg_record_item>(rest);
    Item item;
    if (head) item.head = *head;
    const bool fits =
        head && head->size >= sizeof(mpidbg_record_item) && head->size % 8 == 0 && head->size <= rest.size();
    if (!fits || !parse(record, rest.first(head->size), item)) {
      catalogue.problem_ = "the recorder's catalogue cannot be read from byte " + std::to_string(at) + " of " +
                           std::to_string(bytes.size()) + " on";
      break;
    }
    catalogue.items_[{item.head.kind, item.head.index}].push_back(std::move(item));
    at += head->size;
  }
  return catalogue;
}

const Catalogue::Item *Catalogue::find(mpidbg_record_item_kind kind, int index, std::uint64_t snapshot) const {
  const auto found = items_.find({kind, index});
  if (found == items_.end()) return nullptr;
  const Item *latest = nullptr;
  for (const Item &item : found->second) {
    if (item.head.since <= snapshot) latest = &item;
  }
  return latest != nullptr && (latest->head.flags & MPIDBG_RECORD_ITEM_INACTIVE) == 0 ? latest : nullptr;
}

std::vector<const Catalogue::Item *> Catalogue::all(mpidbg_record_item_kind kind, std::uint64_t snapshot) const {
  std::vector<const Item *> result;
  for (auto place = items_.lower_bound({kind, INT32_MIN}); place != items_.end() && place->first.first == kind;
       ++place) {
    if (const Item *item = find(kind, place->first.second, snapshot)) result.push_back(item);
  }
  return result;
}

}  // namespace mpidbg::model::mpit
