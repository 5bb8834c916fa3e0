#include "mpidbg/recorder/mpit_catalogue.h"

#include <cstring>

#include "mpidbg/recorder/record.h"

namespace recorder {

namespace {

// For each kind and index, the position of the last item in the catalogue, plus 1; 0 if there is none. Items with
// larger indices are not tracked.
constexpr std::int32_t most_indices = 4096;
std::uint32_t last_items[MPIDBG_RECORD_ITEM_SOURCE + 1][most_indices];
std::int32_t enumerations;

std::uint64_t room() {
  return record.header->tables[MPIDBG_RECORD_CATALOGUE].count;
}

mpidbg_record_item *item_at(std::uint64_t offset) {
  return reinterpret_cast<mpidbg_record_item *>(record.catalogue + offset);
}

bool has_index(std::int32_t index) {
  return index >= 0 && index < most_indices;
}

mpidbg_record_item *last_item(mpidbg_record_item_kind kind, std::int32_t index) {
  if (!has_index(index) || last_items[kind][index] == 0) return nullptr;
  return item_at(last_items[kind][index] - 1);
}

bool say_the_same(const mpidbg_record_item &one, const mpidbg_record_item &other) {
  if (one.size != other.size) return false;
  mpidbg_record_item head = one;
  head.since = other.since;
  if (one.kind == MPIDBG_RECORD_ITEM_ENUMERATION) head.index = other.index;
  return std::memcmp(&head, &other, sizeof head) == 0 && std::memcmp(&one + 1, &other + 1, one.size - sizeof head) == 0;
}

}  // namespace

NewItem::NewItem(const ItemHead &head) : item_(item_at(record.header->catalogue_used)) {
  const mpidbg_record_item fixed = {.size = 0,
                                    .kind = static_cast<std::uint16_t>(head.kind),
                                    .flags = static_cast<std::uint16_t>(head.flags),
                                    .index = head.index,
                                    .datatype = head.datatype,
                                    .bind = head.bind,
                                    .verbosity = head.verbosity,
                                    .class_scope = head.class_scope,
                                    .enumeration = head.enumeration,
                                    .number_count = 0,
                                    .text_size = 0,
                                    .since = record.header->next_snapshot};
  add(&fixed, sizeof fixed);
}

bool NewItem::add(const void *bytes, std::size_t size) {
  if (!fits_ || size > room() - record.header->catalogue_used - size_) return fits_ = false;
  std::memcpy(reinterpret_cast<char *>(item_) + size_, bytes, size);
  size_ += size;
  return true;
}

bool NewItem::pad() {
  constexpr char zeros[8] = {};
  return add(zeros, (8 - size_ % 8) % 8);
}

void NewItem::add_number(std::uint64_t number) {
  if (add(&number, sizeof number)) ++item_->number_count;
}

void NewItem::add_text(const char *text) {
  const std::size_t size = std::strlen(text) + 1;
  if (add(text, size)) item_->text_size += static_cast<std::uint32_t>(size);
}

void NewItem::publish() {
  last_items[item_->kind][item_->index] = static_cast<std::uint32_t>(record.header->catalogue_used) + 1;
  __atomic_store_n(&record.header->catalogue_used, record.header->catalogue_used + size_, __ATOMIC_RELEASE);
}

void NewItem::end() {
  if (!pad() || !has_index(item_->index)) {
    ++record.header->samples_lost;
    return;
  }
  item_->size = static_cast<std::uint32_t>(size_);
  const mpidbg_record_item *last = last_item(static_cast<mpidbg_record_item_kind>(item_->kind), item_->index);
  if (last == nullptr || !say_the_same(*item_, *last)) publish();
}

std::int32_t NewItem::end_enumeration() {
  if (!pad()) {
    ++record.header->samples_lost;
    return -1;
  }
  item_->size = static_cast<std::uint32_t>(size_);
  for (std::int32_t i = 0; i < enumerations; ++i)
    if (say_the_same(*item_, *last_item(MPIDBG_RECORD_ITEM_ENUMERATION, i))) return i;
  if (!has_index(enumerations)) return -1;
  item_->index = enumerations;
  publish();
  return enumerations++;
}

const mpidbg_record_item *active_item(mpidbg_record_item_kind kind, std::int32_t index) {
  const mpidbg_record_item *item = last_item(kind, index);
  return item == nullptr || (item->flags & MPIDBG_RECORD_ITEM_INACTIVE) != 0 ? nullptr : item;
}

void retire_item(mpidbg_record_item_kind kind, std::int32_t index) {
  const mpidbg_record_item *item = active_item(kind, index);
  if (item == nullptr) return;
  const std::uint64_t used = record.header->catalogue_used;
  if (item->size > room() - used) {
    ++record.header->samples_lost;
    return;
  }
  mpidbg_record_item *gone = item_at(used);
  std::memcpy(static_cast<void *>(gone), item, item->size);
  gone->flags = static_cast<std::uint16_t>(gone->flags | MPIDBG_RECORD_ITEM_INACTIVE);
  gone->since = record.header->next_snapshot;
  last_items[kind][index] = static_cast<std::uint32_t>(used) + 1;
  __atomic_store_n(&record.header->catalogue_used, used + gone->size, __ATOMIC_RELEASE);
}

}  // namespace recorder
