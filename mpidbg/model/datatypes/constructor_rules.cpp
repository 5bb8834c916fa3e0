#include "mpidbg/model/datatypes/constructor_rules.h"

#include "mpidbg/base/checked.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model {

namespace {

constexpr std::size_t short_map_entries = 4096;

class Collector final : public TypeMapSink {
 public:
  explicit Collector(std::vector<TypeMapEntry> &entries) : entries_(entries) {}
  bool entry(const TypeMapEntry &entry, std::uint64_t) override {
    if (entries_.size() == short_map_entries) return false;
    entries_.push_back(entry);
    return true;
  }

 private:
  std::vector<TypeMapEntry> &entries_;
};

Error overflow(const ConstructedType &constructed) {
  return {ErrorCode::corrupt,
          "displacements of the datatype at " + hex(constructed.handle) + " do not fit into 64 bits",
          constructed.handle.address()};
}

bool is_basic(const ConstructedType &constructed) {
  return constructed.form == ConstructedType::Form::basic;
}

Status wrong_counts(const ConstructedType &constructed) {
  return Error{ErrorCode::corrupt,
               "the datatype at " + hex(constructed.handle) + " keeps " +
                   std::to_string(constructed.count(ArgumentKind::integers)) + " integers, " +
                   std::to_string(constructed.count(ArgumentKind::addresses)) + " addresses and " +
                   std::to_string(constructed.count(ArgumentKind::datatypes)) +
                   " datatypes, which its constructor cannot have been given",
               constructed.handle.address()};
}

bool has_counts(const ConstructedType &constructed, std::uint64_t integers, std::uint64_t addresses,
                std::uint64_t datatypes) {
  return constructed.count(ArgumentKind::integers) == integers &&
         constructed.count(ArgumentKind::addresses) == addresses &&
         constructed.count(ArgumentKind::datatypes) == datatypes;
}

// Returns a count that the program passed as an int. Errors: corrupt if it is negative.
Result<std::uint64_t> count_of(std::int64_t value, const ConstructedType &constructed) {
  if (value < 0) {
    return Error{ErrorCode::corrupt,
                 "the datatype at " + hex(constructed.handle) + " was made with the count " + std::to_string(value),
                 constructed.handle.address()};
  }
  return static_cast<std::uint64_t>(value);
}

}  // namespace

Status ConstructorRules::write(Handle datatype, TypeMapSink &sink) {
  TypeMapBuilder builder(sink);
  builder_ = &builder;
  within_.clear();
  MPIDBG_ASSIGN(constructed, source_.read(datatype));
  MPIDBG_TRY(put(*constructed, 0, 0));
  builder.finish();
  builder_ = nullptr;
  if (builder.too_long()) {
    return Error{ErrorCode::out_of_range,
                 "the type map takes more than " + std::to_string(limits::type_map_steps) + " steps to put together"};
  }
  return {};
}

Result<std::uint32_t> ConstructorRules::basic(const ConstructedType &constructed) {
  if (const auto known = basic_indices_.find(constructed.handle); known != basic_indices_.end()) return known->second;
  if (basics_.size() > 4096) return Error{ErrorCode::corrupt, "an implausible number of predefined datatypes"};
  MPIDBG_ASSIGN(name, source_.basic_name(constructed));
  const auto at = static_cast<std::uint32_t>(basics_.size());
  basics_.push_back({constructed.handle, std::move(name), constructed.size, 0});
  basic_indices_.emplace(constructed.handle, at);
  return at;
}

// Returns the constituent type of a type. Errors: corrupt if the type does not have exactly one.
Result<const ConstructedType *> ConstructorRules::part(const ConstructedType &constructed) {
  if (constructed.count(ArgumentKind::datatypes) != 1) return std::move(wrong_counts(constructed)).error();
  MPIDBG_ASSIGN(handle, ArgumentArray(source_, constructed, ArgumentKind::datatypes).at(0));
  return source_.read(Handle(static_cast<std::uint64_t>(handle)));
}

Status ConstructorRules::put_copies(const ConstructedType &type, std::uint64_t count, std::int64_t at, unsigned depth) {
  if (count == 0 || builder_->stopped()) return {};
  if (is_basic(type)) {
    if (type.size == 0) return {};  // MPI_LB, MPI_UB, MPI_DATATYPE_NULL
    MPIDBG_ASSIGN(index, basic(type));
    builder_->run(index, type.size, at, count, type.extent());
    return {};
  }
  Status status;
  builder_->repeat(count, type.extent(), [&] { status = put(type, at, depth); });
  return status;
}

