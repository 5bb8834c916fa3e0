#include "mpidbg/model/datatypes/type_map_query.h"

#include "mpidbg/base/limits.h"
#include "mpidbg/model/datatypes/constructor_rules.h"
#include "mpidbg/model/datatypes/type_map_elements.h"
#include "mpidbg/model/datatypes/type_map_measure.h"

namespace mpidbg::model {

namespace {

// Keeps a part of the entries of a map, and passes all entries to the sinks that measure the map.
class EntryWindow final : public TypeMapSink {
 public:
  EntryWindow(std::uint64_t first, std::uint64_t count, std::vector<TypeMapEntry> &entries, TypeMapMeasure *measure,
              OrderedBlocks *blocks)
      : first_(first), count_(count), entries_(entries), measure_(measure), blocks_(blocks) {}

  bool entry(const TypeMapEntry &entry, std::uint64_t size) override {
    if (at_ >= first_ && entries_.size() < count_) entries_.push_back(entry);
    ++at_;
    if (measure_ == nullptr) return entries_.size() < count_;
    blocks_->entry(entry, size);
    return measure_->entry(entry, size);
  }

 private:
  std::uint64_t first_, count_, at_ = 0;
  std::vector<TypeMapEntry> &entries_;
  TypeMapMeasure *measure_;
  OrderedBlocks *blocks_;
};

template <class Number>
std::string difference(const char *what, Number computed, Number kept) {
  return "the type map has " + std::string(what) + " " + std::to_string(computed) + " and the library keeps " +
         std::to_string(kept);
}

// Describes how the map disagrees with the values that the library keeps; empty if they agree.
std::string disagreement(const TypeMapMeasure &measure, const ConstructedType &type, const KeptTotals &kept) {
  if (measure.overflow()) return "the type map has sizes that do not fit into 64 bits";
  if (measure.bytes() != type.size) return difference("size", measure.bytes(), type.size);
  if (type.size == 0) return {};  // libraries keep bounds of their own for types without data
  if (measure.true_lb() != kept.true_lb) return difference("true lower bound", measure.true_lb(), kept.true_lb);
  if (measure.true_ub() != kept.true_ub) return difference("true upper bound", measure.true_ub(), kept.true_ub);
  if (kept.elements && measure.elements() != *kept.elements) {
    return difference("elements", measure.elements(), *kept.elements);
  }
  return {};
}

}  // namespace

Result<TypeMap> read_type_map(DatatypeSource &source, const ConstructedType &type, const KeptTotals *kept,
                              std::uint64_t first, std::uint64_t count) {
  TypeMap map;
  TypeMapMeasure measure;
  ConstructorRules rules(source);
  {
    OrderedBlocks blocks;
    EntryWindow window(first, count, map.entries, kept != nullptr ? &measure : nullptr, &blocks);
    if (const Status written = rules.write(type.handle, window); !written) return written.error();
    map.coverage = blocks.coverage(type.lb, type.ub);
  }
  map.basics = rules.basics();
  if (kept == nullptr) {
    map.coverage.reset();
    return map;
  }
  if (std::string why = disagreement(measure, type, *kept); !why.empty()) {
    return Error{ErrorCode::corrupt, std::move(why), type.handle.address()};
  }
  map.counted = true;
  map.total_entries = measure.entries();
  map.total_elements = measure.elements();
  for (std::size_t i = 0; i < measure.elements_by_basic().size(); ++i) {
    map.basics[i].elements = measure.elements_by_basic()[i];
  }
  if (type.ub < type.lb) {
    map.coverage.reset();
    map.coverage_problem = "the extent is negative";
  } else if (!map.coverage) {
    SortedBlocks blocks;
    ConstructorRules again(source);
    if (const Status written = again.write(type.handle, blocks); !written) return written.error();
    map.coverage = blocks.coverage(type.lb, type.ub);
    if (!map.coverage) {
      map.coverage_problem =
          "the map has more than " + std::to_string(limits::type_map_blocks) + " blocks that are not in order";
    }
  }
  return map;
}

Result<std::vector<TypeMapElement>> read_type_map_elements(DatatypeSource &source, Handle datatype, std::uint64_t first,
                                                           std::uint64_t count, std::vector<BasicType> &basics) {
  TypeMapElements written_out(first, count);
  ConstructorRules rules(source);
  if (const Status written = rules.write(datatype, written_out); !written) return written.error();
  if (written_out.too_long()) {
    return Error{ErrorCode::out_of_range,
                 "the type map has a loop over more than " + std::to_string(limits::type_map_blocks) + " entries"};
  }
  basics = rules.basics();
  return written_out.elements();
}

}  // namespace mpidbg::model
