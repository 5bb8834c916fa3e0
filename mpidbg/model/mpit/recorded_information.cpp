#include "mpidbg/model/mpit/recorded_information.h"

#include <algorithm>
#include <bit>

#include "mpidbg/base/limits.h"
#include "mpidbg/model/mpit/category_circles.h"

namespace mpidbg::model::mpit {

namespace {

// The first address that stands for an enumerator. It is above all addresses of processes.
constexpr std::uint64_t first_enumerator = 0xfff0'0000'0000'0000;

constexpr int levels = 9, bindings = 11, classes = 10, scopes = 7;

// Returns an error for a number that is unknown here. Negative numbers were already unknown to the recorder.
Error unknown(const Catalogue::Item &item, const char *what, std::int64_t number) {
  return {ErrorCode::not_supported, item.name + " has a " + what + " that is not known here" +
                                        (number < 0 ? std::string() : " (" + std::to_string(number) + ")")};
}

Status check(const Catalogue::Item &item, const char *what, std::int64_t number, int limit) {
  if (number < 0 || number >= limit) return unknown(item, what, number);
  return {};
}

VariableValue to_value(VariableType type, std::uint64_t number) {
  if (is_signed(type)) return static_cast<std::int64_t>(number);
  if (type == VariableType::double_type) return std::bit_cast<double>(number);
  if (type == VariableType::c_bool) return std::uint64_t{number != 0};
  return number;
}

}  // namespace

bool RecordedInformation::is_recorded_enumerator(Address address) {
  return address.value() >= first_enumerator;
}

Result<int> RecordedInformation::count(const char *what, std::int32_t number) const {
  if (number < 0) return 0;  // the library lacks the function that returns the number, and so has no items of this kind
  if (static_cast<std::uint64_t>(number) > limits::tool_variables) {
    return Error{ErrorCode::corrupt,
                 "snapshot " + std::to_string(snapshot_.number) + " claims " + std::to_string(number) + ' ' + what};
  }
  return number;
}

Result<const Catalogue::Item *> RecordedInformation::item(mpidbg_record_item_kind kind, int index, int number,
                                                          const char *what) {
  if (index < 0 || index >= number) return missing(what, index);
  MPIDBG_ASSIGN(catalogue, recording_.catalogue());
  if (const Item *found = catalogue->find(kind, index, snapshot_.number)) return found;
  // The item may be in the part of the catalogue that cannot be read.
  if (!catalogue->problem().empty() && !catalogue->contains(kind, index)) {
    return Error{ErrorCode::corrupt, std::string(what) + ' ' + std::to_string(index) + ": " + catalogue->problem()};
  }
  return Error{ErrorCode::not_found, std::string(what) + ' ' + std::to_string(index) + " is inactive"};
}

Result<int> RecordedInformation::index_of(mpidbg_record_item_kind kind, const std::string &name, const char *what,
                                          int variable_class) {
  MPIDBG_ASSIGN(catalogue, recording_.catalogue());
  for (const Item *item : catalogue->all(kind, snapshot_.number)) {
    if (item->name == name && (variable_class < 0 || item->head.class_scope == variable_class)) return item->head.index;
  }
  if (!catalogue->problem().empty()) return Error{ErrorCode::corrupt, catalogue->problem()};
  return Error{ErrorCode::not_found, std::string("there is no ") + what + " '" + name + "'"};
}

Result<VariableType> RecordedInformation::type_of(std::int64_t datatype, const Item &item) const {
  constexpr int types = static_cast<int>(VariableType::uint64) + 1;
  MPIDBG_TRY(check(item, "datatype", datatype, types));
  return static_cast<VariableType>(datatype);
}

Address RecordedInformation::enumerator_of(const Item &item) const {
  return item.head.enumeration < 0 ? Address()
                                   : Address(first_enumerator + static_cast<unsigned>(item.head.enumeration));
}

Result<ControlVariable> RecordedInformation::control_variable(int index) {
  MPIDBG_ASSIGN(number, control_variable_count());
  MPIDBG_ASSIGN(found, item(MPIDBG_RECORD_ITEM_CVAR, index, number, "control variable"));
  MPIDBG_TRY(check(*found, "verbosity", found->head.verbosity, levels));
  MPIDBG_TRY(check(*found, "binding", found->head.bind, bindings));
  MPIDBG_TRY(check(*found, "scope", found->head.class_scope, scopes));
  ControlVariable variable;
  variable.index = index;
  variable.name = found->name;
  variable.description = found->description;
  MPIDBG_ASSIGN(type, type_of(found->head.datatype, *found));
  variable.type = type;
  variable.enumerator = enumerator_of(*found);
  variable.verbosity = found->head.verbosity;
  variable.bind = static_cast<Binding>(found->head.bind);
  variable.scope = static_cast<VariableScope>(found->head.class_scope);
  variable.source = VariableSource::unknown;
  return variable;
}

Result<int> RecordedInformation::control_variable_index(const std::string &name) {
  return index_of(MPIDBG_RECORD_ITEM_CVAR, name, "control variable");
}

Result<const Sample *> RecordedInformation::sample(mpidbg_record_sample_kind kind, int index, Address object,
                                                   const std::string &name) {
  // The values of samples that are marked as repeated are in the previous snapshot.
  std::uint64_t number = snapshot_.number;
  MPIDBG_ASSIGN(newest, recording_.samples(snapshot_));
  std::shared_ptr<const Samples> samples = newest;
  const Sample *found = samples->find(kind, index, object);
  while (found != nullptr && (found->flags & MPIDBG_RECORD_SAMPLE_REPEATED) != 0) {
    MPIDBG_ASSIGN(before, recording_.snapshot(--number));
    MPIDBG_ASSIGN(earlier, recording_.samples(before));
    samples = earlier;
    found = samples->find(kind, index, object);
  }
  kept_ = samples;
  const std::string where = "snapshot " + std::to_string(snapshot_.number);
  if (found == nullptr) {
    if (object.is_null()) return Error{ErrorCode::unavailable, where + " has no value of " + name};
    return Error{ErrorCode::unavailable, where + " has no value of " + name + " for the object", object};
  }
  if (found->error != 0) {
    return Error{ErrorCode::unavailable, "the library returned error " + std::to_string(found->error) + " for " + name +
                                             " when " + where + " was taken"};
  }
  return found;
}

Result<std::vector<VariableValue>> RecordedInformation::control_variable_value(int index) {
  MPIDBG_ASSIGN(variable, control_variable(index));
  MPIDBG_ASSIGN(held, sample(MPIDBG_RECORD_SAMPLE_CVAR, index, Address(), variable.name));
  if (variable.type == VariableType::character) {
    if ((held->flags & MPIDBG_RECORD_SAMPLE_NO_TEXT) != 0) return std::vector<VariableValue>{NoText{}};
    if ((held->flags & MPIDBG_RECORD_SAMPLE_CUT) != 0) {
      return Error{ErrorCode::unavailable,
                   "the text of " + variable.name + " is longer than the snapshot has room for"};
    }
    return std::vector<VariableValue>{held->text};
  }
  if (held->numbers.empty()) return Error{ErrorCode::corrupt, variable.name + " has no elements in the snapshot"};
  std::vector<VariableValue> elements;
  for (const auto &number : held->numbers) elements.push_back(to_value(variable.type, number));
  return elements;
}

Result<ValueOrigin> RecordedInformation::control_variable_origin(int) {
  return recording_.origin(snapshot_, 0);
}

Result<PerformanceVariable> RecordedInformation::performance_variable(int index) {
  MPIDBG_ASSIGN(number, performance_variable_count());
  MPIDBG_ASSIGN(found, item(MPIDBG_RECORD_ITEM_PVAR, index, number, "performance variable"));
  MPIDBG_TRY(check(*found, "verbosity", found->head.verbosity, levels));
  MPIDBG_TRY(check(*found, "binding", found->head.bind, bindings));
  MPIDBG_TRY(check(*found, "class", found->head.class_scope, classes));
  PerformanceVariable variable;
  variable.index = index;
  variable.name = found->name;
  variable.description = found->description;
  variable.variable_class = static_cast<PerformanceClass>(found->head.class_scope);
  MPIDBG_ASSIGN(type, type_of(found->head.datatype, *found));
  variable.type = type;
  if (type == VariableType::int_type) variable.enumerator = enumerator_of(*found);
  variable.verbosity = found->head.verbosity;
  variable.bind = static_cast<Binding>(found->head.bind);
  variable.readonly = (found->head.flags & MPIDBG_RECORD_ITEM_READONLY) != 0;
  variable.continuous = (found->head.flags & MPIDBG_RECORD_ITEM_CONTINUOUS) != 0;
  variable.atomic = (found->head.flags & MPIDBG_RECORD_ITEM_ATOMIC) != 0;
  return variable;
}

Result<int> RecordedInformation::performance_variable_index(const std::string &name, PerformanceClass variable_class) {
  if (static_cast<int>(variable_class) < 0) return Error{ErrorCode::not_found, "there is no such class"};
  return index_of(MPIDBG_RECORD_ITEM_PVAR, name, "performance variable of this class",
                  static_cast<int>(variable_class));
}

Result<std::vector<VariableValue>> RecordedInformation::performance_variable_value(int index, Address object) {
  MPIDBG_ASSIGN(variable, performance_variable(index));
  const Address bound = variable.bind == Binding::none ? Address() : object;
  MPIDBG_ASSIGN(held, sample(MPIDBG_RECORD_SAMPLE_PVAR, index, bound, variable.name));
  if ((held->flags & MPIDBG_RECORD_SAMPLE_CUT) != 0) {
    return Error{ErrorCode::unavailable, variable.name + " has more elements than the snapshot has room for"};
  }
  std::vector<VariableValue> values;
  for (const std::uint64_t number : held->numbers) values.push_back(to_value(variable.type, number));
  return values;
}

Result<ValueOrigin> RecordedInformation::performance_variable_origin(int index, Address) {
  MPIDBG_ASSIGN(variable, performance_variable(index));
  return recording_.origin(snapshot_, is_sum(variable.variable_class) ? recording_.beginning() : 0);
}

Result<std::vector<Address>> RecordedInformation::performance_variable_objects(int index) {
  MPIDBG_ASSIGN(variable, performance_variable(index));
  if (variable.bind == Binding::none) return std::vector<Address>{};
  MPIDBG_ASSIGN(samples, recording_.samples(snapshot_));
  return samples->objects(MPIDBG_RECORD_SAMPLE_PVAR, index);
}

Result<int> RecordedInformation::category_update_number() {
  if (snapshot_.category_update_number >= 0) return snapshot_.category_update_number;
  return Error{ErrorCode::not_supported, "the update number was not known to the recorder"};
}

Result<Category> RecordedInformation::category(int index) {
  MPIDBG_ASSIGN(number, category_count());
  MPIDBG_ASSIGN(found, item(MPIDBG_RECORD_ITEM_CATEGORY, index, number, "category"));
  Category category;
  category.index = index;
  category.name = found->name;
  category.description = found->description;
  const Error corrupt{ErrorCode::corrupt, "the members of " + category.name + " in the recorder's catalogue cannot be"};
  const auto &numbers = found->numbers;
  std::vector<int> *const lists[] = {&category.control_variables, &category.performance_variables, &category.events,
                                     &category.categories};
  const std::int32_t most[] = {snapshot_.cvar_count, snapshot_.pvar_count, snapshot_.event_count,
                               snapshot_.category_count};
  constexpr std::size_t kinds = std::size(lists);
  if (numbers.size() < kinds) return corrupt;
  std::size_t at = kinds;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    const std::int64_t size = numbers[kind];
    if (size < 0 || static_cast<std::uint64_t>(size) > numbers.size() - at) return corrupt;
    for (std::int64_t i = 0; i < size; ++i, ++at) {
      if (numbers[at] < 0 || numbers[at] >= most[kind]) return corrupt;
      lists[kind]->push_back(static_cast<int>(numbers[at]));
    }
  }
  MPIDBG_TRY(check_circles(index));
  return category;
}

