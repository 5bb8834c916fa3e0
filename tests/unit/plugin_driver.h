#pragma once
// Calls the plugin as a debugger does and collects what it delivers.

#include <string>
#include <vector>

#include "mpidbg/abi/queue_details_interface.h"
#include "tests/fakes/fake_host.h"

// Sets image and process up for the mqs_* family, and tears them down.
class PluginDriver {
 public:
  // `field_types`: what is given to mpidbg_set_field_types.
  explicit PluginDriver(fakes::FakeHost &host, mpidbg_field_type_function_t field_types = nullptr) : host_(host) {
    mqs_setup_basic_callbacks(fakes::FakeHost::basic_callbacks());
    mqs_setup_image(host.image(), fakes::FakeHost::image_callbacks());
    mpidbg_set_field_types(host.image(), field_types);
    mqs_setup_process(host.process(), fakes::FakeHost::process_callbacks());
  }
  ~PluginDriver() {
    mqs_destroy_process_info(host_.process_info);
    mqs_destroy_image_info(host_.image_info);
  }
  PluginDriver(const PluginDriver &) = delete;
  PluginDriver &operator=(const PluginDriver &) = delete;

  int update() { return mqs_update_communicator_list(host_.process()); }
  std::string detail() { return mpidbg_error_detail(host_.process()); }

  std::vector<mqs_communicator> communicators() {
    std::vector<mqs_communicator> found;
    for (int code = mqs_setup_communicator_iterator(host_.process()); code == mqs_ok;
         code = mqs_next_communicator(host_.process())) {
      mqs_communicator communicator{};
      if (mqs_get_communicator(host_.process(), &communicator) == mqs_ok) found.push_back(communicator);
    }
    return found;
  }

  // Makes the communicator the current one.
  // With `asks_queues` each communicator on the way is asked for its receives.
  bool select(const std::string &name, bool asks_queues = false) {
    for (int code = mqs_setup_communicator_iterator(host_.process()); code == mqs_ok;
         code = mqs_next_communicator(host_.process())) {
      mqs_communicator communicator{};
      if (mqs_get_communicator(host_.process(), &communicator) == mqs_ok && communicator.name == name) return true;
      if (asks_queues) mqs_setup_operation_iterator(host_.process(), mqs_pending_receives);
    }
    return false;
  }

  // Of the current communicator. last_code() is how the iteration ended.
  std::vector<mpidbg_operation_info_t> details(int queue) {
    std::vector<mpidbg_operation_info_t> found;
    code_ = mpidbg_setup_operation_iterator(host_.process(), queue);
    while (code_ == mqs_ok) {
      mpidbg_operation_info_t operation{};
      operation.struct_size = sizeof operation;
      code_ = mpidbg_next_operation(host_.process(), &operation);
      if (code_ == mqs_ok) found.push_back(operation);
    }
    return found;
  }

  std::vector<mqs_pending_operation> operations(int queue) {
    std::vector<mqs_pending_operation> found;
    code_ = mqs_setup_operation_iterator(host_.process(), queue);
    while (code_ == mqs_ok) {
      mqs_pending_operation operation{};
      code_ = mqs_next_operation(host_.process(), &operation);
      if (code_ == mqs_ok) found.push_back(operation);
    }
    return found;
  }

  int last_code() const { return code_; }

  mpidbg_process_info_t process_info() {
    mpidbg_process_info_t info{};
    info.struct_size = sizeof info;
    mpidbg_process_query(host_.process(), &info);
    return info;
  }

 private:
  fakes::FakeHost &host_;
  int code_ = mqs_ok;
};

// Every kind of target: 32 and 64 bits, little and big endian.
struct TargetKind {
  const char *name;
  unsigned pointer_size;
  mpidbg::ByteOrder order;
};
inline constexpr TargetKind all_targets[] = {{"32-bit little-endian", 4, mpidbg::ByteOrder::little},
                                             {"32-bit big-endian", 4, mpidbg::ByteOrder::big},
                                             {"64-bit little-endian", 8, mpidbg::ByteOrder::little},
                                             {"64-bit big-endian", 8, mpidbg::ByteOrder::big}};
