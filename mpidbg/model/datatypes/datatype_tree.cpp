#include "mpidbg/model/datatypes/datatype_tree.h"

#include <algorithm>
#include <unordered_set>

#include "mpidbg/base/limits.h"
#include "mpidbg/model/datatypes/constructor_calls.h"

namespace mpidbg::model {

namespace {

class Tree {
 public:
  Tree(DatatypeSource &source, const DatatypeNames &names, std::size_t limit)
      : source_(source), constants_(source.array_constants()), names_(names), limit_(limit) {}

  Status add(Handle handle, unsigned depth, std::uint64_t times);

  DatatypeTree &result() { return result_; }

 private:
  DatatypeSource &source_;
  const ArrayConstants constants_;
  const DatatypeNames &names_;
  const std::size_t limit_;
  DatatypeTree result_;
  std::unordered_set<Handle> seen_;
};

Status Tree::add(Handle handle, unsigned depth, std::uint64_t times) {
  std::vector<DatatypeNode> &nodes = result_.nodes;
  if (nodes.size() >= limit_ || depth > limits::datatype_tree_depth) {
    result_.complete = false;
    return {};
  }
  MPIDBG_ASSIGN(type, source_.read(handle));
  DatatypeNode node;
  node.depth = depth;
  node.handle = handle;
  node.times = times;
  node.combiner = type->combiner;
  node.name = names_.name(handle);
  node.call = describe_call(source_, constants_, *type, names_.label);
  const std::uint64_t parts = type->count(ArgumentKind::datatypes);
  node.seen_before = parts > 0 && !seen_.insert(handle).second;
  nodes.push_back(std::move(node));
  if (nodes.back().seen_before) return {};
  ArgumentArray array(source_, *type, ArgumentKind::datatypes);
  std::uint64_t i = 0;
  while (i < parts && nodes.size() < limit_) {
    MPIDBG_ASSIGN(part, array.at(i));
    std::uint64_t equal = 1;
    for (; i + equal < parts; ++equal) {
      MPIDBG_ASSIGN(next, array.at(i + equal));
      if (next != part) break;
    }
    MPIDBG_TRY(add(handle_of(*type, part), depth + 1, equal));
    i += equal;
  }
  if (i < parts) result_.complete = false;
  return {};
}

}  // namespace

Result<std::vector<std::int64_t>> read_arguments(ArgumentSource &source, const ConstructedType &type, ArgumentKind kind,
                                                 std::uint64_t first, std::uint64_t count) {
  const std::uint64_t all = type.count(kind);
  std::vector<std::int64_t> values;
  if (first >= all) return values;
  const std::uint64_t end = first + std::min(count, all - first);
  values.reserve(end - first);
  ArgumentArray array(source, type, kind);
  for (std::uint64_t i = first; i < end; ++i) {
    MPIDBG_ASSIGN(value, array.at(i));
    values.push_back(value);
  }
  return values;
}

Result<DatatypeTree> datatype_tree(DatatypeSource &source, Handle datatype, std::size_t limit,
                                   const DatatypeNames &names) {
  Tree tree(source, names, limit);
  MPIDBG_TRY(tree.add(datatype, 0, 1));
  return std::move(tree.result());
}

}  // namespace mpidbg::model
