#pragma once
// How the members of records are named, once, for whoever writes, reads or compares them: for each struct a function
//
//     template <class Visitor> void describe(Visitor &visitor, Site &site) {
//       visitor("function", site.function);
//       ...
//     }
//
// Numbers and addresses may differ between ranks that are of one class: they become columns (column.h). All else is
// the shape of the class: flags, enumerations, texts, how many items a list has; so are numbers in fixed().

#include <cstdint>
#include <string>
#include <vector>

namespace mqs_shim::summaries {

// A number whose difference makes ranks different: a line, a kind.
template <class Number>
struct Fixed {
  Number &value;
};
template <class Number>
Fixed<Number> fixed(Number &value) {
  return {value};
}

// A text that each rank has its own of, as the name of its core file.
struct Own {
  std::string &text;
};
inline Own own(std::string &text) {
  return {text};
}

// A list that may be long, of what is alike: numbers that continue one another are runs there, too.
template <class Value>
struct Grouped {
  std::vector<Value> &values;
};
template <class Value>
Grouped<Value> grouped(std::vector<Value> &values) {
  return {values};
}

// A flag that is named only where it is set: summaries from before there was the member do not have it.
struct WhereSet {
  bool &value;
};

// A member that is a bit, of which there are no references.
#define MPIDBG_DESCRIBE_BIT(visitor, object, member)   \
  do {                                                 \
    bool bit = (object).member;                        \
    (visitor)(#member, bit);                           \
    if (bit != (object).member) (object).member = bit; \
  } while (false)

// The same, named only where it is set.
#define MPIDBG_DESCRIBE_BIT_WHERE_SET(visitor, object, member) \
  do {                                                         \
    bool bit = (object).member;                                \
    (visitor)(#member, summaries::WhereSet{bit});              \
    if (bit != (object).member) (object).member = bit;         \
  } while (false)

}  // namespace mqs_shim::summaries
