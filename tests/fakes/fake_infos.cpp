#include "tests/fakes/fake_infos.h"

#include <algorithm>

namespace fakes {

FakeInfos::FakeInfos(FakeOpenMpi &mpi, const Pairs &environment_pairs)
    : mpi_(mpi), table_(mpi, "ompi_info_f_to_c_table") {
  null = new_info({});
  environment = new_info(environment_pairs);
}

Address FakeInfos::new_info(const Pairs &pairs) {
  const Address info = mpi_.new_object("ompi_info_t", mpi_.layouts.info.byte_size);
  mpi_.set(info, mpi_.layouts.info.i_f_to_c_index, table_.add(info));
  fill(info, pairs);
  infos_.push_back(info);
  return info;
}

void FakeInfos::remove(Address info) {
  for (std::size_t i = 0; i < infos_.size(); ++i) {
    if (infos_[i] == info) table_.remove(i);
  }
}

Address FakeInfos::set_hints(Address object, const Pairs &pairs) {
  const Address info = mpi_.new_object("opal_info_t", mpi_.layouts.opal_info.byte_size);
  fill(info, pairs);
  mpi_.set(object, mpi_.layouts.info_subscriber.s_info, info);
  return info;
}

Address FakeInfos::new_counted(const std::string &text) {
  const auto &layout = mpi_.layouts.counted_string;
  const Address string =
      mpi_.new_object("opal_cstring_t", layout.string.offset + static_cast<std::uint32_t>(text.size()) + 1);
  mpi_.set(string, layout.length, text.size());
  mpi_.memory.write_string(string + layout.string.offset, text);
  return string;
}

void FakeInfos::fill(Address info, const Pairs &pairs) {
  const auto &layout = mpi_.layouts.info_entry;
  std::vector<Address> &entries = entries_of_last_fill;
  entries.clear();
  for (const auto &[key, value] : pairs) {
    const Address entry = mpi_.new_object("opal_info_entry_t", layout.byte_size);
    if (layout.ie_key.is_pointer) {
      mpi_.memory.write_pointer(entry + layout.ie_key.offset, new_counted(key));
      mpi_.set(entry, layout.ie_value, new_counted(value));
    } else {
      mpi_.memory.write(entry + layout.ie_key.offset, key.data(), std::min<std::size_t>(key.size(), 37));
      mpi_.set(entry, layout.ie_value, mpi_.memory.new_string(value));
    }
    mpi_.set(entry, layout.ie_referenced, 1);
    entries.push_back(entry);
  }
  mpi_.write_list(info + mpi_.layouts.opal_info.super.offset, entries);
}

}  // namespace fakes
