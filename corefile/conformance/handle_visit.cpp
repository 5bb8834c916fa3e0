#include "corefile/conformance/handle_visit.h"

#include <dlfcn.h>

#include <bit>
#include <climits>

namespace mqs_shim {
namespace {

constexpr mqs_taddr_t garbage[] = {0, 1, 3, 0xdeadbeef, ~mqs_taddr_t{0}, ~mqs_taddr_t{0} - 7};

// Asks for objects with garbage as handle. Only communicators are tried, because the historical interface is not
// complete for any other kind.
void ask_for_garbage(Trial &trial, Visit &visit) {
  const PluginFunctions &call = trial.call();
  int mark = 0;
  auto *const untouched = reinterpret_cast<mpidbg_comm_info_t *>(&mark);
  for (const mqs_taddr_t handle : garbage) {
    trial.step("mpidbg_comm_query of the garbage handle " + std::to_string(handle));
    const std::size_t before = trial.host().allocations();
    mpidbg_comm_info_t *info = untouched;
    const int code = call.mpidbg_comm_query(visit.image(), visit.image()->info, visit.process(), visit.process()->info,
                                            handle, &info);
    trial.require(Rule::garbage_handle, code != MPIDBG_SUCCESS, "succeeds");
    if (code == MPIDBG_SUCCESS) continue;
    trial.require(Rule::garbage_handle, info == untouched, "fails and changes the result");
    trial.require(Rule::garbage_handle, trial.host().allocations() == before, "fails and keeps memory");
  }
  trial.step("mpidbg_comm_query with a null place for the result");
  const int code = call.mpidbg_comm_query(visit.image(), visit.image()->info, visit.process(), visit.process()->info,
                                          garbage[1], nullptr);
  trial.require(Rule::null_result, code == MPIDBG_ERR_OUT_OF_RANGE, "answers " + std::to_string(code));
}

void ask_for_predefined(Trial &trial, Visit &visit) {
  const PluginFunctions &call = trial.call();
  if (call.mpidbg_free == nullptr || call.mpidbg_name_map == nullptr) return;
  const mpidbg_name_map_t *map = call.mpidbg_name_map(visit.process(), MPIDBG_KIND_COMM);
  for (int i = 0; map != nullptr && map[i].map_name != nullptr && i < 100; ++i) {
    trial.step(std::string("mpidbg_comm_query of ") + plain_text(map[i].map_name));
    const std::size_t before = trial.host().allocations();
    mpidbg_comm_info_t *info = nullptr;
    if (call.mpidbg_comm_query(visit.image(), visit.image()->info, visit.process(), visit.process()->info,
                               map[i].map_handle, &info) != MPIDBG_SUCCESS) {
      continue;
    }
    trial.step("mpidbg_free");
    call.mpidbg_free(info, MPIDBG_KIND_COMM);
    trial.require(Rule::frees_results, trial.host().allocations() <= before,
                  std::to_string(trial.host().allocations() - before) + " allocations are left");
  }
}

}  // namespace

bool has_handles(const Plugin &plugin) {
  const PluginFunctions &call = plugin.functions();
  return call.mpidbg_init_once != nullptr && call.mpidbg_init_per_image != nullptr &&
         call.mpidbg_init_per_process != nullptr && call.mpidbg_comm_query != nullptr;
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
    ask_for_garbage(trial, visit);
    ask_for_predefined(trial, visit);
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