Result<const ConstructorRules::Short *> ConstructorRules::short_map(const ConstructedType &constructed,
                                                                    unsigned depth) {
  if (const auto known = short_maps_.find(constructed.handle); known != short_maps_.end()) {
    return known->second.too_long ? nullptr : &known->second;
  }
  Short map;
  Collector collector(map.entries);
  TypeMapBuilder builder(collector);
  TypeMapBuilder *const outer = std::exchange(builder_, &builder);
  const Status status = put(constructed, 0, depth);
  builder_ = outer;
  if (!status) return status.error();
  builder.finish();
  if (builder.stopped()) map = {true, {}};
  const auto kept = short_maps_.emplace(constructed.handle, std::move(map)).first;
  return kept->second.too_long ? nullptr : &kept->second;
}

template <class BlockOf>
Status ConstructorRules::put_blocks(const ConstructedType &constructed, std::uint64_t blocks, unsigned depth,
                                    BlockOf &&block_of) {
  const ConstructedType *last = nullptr;  // remembered to look up its basic type only once
  bool last_is_basic = false;
  std::uint32_t last_basic = 0;
  for (std::uint64_t k = 0; k < blocks && !builder_->stopped(); ++k) {
    Block block;
    MPIDBG_TRY(block_of(k, block));
    if (block.count == 0) continue;
    MPIDBG_ASSIGN(count, count_of(block.count, constructed));
    if (block.type != last) {
      last = block.type;
      last_is_basic = is_basic(*last) && last->size > 0;
      if (last_is_basic) {
        MPIDBG_ASSIGN(index, basic(*last));
        last_basic = index;
      }
    }
    if (last_is_basic) {
      builder_->run(last_basic, last->size, block.at, count, last->extent());
      continue;
    }
    if (blocks < 3) {
      MPIDBG_TRY(put_copies(*block.type, count, block.at, depth));
      continue;
    }
    MPIDBG_ASSIGN(map, short_map(*block.type, depth));
    if (map == nullptr) {
      MPIDBG_TRY(put_copies(*block.type, count, block.at, depth));
      continue;
    }
    bool fits = true;
    builder_->repeat(count, block.type->extent(), [&] {
      for (const TypeMapEntry &entry : map->entries) {
        if (entry.kind == TypeMapEntry::Kind::loop) {
          builder_->begin_loop(entry.count, entry.stride);
        } else if (entry.kind == TypeMapEntry::Kind::end) {
          builder_->end_loop();
        } else if (const auto at = checked_add(entry.displacement, block.at)) {
          builder_->run(entry.basic, basics_[entry.basic].size, *at, entry.count, entry.stride);
        } else {
          fits = false;
        }
      }
    });
    if (!fits) return overflow(*block.type);
  }
  return {};
}

Status ConstructorRules::put(const ConstructedType &constructed, std::int64_t at, unsigned depth) {
  if (builder_->stopped()) return {};
  if (is_basic(constructed)) return put_copies(constructed, 1, at, depth);
  if (constructed.form == ConstructedType::Form::other) return source_.put_other(constructed, at, *this);
  if (depth > limits::depth) {
    return Error{ErrorCode::corrupt,
                 "datatypes are made of each other more than " + std::to_string(limits::depth) + " deep",
                 constructed.handle.address()};
  }
  if (!within_.insert(constructed.handle).second) {
    return Error{ErrorCode::corrupt, "the datatype at " + hex(constructed.handle) + " is made of itself",
                 constructed.handle.address()};
  }
  const Status status = put_made(constructed, at, depth);
  within_.erase(constructed.handle);
  return status;
}

