// These are the entry points mpidbg_datatype_*, for datatypes.

#include <algorithm>

#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/entry/recorded_facts.h"

using namespace mpidbg;
using namespace mpidbg::entry;

static_assert(static_cast<int>(model::Combiner::hindexed_block) == MPIDBG_COMBINER_HINDEXED_BLOCK);
static_assert(static_cast<int>(model::TypeMapEntry::Kind::end) == MPIDBG_TYPEMAP_END);
static_assert(static_cast<int>(model::ArgumentKind::datatypes) == MPIDBG_CONTENTS_DATATYPES);
static_assert(model::type_map_holes == MPIDBG_DATATYPE_MAX_HOLES);

namespace {

unsigned bitflags(const model::Datatype &datatype, const FreedHandle &freed) {
  unsigned flags = 0;
  const auto set = [&](bool wanted, unsigned bit) { flags |= wanted ? bit : 0; };
  set(datatype.predefined, MPIDBG_DATATYPE_INFO_PREDEFINED);
  set(datatype.is_null, MPIDBG_DATATYPE_INFO_DATATYPE_NULL);
  set(datatype.committed, MPIDBG_DATATYPE_INFO_COMMITTED);
  set(datatype.internal, MPIDBG_DATATYPE_INFO_INTERNAL);
  set(freed.freed.has_value(), MPIDBG_DATATYPE_INFO_FREED_HANDLE_KNOWN);
  set(freed.freed.value_or(false), MPIDBG_DATATYPE_INFO_FREED_HANDLE);
  set(freed.freed.value_or(false) && freed.inferred, MPIDBG_DATATYPE_INFO_FREED_HANDLE_INFERRED);
  set(freed.is_object_freed(datatype.reference_count), MPIDBG_DATATYPE_INFO_FREED_OBJECT);
  set(datatype.true_lb.has_value(), MPIDBG_DATATYPE_INFO_TRUE_BOUNDS);
  set(!datatype.mpi1_constructor.empty(), MPIDBG_DATATYPE_INFO_VARIANT_AMBIGUOUS);
  set(datatype.made_by_mpi1, MPIDBG_DATATYPE_INFO_VARIANT_MPI1);
  const std::uint64_t most = std::max({datatype.integers, datatype.addresses, datatype.datatypes});
  set(most > MPIDBG_DATATYPE_MAX_CONTENTS, MPIDBG_DATATYPE_INFO_CONTENTS_TRUNCATED);
  return flags;
}

char *copy_if_any(Allocations &memory, const std::string &text) {
  return text.empty() ? nullptr : memory.copy(text);
}

mpidbg_typemap_entry_t *pack_entries(Allocations &memory, const std::vector<model::TypeMapEntry> &entries) {
  auto *packed = memory.make<mpidbg_typemap_entry_t>(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    packed[i] = {static_cast<mpidbg_typemap_kind_t>(entries[i].kind), static_cast<int>(entries[i].basic),
                 entries[i].displacement, entries[i].count, entries[i].stride};
  }
  return packed;
}

// Packs the type map. If it cannot be read, the rest of the result is still returned.
void pack_type_map(Allocations &memory, model::DatatypeDetails &details, Handle handle, unsigned &flags,
                   mpidbg_datatype_info_t &packed) {
  const auto map = details.type_map(handle, 0, MPIDBG_DATATYPE_MAX_ENTRIES, true);
  if (!map) {
    packed.dt_typemap_problem = memory.copy(map.error().message);
    packed.dt_coverage_problem = memory.copy(std::string("there is no type map"));
    return;
  }
  flags |= MPIDBG_DATATYPE_INFO_TYPEMAP;
  if (map->total_entries > map->entries.size()) flags |= MPIDBG_DATATYPE_INFO_TYPEMAP_TRUNCATED;
  packed.dt_total_entries = map->total_entries;
  packed.dt_total_elements = map->total_elements;
  packed.dt_num_entries = static_cast<int>(map->entries.size());
  packed.dt_typemap = pack_entries(memory, map->entries);
  packed.dt_num_basics = static_cast<int>(map->basics.size());
  packed.dt_basics = memory.make<mpidbg_basic_type_t>(map->basics.size());
  for (std::size_t i = 0; i < map->basics.size(); ++i) {
    const model::BasicType &basic = map->basics[i];
    copy_text(packed.dt_basics[i].name, sizeof packed.dt_basics[i].name, basic.name);
    packed.dt_basics[i].handle = basic.handle.value();
    packed.dt_basics[i].size = basic.size;
    packed.dt_basics[i].elements = basic.elements;
  }
  if (!map->coverage) {
    packed.dt_coverage_problem = memory.copy(map->coverage_problem);
    return;
  }
  const model::TypeMapCoverage &coverage = *map->coverage;
  flags |= MPIDBG_DATATYPE_INFO_COVERAGE;
  if (coverage.overlap) flags |= MPIDBG_DATATYPE_INFO_OVERLAP;
  packed.dt_bytes_used = coverage.bytes_used;
  packed.dt_bytes_outside = coverage.bytes_outside;
  packed.dt_hole_bytes = coverage.hole_bytes;
  packed.dt_total_holes = coverage.holes;
  packed.dt_num_holes = static_cast<int>(coverage.first_holes.size());
  packed.dt_holes = memory.make<mpidbg_byte_range_t>(coverage.first_holes.size());
  for (std::size_t i = 0; i < coverage.first_holes.size(); ++i) {
    const model::Interval &hole = coverage.first_holes[i];
    packed.dt_holes[i] = {hole.begin, static_cast<std::uint64_t>(hole.end) - static_cast<std::uint64_t>(hole.begin)};
  }
}

Status pack_contents(Allocations &memory, model::DatatypeDetails &details, const model::Datatype &datatype,
                     mpidbg_datatype_info_t &packed) {
  const auto values = [&](model::ArgumentKind kind) {
    return details.arguments(datatype.handle, kind, 0, MPIDBG_DATATYPE_MAX_CONTENTS);
  };
  MPIDBG_ASSIGN(integers, values(model::ArgumentKind::integers));
  MPIDBG_ASSIGN(addresses, values(model::ArgumentKind::addresses));
  MPIDBG_ASSIGN(datatypes, values(model::ArgumentKind::datatypes));
  packed.dt_total_integers = datatype.integers;
  packed.dt_total_addresses = datatype.addresses;
  packed.dt_total_datatypes = datatype.datatypes;
  packed.dt_num_integers = static_cast<int>(integers.size());
  packed.dt_integers = memory.copy<int>(integers);
  packed.dt_num_addresses = static_cast<int>(addresses.size());
  packed.dt_addresses = memory.copy<std::int64_t>(addresses);
  packed.dt_num_datatypes = static_cast<int>(datatypes.size());
  packed.dt_datatypes = memory.copy<mqs_taddr_t>(datatypes);
  return {};
}

Status pack_tree(Allocations &memory, model::DatatypeDetails &details, Handle handle, unsigned &flags,
                 mpidbg_datatype_info_t &packed) {
  MPIDBG_ASSIGN(tree, details.tree(handle, MPIDBG_DATATYPE_MAX_NODES));
  if (!tree.complete) flags |= MPIDBG_DATATYPE_INFO_TREE_TRUNCATED;
  const std::vector<model::DatatypeNode> &nodes = tree.nodes;
  packed.dt_num_nodes = static_cast<int>(nodes.size());
  packed.dt_nodes = memory.make<mpidbg_datatype_node_t>(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    mpidbg_datatype_node_t &node = packed.dt_nodes[i];
    node.depth = static_cast<int>(nodes[i].depth);
    node.combiner = static_cast<mpidbg_combiner_t>(nodes[i].combiner);
    node.handle = nodes[i].handle.value();
    node.times = nodes[i].times;
    node.seen_before = nodes[i].seen_before ? 1 : 0;
    copy_text(node.name, sizeof node.name, nodes[i].name);
    node.call = copy_if_any(memory, nodes[i].call);
  }
  return {};
}

// Implements a function that returns a part of a datatype: `read(details, handle)` returns a Result with a vector, and
// `pack(memory, values)` converts the vector to an array in the host's memory.
template <class Item, class Read, class Pack>
int give_part(mqs_process *process, mqs_taddr_t datatype, int wanted, int *count, Item **items, Read &&read,
              Pack &&pack) {
  return run_query(process, nullptr, [&](ProcessState &, model::MpiLibrary &library) -> Status {
    if (wanted < 0) return Error{ErrorCode::out_of_range, "the requested number of items is negative"};
    MPIDBG_ASSIGN(details, need(library, &model::MpiLibrary::datatype_details));
    MPIDBG_ASSIGN(values, read(*details, handle_of(library, model::HandleKind::datatype, datatype)));
    Allocations memory;
    Item *packed = pack(memory, values);
    memory.hand_over();
    *items = packed;
    *count = static_cast<int>(values.size());
    return {};
  });
}

}  // namespace

