#include "mpidbg/model/mpich/p2p/ofi_addresses.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/mpich/p2p/address_tables.h"

namespace mpidbg::model::mpich {

namespace {

constexpr std::uint64_t fi_address_bytes = 8;
// The number of network interfaces for which an entry has addresses (MPIDI_OFI_MAX_NICS).
constexpr std::uint64_t networks_of_entry = 8;

Result<std::uint64_t> read_address(const Attachment &process, Address place) {
  std::array<std::byte, fi_address_bytes> bytes{};
  MPIDBG_TRY(process.memory.read(place, bytes, "MPIDI_OFI_addr_t.dest"));
  return decode_unsigned(bytes, process.memory.byte_order());
}

}  // namespace

Result<std::optional<ProcessName>> OfiAddresses::process_of(std::uint64_t address) {
  if (!processes_) processes_.emplace(read_all());
  if (!*processes_) return processes_->error();
  const auto found = (*processes_)->find(address);
  if (found == (*processes_)->end()) return std::optional<ProcessName>();
  return std::optional(found->second);
}

Result<std::vector<std::uint64_t>> OfiAddresses::addresses_in(Address entry) const {
  // The rest of an entry is smaller than the addresses for one virtual interface.
  const std::uint64_t row =
      std::max<std::uint64_t>(ofi_.address_entry.byte_size / (networks_of_entry * fi_address_bytes), 1);
  const std::uint64_t used = std::min<std::uint64_t>(row, static_cast<std::uint64_t>(interfaces_));
  std::vector<std::uint64_t> addresses;
  for (std::int32_t network = 0; network < networks_; ++network) {
    const Address first =
        entry + ofi_.address_entry.addresses.offset + static_cast<std::uint64_t>(network) * row * fi_address_bytes;
    for (std::uint64_t i = 0; i < used; ++i) {
      MPIDBG_ASSIGN(address, read_address(process_, first + i * fi_address_bytes));
      addresses.push_back(address);
    }
  }
  return addresses;
}

Result<OfiAddresses::Processes> OfiAddresses::read_all() const {
  if (!ofi_.address_entry.resolved()) return Error{ErrorCode::layout, ofi_.address_entry.problem};
  // No two processes have the same address.
  const auto is_table = [&](Address entries) {
    std::unordered_set<std::uint64_t> known;
    for (int i = 0; i < world_.size(); ++i) {
      const auto address =
          read_address(process_, entries + static_cast<std::uint64_t>(i) * ofi_.address_entry.byte_size +
                                     ofi_.address_entry.addresses.offset);
      if (!address || *address >= limits::group_members || !known.insert(*address).second) return false;
    }
    return true;
  };
  MPIDBG_ASSIGN(tables, find_address_tables(process_, world_.size(), is_table));
  Processes processes;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (!tables[i].is_null()) MPIDBG_TRY(add_table(tables[i], static_cast<std::uint32_t>(i), processes));
  }
  return processes;
}

Status OfiAddresses::add_table(Address table, std::uint32_t number, Processes &processes) const {
  MPIDBG_ASSIGN(view, layout::View<AddressTableLayout>::read(process_.memory, process_.layouts.address_table, table));
  const std::int32_t size = view.get(&AddressTableLayout::size);
  if (size < 0 || static_cast<std::uint64_t>(size) > limits::group_members) {
    return Error{ErrorCode::corrupt, "MPIDI_av_table_t.size at " + hex(table) + " is " + std::to_string(size), table};
  }
  const Address entries = view.address_of(&AddressTableLayout::table);
  for (std::int32_t i = 0; i < size; ++i) {
    MPIDBG_ASSIGN(addresses, addresses_in(entries + static_cast<std::uint64_t>(i) * ofi_.address_entry.byte_size));
    for (const std::uint64_t address : addresses) processes.emplace(address, world_.name_of(number, i));
  }
  return {};
}

}  // namespace mpidbg::model::mpich
