// Implements MPI_T_event_handle_*, and the functions that set callbacks and handlers for dropped events, if mpi.h
// declares them (MPI 4). Hints are ignored, and those in use are returned as MPI_INFO_NULL.

#include "corefile/mpit_tool/event_registrations.h"

#if MPI_VERSION >= 4

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <map>
#include <memory>
#include <string>

using namespace mpit_tool;

namespace {

using Elements = std::vector<EventElement>;

// Tells how far a registration has got with the recorded events.
enum class Served { not_wanted, wanted, in_progress, done };

// Holds the callback of one level of safety. Its address is the user data of the plugin's callback.
struct Slot {
  MPI_T_event_cb_function *function = nullptr;
  void *user_data = nullptr;
};

struct Registration {
  std::array<Slot, MPIDBG_T_CB_REQUIRE_MAX> slots;
  MPI_T_event_dropped_cb_function *dropped = nullptr;
  std::shared_ptr<const Elements> elements;
  Served served = Served::not_wanted;
};

std::map<mpidbg_event_registration_t, Registration> registrations;  // by the plugin's number
std::shared_ptr<const Elements> raised_elements;
bool raising = false;

constexpr MPI_T_cb_safety levels[] = {MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_MPI_RESTRICTED,
                                      MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE};
static_assert(std::size(levels) == MPIDBG_T_CB_REQUIRE_MAX);

MPI_T_cb_safety to_mpi_safety(mpidbg_t_cb_safety_t level) {
  return level < MPIDBG_T_CB_REQUIRE_MAX ? levels[level] : MPI_T_CB_REQUIRE_NONE;
}

// Returns MPIDBG_T_CB_REQUIRE_MAX, which the plugin refuses, for other numbers than those of the four levels.
mpidbg_t_cb_safety_t from_mpi_safety(MPI_T_cb_safety safety) {
  return static_cast<mpidbg_t_cb_safety_t>(std::find(std::begin(levels), std::end(levels), safety) -
                                           std::begin(levels));
}

// Returns the registration if its recorded events are being raised, and null for others, which the plugin plays at the
// same time.
Registration *being_served(mpidbg_event_registration_t number) {
  const auto found = registrations.find(number);
  return found == registrations.end() || found->second.served != Served::in_progress ? nullptr : &found->second;
}

void on_event(mpidbg_event_instance_t instance, mpidbg_event_registration_t number, mpidbg_t_cb_safety_t safety,
              void *user_data) {
  const Registration *const registration = being_served(number);
  if (registration == nullptr) return;
  const Slot slot = *static_cast<const Slot *>(user_data);  // the callback may free the registration
  raised_elements = registration->elements;
  slot.function(to_handle<MPI_T_event_instance>(instance), to_handle<MPI_T_event_registration>(number),
                to_mpi_safety(safety), slot.user_data);
  raised_elements.reset();
}

void on_dropped(std::int64_t count, mpidbg_event_registration_t number, int source_index, mpidbg_t_cb_safety_t safety,
                void *user_data) {
  const Registration *const registration = being_served(number);
  if (registration == nullptr || registration->dropped == nullptr) return;
  registration->dropped(count, to_handle<MPI_T_event_registration>(number), source_index, to_mpi_safety(safety),
                        static_cast<const Slot *>(user_data)->user_data);
}

struct FreeCallback {
  MPI_T_event_free_cb_function *function;
  void *user_data;
};

void on_freed(mpidbg_event_registration_t number, mpidbg_t_cb_safety_t safety, void *user_data) {
  const std::unique_ptr<FreeCallback> callback(static_cast<FreeCallback *>(user_data));
  callback->function(to_handle<MPI_T_event_registration>(number), to_mpi_safety(safety), callback->user_data);
}

// Replaces the progress of all registrations that have made progress `from`. Returns false if there are none.
bool advance(Served from, Served to) {
  bool any = false;
  for (auto &[number, registration] : registrations) {
    if (registration.served != from) continue;
    registration.served = to;
    any = true;
  }
  return any;
}

// Writes, once, which events the tool does not get and why.
void tell_of_missing_events(const mqs_shim::PluginFunctions &call, mqs_process_ *process) {
  static bool is_told = false;
  if (is_told) return;
  mpidbg_recorder_info_t recorder{};
  recorder.struct_size = sizeof recorder;
  std::string problem;
  if (call.mpidbg_recorder_query == nullptr || call.mpidbg_recorder_query(process, &recorder) != MPIDBG_SUCCESS)
    problem = "no events are raised: they are known only from the recorder";
  else if (call.mpidbg_snapshot_problem != nullptr)
    problem = call.mpidbg_snapshot_problem(process);
  if (problem.empty()) return;
  is_told = true;
  std::fprintf(stderr, "mpidbg: %s\n", problem.c_str());
}

// Raises the recorded events for the registrations that want them. A callback may make such a registration, which is
// then served after it.
int serve(const mqs_shim::PluginFunctions &call, mqs_process_ *process) {
  if (raising) return MPIDBG_SUCCESS;
  raising = true;
  int code = MPIDBG_SUCCESS;
  while (code == MPIDBG_SUCCESS && advance(Served::wanted, Served::in_progress)) {
    code = call.mpidbg_event_rewind(process);
    if (code == MPIDBG_SUCCESS) code = call.mpidbg_snapshot_select(process, MPIDBG_SNAPSHOT_NOW);
    advance(Served::in_progress, Served::done);
  }
  raising = false;
  tell_of_missing_events(call, process);
  return code;
}

}  // namespace