Status RecordedInformation::check_circles(int index) {
  if (!circular_) {
    MPIDBG_ASSIGN(number, category_count());
    std::vector<std::vector<int>> inner(static_cast<std::size_t>(number));
    MPIDBG_ASSIGN(catalogue, recording_.catalogue());
    for (const Item *item : catalogue->all(MPIDBG_RECORD_ITEM_CATEGORY, snapshot_.number)) {
      const auto &numbers = item->numbers;
      if (item->head.index < 0 || item->head.index >= number || numbers.size() < 4 || numbers[3] < 0) continue;
      const auto count = std::min<std::uint64_t>(static_cast<std::uint64_t>(numbers[3]), numbers.size() - 4);
      std::vector<int> &members = inner[static_cast<std::size_t>(item->head.index)];
      for (auto place = numbers.end() - static_cast<std::ptrdiff_t>(count); place != numbers.end(); ++place) {
        if (*place >= 0 && *place < number) members.push_back(static_cast<int>(*place));
      }
    }
    circular_ = circular_categories(inner);
  }
  if (!(*circular_)[static_cast<std::size_t>(index)]) return {};
  return Error{ErrorCode::corrupt, "category " + std::to_string(index) + " contains itself, or one that does"};
}

Result<int> RecordedInformation::category_index(const std::string &name) {
  return index_of(MPIDBG_RECORD_ITEM_CATEGORY, name, "category");
}

