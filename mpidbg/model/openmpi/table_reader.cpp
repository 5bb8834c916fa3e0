#include "mpidbg/model/openmpi/table_reader.h"

namespace mpidbg::model::openmpi {

void TableReader::clear() {
  table_.reset();
  live_.clear();
  passed_over_.clear();
  left_out_.clear();
}

const Result<CountedSlots> &TableReader::table() {
  if (!table_) {
    const auto array = fortran_table();
    table_ = array ? read_counted_slots(objects(), *array) : Result<CountedSlots>(array.error());
  }
  return *table_;
}

Result<std::vector<Address>> TableReader::live() {
  const auto &all = table();
  if (!all) return all.error();
  std::vector<Address> used = all->slots;
  std::erase(used, Address());
  return used;
}

Result<bool> TableReader::is_live(Address handle) {
  return live_.contains(handle, [this] { return live(); });
}

std::string TableReader::problem() {
  const std::string why = why_unseen();
  const std::string damaged = damage();
  if (why.empty() && damaged.empty()) return left_out_.problem();
  if (why.empty() || why == damaged) return damaged;
  return damaged.empty() ? why : why + "; " + damaged;
}

void TableReader::note_passed_over(const Error &error) {
  if (passed_over_.empty() && error.code != ErrorCode::layout) passed_over_ = error.message;
}

std::string TableReader::damage() {
  const auto &all = table();
  if (all) return all->problem.empty() ? passed_over_ : all->problem;
  const bool is_missing = all.error().code == ErrorCode::not_supported || all.error().code == ErrorCode::layout;
  return is_missing ? std::string() : all.error().message;
}

}  // namespace mpidbg::model::openmpi
