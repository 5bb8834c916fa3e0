#include "mpidbg/model/mpich/objects/members.h"

#include <set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/objects/constants.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

using Names = std::vector<ProcessName>;

GroupMembers shared(Names names) {
  return std::make_shared<const Names>(std::move(names));
}

Result<std::uint64_t> checked_size(std::int64_t size, const char *field, Address object) {
  if (size < 0 || static_cast<std::uint64_t>(size) > limits::group_members) {
    return Error{ErrorCode::corrupt, std::string(field) + " at " + hex(object) + " is " + std::to_string(size), object};
  }
  return static_cast<std::uint64_t>(size);
}

// Returns the name of the process at index `place` of address table number `table`. Errors: corrupt if that process
// cannot exist; `object` is the address from which the numbers were read.
Result<ProcessName> checked_name(const World &world, std::uint32_t table, std::int64_t place, Address object) {
  if (place < 0 || static_cast<std::uint64_t>(place) > limits::group_members) {
    return Error{ErrorCode::corrupt,
                 "the processes at " + hex(object) + " have the number " + std::to_string(place) + " among them",
                 object};
  }
  return world.name_of(table, static_cast<int>(place));
}

}  // namespace

// Reads the members by the rules of src/mpid/ch4/src/ch4_comm.h and mpidpre.h.
Result<GroupMembers> read_rank_map(const Attachment &process, const World &world, Address address) {
  MPIDBG_ASSIGN(map, layout::View<RankMapLayout>::read(process.memory, process.layouts.rank_map, address));
  const std::uint32_t mode = map.get(&RankMapLayout::mode);
  const auto corrupt = [&](const char *field, std::int64_t value) {
    return Error{ErrorCode::corrupt,
                 "MPIDI_rank_map_t." + std::string(field) + " at " + hex(address) + " is " + std::to_string(value),
                 address};
  };
  if (mode >= constants::map_none) return corrupt("mode", mode);
  MPIDBG_ASSIGN(size, checked_size(map.get(&RankMapLayout::size), "MPIDI_rank_map_t.size", address));
  const std::int64_t offset = map.get(&RankMapLayout::offset), stride = map.get(&RankMapLayout::stride),
                     block_size = map.get(&RankMapLayout::block_size);
  const bool is_own_world = mode == constants::map_direct_intra || mode == constants::map_offset_intra ||
                            mode == constants::map_stride_intra || mode == constants::map_stride_block_intra ||
                            mode == constants::map_list_intra;
  const std::int32_t table = is_own_world ? 0 : map.get(&RankMapLayout::avtid);
  if (table < 0) return corrupt("avtid", table);
  Names names;
  names.reserve(size);
  if (mode == constants::map_list || mode == constants::map_list_intra || mode == constants::map_list_of_worlds) {
    const bool with_tables = mode == constants::map_list_of_worlds;
    MPIDBG_ASSIGN(list, process.memory.read_int32s(map.get(&RankMapLayout::list), size * (with_tables ? 2 : 1),
                                                   "MPIDI_rank_map_t.irreg"));
    for (std::uint64_t rank = 0; rank < size; ++rank) {
      const std::int32_t own_table = with_tables ? list[2 * rank] : table;
      if (own_table < 0) return corrupt("irreg.mlut.gpid.avtid", own_table);
      MPIDBG_ASSIGN(name, checked_name(world, static_cast<std::uint32_t>(own_table),
                                       list[with_tables ? 2 * rank + 1 : rank], address));
      names.push_back(name);
    }
    return shared(std::move(names));
  }
  const bool has_offset = mode > constants::map_direct_intra;
  const bool has_stride = mode == constants::map_stride || mode == constants::map_stride_intra;
  const bool has_blocks = mode == constants::map_stride_block || mode == constants::map_stride_block_intra;
  if (has_blocks && block_size <= 0) return corrupt("reg.stride.blocksize", block_size);
  for (std::uint64_t rank = 0; rank < size; ++rank) {
    const auto number = static_cast<std::int64_t>(rank);
    std::int64_t place = number;
    if (has_stride) place = number * stride;
    if (has_blocks) place = number / block_size * (stride - block_size) + number;
    if (has_offset) place += offset;
    MPIDBG_ASSIGN(name, checked_name(world, static_cast<std::uint32_t>(table), place, address));
    names.push_back(name);
  }
  return shared(std::move(names));
}