Result<Enumerator> RecordedInformation::enumerator(Address address) {
  const std::uint64_t number = address.value() - first_enumerator;
  const Error none{ErrorCode::not_found, "the recorder knows no such enumeration"};
  if (!is_recorded_enumerator(address) || number > INT32_MAX) return none;
  MPIDBG_ASSIGN(catalogue, recording_.catalogue());
  const Item *item = catalogue->find(MPIDBG_RECORD_ITEM_ENUMERATION, static_cast<int>(number), UINT64_MAX);
  if (item == nullptr) return none;
  if (item->numbers.size() != item->texts.size() || item->numbers.size() > limits::enumerator_values) {
    return Error{ErrorCode::corrupt,
                 "the enumeration " + item->name + " has inconsistent or too many names and values"};
  }
  Enumerator enumerator;
  enumerator.name = item->name;
  for (std::size_t i = 0; i < item->numbers.size(); ++i) {
    enumerator.items.push_back({static_cast<int>(item->numbers[i]), item->texts[i]});
  }
  return enumerator;
}

Result<EventType> RecordedInformation::event_type(int index) {
  MPIDBG_ASSIGN(number, event_count());
  MPIDBG_ASSIGN(found, item(MPIDBG_RECORD_ITEM_EVENT, index, number, "type of events"));
  MPIDBG_TRY(check(*found, "verbosity", found->head.verbosity, levels));
  MPIDBG_TRY(check(*found, "binding", found->head.bind, bindings));
  EventType type;
  type.index = index;
  type.name = found->name;
  type.description = found->description;
  type.verbosity = found->head.verbosity;
  type.bind = static_cast<Binding>(found->head.bind);
  type.enumerator = enumerator_of(*found);
  std::int64_t end = 0;
  for (std::size_t i = 0; i + 1 < found->numbers.size(); i += 2) {
    MPIDBG_ASSIGN(datatype, type_of(found->numbers[i], *found));
    const std::int64_t displacement = found->numbers[i + 1];
    if (displacement < end || (i == 0 && displacement != 0) || displacement > UINT16_MAX) {
      return Error{ErrorCode::corrupt, "an element of " + type.name + " is at " + std::to_string(displacement)};
    }
    end = displacement + 1;
    type.elements.push_back({datatype, displacement});
  }
  return type;
}

