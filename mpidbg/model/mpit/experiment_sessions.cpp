#include "mpidbg/model/mpit/experiment_sessions.h"

#include <algorithm>
#include <utility>

#include "mpidbg/base/limits.h"
#include "mpidbg/model/mpit/bound_kind.h"

namespace mpidbg::model::mpit {

namespace {

// Returns the value 0 of this type.
VariableValue zero_of(VariableType type) {
  if (type == VariableType::double_type) return 0.0;
  if (is_signed(type)) return std::int64_t{0};
  return std::uint64_t{0};
}

struct Read {
  std::vector<VariableValue> values;
  bool from_memory = false;
};

Result<Read> read_variable(States &states, Moment moment, int index, Address object) {
  MPIDBG_ASSIGN(tool, states.at(moment));
  MPIDBG_ASSIGN(values, tool->performance_variable_value(index, object));
  MPIDBG_ASSIGN(origin, tool->performance_variable_origin(index, object));
  return Read{std::move(values), origin.snapshot == 0};
}

// Checks that the object exists in the selected state: in memory it must be a live object, and in a snapshot it must
// have values.
Outcome check_object(ToolInformation &tool, const PerformanceVariable &variable, Address object) {
  const Outcome unknown(Refusal::invalid_handle, variable.name + " can only be bound to a live object");
  const auto kind = bound_kind(variable.bind);
  if (!kind) return kind.error();
  const Status live = tool.check_object(*kind, object);
  if (live) return {};
  if (live.error().code != ErrorCode::not_supported) return unknown;
  const auto objects = tool.performance_variable_objects(variable.index);
  if (!objects) return objects.error();
  return std::find(objects->begin(), objects->end(), object) != objects->end() ? Outcome() : unknown;
}

}  // namespace

Outcome ExperimentSessions::create(Id &session) {
  if (sessions_.size() >= limits::tool_sessions) return {Refusal::out_of_sessions, "there are too many sessions"};
  session = next_++;
  sessions_.insert(session);
  return {};
}

Outcome ExperimentSessions::find_session(Id session) const {
  if (sessions_.contains(session)) return {};
  return {Refusal::invalid_session, "there is no session " + std::to_string(session)};
}

Outcome ExperimentSessions::free(Id session) {
  if (Outcome found = find_session(session); !found) return found;
  for (auto place = handles_.begin(); place != handles_.end();) {
    const bool is_of_it = place->second.session == session;
    if (is_of_it) elements_ -= place->second.value.size();
    place = is_of_it ? handles_.erase(place) : std::next(place);
  }
  sessions_.erase(session);
  return {};
}

Outcome ExperimentSessions::find(Id session, Id handle, Handle *&found) {
  if (Outcome there = find_session(session); !there) return there;
  const auto place = handles_.find(handle);
  if (place == handles_.end() || place->second.session != session) {
    return {Refusal::invalid_handle, "the session has no handle " + std::to_string(handle)};
  }
  found = &place->second;
  return {};
}

Outcome ExperimentSessions::alloc(States &states, Moment moment, Id session, int index, std::optional<Address> object,
                                  Id &handle, std::size_t &count) {
  if (Outcome found = find_session(session); !found) return found;
  if (handles_.size() >= limits::tool_handles) return {Refusal::out_of_handles, "there are too many handles"};
  const auto tool = states.at(moment);
  if (!tool) return tool.error();
  const auto variable = (*tool)->performance_variable(index);
  if (!variable) {
    const ErrorCode code = variable.error().code;
    const bool is_missing = code == ErrorCode::out_of_range || code == ErrorCode::not_found;
    return is_missing ? Outcome(Refusal::invalid_index, variable.error().message) : Outcome(variable.error());
  }
  Handle made;
  made.session = session;
  made.variable = *variable;
  if (made.variable.bind != Binding::none) {
    if (!object) return {Refusal::invalid, made.variable.name + " needs an object to be bound to"};
    made.object = *object;
    if (Outcome live = check_object(**tool, made.variable, made.object); !live) return live;
  }
  if (Outcome begun = begin(states, moment, made); !begun) return begun;
  if (made.value.size() > limits::tool_elements - elements_) {
    return {Refusal::out_of_handles, "the handles have too many elements"};
  }
  made.running = made.variable.continuous;
  elements_ += made.value.size();
  count = made.value.size();
  handle = next_++;
  handles_.emplace(handle, std::move(made));
  return {};
}

Outcome ExperimentSessions::free_handle(Id session, Id handle) {
  Handle *found = nullptr;
  if (Outcome there = find(session, handle, found); !there) return there;
  elements_ -= found->value.size();
  handles_.erase(handle);
  return {};
}

// Sets the initial value of the handle, and the value of the variable from which changes are counted.
Outcome ExperimentSessions::begin(States &states, Moment moment, Handle &handle) {
  auto raw = read_variable(states, moment, handle.variable.index, handle.object);
  if (!raw) return raw.error();
  if (!handle.value.empty() && raw->values.size() != handle.value.size()) {
    return Error{ErrorCode::unavailable, handle.variable.name + " has another number of elements now"};
  }
  handle.value = raw->values;
  if (is_sum(handle.variable.variable_class)) {
    handle.value.assign(raw->values.size(), zero_of(handle.variable.type));
    handle.last = std::move(raw->values);
  }
  handle.last_from_memory = raw->from_memory;
  handle.furthest = moment;
  handle.problem.reset();
  return {};
}

VariableValue ExperimentSessions::grown(const Handle &handle, std::size_t element, const VariableValue &raw) const {
  const VariableValue &value = handle.value[element], &last = handle.last[element];
  if (const auto *number = std::get_if<double>(&raw)) return std::get<double>(value) + *number - std::get<double>(last);
  const auto bits = [](const VariableValue &one) {
    const auto *number = std::get_if<std::int64_t>(&one);
    return number != nullptr ? static_cast<std::uint64_t>(*number) : std::get<std::uint64_t>(one);
  };
  std::uint64_t sum = bits(value) + bits(raw) - bits(last);
  const unsigned unused = 64 - 8 * width_of(handle.variable.type, pointer_size_);
  if (std::holds_alternative<std::int64_t>(raw)) return static_cast<std::int64_t>(sum << unused) >> unused;
  return sum << unused >> unused;
}

// Updates a running handle with the current value of its variable.
void ExperimentSessions::take(Handle &handle, std::vector<VariableValue> raw, bool from_memory) {
  const PerformanceVariable &variable = handle.variable;
  const auto fail = [&](const std::string &what) {
    handle.problem = Error{ErrorCode::unavailable, variable.name + what};
  };
  if (raw.size() != handle.value.size()) return fail(" has another number of elements now");
  if (is_sum(variable.variable_class)) {
    if (from_memory != handle.last_from_memory) {
      return fail(" is counted from another beginning in the library's memory than in the snapshots");
    }
    for (std::size_t i = 0; i < raw.size(); ++i) handle.value[i] = grown(handle, i, raw[i]);
    handle.last = std::move(raw);
  } else if (is_watermark(variable.variable_class)) {
    const bool high = variable.variable_class == PerformanceClass::high_watermark;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (high ? handle.value[i] < raw[i] : raw[i] < handle.value[i]) handle.value[i] = raw[i];
    }
  } else {
    handle.value = std::move(raw);
  }
  handle.problem.reset();
}