Status check_members(const World &world, std::span<const ProcessName> members, std::int32_t size,
                     std::optional<std::int32_t> rank, Address map) {
  const auto corrupt = [map](const std::string &what) {
    return Error{ErrorCode::corrupt, "the processes at " + hex(map) + " " + what, map};
  };
  if (size < 0 || members.size() != static_cast<std::size_t>(size)) {
    return corrupt("are " + std::to_string(members.size()) + ", of a communicator with " + std::to_string(size));
  }
  if (world.size() < 0) return {};
  const ProcessName own = world.own_name();
  if (rank && *rank >= 0 && *rank < size && members[static_cast<std::size_t>(*rank)] != own) {
    return corrupt("do not have this one as rank " + std::to_string(*rank));
  }
  std::vector<bool> known(static_cast<std::size_t>(world.size()));
  std::set<ProcessName> others;
  for (const ProcessName &name : members) {
    const std::string number = std::to_string(name.rank);
    if (name.job != own.job) {
      if (!others.insert(name).second) return corrupt("have number " + number + " of another world twice");
      continue;
    }
    if (name.rank >= known.size()) {
      return corrupt("have number " + number + " of a world of " + std::to_string(known.size()));
    }
    if (known[name.rank]) return corrupt("have number " + number + " twice");
    known[name.rank] = true;
  }
  return {};
}

namespace {

// Reads the form of members used up to 4.3: entries of 64 bits. An entry has 24 bits for the place in an address table
// and 7 bits for the number of that table. Source: src/mpid/ch4/include/mpidpre.h.
Result<GroupMembers> read_entries(const Attachment &process, const World &world, Address entries, std::uint64_t size) {
  constexpr unsigned place_bits = 24;
  const GroupEntryLayout &layout = process.layouts.group_entry;
  if (!layout.resolved()) return Error{ErrorCode::layout, layout.problem, entries};
  std::vector<std::byte> bytes(size * layout.byte_size);
  if (size != 0) MPIDBG_TRY(process.memory.read(entries, bytes, "MPIR_Group.lrank_to_lpid"));
  Names names;
  names.reserve(size);
  for (std::uint64_t rank = 0; rank < size; ++rank) {
    const auto field = std::span<const std::byte>(bytes).subspan(rank * layout.byte_size + layout.lpid.offset, 8);
    const std::uint64_t lpid = decode_unsigned(field, process.memory.byte_order());
    if (lpid >> 31 != 0) {
      return Error{
          ErrorCode::corrupt,
          "MPII_Group_pmap_t.lpid of rank " + std::to_string(rank) + " at " + hex(entries) + " is " + hex(lpid),
          entries};
    }
    names.push_back(world.name_of(static_cast<std::uint32_t>(lpid >> place_bits),
                                  static_cast<int>(lpid & ((1u << place_bits) - 1))));
  }
  return shared(std::move(names));
}

// Reads the form of members used since 5.0: the number of a world in the upper half and a place in the lower half.
Result<GroupMembers> read_process_map(const Attachment &process, const World &world, Address address,
                                      std::uint64_t size) {
  MPIDBG_ASSIGN(map, layout::View<ProcessMapLayout>::read(process.memory, process.layouts.process_map, address));
  const Address inner = map.address_of(&ProcessMapLayout::u);
  const auto order = process.memory.byte_order();
  const auto name_at = [&](std::uint64_t lpid) {
    return checked_name(world, static_cast<std::uint32_t>(lpid >> 32), static_cast<std::int32_t>(lpid), address);
  };
  Names names;
  names.reserve(size);
  if (map.get(&ProcessMapLayout::use_map)) {
    MPIDBG_ASSIGN(list, process.memory.read_pointer(inner, "MPIR_Pmap.u.map"));
    std::vector<std::byte> bytes(size * 8);
    if (size != 0) MPIDBG_TRY(process.memory.read(list, bytes, "MPIR_Pmap.u.map"));
    for (std::uint64_t rank = 0; rank < size; ++rank) {
      MPIDBG_ASSIGN(name, name_at(decode_unsigned(std::span<const std::byte>(bytes).subspan(rank * 8, 8), order)));
      names.push_back(name);
    }
    return shared(std::move(names));
  }
  std::vector<std::byte> rule(16);
  MPIDBG_TRY(process.memory.read(inner, rule, "MPIR_Pmap.u.stride"));
  const std::uint64_t offset = decode_unsigned(std::span<const std::byte>(rule).first(8), order),
                      stride = decode_unsigned(std::span<const std::byte>(rule).subspan(8, 8), order);
  for (std::uint64_t rank = 0; rank < size; ++rank) {
    MPIDBG_ASSIGN(name, name_at(offset + stride * rank));
    names.push_back(name);
  }
  return shared(std::move(names));
}

}  // namespace

Result<GroupMembers> read_group_members(const Attachment &process, const World &world,
                                        const layout::View<GroupLayout> &group) {
  MPIDBG_ASSIGN(size, checked_size(group.get(&GroupLayout::size), "MPIR_Group.size", group.address()));
  if (size == 0) return shared({});
  if (const auto map = group.address_of(&GroupLayout::pmap)) return read_process_map(process, world, *map, size);
  if (const auto entries = group.get(&GroupLayout::lrank_to_lpid)) return read_entries(process, world, *entries, size);
  return Error{ErrorCode::layout, "MPIR_Group has neither lrank_to_lpid nor pmap", group.address()};
}

}  // namespace mpidbg::model::mpich