Status mpidbg::entry::query_datatype(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info) {
  MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
  MPIDBG_ASSIGN(details, need(library, &model::MpiLibrary::datatype_details));
  MPIDBG_ASSIGN(datatype, objects->datatype(handle));
  const FreedHandle freed = datatype.internal
                                ? FreedHandle{datatype.freed, true}
                                : freed_handle(state, library, model::HandleKind::datatype, handle, datatype.freed);
  MPIDBG_ASSIGN(users, objects->users_of({model::HandleKind::datatype, handle}));
  if (!datatype.internal) add_recorded_users(state, library, {model::HandleKind::datatype, handle}, users);

  Allocations memory;
  auto *packed = memory.make<mpidbg_datatype_info_t>();
  unsigned flags = bitflags(datatype, freed);
  copy_text(packed->dt_name, sizeof packed->dt_name, datatype.name);
  packed->dt_c_handle = handle.value();
  packed->dt_fortran_handle = datatype.fortran_index;
  packed->dt_reference_count = datatype.reference_count;
  const auto distance = [](std::int64_t from, std::int64_t to) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from));
  };
  packed->dt_size = datatype.size;
  packed->dt_lb = datatype.lb;
  packed->dt_ub = datatype.ub;
  packed->dt_extent = distance(datatype.lb, datatype.ub);
  if (datatype.true_lb) {
    packed->dt_true_lb = *datatype.true_lb;
    packed->dt_true_ub = *datatype.true_ub;
    packed->dt_true_extent = distance(*datatype.true_lb, *datatype.true_ub);
  }
  packed->dt_combiner = static_cast<mpidbg_combiner_t>(datatype.combiner);
  packed->dt_constructor = copy_if_any(memory, datatype.constructor);
  packed->dt_mpi1_constructor = copy_if_any(memory, datatype.mpi1_constructor);
  MPIDBG_TRY(pack_contents(memory, *details, datatype, *packed));
  MPIDBG_TRY(pack_tree(memory, *details, handle, flags, *packed));
  pack_type_map(memory, *details, handle, flags, *packed);
  packed->dt_num_users = static_cast<int>(users.size());
  packed->dt_users = memory.make<mpidbg_handle_reference_t>(users.size());
  for (std::size_t i = 0; i < users.size(); ++i) {
    packed->dt_users[i] = {static_cast<mpidbg_handle_kind_t>(users[i].kind), users[i].handle.value()};
  }
  packed->dt_bitflags = static_cast<mpidbg_datatype_info_bitmap_t>(flags);
  memory.hand_over();
  *info = packed;
  return {};
}

