#include "mqs_shim/session/attachment.h"

#include <algorithm>
#include <vector>

namespace mqs_shim {

Attachment::Attachment(const Plugin &plugin, Target &target, const SessionOptions &options)
    : image(target, plugin.dialect()),
      process(image, options.told_of_moves ? PageCache::large_capacity : PageCache::small_capacity),
      talk{plugin, plugin.functions(), image, process},
      image_name_(options.image_name) {}

Status Attachment::refusal(int code, const char *message) const {
  std::string sentence = expand_message(message, image_name_);
  const std::string why = talk.why(code);
  if (sentence.empty()) {
    sentence = why;
  } else if (sentence.find(why) == std::string::npos) {
    sentence += " (" + why + ")";
  }
  // For a plain plugin: adds the first type that was not found to the sentence. Further types are not named, because
  // there may be dozens.
  const auto &types = image.journal.missing_types();
  if (!extended() && !types.empty() && sentence.find(types.front()) == std::string::npos) {
    sentence += "; the type " + types.front() + " is not known";
  }
  // Adds the name of the program unless the plugin's message contains it.
  if (sentence.find(image_name_) == std::string::npos) {
    sentence = "the plugin cannot inspect " + image_name_ + ": " + sentence;
  }
  return Error{code == mqs_no_information ? ErrorCode::not_supported : ErrorCode::unavailable, sentence, {}};
}

Status Attachment::set_up() {
  const JournalScope journal(image.journal);
  const PluginFunctions &call = talk.call;
  char *message = nullptr;

  int code = call.mqs_setup_image(&image, &image_callbacks());
  if (code != mqs_ok) return refusal(code, nullptr);
  image_is_set_up_ = true;
  if (talk.call.mpidbg_set_field_types != nullptr) talk.call.mpidbg_set_field_types(&image, field_type_function());
  code = call.mqs_image_has_queues(&image, &message);
  // An extended plugin is not refused yet, because the recorder in the program's memory may suffice as a source of
  // information.
  if (code != mqs_ok && !extended()) return refusal(code, message);

  code = call.mqs_setup_process(&process, &process_callbacks());
  if (code != mqs_ok) return refusal(code, nullptr);
  process_is_set_up_ = true;
  if (call.mpidbg_set_memory_runs != nullptr) call.mpidbg_set_memory_runs(&process, memory_runs_function());
  if (call.mpidbg_set_search_read != nullptr) call.mpidbg_set_search_read(&process, search_read_function());
  lend_memory_ranges();
  message = nullptr;
  code = call.mqs_process_has_queues(&process, &message);
  if (code != mqs_ok) {
    // An extended plugin is not refused if it knows communicators and the state of MPI, although it cannot read queues.
    mpidbg_process_info_t info{};
    info.struct_size = sizeof info;
    const bool goes_on = extended() && call.mpidbg_process_query(&process, &info) == MPIDBG_SUCCESS;
    if (!goes_on) return refusal(code, message);
  }
  if (extended()) set_up_handles();
  return {};
}

std::string Attachment::set_up_handles() {
  const PluginFunctions &call = talk.call;
  if (talk.handles_ready) return {};
  if (call.mpidbg_init_once == nullptr || call.mpidbg_init_per_image == nullptr ||
      call.mpidbg_init_per_process == nullptr) {
    return "the plugin has no handle queries";
  }
  if (!talk.plugin.dialect().historical_handles && !has_readable_results(talk.plugin.dialect())) {
    return "the plugin's extensions have version " + std::to_string(talk.plugin.dialect().extension_version) +
           ", whose results are shorter than this debugger's";
  }
  if (!handle_image_is_set_up_) {
    int code = call.mpidbg_init_once(&basic_callbacks());
    if (code == MPIDBG_SUCCESS) {
      mpidbg_handle_info_t types{};
      code = call.mpidbg_init_per_image(&image, &image_callbacks(), &types);
    }
    if (code == MPIDBG_SUCCESS) {
      handle_image_is_set_up_ = true;
    } else if (!extended() || !is_known_by_recorder()) {
      return talk.why_no_handle(code);
    }
  }
  mpidbg_handle_info_t types{};
  const int code = call.mpidbg_init_per_process(&process, &process_callbacks(), &types);
  if (code != MPIDBG_SUCCESS) return talk.why_no_handle(code);
  talk.handles_ready = true;
  return {};
}

// Returns true if MPI cannot be found in the program's image, but the recorder is in the memory of the process, so that
// the plugin can still answer.
bool Attachment::is_known_by_recorder() {
  mpidbg_process_info_t info{};
  info.struct_size = sizeof info;
  return talk.call.mpidbg_process_query(&process, &info) == MPIDBG_SUCCESS && info.recorder_alone != 0;
}

Attachment::~Attachment() {
  const JournalScope journal(image.journal);
  const PluginFunctions &call = talk.call;
  if (talk.handles_ready && call.mpidbg_finalize_per_process != nullptr) {
    call.mpidbg_finalize_per_process(&process, process.info);
  }
  if (process_is_set_up_ && process.info != nullptr) call.mqs_destroy_process_info(process.info);
  if (handle_image_is_set_up_ && call.mpidbg_finalize_per_image != nullptr) {
    call.mpidbg_finalize_per_image(&image, image.info);
  }
  if (image_is_set_up_ && image.info != nullptr) call.mqs_destroy_image_info(image.info);
}

void Attachment::lend_memory_ranges() {
  if (!memory_) memory_ = image.target.private_memory();
  if (!memory_->empty()) some_memory_ = memory_->front();
  lend(*memory_);
}

void Attachment::lend_words(const std::vector<Address> &words) {
  constexpr std::uint64_t width = 8;
  std::vector<AddressRange> ranges;
  for (const Address word : words) {
    if (word.value() % width == 0 && word.value() <= UINT64_MAX - width) ranges.push_back({word, word + width});
  }
  // Without any words, eight bytes of known memory are given: an empty list would mean that the memory is not known.
  if (ranges.empty() && some_memory_)
    ranges.push_back({some_memory_->begin, std::min(some_memory_->begin + width, some_memory_->end)});
  lend(ranges);
}

void Attachment::lend(const std::vector<AddressRange> &memory) {
  if (talk.call.mpidbg_set_memory_ranges == nullptr || lent_ == memory) return;
  lent_ = memory;
  std::vector<mpidbg_memory_range_t> ranges;
  ranges.reserve(memory.size());
  for (const AddressRange &range : memory)
    ranges.push_back({static_cast<mqs_taddr_t>(range.begin.value()), static_cast<mqs_taddr_t>(range.end.value())});
  talk.call.mpidbg_set_memory_ranges(&process, static_cast<int>(ranges.size()), ranges.data());
}

}  // namespace mqs_shim