void ExperimentSessions::observe(States &states, Moment moment, Handle &handle) {
  auto raw = read_variable(states, moment, handle.variable.index, handle.object);
  if (raw) {
    take(handle, std::move(raw->values), raw->from_memory);
  } else {
    handle.problem = raw.error();
  }
}

void ExperimentSessions::catch_up(States &states, Moment moment, Handle &handle) {
  if (!handle.running) return;
  const PerformanceClass variable_class = handle.variable.variable_class;
  const bool gathers = is_sum(variable_class) || is_watermark(variable_class);
  if (moment < handle.furthest) {
    if (!gathers) observe(states, moment, handle);
    return;
  }
  // Watermarks have to observe all states between `furthest` and `moment`; sums do not.
  if (is_watermark(variable_class) && moment > handle.furthest) {
    if (const auto passed = states.between(handle.furthest, moment)) {
      for (const Moment one : *passed) observe(states, one, handle);
    }
  }
  observe(states, moment, handle);
  handle.furthest = moment;
}

void ExperimentSessions::move(States &states, Moment from, Moment to) {
  for (auto &[id, handle] : handles_) {
    catch_up(states, from, handle);
    catch_up(states, to, handle);
  }
}

Outcome ExperimentSessions::start(States &states, Moment moment, Id session, Id handle) {
  const auto start_one = [&](Handle &one) -> Outcome {
    if (one.running) return {};
    const std::vector<VariableValue> counted = one.value;
    Outcome begun = begin(states, moment, one);
    if (!begun) return {Refusal::invalid, begun.error.message};
    // Counting continues after a stop with the value that was reached, until a reset.
    const PerformanceClass variable_class = one.variable.variable_class;
    if (is_sum(variable_class) || is_watermark(variable_class)) one.value = counted;
    one.running = true;
    if (is_watermark(variable_class)) observe(states, moment, one);
    return {};
  };
  if (handle == all_handles) {
    if (Outcome found = find_session(session); !found) return found;
    Outcome result;
    for (auto &[id, one] : handles_) {
      if (one.session != session) continue;
      if (const Outcome started = start_one(one); !started) result = {Refusal::no_startstop, started.error.message};
    }
    return result;
  }
  Handle *found = nullptr;
  if (Outcome there = find(session, handle, found); !there) return there;
  if (found->variable.continuous) return {Refusal::no_startstop, found->variable.name + " is continuous"};
  return start_one(*found);
}