Status ConstructorRules::put_made(const ConstructedType &constructed, std::int64_t at, unsigned depth) {
  ArgumentArray integers(source_, constructed, ArgumentKind::integers);
  ArgumentArray addresses(source_, constructed, ArgumentKind::addresses);
  ArgumentArray datatypes(source_, constructed, ArgumentKind::datatypes);
  const std::uint64_t all_integers = constructed.count(ArgumentKind::integers);
  // Converts an index, or a distance in units of `unit` bytes, to the displacement of a block.
  const auto displace = [&](std::int64_t &place, std::int64_t unit) -> Status {
    if (__builtin_mul_overflow(place, unit, &place) || __builtin_add_overflow(at, place, &place)) {
      return overflow(constructed);
    }
    return {};
  };
  const auto first_integer = [&](std::uint64_t index) -> Result<std::uint64_t> {
    MPIDBG_ASSIGN(value, integers.at(index));
    return count_of(value, constructed);
  };

  switch (constructed.combiner) {
    case Combiner::dup:
    case Combiner::resized: {
      MPIDBG_ASSIGN(old, part(constructed));
      return put(*old, at, depth + 1);
    }
    case Combiner::contiguous: {
      if (!has_counts(constructed, 1, 0, 1)) return wrong_counts(constructed);
      MPIDBG_ASSIGN(old, part(constructed));
      MPIDBG_ASSIGN(count, first_integer(0));
      return put_copies(*old, count, at, depth + 1);
    }
    case Combiner::vector:
    case Combiner::hvector:
    case Combiner::hvector_integer: {
      const bool in_elements = constructed.combiner == Combiner::vector;
      if (in_elements ? !has_counts(constructed, 3, 0, 1)
                      : !has_counts(constructed, 2, 1, 1) && !has_counts(constructed, 3, 0, 1)) {
        return wrong_counts(constructed);
      }
      MPIDBG_ASSIGN(old, part(constructed));
      MPIDBG_ASSIGN(count, first_integer(0));
      MPIDBG_ASSIGN(length, first_integer(1));
      MPIDBG_ASSIGN(given, all_integers == 3 ? integers.at(2) : addresses.at(0));
      std::int64_t stride = 0;
      if (__builtin_mul_overflow(given, in_elements ? old->extent() : 1, &stride)) return overflow(constructed);
      Status status;
      builder_->repeat(length == 0 ? 0 : count, stride, [&] { status = put_copies(*old, length, at, depth + 1); });
      return status;
    }
    case Combiner::indexed:
    case Combiner::hindexed:
    case Combiner::hindexed_integer: {
      if (all_integers == 0) return wrong_counts(constructed);
      MPIDBG_ASSIGN(blocks, first_integer(0));
      const bool by_address = has_counts(constructed, blocks + 1, blocks, 1);
      if (!by_address && !has_counts(constructed, 2 * blocks + 1, 0, 1)) return wrong_counts(constructed);
      MPIDBG_ASSIGN(old, part(constructed));
      const std::int64_t unit = constructed.combiner == Combiner::indexed ? old->extent() : 1;
      ArgumentArray second(source_, constructed, by_address ? ArgumentKind::addresses : ArgumentKind::integers);
      return put_blocks(constructed, blocks, depth + 1,
                        [&, old = old, blocks = blocks](std::uint64_t k, Block &block) -> Status {
                          block.type = old;
                          MPIDBG_TRY(integers.read(1 + k, block.count));
                          MPIDBG_TRY(second.read(by_address ? k : 1 + blocks + k, block.at));
                          return displace(block.at, unit);
                        });
    }
    case Combiner::indexed_block:
    case Combiner::hindexed_block: {
      if (all_integers < 2) return wrong_counts(constructed);
      MPIDBG_ASSIGN(blocks, first_integer(0));
      MPIDBG_ASSIGN(length, first_integer(1));
      const bool by_address = constructed.combiner == Combiner::hindexed_block;
      if (by_address ? !has_counts(constructed, 2, blocks, 1) : !has_counts(constructed, 2 + blocks, 0, 1)) {
        return wrong_counts(constructed);
      }
      MPIDBG_ASSIGN(old, part(constructed));
      return put_blocks(constructed, blocks, depth + 1,
                        [&, old = old, length = length](std::uint64_t k, Block &block) -> Status {
                          block.type = old;
                          block.count = static_cast<std::int64_t>(length);
                          MPIDBG_TRY(by_address ? addresses.read(k, block.at) : integers.read(2 + k, block.at));
                          return displace(block.at, by_address ? 1 : old->extent());
                        });
    }
    case Combiner::structure:
    case Combiner::struct_integer: {
      if (all_integers == 0) return wrong_counts(constructed);
      MPIDBG_ASSIGN(blocks, first_integer(0));
      const bool by_address = has_counts(constructed, blocks + 1, blocks, blocks);
      if (!by_address && !has_counts(constructed, 2 * blocks + 1, 0, blocks)) return wrong_counts(constructed);
      ArgumentArray second(source_, constructed, by_address ? ArgumentKind::addresses : ArgumentKind::integers);
      return put_blocks(constructed, blocks, depth + 1, [&, blocks = blocks](std::uint64_t k, Block &block) -> Status {
        MPIDBG_TRY(integers.read(1 + k, block.count));
        MPIDBG_TRY(second.read(by_address ? k : 1 + blocks + k, block.at));
        MPIDBG_TRY(displace(block.at, 1));
        std::int64_t handle = 0;
        MPIDBG_TRY(datatypes.read(k, handle));
        MPIDBG_ASSIGN(type, source_.read(Handle(static_cast<std::uint64_t>(handle))));
        block.type = type;
        return {};
      });
    }
    case Combiner::subarray:
      return put_subarray(constructed, at, depth);
    case Combiner::darray:
      return put_darray(constructed, at, depth);
    case Combiner::named:
    case Combiner::f90_real:
    case Combiner::f90_complex:
    case Combiner::f90_integer:
    case Combiner::unknown:
      break;
  }
  return wrong_counts(constructed);
}

}  // namespace mpidbg::model
