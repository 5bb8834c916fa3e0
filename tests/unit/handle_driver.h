#pragma once
// Calls the mpidbg_* functions by kind of handle, as a debugger does.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "mpidbg/abi/mpihandles_interface.h"
#include "tests/fakes/fake_host.h"

// Sets image and process up for the mpidbg_* family, and tears them down.
class HandleSession {
 public:
  explicit HandleSession(fakes::FakeHost &host) : host_(host) {
    mpidbg_init_once(fakes::FakeHost::basic_callbacks());
    REQUIRE(mpidbg_init_per_image(host.image(), fakes::FakeHost::image_callbacks(), nullptr) == MPIDBG_SUCCESS);
    REQUIRE(mpidbg_init_per_process(host.process(), fakes::FakeHost::process_callbacks(), nullptr) == MPIDBG_SUCCESS);
  }
  ~HandleSession() {
    mpidbg_finalize_per_process(host_.process(), host_.process_info);
    mpidbg_finalize_per_image(host_.image(), host_.image_info);
  }
  HandleSession(const HandleSession &) = delete;
  HandleSession &operator=(const HandleSession &) = delete;

  mqs_process *process() const { return host_.process(); }
  std::string detail() const { return mpidbg_error_detail(host_.process()); }

  // The result code alone; what was allocated is freed.
  int query(mpidbg_handle_kind_t kind, mqs_taddr_t handle) const {
    void *info = nullptr;
    const int code = mpidbg_query(process(), kind, handle, &info);
    mpidbg_free(info, kind);
    return code;
  }
  std::vector<mqs_taddr_t> list(mpidbg_handle_kind_t kind) const {
    int count = 0;
    mqs_taddr_t *handles = nullptr;
    REQUIRE(mpidbg_list(process(), kind, &count, &handles) == MPIDBG_SUCCESS);
    const std::vector<mqs_taddr_t> result(handles, handles + count);
    fakes::FakeHost::basic_callbacks()->mqs_free_fp(handles);
    return result;
  }
  // The predefined handles.
  std::vector<std::pair<std::string, mqs_taddr_t>> names(mpidbg_handle_kind_t kind) const {
    std::vector<std::pair<std::string, mqs_taddr_t>> result;
    for (const mpidbg_name_map_t *map = mpidbg_name_map(process(), kind); map->map_name != nullptr; ++map) {
      result.emplace_back(map->map_name, map->map_handle);
    }
    return result;
  }

 private:
  fakes::FakeHost &host_;
};

// What a query said, freed at the end of the scope.
template <class Info, mpidbg_handle_kind_t kind>
class Queried {
 public:
  Queried(const HandleSession &session, mpidbg::Address handle) {
    void *info = nullptr;
    REQUIRE_MESSAGE(mpidbg_query(session.process(), kind, handle.value(), &info) == MPIDBG_SUCCESS, session.detail());
    info_ = static_cast<Info *>(info);
  }
  ~Queried() { mpidbg_free(info_, kind); }
  Queried(const Queried &) = delete;
  Queried &operator=(const Queried &) = delete;
  const Info *operator->() const { return info_; }

 private:
  Info *info_ = nullptr;
};
