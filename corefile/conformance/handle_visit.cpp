#include "corefile/conformance/handle_visit.h"

#include <dlfcn.h>

#include <algorithm>
#include <bit>
#include <climits>

namespace mqs_shim {
namespace {

constexpr mqs_taddr_t garbage[] = {0, 1, 3, 0xdeadbeef, ~mqs_taddr_t{0}, ~mqs_taddr_t{0} - 7};

// The type of all functions mpidbg_KIND_query, apart from the type of the result.
using Query = int (*)(mqs_image *, mqs_image_info *, mqs_process *, mqs_process_info *, mqs_taddr_t, void **);

// The query functions of a plugin, which stays loaded while this object exists.
class Queries {
 public:
  explicit Queries(const Plugin &plugin) : library_(dlopen(plugin.path().c_str(), RTLD_NOW | RTLD_NOLOAD)) {}
  ~Queries() {
    if (library_ != nullptr) dlclose(library_);
  }
  Queries(const Queries &) = delete;
  Queries &operator=(const Queries &) = delete;

  // Returns null if the plugin has no function for this kind.
  Query of(const HandleQuery &kind) const {
    return library_ == nullptr ? nullptr : std::bit_cast<Query>(dlsym(library_, kind.function));
  }

 private:
  void *library_;
};

// Asks for the objects of one kind.
class KindVisit {
 public:
  KindVisit(Trial &trial, Visit &visit, const HandleQuery &kind, Query query)
      : trial_(trial), visit_(visit), kind_(kind), query_(query) {}

  void ask_for_garbage() {
    int mark = 0;
    void *const untouched = &mark;
    bool is_supported = true;
    for (const mqs_taddr_t handle : garbage) {
      trial_.step(std::string(kind_.function) + " of the garbage handle " + std::to_string(handle));
      const std::size_t before = trial_.host().allocations();
      void *info = untouched;
      const int code = ask(handle, &info);
      is_supported = is_supported && code != MPIDBG_ERR_NOT_SUPPORTED;
      trial_.require(Rule::garbage_handle, code != MPIDBG_SUCCESS, "succeeds");
      if (code == MPIDBG_SUCCESS) continue;
      trial_.require(Rule::garbage_handle, info == untouched, "fails and changes the result");
      trial_.require(Rule::garbage_handle, trial_.host().allocations() == before, "fails and keeps memory");
    }
    if (!is_supported) return;
    trial_.step(std::string(kind_.function) + " with a null place for the result");
    const int code = ask(garbage[1], nullptr);
    trial_.require(Rule::null_result, code == MPIDBG_ERR_OUT_OF_RANGE, "answers " + std::to_string(code));
  }

  void ask_for_predefined() {
    const PluginFunctions &call = trial_.call();
    if (call.mpidbg_free == nullptr || call.mpidbg_name_map == nullptr) return;
    const auto number = static_cast<mpidbg_handle_kind_t>(kind_.number);
    const mpidbg_name_map_t *map = call.mpidbg_name_map(visit_.process(), number);
    for (int i = 0; map != nullptr && map[i].map_name != nullptr && i < 100; ++i) {
      trial_.step(std::string(kind_.function) + " of " + plain_text(map[i].map_name));
      const std::size_t before = trial_.host().allocations();
      void *info = nullptr;
      if (ask(map[i].map_handle, &info) != MPIDBG_SUCCESS) continue;
      trial_.step("mpidbg_free");
      call.mpidbg_free(info, number);
      trial_.require(Rule::frees_results, trial_.host().allocations() <= before,
                     std::to_string(trial_.host().allocations() - before) + " allocations are left");
    }
  }

 private:
  int ask(mqs_taddr_t handle, void **info) {
    return query_(visit_.image(), visit_.image()->info, visit_.process(), visit_.process()->info, handle, info);
  }

