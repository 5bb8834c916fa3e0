#include "mpidbg/model/datatypes/constructor_calls.h"

namespace mpidbg::model {

namespace {

// Builds the text of a call's arguments, separated by commas.
class Words {
 public:
  void add(const std::string &word) { text_ += (text_.empty() ? "" : ", ") + word; }
  void add(const char *name, const Result<std::int64_t> &value) {
    add(std::string(name) + " " + (value ? std::to_string(*value) : "?"));
  }
  const std::string &text() const { return text_; }

 private:
  std::string text_;
};

std::string order_name(const Result<std::int64_t> &order, const ArrayConstants &constants) {
  if (!order) return "?";
  return *order == constants.order_fortran ? "MPI_ORDER_FORTRAN"
         : *order == constants.order_c     ? "MPI_ORDER_C"
                                           : std::to_string(*order);
}

// Implements the public describe_array(); `word`(value) returns the text of an element.
template <class Word>
std::string describe_array(ArgumentArray &array, std::uint64_t first, std::uint64_t count, Word &&word) {
  constexpr std::uint64_t shown = 8;
  std::string text = "[";
  for (std::uint64_t i = 0; i < std::min(count, shown); ++i) {
    const auto value = array.at(first + i);
    if (!value) return text + "?]";
    if (i > 0) text += ", ";
    text += word(*value);
  }
  if (count > shown) text += ", ... " + std::to_string(count - shown) + " more";
  return text + "]";
}

std::string distributions(ArgumentArray &integers, std::uint64_t first, std::uint64_t count,
                          const ArrayConstants &constants) {
  return describe_array(integers, first, count, [&](std::int64_t value) {
    return value == constants.distribute_block    ? "BLOCK"
           : value == constants.distribute_cyclic ? "CYCLIC"
           : value == constants.distribute_none   ? "NONE"
                                                  : std::to_string(value);
  });
}

}  // namespace

std::string describe_array(ArgumentArray &array, std::uint64_t first, std::uint64_t count) {
  return describe_array(array, first, count, [](std::int64_t value) { return std::to_string(value); });
}

std::string describe_arguments(ArgumentSource &source, const ArrayConstants &constants, const ConstructedType &type) {
  ArgumentArray integers(source, type, ArgumentKind::integers);
  ArgumentArray addresses(source, type, ArgumentKind::addresses);
  const std::uint64_t all_integers = type.count(ArgumentKind::integers);
  const std::uint64_t all_addresses = type.count(ArgumentKind::addresses);
  Words words;
  switch (type.combiner) {
    case Combiner::unknown:
    case Combiner::named:
    case Combiner::dup:
      break;
    case Combiner::contiguous:
      words.add("count", integers.at(0));
      break;
    case Combiner::vector:
    case Combiner::hvector_integer:
    case Combiner::hvector:
      words.add("count", integers.at(0));
      words.add("blocklength", integers.at(1));
      words.add("stride", all_addresses > 0 ? addresses.at(0) : integers.at(2));
      break;
    case Combiner::indexed:
    case Combiner::hindexed_integer:
    case Combiner::hindexed:
    case Combiner::struct_integer:
    case Combiner::structure: {
      // The arguments are the count, that many block lengths, and displacements as integers or addresses.
      const std::uint64_t n = all_addresses > 0 ? all_addresses : all_integers / 2;
      words.add("count", integers.at(0));
      words.add("blocklengths " + describe_array(integers, 1, n));
      words.add("displacements " +
                (all_addresses > 0 ? describe_array(addresses, 0, n) : describe_array(integers, 1 + n, n)));
      break;
    }
    case Combiner::indexed_block:
    case Combiner::hindexed_block:
      words.add("count", integers.at(0));
      words.add("blocklength", integers.at(1));
      words.add("displacements " + (type.combiner == Combiner::hindexed_block
                                        ? describe_array(addresses, 0, all_addresses)
                                        : describe_array(integers, 2, all_integers < 2 ? 0 : all_integers - 2)));
      break;
    case Combiner::subarray: {
      const std::uint64_t n = all_integers < 2 ? 0 : (all_integers - 2) / 3;
      words.add("sizes " + describe_array(integers, 1, n));
      words.add("subsizes " + describe_array(integers, 1 + n, n));
      words.add("starts " + describe_array(integers, 1 + 2 * n, n));
      words.add(order_name(integers.at(3 * n + 1), constants));
      break;
    }
    case Combiner::darray: {
      const std::uint64_t n = all_integers < 4 ? 0 : (all_integers - 4) / 4;
      words.add("size", integers.at(0));
      words.add("rank", integers.at(1));
      words.add("gsizes " + describe_array(integers, 3, n));
      words.add("distribs " + distributions(integers, 3 + n, n, constants));
      words.add("dargs " + describe_array(integers, 3 + 2 * n, n));
      words.add("psizes " + describe_array(integers, 3 + 3 * n, n));
      words.add(order_name(integers.at(4 * n + 3), constants));
      break;
    }
    case Combiner::f90_real:
    case Combiner::f90_complex:
      words.add("p", integers.at(0));
      words.add("r", integers.at(1));
      break;
    case Combiner::f90_integer:
      words.add("r", integers.at(0));
      break;
    case Combiner::resized:
      words.add("lb", addresses.at(0));
      words.add("extent", addresses.at(1));
      break;
  }
  return words.text();
}

}  // namespace mpidbg::model