Outcome ExperimentSessions::stop(States &states, Moment moment, Id session, Id handle) {
  const auto stop_one = [&](Handle &one) {
    catch_up(states, moment, one);
    one.running = false;
  };
  if (handle == all_handles) {
    if (Outcome found = find_session(session); !found) return found;
    for (auto &[id, one] : handles_) {
      if (one.session == session && !one.variable.continuous) stop_one(one);
    }
    return {};
  }
  Handle *found = nullptr;
  if (Outcome there = find(session, handle, found); !there) return there;
  if (found->variable.continuous) return {Refusal::no_startstop, found->variable.name + " is continuous"};
  stop_one(*found);
  return {};
}

Outcome ExperimentSessions::read(States &states, Moment moment, Id session, Id handle, VariableType &type,
                                 std::vector<VariableValue> &values) {
  Handle *found = nullptr;
  if (Outcome there = find(session, handle, found); !there) return there;
  catch_up(states, moment, *found);
  if (found->problem) return {Refusal::invalid, found->problem->message};
  type = found->variable.type;
  values = found->value;
  return {};
}

Outcome ExperimentSessions::write(Id session, Id handle) const {
  Handle *found = nullptr;
  if (Outcome there = const_cast<ExperimentSessions *>(this)->find(session, handle, found); !there) return there;
  return {Refusal::no_write, "nothing is ever written to a process: " + found->variable.name};
}

Outcome ExperimentSessions::reset(States &states, Moment moment, Id session, Id handle) {
  const auto reset_one = [&](Handle &one) -> Outcome {
    const bool was_running = one.running;
    Outcome begun = begin(states, moment, one);
    one.running = was_running;
    if (!begun) return {Refusal::invalid, begun.error.message};
    return {};
  };
  if (handle == all_handles) {
    if (Outcome found = find_session(session); !found) return found;
    Outcome result;
    for (auto &[id, one] : handles_) {
      if (one.session != session || one.variable.readonly) continue;
      if (const Outcome done = reset_one(one); !done) result = {Refusal::no_write, done.error.message};
    }
    return result;
  }
  Handle *found = nullptr;
  if (Outcome there = find(session, handle, found); !there) return there;
  if (found->variable.readonly) return {Refusal::no_write, found->variable.name + " can only be read"};
  return reset_one(*found);
}

Outcome ExperimentSessions::read_reset(States &states, Moment moment, Id session, Id handle, VariableType &type,
                                       std::vector<VariableValue> &values) {
  Handle *found = nullptr;
  if (Outcome there = find(session, handle, found); !there) return there;
  if (!found->variable.atomic) {
    return {Refusal::no_atomic, found->variable.name + " cannot be read and reset at once"};
  }
  if (found->variable.readonly) return {Refusal::no_write, found->variable.name + " can only be read"};
  if (Outcome done = read(states, moment, session, handle, type, values); !done) return done;
  return reset(states, moment, session, handle);
}

}  // namespace mpidbg::model::mpit
