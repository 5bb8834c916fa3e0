// Datatypes: type maps, and their check against what the library keeps.

#include "mpidbg/base/limits.h"
#include "mpidbg/model/datatypes/type_map_elements.h"
#include "mpidbg/model/datatypes/type_map_measure.h"
#include "mpidbg/model/openmpi/datatypes/datatypes.h"
#include "mpidbg/model/openmpi/datatypes/type_map_source.h"

namespace mpidbg::model::openmpi {

namespace {

// Keeps a part of the entries, and passes all of them on to those that measure.
class Window final : public TypeMapSink {
 public:
  Window(std::uint64_t first, std::uint64_t count, std::vector<TypeMapEntry> &entries, TypeMapMeasure *measure,
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

// What the arguments of the constructor say against what the library works with; empty if they agree.
std::string disagreement(const TypeMapMeasure &measure, const DatatypeRecord &record) {
  if (measure.overflow()) return "the type map has sizes that do not fit into 64 bits";
  if (measure.bytes() != record.size) return difference("size", measure.bytes(), record.size);
  if (record.size == 0) return {};  // the library copies the rest from MPI_DATATYPE_NULL
  if (measure.true_lb() != record.true_lb) return difference("true lower bound", measure.true_lb(), record.true_lb);
  if (measure.true_ub() != record.true_ub) return difference("true upper bound", measure.true_ub(), record.true_ub);
  if (measure.elements() != record.elements) return difference("elements", measure.elements(), record.elements);
  return {};
}

}  // namespace

Result<TypeMap> Datatypes::type_map(Address handle, std::uint64_t first, std::uint64_t count, bool measured) {
  MPIDBG_ASSIGN(record, live_record(handle));
  TypeMap map;
  TypeMapMeasure measure;
  TypeMapSource source(process_, records_, table());
  ConstructorRules rules(source);
  {
    OrderedBlocks blocks;
    Window window(first, count, map.entries, measured ? &measure : nullptr, &blocks);
    if (const Status written = rules.write(handle, window); !written) return written.error();
    map.coverage = blocks.coverage(record->lb, record->ub);
  }
  map.basics = rules.basics();
  if (!measured) {
    map.coverage.reset();
    return map;
  }
  if (std::string why = disagreement(measure, *record); !why.empty()) {
    return Error{ErrorCode::corrupt, std::move(why), handle};
  }
  map.counted = true;
  map.total_entries = measure.entries();
  map.total_elements = measure.elements();
  for (std::size_t i = 0; i < measure.elements_by_basic().size(); ++i) {
    map.basics[i].elements = measure.elements_by_basic()[i];
  }
  if (record->ub < record->lb) {
    map.coverage.reset();
    map.coverage_problem = "the extent is negative";
  } else if (!map.coverage) {
    SortedBlocks blocks;
    ConstructorRules again(source);
    if (const Status written = again.write(handle, blocks); !written) return written.error();
    map.coverage = blocks.coverage(record->lb, record->ub);
    if (!map.coverage) {
      map.coverage_problem =
          "the map has more than " + std::to_string(limits::type_map_blocks) + " blocks that are not in order";
    }
  }
  return map;
}

Result<std::vector<TypeMapElement>> Datatypes::elements(Address handle, std::uint64_t first, std::uint64_t count,
                                                        std::vector<BasicType> &basics) {
  MPIDBG_TRY(live_record(handle));
  TypeMapElements written_out(first, count);
  TypeMapSource source(process_, records_, table());
  ConstructorRules rules(source);
  if (const Status written = rules.write(handle, written_out); !written) return written.error();
  if (written_out.too_long()) {
    return Error{ErrorCode::out_of_range,
                 "the type map has a loop over more than " + std::to_string(limits::type_map_blocks) + " entries"};
  }
  basics = rules.basics();
  return written_out.elements();
}

}  // namespace mpidbg::model::openmpi