  Trial &trial_;
  Visit &visit_;
  const HandleQuery &kind_;
  Query query_;
};

void ask_for_handles(Trial &trial, Visit &visit) {
  const Queries queries(trial.plugin());
  for (const HandleQuery &kind : handle_queries) {
    const Query query = queries.of(kind);
    if (query == nullptr) continue;
    KindVisit objects(trial, visit, kind, query);
    objects.ask_for_garbage();
    objects.ask_for_predefined();
  }
}

}  // namespace

bool has_handles(const Plugin &plugin) {
  const PluginFunctions &call = plugin.functions();
  if (call.mpidbg_init_once == nullptr || call.mpidbg_init_per_image == nullptr ||
      call.mpidbg_init_per_process == nullptr)
    return false;
  const Queries queries(plugin);
  return std::any_of(std::begin(handle_queries), std::end(handle_queries),
                     [&](const HandleQuery &kind) { return queries.of(kind) != nullptr; });
}

void check_handle_versions(Trial &trial) {
  const PluginFunctions &call = trial.call();
  trial.step("mpidbg_interface_version_compatibility");
  trial.require(Rule::handle_versions,
                call.mpidbg_interface_version_compatibility != nullptr &&
                    call.mpidbg_interface_version_compatibility() == MPIDBG_INTERFACE_VERSION,
                "the version is not " + std::to_string(int{MPIDBG_INTERFACE_VERSION}));
  trial.step("mpidbg_dll_taddr_width");
  trial.require(Rule::handle_versions,
                call.mpidbg_dll_taddr_width != nullptr && call.mpidbg_dll_taddr_width() == int{sizeof(mqs_taddr_t)},
                "the width of addresses is not " + std::to_string(sizeof(mqs_taddr_t)));
  trial.step("the variables of the plugin");
  void *const library = dlopen(trial.plugin().path().c_str(), RTLD_NOW | RTLD_NOLOAD);
  for (const char *name : {"mpidbg_dll_is_big_endian", "mpidbg_dll_bitness"}) {
    trial.require(Rule::handle_versions, library != nullptr && dlsym(library, name) != nullptr,
                  std::string("there is no ") + name);
  }
  if (library != nullptr) dlclose(library);
  if (call.mpidbg_error_string == nullptr) return;
  for (const int code : {INT_MIN, -1, 0, 1, 2, 3, 4, 5, 6, 100, INT_MAX}) {
    trial.step("mpidbg_error_string(" + std::to_string(code) + ")");
    trial.require(Rule::handle_error_strings, call.mpidbg_error_string(code) != nullptr, "is null");
  }
}

void visit_handles(Trial &trial, Target &target) {
  const PluginFunctions &call = trial.call();
  Visit visit(trial, target);
  if (!visit.set_up()) return visit.tear_down();
  const Transcript before = visit.list();
  trial.step("mpidbg_init_once");
  mpidbg_handle_info_t types{};
  if (call.mpidbg_init_once(&trial.host().basic()) != MPIDBG_SUCCESS) return visit.tear_down();
  trial.step("mpidbg_init_per_image");
  if (call.mpidbg_init_per_image(visit.image(), &trial.host().image(), &types) != MPIDBG_SUCCESS)
    return visit.tear_down();
  trial.step("mpidbg_init_per_process");
  const bool inited = call.mpidbg_init_per_process(visit.process(), &trial.host().process(), &types) == MPIDBG_SUCCESS;
  if (inited) {
    ask_for_handles(trial, visit);
    if (call.mpidbg_finalize_per_process != nullptr) {
      trial.step("mpidbg_finalize_per_process");
      call.mpidbg_finalize_per_process(visit.process(), visit.process()->info);
    }
  }
  if (call.mpidbg_finalize_per_image != nullptr) {
    trial.step("mpidbg_finalize_per_image");
    call.mpidbg_finalize_per_image(visit.image(), visit.image()->info);
  }
  const std::string other = difference(before, visit.list());
  trial.step("the queues after mpidbg_finalize_per_process");
  trial.require(Rule::shared_state, other.empty(), other);
  visit.tear_down();
}

}  // namespace mqs_shim