void mpidbg::entry::release_datatype(void *result) {
  auto *info = static_cast<mpidbg_datatype_info_t *>(result);
  for (int i = 0; i < info->dt_num_nodes; ++i) release_all(info->dt_nodes[i].call);
  release_all(info->dt_constructor, info->dt_mpi1_constructor, info->dt_integers, info->dt_addresses,
              info->dt_datatypes, info->dt_nodes, info->dt_typemap, info->dt_basics, info->dt_typemap_problem,
              info->dt_holes, info->dt_coverage_problem, info->dt_users, info);
}

int mpidbg::entry::capabilities_of_datatype(model::MpiLibrary &) {
  return MPIDBG_DATATYPE_CAP_BASIC | MPIDBG_DATATYPE_CAP_STRING_NAMES | MPIDBG_DATATYPE_CAP_FREED_HANDLE |
         MPIDBG_DATATYPE_CAP_ENVELOPE | MPIDBG_DATATYPE_CAP_TYPE_MAP | MPIDBG_DATATYPE_CAP_USERS;
}

extern "C" {

int mpidbg_datatype_typemap(mqs_process *process, mqs_taddr_t datatype, uint64_t first, int wanted, int *count,
                            struct mpidbg_typemap_entry_t **entries) {
  return give_part(
      process, datatype, wanted, count, entries,
      [&](model::DatatypeDetails &details, Handle handle) -> Result<std::vector<model::TypeMapEntry>> {
        MPIDBG_ASSIGN(map, details.type_map(handle, first, static_cast<std::uint64_t>(wanted), false));
        return std::move(map.entries);
      },
      pack_entries);
}

int mpidbg_datatype_elements(mqs_process *process, mqs_taddr_t datatype, uint64_t first, int wanted, int *count,
                             struct mpidbg_typemap_element_t **elements) {
  std::vector<model::BasicType> basics;
  return give_part(
      process, datatype, wanted, count, elements,
      [&](model::DatatypeDetails &details, Handle handle) {
        return details.type_map_elements(handle, first, static_cast<std::uint64_t>(wanted), basics);
      },
      [&](Allocations &memory, const std::vector<model::TypeMapElement> &values) {
        auto *packed = memory.make<mpidbg_typemap_element_t>(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
          packed[i] = {basics[values[i].basic].handle.value(), values[i].displacement};
        }
        return packed;
      });
}

int mpidbg_datatype_contents(mqs_process *process, mqs_taddr_t datatype, enum mpidbg_datatype_contents_t which,
                             uint64_t first, int wanted, int *count, int64_t **values) {
  return give_part(
      process, datatype, wanted, count, values,
      [&](model::DatatypeDetails &details, Handle handle) -> Result<std::vector<std::int64_t>> {
        if (static_cast<unsigned>(which) > MPIDBG_CONTENTS_DATATYPES) {
          return Error{ErrorCode::out_of_range, "no such part of a datatype's contents"};
        }
        return details.arguments(handle, static_cast<model::ArgumentKind>(which), first,
                                 static_cast<std::uint64_t>(wanted));
      },
      [](Allocations &memory, const std::vector<std::int64_t> &numbers) { return memory.copy<int64_t>(numbers); });
}

}  // extern "C"
