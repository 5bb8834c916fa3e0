#pragma once
// The plugin on a FakeMpich.

#include <doctest/doctest.h>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/mpich.h"
#include "tests/fakes/fake_mpich.h"
#include "tests/unit/plugin_driver.h"

// What the plugin learns of the process at once.
class MpichTarget {
 public:
  explicit MpichTarget(fakes::FakeMpich &mpich)
      : image(mpich.host.image(), fakes::FakeHost::image_callbacks()), memory(open_memory(mpich)) {}

  const mpidbg::debugger::Image image;
  const mpidbg::debugger::Memory memory;

 private:
  static mpidbg::debugger::Memory open_memory(fakes::FakeMpich &mpich) {
    mpidbg::debugger::set_basic_callbacks(fakes::FakeHost::basic_callbacks());
    return mpidbg::debugger::Memory::open(mpich.host.process(), fakes::FakeHost::process_callbacks(),
                                          mpich.memory.pointer_size())
        .value();
  }
};

// The library of a process that was attached to.
class MpichLibrary : public MpichTarget {
 public:
  explicit MpichLibrary(fakes::FakeMpich &mpich)
      : MpichTarget(mpich), library_(std::move(mpidbg::model::mpich::open(image, memory)).value()) {}

  mpidbg::model::MpiLibrary *operator->() const { return library_.get(); }

 private:
  const std::unique_ptr<mpidbg::model::MpiLibrary> library_;
};

// A whole queue of a communicator, as a debugger gets it; of no communicator for MPIDBG_QUEUE_UNCLAIMED.
inline std::vector<mpidbg_operation_info_t> queue_of(fakes::FakeMpich &mpich, const std::string &communicator,
                                                     int queue) {
  PluginDriver plugin(mpich.host);
  REQUIRE_MESSAGE(plugin.update() == mqs_ok, plugin.detail());
  if (queue != MPIDBG_QUEUE_UNCLAIMED) REQUIRE(plugin.select(communicator));
  auto found = plugin.details(queue);
  INFO(plugin.detail());
  CHECK(plugin.last_code() == mqs_end_of_list);
  return found;
}