int mpit_tool::read_event_elements(const mqs_shim::PluginFunctions &call, mqs_process_ *process, int event_index,
                                   std::vector<EventElement> &elements) {
  const auto get = [&](mpidbg_t_datatype_t *datatypes, std::int64_t *displacements, int *count) {
    return call.mpidbg_event_get_info(process, event_index, nullptr, nullptr, nullptr, datatypes, displacements, count,
                                      nullptr, nullptr, nullptr, nullptr, nullptr);
  };
  int count = 0;
  int code = get(nullptr, nullptr, &count);
  if (code != MPIDBG_SUCCESS) return code;
  const auto room = static_cast<std::size_t>(std::max(count, 0));
  std::vector<mpidbg_t_datatype_t> datatypes(room);
  std::vector<std::int64_t> displacements(room);
  code = get(datatypes.data(), displacements.data(), &count);
  if (code != MPIDBG_SUCCESS) return code;
  elements.clear();
  for (std::size_t i = 0; i < room; ++i) elements.push_back({datatypes[i], displacements[i]});
  return code;
}

const std::vector<EventElement> *mpit_tool::elements_of_raised_event() {
  return raised_elements.get();
}

bool mpit_tool::is_raising_events() {
  return raising;
}

void mpit_tool::forget_event_registrations() {
  registrations.clear();
}

extern "C" {

int MPI_T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info,
                             MPI_T_event_registration *event_registration) {
  return run_query({event_registration}, [&](const auto &call, auto *process) {
    int bind = 0;
    int code = call.mpidbg_event_get_info(process, event_index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                          nullptr, nullptr, nullptr, nullptr, &bind);
    Elements elements;
    if (code == MPIDBG_SUCCESS) code = read_event_elements(call, process, event_index, elements);
    if (code != MPIDBG_SUCCESS) return code;
    mqs_taddr_t object = 0;
    const bool has_object = object_of(obj_handle, bind, object);
    mpidbg_event_registration_t made = 0;
    code = call.mpidbg_event_handle_alloc(process, event_index, has_object ? &object : nullptr, nullptr, &made);
    if (code != MPIDBG_SUCCESS) return code;
    registrations[made] = Registration();
    registrations[made].elements = std::make_shared<const Elements>(std::move(elements));
    *event_registration = to_handle<MPI_T_event_registration>(made);
    return call.mpidbg_event_set_dropped_handler(process, made, on_dropped);
  });
}

int MPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info) {
  return run_query([&](const auto &call, auto *process) {
    return call.mpidbg_event_handle_set_info(process, to_number(event_registration), nullptr);
  });
}

int MPI_T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used) {
  return run_query({info_used}, [&](const auto &call, auto *process) {
    const int code = call.mpidbg_event_handle_get_info(process, to_number(event_registration), nullptr);
    if (code == MPIDBG_SUCCESS) *info_used = MPI_INFO_NULL;
    return code;
  });
}

int MPI_T_event_register_callback(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info,
                                  void *user_data, MPI_T_event_cb_function *event_cb_function) {
  return run_query([&](const auto &call, auto *process) -> int {
    const std::uint64_t number = to_number(event_registration);
    const auto found = registrations.find(number);
    if (found == registrations.end()) return MPIDBG_T_ERR_INVALID_HANDLE;
    Registration &registration = found->second;
    const mpidbg_t_cb_safety_t level = from_mpi_safety(cb_safety);
    if (level == MPIDBG_T_CB_REQUIRE_MAX) return MPIDBG_T_ERR_INVALID;
    Slot &slot = registration.slots[level];
    const int code = call.mpidbg_event_register_callback(process, number, level, nullptr, &slot,
                                                         event_cb_function == nullptr ? nullptr : on_event);
    if (code != MPIDBG_SUCCESS) return code;
    slot = {event_cb_function, user_data};
    if (event_cb_function == nullptr || registration.served != Served::not_wanted) return code;
    registration.served = Served::wanted;
    return serve(call, process);
  });
}

int MPI_T_event_callback_set_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info) {
  return run_query([&](const auto &call, auto *process) {
    return call.mpidbg_event_callback_set_info(process, to_number(event_registration), from_mpi_safety(cb_safety),
                                               nullptr);
  });
}

int MPI_T_event_callback_get_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
                                  MPI_Info *info_used) {
  return run_query({info_used}, [&](const auto &call, auto *process) {
    const int code = call.mpidbg_event_callback_get_info(process, to_number(event_registration),
                                                         from_mpi_safety(cb_safety), nullptr);
    if (code == MPIDBG_SUCCESS) *info_used = MPI_INFO_NULL;
    return code;
  });
}

int MPI_T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
                            MPI_T_event_free_cb_function *free_cb_function) {
  return run_query([&](const auto &call, auto *process) {
    mpidbg_event_registration_t number = to_number(event_registration);
    const auto freed = number;
    // on_freed() deletes the callback, within this call or when a running callback has returned.
    auto *const callback = free_cb_function == nullptr ? nullptr : new FreeCallback{free_cb_function, user_data};
    const int code =
        call.mpidbg_event_handle_free(process, &number, callback, callback == nullptr ? nullptr : on_freed);
    if (code == MPIDBG_SUCCESS)
      registrations.erase(freed);
    else
      delete callback;
    return code;
  });
}

int MPI_T_event_set_dropped_handler(MPI_T_event_registration event_registration,
                                    MPI_T_event_dropped_cb_function *dropped_cb_function) {
  return run_query([&](const auto &, auto *) -> int {
    const auto found = registrations.find(to_number(event_registration));
    if (found == registrations.end()) return MPIDBG_T_ERR_INVALID_HANDLE;
    found->second.dropped = dropped_cb_function;
    return MPIDBG_SUCCESS;
  });
}

}  // extern "C"

#else

bool mpit_tool::is_raising_events() {
  return false;
}

void mpit_tool::forget_event_registrations() {}

#endif