Result<int> RecordedInformation::event_type_index(const std::string &name) {
  return index_of(MPIDBG_RECORD_ITEM_EVENT, name, "type of events");
}

Result<EventSource> RecordedInformation::source(int index) {
  MPIDBG_ASSIGN(number, source_count());
  MPIDBG_ASSIGN(found, item(MPIDBG_RECORD_ITEM_SOURCE, index, number, "source"));
  MPIDBG_TRY(check(*found, "ordering", found->head.class_scope, 2));
  if (found->numbers.size() < 2) {
    return Error{ErrorCode::corrupt, "the source " + found->name + " has no clock in the recorder's catalogue"};
  }
  EventSource source;
  source.index = index;
  source.name = found->name;
  source.description = found->description;
  source.ordered = found->head.class_scope == 0;
  source.ticks_per_second = found->numbers[0];
  source.max_ticks = found->numbers[1];
  return source;
}

Result<std::uint64_t> RecordedInformation::source_timestamp(int index) {
  MPIDBG_ASSIGN(one, source(index));
  auto held = sample(MPIDBG_RECORD_SAMPLE_SOURCE, index, Address(), one.name);
  if (!held || held.value()->numbers.empty()) {
    return Error{ErrorCode::not_supported, "the time of the source " + one.name + " was not noted"};
  }
  return held.value()->numbers.front();
}

}  // namespace mpidbg::model::mpit
